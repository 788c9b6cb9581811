import Record
import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast
import Regions
import Rendering

struct HistoryCommand: RecordCommand {
    static let koreanNames = ["기록"]
    static let takes: CommandWords = [.places, .times]

    static let texts = CommandTexts(
        "history",
        ("한 날짜의 예보가 발표마다 어떻게 달라졌는지.", "How the forecast for a day changed, issue by issue."),
        usage: ("kma history [지역 …] [날짜] [옵션]", "kma history [place …] [day] [options]"),
        korean: """
            읽은 예보는 발표마다 남습니다(KMA_LEDGER). 날짜를 주지 않으면 내일입니다.

            예:
              kma history 서울 토요일
              kma history 부산 --on 2026-10-10
            """,
        english: """
            Every forecast that is read is kept, issue by issue (KMA_LEDGER). Without a date it is tomorrow.

            Examples:
              kma history Seoul Saturday --lang en
              kma history Busan --on 2026-10-10
            """
    )

    @OptionGroup var placeOptions: PlaceOptions

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static var output: Output<HistoryReport> { .history }

    func answer(at place: Place, now: Date, from forecaster: Forecaster) async throws -> (answer: HistoryReport, isSample: Bool) {
        let date = try placeOptions.time(at: now)?.firstDay ?? KoreanDate(of: now) + 1
        let report = try await forecaster.history(at: place, on: date)
        return (report, report.isSample)
    }
}
