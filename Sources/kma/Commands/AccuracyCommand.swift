import Record
import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast
import Regions
import Rendering

struct AccuracyCommand: RecordCommand {
    static let koreanNames = ["정확도", "적중"]
    static let optionsWithValue = ["--since"]

    static let texts = CommandTexts(
        "accuracy",
        ("지난 예보가 얼마나 맞았는지.", "How often the forecasts of a place were right."),
        usage: ("kma accuracy [지역 …] [옵션]", "kma accuracy [place …] [options]"),
        korean: """
            남은 예보(KMA_LEDGER)를 가까운 관측소의 하루 관측과 비교합니다. 며칠 뒤 예보인지에 따라 따로 세고, 30일이 안 되면 세지 않습니다.

            예:
              kma accuracy 부산 --sample
              kma accuracy 서울 --since 2026-01-01
            """,
        english: """
            Holds the forecasts that are kept (KMA_LEDGER) against the observations of a station nearby, by how many days \
            ahead they were made. Under 30 days nothing is counted.

            Examples:
              kma accuracy Busan --sample --lang en
              kma accuracy Seoul --since 2026-01-01
            """
    )

    @OptionGroup var placeOptions: PlaceOptions

    @Option(
        help: ArgumentHelp("이 날짜부터(기본값은 지난 365일).", "From this date on (by default the last 365 days).", value: ("날짜", "YYYY-MM-DD")),
        transform: koreanDate
    )
    var since: KoreanDate?

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static var output: Output<AccuracyReport> { .accuracy }

    func answer(at place: Place, now: Date, from forecaster: Forecaster) async throws -> (answer: AccuracyReport, isSample: Bool) {
        if let time = try placeOptions.time(at: now) {
            throw ValidationError(
                "‘\(time.text)’만의 정확도는 없습니다. 언제부터 셀지는 --since 2026-01-01처럼 적어 주세요.",
                "There is no accuracy of ‘\(time.text)’ alone. Since when it counts is told by --since 2026-01-01."
            )
        }
        if let since, !AccuracyReport.counts(since: since, at: now) { throw ValidationError(AccuracyReport.noSuchDay("--since")[Language.current]) }
        let report = try await forecaster.accuracy(at: place, since: since)
        return (report, report.isSample)
    }
}
