import Feeds
import Forecast
import Foundation
import KMAForecast
import Testing

@testable import Rendering

@Suite("Notices on standard error")
struct NoticeTests {
    private struct Answer: SourcedAnswer {
        let sources: [FeedReport]
        var degraded: [Feed] { sources.map(\.feed) }
        let isSample = false
        let attribution: [String] = []
    }

    private static func lines(_ sources: [FeedReport], _ language: Language = .korean) -> [String] {
        let style = Style(
            language: language,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: 80
        )
        let answer = (place: "서울", answer: Answer(sources: sources))
        return Notices([answer, answer], style).lines
    }

    private static func failed(_ feed: Feed, _ code: ErrorCode, _ detail: String? = nil) -> FeedReport {
        FeedReport(feed: feed, status: .failed, error: FeedError(code, detail))
    }

    @Test("A service has one line, and a feed that is not there yet its own, and none names a feed twice")
    func services() {
        #expect(
            Self.lines([Self.failed(.airMeasured, .noData), Self.failed(.airForecast, .noData)])
                == ["에어코리아 대기질 측정값·미세먼지 예보: 아직 발표되지 않았습니다. 다음 발표 뒤에 다시 확인해 주세요."]
        )
        let spent = Self.lines([
            Self.failed(.openWeatherCurrent, .quotaExceeded),
            Self.failed(.openWeatherForecast, .quotaExceeded),
            Self.failed(.shortTerm, .timeout), Self.failed(.nowcast, .upstreamError),
        ])
        #expect(spent.count == 2)
        #expect(Set(spent).count == 2)
        #expect(spent.contains { $0.hasPrefix("OpenWeather 현재 날씨·5일 예보 없음: ") })
        let late = Self.lines([
            Self.failed(.airMeasured, .malformedResponse), Self.failed(.airForecast, .noData),
        ])
        #expect(late.first?.hasPrefix("에어코리아 대기질 측정값 없음: 에어코리아의 응답을") == true, "\(late)")
        #expect(late.last?.hasPrefix("에어코리아 미세먼지 예보: 아직 발표되지") == true && late.count == 2)
        let english = Self.lines(
            [Self.failed(.midTemperature, .timeout), Self.failed(.midLand, .timeout)],
            .english
        )
        #expect(english.count == 1)
        #expect(english.first?.hasPrefix("No KMA mid-term temperatures and mid-term land forecast: ") == true)
    }

    @Test(
        "Of several old feeds each has its moment, and all have the oldest, also over the end of a year",
        arguments: [
            (KoreanDate(year: 2026, month: 10, day: 9), "10/9 23:00"),
            (KoreanDate(year: 2026, month: 9, day: 30), "9/30 23:00"),
            (KoreanDate(year: 2026, month: 12, day: 31), "12/31 23:00"),
        ]
    )
    func oldest(day: KoreanDate, moment: String) {
        func stale(_ feed: Feed, issued: Date, fetched: Date) -> FeedReport {
            FeedReport(
                feed: feed,
                status: .stale,
                issuedAt: issued,
                fetchedAt: fetched,
                error: FeedError(.timeout)
            )
        }
        let sources = [
            stale(.nowcast, issued: day.at(hour: 24, minute: 30), fetched: day.at(hour: 24, minute: 31)),
            // The older issue was fetched later.
            stale(.shortTerm, issued: day.at(hour: 23), fetched: day.at(hour: 24, minute: 40)),
        ]
        #expect(sources.staleMoment == moment)
        let line = Self.lines(sources).first ?? ""
        #expect(line.contains("단기예보 \(moment) 자료") && line.contains(" 00:30 자료"), "\(line)")
    }

    @Test(
        "A Korean sentence has no English in brackets, and says when to ask again",
        arguments: ["DNS", "connection refused", "Forbidden", "late"]
    )
    func details(detail: String) {
        for code in [ErrorCode.quotaExceeded, .rateLimited, .notSubscribed, .unreachable, .timeout] {
            let message = FeedError(code, detail).message(for: .warnings).korean
            #expect(!message.contains("(\(detail))"), "\(message)")
        }
        var refused = FeedError.unsent(.notSubscribed)
        refused.retryAt = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 21)
        #expect(refused.message(for: .warnings).korean.contains("21:00 이후에 다시 확인"))
    }
}
