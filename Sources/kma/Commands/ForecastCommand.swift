import ArgumentParser
import CommandLineSupport
import Feeds
import Forecast
import KMAForecast
import Regions

/// A command that answers one question about one place: it fetches a report and prints it in a format.
protocol ForecastCommand: AsyncParsableCommand {
    /// What is asked of the place; it decides which feeds are fetched.
    var question: Question { get }
    /// The formats of the answer; the first is the one without `--format`.
    static var formats: [Format] { get }

    var placeOptions: PlaceOptions { get }
    var sourceOptions: SourceOptions { get }
    var outputOptions: OutputOptions { get }
    /// A line of the person's own in place of a format.
    var template: Template? { get }

    /// The answer in every format of the command.
    func output(_ report: Report, _ style: Style) throws -> Output
    /// Why a report has no answer in a format; `nil` where it has one. One place without an answer leaves those of the
    /// others.
    func missing(_ report: Report, in format: Format) -> (any ReportableError)?
    /// The exit status after the answer is printed; `isComplete` where every place has a report.
    func exitStatus(_ reports: [Report], isComplete: Bool) -> ExitStatus
}

extension ForecastCommand {
    static var formats: [Format] { Format.allCases }

    var template: Template? { nil }

    func missing(_ report: Report, in format: Format) -> (any ReportableError)? { nil }

    func exitStatus(_ reports: [Report], isComplete: Bool) -> ExitStatus { .success }

    // Before anything is fetched, so that no call is spent on an answer that cannot be printed.
    mutating func validate() throws {
        try outputOptions.allow(Self.formats, of: Self.configuration.commandName ?? "")
        if template != nil, outputOptions.json || outputOptions.format != nil {
            throw ValidationError(
                localized(
                    "--template은 --format, --json과 함께 쓸 수 없습니다.",
                    "--template cannot be used with --format or --json."
                )
            )
        }
    }

    func output(_ report: Report, _ style: Style) throws -> Output { Output(report, question, style) }

    func run() async throws {
        let settings = try Settings.ofThisProcess()
        let style = outputOptions.style(settings)
        let places = try placeOptions.places(settings)
        let reports = try await reports(at: places, settings, style)
        if !outputOptions.quiet {
            Warnings(reports: reports, style: style, isVerbose: outputOptions.verbose).write()
        }
        if let template {
            try StandardOutput.write(reports.map { template.text($0, style) }.joined(separator: "\n"))
        } else {
            let format = outputOptions.chosenFormat(or: Self.formats[0])
            let outputs = try reports.filter { report in
                guard let error = missing(report, in: format) else { return true }
                StandardError.writeLine("kma: \(error.message[style.language])")
                return false
            }
            .map { report in
                let name =
                    format == .line
                    ? report.place.headline(style) : style(report.place.name, report.place.englishName)
                return (name, try output(report, style))
            }
            if !outputs.isEmpty {
                try Output(outputs).write(format, afterMark: outputOptions.bom)
            }
        }
        let status = exitStatus(reports, isComplete: reports.count == places.count)
        if status != .success { throw ExitCode(status.rawValue) }
    }

    /// Fetches the report of each place, with progress on a terminal. Places share what they have in common.
    ///
    /// A place without anything to show is told and left out; throws where none has anything.
    private func reports(at places: [Place], _ settings: Settings, _ style: Style) async throws -> [Report] {
        let progress = ProgressIndicator(
            style("날씨를 받는 중", "Fetching"),
            steps: question.feeds.count * places.count,
            isShown: Terminal.current().isErrorTerminal && !sourceOptions.sample && !outputOptions.quiet
        )
        let language = style.language
        let notice = StoreNotice(settings, language)
        let forecaster = sourceOptions.forecaster(settings, observeStore: notice.record)
        let results = await forecaster.reports(
            question,
            at: places.map { ($0, .program) },
            preferring: sourceOptions.prefer,
            maximumAge: sourceOptions.maxAge,
            progress: { progress.finish($0.feed.name[language]) }
        )
        progress.end()
        if !outputOptions.quiet { notice.write() }
        var reports: [Report] = []
        var errors: [(place: Place, error: ForecastError)] = []
        for (place, result) in zip(places, results) {
            switch result {
            case .success(let report): reports.append(report)
            case .failure(let error): errors.append((place, error))
            }
        }
        if reports.isEmpty, let first = errors.first { throw first.error }
        for (place, error) in errors {
            let name = style(place.name, place.englishName)
            for line in error.lines { StandardError.writeLine("kma: \(name): \(line[style.language])") }
        }
        return reports
    }
}

/// The option for a line of the person's own.
struct TemplateOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            localized(
                "직접 정한 한 줄: ‘{sky} {temperature}°’.",
                "A line of your own: ‘{sky} {temperature}°’."
            ),
            valueName: "text"
        ),
        transform: Template.parse
    )
    var template: Template?
}

extension Template {
    /// Reads the template of an option; what is wrong with it is told with the fields there are.
    fileprivate static func parse(_ text: String) throws -> Template {
        do throws(Template.Fault) {
            return try Template(text)
        } catch {
            throw ValidationError(error.message(of: "--template")[.ofThisProcess])
        }
    }
}
