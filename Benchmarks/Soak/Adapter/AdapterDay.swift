import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions

/// A day of the adapter.
struct AdapterDay {
    /// 20:00 on a summer evening: two midnights and three rounds of mid-term issues lie ahead.
    static let start = KoreanDate(year: 2026, month: 7, day: 4).at(hour: 20)

    let places: [Place]
    private let stage: Stage
    private let truth: Truth
    private let log = CallLog()
    private var forecaster: Forecaster
    private let questionsPerMinute: Int
    private var memory: Memory
    private var mischief: Mischief
    private var chance: Chance
    private var calls = CallCheck()
    private var tally = Tally()

    init(seed: UInt64, questionsPerMinute: Int) throws {
        stage = try Stage(now: AdapterDay.start, timeout: 1)
        truth = stage.truth()
        forecaster = stage.forecaster(log)
        self.questionsPerMinute = questionsPerMinute
        chance = Chance(seed: seed)
        mischief = Mischief(chance: Chance(seed: seed &+ 1))
        // Every province and some of its towns.
        places = Gazetteer.search("", limit: 20).flatMap { Gazetteer.search($0.name, limit: 4) }
        let seoul = try Gazetteer.place(named: "서울특별시")
        memory = Memory(
            kma: .nowcast(cell: seoul.gridCell, gateway: truth.kma),
            openWeather: truth.current(seoul)
        )
    }

    /// Closes the day, and tells whether all was well.
    mutating func end(after seconds: Double) throws -> Bool {
        tally.note(try stage.leakyFiles().map { "a key in \($0)" }, at: "at the end")
        try stage.clear()
        tally.show(calls, seconds: seconds)
        return tally.wrong == 0 && tally.isFlat
    }

    /// One simulated minute: the clock moves, faults come and go, people ask at once, and all of it is checked.
    mutating func pass(_ minute: Int, of minutes: Int) async throws {
        stage.upstream.now = AdapterDay.start.addingTimeInterval(Double(minute) * 60)
        if minute > 0, minute.isMultiple(of: 360) { forecaster = stage.forecaster(log) }
        // Two hours before the last midnight, when much of the day is behind.
        mischief.play(on: stage.upstream, minute: minute, quotaAt: 26 * 60)
        let asked = (0..<questionsPerMinute).map { _ in ask() }
        let answers = await AdapterDay.answers(to: asked, from: forecaster)
        check(answers, await log.takeRequests())
        if minute.isMultiple(of: max(1, minutes / 15)) { tally.note(try Resources.now()) }
    }

    private mutating func ask() -> Asked {
        Asked(
            question: Question.allCases.randomElement(using: &chance) ?? .week,
            place: places.randomElement(using: &chance) ?? places[0],
            preference: chance.happens(0.2) ? .openWeather : .kma,
            hangsUp: chance.happens(0.05)
        )
    }

    private static func answers(to asked: [Asked], from forecaster: Forecaster) async -> [Answered] {
        await withTaskGroup(of: Answered.self) { group in
            for one in asked { group.addTask { await one.answered(by: forecaster) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private mutating func check(_ answers: [Answered], _ minute: [Call]) {
        let now = stage.upstream.now
        let clock = KoreanTime(now).rfc3339
        truth.hear(minute)
        memory.hear(minute)
        tally.note(calls.complaints(about: minute), at: clock)
        tally.note(stage.upstream.leaks.map { "a key sent astray: \($0.path)" }, at: clock)
        stage.upstream.forgetRequests()
        let check = ReportCheck(
            truth: truth,
            sources: SourceCheck(now: now, faults: memory.faults, emptyAt: memory.emptyAt),
            secrets: stage.secrets
        )
        for answer in answers {
            let asked = answer.asked
            let name = "\(clock) \(asked.question.rawValue) \(asked.place.name)"
            switch answer.result {
            case .success(let report):
                tally.count(asked.question.rawValue, report.sources, isAnswered: true)
                tally.note(
                    check.complaints(about: report, to: asked.question, preferring: asked.preference),
                    at: name
                )
            case .failure(.nothingToShow(let sources)):
                tally.count(asked.question.rawValue, sources, isAnswered: false)
                tally.note(check.complaints(about: sources, to: asked.question), at: name)
            case .failure(let error):
                tally.note(["\(error)"], at: name)
            }
        }
    }
}
