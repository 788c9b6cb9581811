import Feeds
import Forecast
import Testing

@testable import Rendering

@Suite("Words of the program's own refusals")
struct RefusalMessageTests {
    private static let evening = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 21, minute: 30)

    @Test("Each is told in its language, with its time, and blames no upstream", arguments: Refusal.allCases)
    func words(refusal: Refusal) {
        let untimed: Set<Refusal> = [.offline]
        for feed in Feed.allCases {
            let message = FeedError.refused(refusal, until: Self.evening).message(for: feed)
            for text in [message, refusal.title] {
                #expect(!text.korean.contains { $0.isASCII && $0.isLetter }, "\(text.korean)")
                #expect(text.english.allSatisfy { $0.isASCII }, "\(text.english)")
                for name in ["기상청", "에어코리아", "KMA", "AirKorea", "OpenWeather"] {
                    #expect(!text.korean.contains(name) && !text.english.contains(name))
                }
            }
            #expect(message.korean.contains("21:30") == !untimed.contains(refusal))
            #expect(message.english.contains("21:30 KST") == !untimed.contains(refusal))
            #expect(!FeedError.refused(refusal).message(for: feed).korean.contains(":"))
        }
    }

    @Test("No two refusals are told in the same words")
    func distinct() {
        let texts = Refusal.allCases.map { FeedError.refused($0).message(for: .outlook) }
        #expect(Set(texts.map(\.korean)).count == texts.count)
        #expect(Set(texts.map(\.english)).count == texts.count)
    }
}
