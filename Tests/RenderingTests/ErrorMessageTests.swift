import Feeds
import Forecast
import KMAForecast
import Regions
import Testing

@testable import Rendering

@Suite("Messages for the errors of feeds")
struct ErrorMessageTests {
    @Test("Every code has a message of its own in both languages", arguments: Feed.allCases)
    func distinct(feed: Feed) {
        let words = ErrorCode.allCases.map { FeedError($0).message(for: feed) }
        #expect(Set(words.map(\.korean)).count == words.count)
        #expect(Set(words.map(\.english)).count == words.count)
    }

    /// The codes that a feed's fault can have: all but those of a request and of the record.
    static let codes = ErrorCode.allCases.filter {
        ![.usage, .noInput].contains($0.traits.exitStatus) && $0 != .recordUnreadable
    }

    @Test("The upstream's own name for an error stands once in each message", arguments: codes)
    func detail(kind: ErrorCode) {
        guard kind != .keyMissing else { return }
        let words = FeedError(kind, "30 SOME_NAME").message(for: .midLand)
        #expect(words.korean.split(separator: "(30 SOME_NAME)").count == 2)
        #expect(words.english.split(separator: "(30 SOME_NAME)").count == 2)
    }

    @Test(
        "A redirect is no request that is refused, nor an error of the service",
        arguments: [301, 302, 307, 308]
    )
    func redirect(status: Int) {
        let words = FeedError(.upstreamError, "HTTP \(status)", .redirected).message(for: .midLand)
        #expect(words.korean.contains("다른 주소로") && !words.korean.contains("새 버전"))
        #expect(words.english.contains("redirects elsewhere (HTTP \(status))"))
    }

    @Test(
        "A message about a key names the setting and the page to apply at",
        arguments: Feed.allCases
    )
    func remedies(feed: Feed) {
        let service = feed.service
        for language in Language.allCases {
            let missing = FeedError(.keyMissing).message(for: feed)[language]
            let page = service.keyPage(via: .dataPortal)
            #expect(missing.contains(service.words.key.rawValue) && missing.contains(page))
            #expect(FeedError(.keyRejected).message(for: feed)[language].contains(service.words.key.rawValue))
            #expect(FeedError(.notSubscribed).message(for: feed)[language].contains(page))
            // A key that is right: only its approval has ended.
            let expired = FeedError(.keyRejected, nil, .expired).message(for: feed)[
                language
            ]
            #expect(expired.contains(page) && !expired.contains(service.words.key.rawValue))
        }
    }

    @Test(
        "Users of the API hub are sent to the API hub, and for other services to their own page",
        arguments: Feed.allCases,
        [ErrorCode.keyMissing, .notSubscribed, .blocked]
    )
    func hub(feed: Feed, code: ErrorCode) {
        for language in Language.allCases {
            let text = FeedError(code).message(for: feed, via: .hub)[language]
            #expect(text.contains("data.go.kr") == (feed.service == .airQuality))
            let isOfKMA = feed.service != .openWeather && feed.service != .airQuality
            #expect(text.contains("https://apihub.kma.go.kr") == isOfKMA)
        }
    }

    @Test(
        "Only errors that can pass within a moment are retried",
        arguments: [
            (.keyMissing, false), (.keyRejected, false), (.notSubscribed, false), (.quotaExceeded, false),
            (.rateLimited, true), (.blocked, false), (.noData, false), (.timeout, true), (.unreachable, true),
            (.upstreamError, true), (.malformedResponse, true),
        ] as [(ErrorCode, Bool)]
    )
    func isRetryable(kind: ErrorCode, isRetryable: Bool) {
        #expect(FeedError(kind).isRetryable == isRetryable)
        #expect(FeedError(kind, isRetryable: !isRetryable).isRetryable == !isRetryable)
    }

    @Test(
        "A postal code, one's own place and one abroad say why there is none, with no other name beside",
        arguments: [
            ("06236", "우편번호", "Postal codes"), ("내 위치", "지금 계신 곳", "location"),
            ("here", "지금 계신 곳", "location"),
            ("평양", "대한민국", "South Korea"), ("New York", "대한민국", "South Korea"),
        ]
    )
    func elsewhere(name: String, korean: String, english: String) throws {
        let error = try #require(throws: PlaceError.self) { try Gazetteer.place(named: name) }
        #expect(error.message.korean.contains(korean) && error.message.english.contains(english))
        #expect(!error.message.korean.contains("혹시"))
    }

    @Test("A time that is a slip from one names that one")
    func slipsOfTime() throws {
        func message(_ words: String) throws -> String {
            try #require(Sentence(["서울", words], at: .distantPast).timeFault).message.korean
        }
        #expect(try message("모래").contains("혹시 ‘모레’인가요?"))
        for words in ["여름", "2026년 12월"] { #expect(try message(words).contains("12월 5일처럼")) }
        for words in ["2월 30일", "25시", "13월 1일"] { #expect(try message(words).contains("없는 날짜나 시각")) }
        for words in ["빼고 내일", "눈 말고", "not tomorrow"] { #expect(try message(words).contains("빼는 말")) }
    }
}
