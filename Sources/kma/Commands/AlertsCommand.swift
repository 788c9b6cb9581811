import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast
import Regions

/// `kma alerts`: the weather warnings of a place, or of the whole country.
struct AlertsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "alerts",
            abstract: localized("기상특보.", "Weather warnings."),
            discussion: localized(
                """
                예:
                  kma alerts                    전국의 특보
                  kma alerts 김천시             한 지역의 특보
                """,
                """
                Examples:
                  kma alerts                    the whole country
                  kma alerts Gimcheon           one place
                """
            )
        )
    }

    @OptionGroup var placeOptions: PlaceOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    mutating func validate() throws {
        try outputOptions.allow([.table, .json, .ndjson, .csv, .line], of: "alerts")
    }

    func run() async throws {
        let settings = try Settings.ofThisProcess()
        let style = outputOptions.style(settings)
        // KMA_AREA is not used: without a place it is the whole country.
        let places: [Place?] = placeOptions.isEmpty ? [nil] : try placeOptions.places(settings)
        let notice = StoreNotice(settings, style.language)
        defer { if !outputOptions.quiet { notice.write() } }
        let forecaster = sourceOptions.forecaster(settings, observeStore: notice.record)
        var reports: [(name: String, report: AlertReport)] = []
        for place in places {
            let name = place.map { style($0.name, $0.englishName) } ?? AlertList.country[style.language]
            reports.append((name, try await forecaster.alerts(at: place)))
        }
        if !outputOptions.quiet {
            let answers = reports.map { name, report in
                Warnings.Answer(name: name, sources: [report.source], degraded: report.degraded)
            }
            Warnings(answers: answers, style: style, isVerbose: outputOptions.verbose).write()
        }
        let output = Output(reports.map { ($0.name, Output($0.report, style)) })
        try output.write(outputOptions.chosenFormat(), afterMark: outputOptions.bom)
    }
}
