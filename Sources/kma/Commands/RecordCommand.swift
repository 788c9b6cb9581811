import ArgumentParser
import CommandLineSupport
import KMAForecast
import Regions
import Rendering
import Settings

/// A command that answers from the record of what was forecast and observed, a report for each place.
protocol RecordCommand: AsyncParsableCommand, FormattedCommand {
    var placeOptions: PlaceOptions { get }
    var sourceOptions: SourceOptions { get }

    /// What the record says of a place. Throws for a time that cannot be understood.
    func answer(
        at place: Place,
        now: Date,
        from forecaster: Forecaster,
        _ style: Style
    ) async throws -> RecordAnswer
}

/// What a record says of a place, as it is printed.
struct RecordAnswer {
    let output: Output
    /// Whether it is of the sample's record.
    let isSample: Bool
}

extension RecordCommand {
    static var formats: [Format] { [.table, .json, .ndjson, .csv, .line] }

    func run() async throws {
        let settings = try Settings.ofThisProcess()
        let style = outputOptions.style(settings)
        let now = settings.fixedNow ?? Date()
        let (places, faults) = try placeOptions.places(settings)
        let notices = StoreNotices(settings, style.language)
        let forecaster = sourceOptions.forecaster(settings, telling: notices)
        var answers: [(name: String, answer: RecordAnswer)] = []
        for place in places {
            let answer = try await answer(at: place, now: now, from: forecaster, style)
            answers.append((style(place.name, place.englishName), answer))
        }
        if !outputOptions.quiet {
            notices.write()
            if answers.contains(where: { $0.answer.isSample }) {
                StandardError.writeLine(Notices.sample[style.language])
            }
        }
        try Output(answers.map { ($0.name, $0.answer.output) }, isList: places.count + faults.count > 1)
            .write(outputOptions.chosenFormat(), afterMark: outputOptions.bom)
        try faults.report(style)
    }
}
