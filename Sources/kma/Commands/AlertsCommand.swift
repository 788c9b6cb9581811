import ArgumentParser
import CommandLineSupport
import Rendering
import Settings
import KMAForecast
import Regions

struct AlertsCommand: FetchingCommand {
    static let koreanNames = ["특보"]
    static let takes = CommandWords.places

    static let texts = CommandTexts(
        "alerts",
        ("기상특보.", "Weather warnings."),
        usage: ("kma alerts [지역 …] [옵션]", "kma alerts [place …] [options]"),
        korean: """
            예:
              kma alerts                    전국의 특보
              kma alerts 김천시             한 지역의 특보
            """,
        english: """
            Examples:
              kma alerts                    the whole country
              kma alerts Gimcheon           one place
            """
    )

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats = Output.alerts.formats

    func run() async throws {
        let settings = try Settings.current()
        let style = outputOptions.style(settings)
        let now = settings.clock()
        if let time = try placeOptions.time(at: now), time.from > now, !outputOptions.quiet {
            StandardError.writeLine(
                style(
                    "특보는 때로 고르지 않습니다. 지금 발효 중이거나 예고된 것을 모두 보여 줍니다.",
                    "Warnings are not chosen by time: all that are in force or announced are shown."
                )
            )
        }
        // The whole country without a place, whatever KMA_AREA.
        let (found, faults) = placeOptions.isEmpty ? ([], []) : try placeOptions.places(settings)
        let places: [Place?] = placeOptions.isEmpty ? [nil] : found
        try await fetch(settings, style) { forecaster, _ in
            var reports: [(place: String, answer: AlertReport)] = []
            for place in places {
                let name = place.map { style($0.name, $0.englishName) } ?? AlertList.country[style.language]
                reports.append((name, try await forecaster.alerts(at: place, for: sourceOptions.caller)))
            }
            if !outputOptions.quiet { Notices(reports, style, isVerbose: outputOptions.verbose).write() }
            try write(reports, as: .alerts, style, isList: places.count + faults.count > 1)
            // Unknown is no answer, also if the announcements came without the text of what is in force.
            if let unknown = reports.first(where: { $0.answer.alerts == nil }) { throw ForecastError.nothingToShow([unknown.answer.source]) }
        }
        try faults.report(style)
    }
}
