import Foundation
import KMAForecast
import TestSupport

extension ServiceHour {
    /// The service is told to end, or killed, and started again.
    func ends(seed: UInt64, from start: ContinuousClock.Instant, for length: Duration) async throws {
        var chance = Chance(seed: seed &+ 2)
        let count = 6
        for turn in 1...count {
            try await Task.sleep(until: start + length * turn / count, clock: .continuous)
            if turn.isMultiple(of: 2) {
                try await end(by: SIGKILL)
            } else {
                try await endAmidCalls(&chance)
            }
            try await house.start(turn.isMultiple(of: 3) ? .openWeather : .kma)
        }
    }

    /// Tells the service to end while people wait for an upstream that takes its time.
    private func endAmidCalls(_ chance: inout Chance) async throws {
        guard let life = await house.life else { return }
        var errands = Errands(chance: Chance(seed: chance.next()), warm: warm)
        let client = Client()
        stage.upstream.clearFaults()
        // Only so many wait at once that each has its turn in time.
        stage.upstream.fault(.late(milliseconds: 600), on: .nowcast)
        let last = (0..<4).map { _ in errands.coldNow() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for errand in last {
                group.addTask {
                    let received = try await client.run(errand, at: life.service.address)
                    await judge.judge(received, of: errand, life.preference)
                    await judge.count("(answered amid the end)")
                }
            }
            try await Task.sleep(for: .milliseconds(400))
            try await end(by: SIGTERM)
            do {
                try await group.waitForAll()
            } catch {
                await judge.note(["not answered: \(error)"], at: "amid the end")
            }
        }
        try await client.end()
    }

    /// Ends the service by a signal, and looks at what it leaves.
    func end(by signal: Int32) async throws {
        let moment = Date()
        let complaints = try await house.end(by: signal, hiding: stage.secrets)
        await judge.forgive(since: moment.addingTimeInterval(-WeatherCheck.haste))
        await judge.note(complaints + (try damage()), at: "the end")
        await judge.count(signal == SIGKILL ? "(killed)" : "(told to end)")
    }

    private func damage() throws -> [String] {
        try StoredFiles(below: stage.folder).damaged.map { "half a file: \($0)" }
    }
}
