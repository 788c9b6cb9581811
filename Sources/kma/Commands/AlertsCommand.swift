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

    func run() async throws {
        let settings = try Settings.ofThisProcess()
        let style = outputOptions.style(settings)
        // KMA_AREA is not used: without a place it is the whole country.
        let places: [Place?] = placeOptions.isEmpty ? [nil] : try placeOptions.places(settings)
        let forecaster = sourceOptions.forecaster(settings)
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
        try Output(reports.map { ($0.name, output($0.report, style)) }).write(outputOptions.chosenFormat())
    }

    private func output(_ report: AlertReport, _ style: Style) -> Output {
        Output(
            table: AlertList(report: report, style: style).text,
            json: { report.json(style.language, pretty: $0) },
            csv: CSV.alerts(report, style.language),
            line: AlertList(report: report, style: style).line
        )
    }
}

/// The table of `kma alerts`: a line a warning, and of the whole country a row a province.
struct AlertList {
    let report: AlertReport
    let style: Style

    /// What stands in place of a place's name.
    static let country = LocalizedText("전국", "Korea")

    var text: String {
        ([title] + lines + [style.ansi.faint(" " + style("자료: ", "Data: ") + attribution)]).joined(
            separator: "\n"
        )
    }

    /// `⚠ 호우경보 · ⚠ 강풍주의보`.
    var line: String {
        guard let alerts = report.alerts, !alerts.isEmpty else { return none }
        return alerts.map { AlertText(alert: $0, now: report.generatedAt, style: style).name }
            .joined(separator: " · ")
    }

    private var title: String {
        let place = report.place.map { style($0.name, $0.englishName) } ?? AlertList.country[style.language]
        let time = KoreanTime(report.generatedAt)
        let moment = "\(time.date.monthAndDay)(\(time.date.weekdayName[style.language])) \(time.clock)"
        return style.ansi.bold(" \(place.padded(to: style.width - moment.displayWidth - 3)) \(moment)")
    }

    private var lines: [String] {
        guard let alerts = report.alerts, !alerts.isEmpty else { return [" " + none] }
        if report.place == nil { return AlertTable(alerts: alerts, style: style).lines }
        return alerts.map { AlertText(alert: $0, now: report.generatedAt, style: style).line }
    }

    private var none: String {
        report.alerts == nil
            ? style("특보가 있는지 알 수 없습니다.", "It is not known whether there are warnings.")
            : style("발효 중인 특보가 없습니다.", "There are no warnings.")
    }

    private var attribution: String { report.attribution.joined(separator: " · ") }
}
