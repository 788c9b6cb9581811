import ArgumentParser
import Forecast
import Foundation
import KMAForecast

/// A command that asks one question about one place: options, fetch, render.
protocol ForecastCommand: AsyncParsableCommand {
    /// What it asks.
    var question: Question { get }
    /// What it prints where no format is asked for.
    var naturalFormat: Format { get }

    var placeOptions: PlaceOptions { get }
    var sources: SourceOptions { get }
    var output: OutputOptions { get }

    /// The answer in a format, ready to print.
    func render(_ report: Report, _ format: Format, _ style: Style) throws -> String
}

extension ForecastCommand {
    var naturalFormat: Format { .table }

    func run() async throws {
        let settings = try readSettings()
        let terminal = Terminal.current()
        let language = output.lang ?? settings.language
        let place = try placeOptions.place(settings)
        let waiting = Waiting(
            Words("날씨를 받는 중", "Fetching"),
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
                progress: { waiting.done($0.feed.words) }
            )
        } catch {
            waiting.end()
            throw error
        }
        waiting.end()
        Notices(report: report, language: language, isVerbose: output.verbose).tell()
        let style = Style(language: language, terminal: terminal)
        Stream.answer(try render(report, output.chosenFormat(or: naturalFormat), style))
    }
}

/// The settings of this process, with their faults among those that have an exit status.
func readSettings() throws(ForecastError) -> Settings {
    do throws(SettingsError) {
        return try Settings.ofThisProcess()
    } catch {
        throw .settings(error)
    }
}

/// What a rendering has to suit.
struct Style: Sendable {
    var language: Language
    var ink: Ink
    /// Cells in a row.
    var columns: Int

    init(language: Language, terminal: Terminal) {
        self.language = language
        ink = Ink(isColored: terminal.isColored, hasTrueColor: terminal.hasTrueColor)
        columns = terminal.columns
    }

    /// Words in the language asked for.
    func callAsFunction(_ korean: String, _ english: String) -> String {
        Words(korean, english)[language]
    }
}
