import ArgumentParser
import CommandLineSupport
import KMAForecast
import Regions
import Rendering
import Settings

protocol RecordCommand: FetchingCommand {
    associatedtype Answer

    var placeOptions: PlaceOptions { get }

    static var output: Output<Answer> { get }

    func answer(at place: Place, now: Date, from forecaster: Forecaster) async throws -> (answer: Answer, isSample: Bool)
}

extension RecordCommand {
    static var takes: CommandWords { .places }

    static var formats: [Format] { output.formats }

    func run() async throws {
        let settings = try Settings.current()
        let style = outputOptions.style(settings)
        let now = settings.clock()
        let (places, faults) = try placeOptions.places(settings)
        try await fetch(settings, style, records: false) { forecaster, notices in
            var answers: [(place: String, answer: Answer)] = []
            var isSample = false
            for place in places {
                let found = try await answer(at: place, now: now, from: forecaster)
                answers.append((style(place.name, place.englishName), found.answer))
                if found.isSample { isSample = true }
            }
            if isSample, !outputOptions.quiet { StandardError.writeLine(Notices.sample[style.language]) }
            try write(answers, as: Self.output, style, isList: places.count + faults.count > 1)
            try notices.requireWholeRecord()
        }
        try faults.report(style)
    }
}
