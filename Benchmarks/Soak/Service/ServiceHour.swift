import CommandLineSupport
import Forecast
import Foundation
import KMAForecast
import TestSupport
import Regions

/// An hour of the service.
struct ServiceHour: Sendable {
    let stage: Stage
    let judge: Judge
    let house: House
    let warm: [Place]

    /// Lets the service keep what was told an hour ago, so that there is something to stand in; for a start, nothing else
    /// is to be had.
    func before() async throws {
        let then = Date().addingTimeInterval(-3_600)
        stage.upstream.now = then
        try await house.start(.kma, now: KoreanTime(then).rfc3339)
        let client = Client()
        for place in warm {
            for question in [Question.week, .outlook] {
                let errand = Errands.weather(question, of: place)
                if let life = await house.life {
                    await judge.judge(
                        try await client.run(errand, at: life.service.address),
                        of: errand,
                        .kma
                    )
                }
            }
        }
        try await client.end()
        try await end(by: SIGTERM)
        stage.upstream.follow { Date() }
        stage.upstream.fault(.reset)
        try await house.start(.kma)
    }

    /// Lets people ask for so long, while faults come and go, and the service is ended now and then in the first half.
    /// How many requests that were.
    func pass(_ length: Duration, people: Int, pace: Double, seed: UInt64) async throws -> Int {
        let start = ContinuousClock.now
        let client = Client()
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<people {
                group.addTask {
                    let chance = Chance(seed: seed &+ 100 &+ UInt64(number))
                    let errands = Errands(chance: chance, warm: warm)
                    var person = Person(
                        house: house,
                        judge: judge,
                        client: client,
                        errands: errands,
                        pace: pace
                    )
                    return await person.ask(until: start + length)
                }
            }
            group.addTask {
                try await mischief(seed: seed, from: start, for: length)
                return 0
            }
            group.addTask {
                try await ends(seed: seed, from: start, for: length / 2)
                try await watch(from: start + length / 2, until: start + length)
                return 0
            }
            return try await group.reduce(0, +)
        }
        try await client.end()
        return count
    }

    /// Faults, as if it were every half minute of the hour; in the first few nothing is to be had anyway.
    private func mischief(seed: UInt64, from start: ContinuousClock.Instant, for length: Duration)
        async throws
    {
        var mischief = Mischief(chance: Chance(seed: seed &+ 1))
        let count = 120
        for turn in (count / 20)..<count {
            try await Task.sleep(until: start + length * turn / count, clock: .continuous)
            // The day is spent when most of it is behind.
            mischief.play(on: stage.upstream, minute: turn, quotaAt: count * 9 / 10)
        }
    }

    /// Looks at what the service holds.
    private func watch(from start: ContinuousClock.Instant, until end: ContinuousClock.Instant) async throws {
        let count = 15
        for turn in 1...count {
            try await Task.sleep(
                until: start + (end - start) * turn / count - .milliseconds(200),
                clock: .continuous
            )
            if let life = await house.life { await judge.note(try Resources(of: life.service.process)) }
        }
    }

    /// Ends it all, and tells whether all was well.
    func end() async throws -> Bool {
        try await end(by: SIGTERM)
        let counted = try StoredFiles(below: stage.folder).callsCounted
        await judge.note(try stage.leakyFiles().map { "a key in \($0)" }, at: "at the end")
        await judge.compare(counted: counted)
        try stage.clear()
        return await judge.isWell
    }
}
