import CommandLineSupport
import ArgumentParser
import Forecast
import Foundation
import KMAForecast

/// A command that asks one question about one place: options, fetch, render.
protocol ForecastCommand: AsyncParsableCommand {
    /// What it asks.
    var question: Question { get }
    /// What it prints where no format is asked for.
    var defaultFormat: Format { get }

    var placeOptions: PlaceOptions { get }
    var sources: SourceOptions { get }
    var output: OutputOptions { get }

    /// The answer in a format, ready to print.
    func render(_ report: Report, _ format: Format, _ style: Style) throws -> String
}

extension ForecastCommand {
    var defaultFormat: Format { .table }

    func run() async throws {
        let settings = try Settings.ofThisProcess()
        let terminal = Terminal.current()
        let language = output.lang ?? settings.language
        let place = try placeOptions.place(settings)
        let progress = ProgressIndicator(
            LocalizedText("날씨를 받는 중", "Fetching"),
            steps: question.feeds.count,
            language,
            isShown: terminal.isErrorTerminal && !sources.sample
        )
        let report: Report
        do {
            report = try await sources.forecaster(settings).report(
                question,
                at: place,
                preferring: sources.prefer,
                maximumAge: sources.maxAge,
                progress: { progress.done($0.feed.name) }
            )
        } catch {
            progress.end()
            throw error
        }
        progress.end()
        Warnings(report: report, language: language, isVerbose: output.verbose).tell()
        let style = Style(language: language, terminal: terminal)
        StandardStreams.writeOutput(try render(report, output.chosenFormat(or: defaultFormat), style))
    }
}

/// What a rendering has to suit.
struct Style: Sendable {
    var language: Language
    var ansi: ANSIStyle
    /// Cells in a row.
    var columns: Int

    init(language: Language, terminal: Terminal) {
        self.language = language
        ansi = ANSIStyle(isColored: terminal.isColored, hasTrueColor: terminal.hasTrueColor)
        columns = terminal.columns
    }

    /// Text in the language asked for.
    func callAsFunction(_ korean: String, _ english: String) -> String {
        LocalizedText(korean, english)[language]
    }
}
