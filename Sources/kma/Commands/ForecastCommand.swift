import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// A command that answers one question about one place: it fetches a report and prints it in a format.
protocol ForecastCommand: AsyncParsableCommand {
    /// What is asked of the place; it decides which feeds are fetched.
    var question: Question { get }
    /// The formats of the answer; the first is the one without `--format`.
    static var formats: [Format] { get }

    var placeOptions: PlaceOptions { get }
    var sourceOptions: SourceOptions { get }
    var outputOptions: OutputOptions { get }

    /// The answer in every format of the command.
    func output(_ report: Report, _ style: Style) throws -> Output
}

extension ForecastCommand {
    static var formats: [Format] { Format.allCases }

    // Before anything is fetched, so that no call is spent on an answer that cannot be printed.
    mutating func validate() throws {
        try outputOptions.allow(Self.formats, of: Self.configuration.commandName ?? "")
    }

    func run() async throws {
        let settings = try Settings.ofThisProcess()
        let style = outputOptions.style(settings)
        let report = try await report(settings, style)
        Warnings(report: report, style: style, isVerbose: outputOptions.verbose).write()
        try output(report, style).write(outputOptions.chosenFormat(or: Self.formats[0]))
    }

    /// Fetches the report, with progress on a terminal.
    private func report(_ settings: Settings, _ style: Style) async throws -> Report {
        let place = try placeOptions.place(settings)
        let progress = ProgressIndicator(
            style("날씨를 받는 중", "Fetching"),
            steps: question.feeds.count,
            isShown: style.terminal.isErrorTerminal && !sourceOptions.sample
        )
        defer { progress.end() }
        return try await sourceOptions.forecaster(settings).report(
            question,
            at: place,
            preferring: sourceOptions.prefer,
            maximumAge: sourceOptions.maxAge,
            progress: { progress.finish($0.feed.name[style.language]) }
        )
    }
}
