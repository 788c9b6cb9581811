import ArgumentParser
import CommandLineSupport
import Rendering
import Settings
import Feeds
import KMAForecast
import Regions

protocol FormattedCommand: KMACommand {
    static var formats: [Format] { get }
    var outputOptions: OutputOptions { get }
    var tableOption: String? { get }
}

extension FormattedCommand {
    var tableOption: String? { nil }

    // First, so that no call is spent in vain.
    mutating func validate() throws { try validateFormat() }

    func validateFormat() throws { try outputOptions.allow(Self.formats, of: Self.texts.name, with: tableOption) }

    func write<Answer>(_ answers: [(place: String, answer: Answer)], as output: Output<Answer>, _ style: Style, isList: Bool = false)
        throws(OutputError)
    {
        let format = outputOptions.format(of: Self.self)
        try outputOptions.write(output.text(answers, in: format, style, isList: isList))
    }
}

protocol FetchingCommand: AsyncParsableCommand, FormattedCommand { var sourceOptions: SourceOptions { get } }

extension FetchingCommand {
    /// Records fetched issues after the answer, whatever came of it.
    func fetch<Value>(_ settings: Settings, _ style: Style, records: Bool = true, _ body: (Forecaster, StoreNotices) async throws -> Value)
        async throws -> Value
    {
        let notices = StoreNotices(settings, style.language)
        let forecaster = try await sourceOptions.forecaster(settings, telling: notices)
        let result: Result<Value, any Error>
        do { result = .success(try await body(forecaster, notices)) } catch { result = .failure(error) }
        if records { await forecaster.recordIssues() }
        if !outputOptions.quiet { notices.write() }
        return try result.get()
    }
}

protocol ForecastCommand: FetchingCommand {
    var question: Question { get }
    var placeOptions: PlaceOptions { get }
    var template: Template? { get }

    static var isExplained: Bool { get }

    var output: Output<Report> { get }
    /// Error without an answer in a format; other places keep theirs.
    func missing(_ report: Report, in format: Format) -> (any ReportableError)?
    func time(at now: Date) throws -> AskedTime?
    func shown(_ report: Report) throws -> Report
    func exitStatus(_ reports: [Report], isComplete: Bool) -> ExitStatus
}

extension ForecastCommand {
    static var takes: CommandWords { .places }

    static var isExplained: Bool { false }

    var template: Template? { nil }

    func missing(_ report: Report, in format: Format) -> (any ReportableError)? { nil }

    func time(at now: Date) throws -> AskedTime? { try placeOptions.time(at: now) }

    func shown(_ report: Report) throws -> Report { report }

    var output: Output<Report> { Output(question) }

    func exitStatus(_ reports: [Report], isComplete: Bool) -> ExitStatus { .success }

    mutating func validate() throws {
        try validateFormat()
        if template != nil, let other = tableOption ?? outputOptions.formatOption { throw ValidationError(other, notWith: "--template") }
    }

    func run() async throws {
        let settings = try Settings.current()
        let style = outputOptions.style(settings)
        let time = try askedTime(at: settings.clock())
        let (places, faults) = try placeOptions.places(settings)
        let hasSeveral = places.count + faults.count > 1
        // Before the fetch, so that later faults do not hide them.
        faults.tell(style)
        let status = try await fetch(settings, style) { forecaster, notices in
            try await answer(at: places, hasSeveral, time, from: forecaster, style, notices)
        }
        if let fault = faults.first { throw ExitCode(fault.exitStatus.rawValue) }
        if status != .success { throw ExitCode(status.rawValue) }
    }

    private func answer(
        at places: [Place],
        _ hasSeveral: Bool,
        _ time: AskedTime?,
        from forecaster: Forecaster,
        _ style: Style,
        _ notices: StoreNotices
    ) async throws -> ExitStatus {
        var reports = try await reports(at: places, from: forecaster, style, notices).map(placeOptions.answered)
        if let time { reports = try reports.map { report throws(ForecastError) in try report.limited(to: time, for: question) } }
        if !outputOptions.quiet { Notices(reports: reports, style: style, isVerbose: outputOptions.verbose).write() }
        reports = try reports.map(shown)
        if let template {
            try StandardOutput.write(reports.map { template.text($0, style) }.joined(separator: "\n"))
        } else {
            try write(reports, isList: hasSeveral, style)
        }
        return exitStatus(reports, isComplete: reports.count == places.count)
    }

    private func write(_ reports: [Report], isList: Bool, _ style: Style) throws {
        let format = outputOptions.format(of: Self.self)
        let answers = reports.filter { report in
            guard let error = missing(report, in: format) else { return true }
            StandardError.writeLine("kma: \(error.message[style.language])")
            return false
        }.map { report in
            let name = format == .line ? report.place.headline(style) : style(report.place.name, report.place.englishName)
            return (place: name, answer: report)
        }
        if answers.isEmpty { return }
        var text = output.text(answers, in: format, style, isList: isList)
        // One line is for scripts and status bars.
        if format == .line, outputOptions.format == nil, Terminal.isStandardOutput {
            text = text.split(separator: "\n").flatMap { String($0).wrapped(to: style.columns) }.joined(separator: "\n")
        }
        try outputOptions.write(text)
    }

    /// Refused without an answer, except this hour.
    private func askedTime(at now: Date) throws -> AskedTime? {
        guard let time = try time(at: now) else { return nil }
        if Self.takes.contains(.times) {
            try time.requireReach(at: now)
            return time
        }
        guard time.from > now else { return nil }
        throw ValidationError(
            "‘\(time.text)’의 날씨는 kma hours로 보세요. kma \(Self.texts.name)에는 때를 적지 않습니다.",
            "Use kma hours for ‘\(time.text)’; kma \(Self.texts.name) takes no time."
        )
    }

    private func reports(at places: [Place], from forecaster: Forecaster, _ style: Style, _ notices: StoreNotices) async throws -> [Report] {
        let progress = ProgressIndicator(
            style("기다리는 중", "Waiting for"),
            steps: places.flatMap { _ in question.feeds.map { $0.name[style.language] } },
            isShown: Terminal.current().isErrorTerminal && !sourceOptions.sample && !outputOptions.quiet
        )
        let language = style.language
        let results = await forecaster.reports(
            question,
            at: places.map { ($0, sourceOptions.caller) },
            preferring: sourceOptions.prefer,
            maximumAge: sourceOptions.maxAge,
            isExplained: Self.isExplained,
            progress: { progress.finish($0.feed.name[language]) }
        )
        progress.end()
        if !outputOptions.quiet { notices.writeCache() }
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

extension [ForecastError] {
    func report(_ style: Style) throws {
        tell(style)
        if let first { throw ExitCode(first.exitStatus.rawValue) }
    }

    func tell(_ style: Style) { for error in self { StandardError.writeLine("kma: \(error.message[style.language])") } }
}

struct TemplateOption: ParsableArguments {
    static let optionsWithValue = ["--template"]

    @Option(
        help: ArgumentHelp("직접 정한 한 줄: ‘{sky} {temperature}°’.", "A line of your own: ‘{sky} {temperature}°’.", value: ("글", "text")),
        transform: { text in
            do throws(Template.Fault) { return try Template(text) } catch { throw ValidationError(error.message(of: "--template")[.current]) }
        }
    )
    var template: Template?
}
