import ArgumentParser
import Foundation
import KMAForecast
import Regions

/// An hour's traffic in some minutes: the real program, real sockets and real time, and every answer checked.
struct ServiceSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "The service, an hour's traffic in some minutes. Build kma-server beside it first."
    )

    @Option(help: "Requests, at the rate given.")
    var requests = 36_000

    @Option(help: "Requests a second.")
    var rate = 120

    @Option(help: "Where chance begins.")
    var seed: UInt64 = 1

    /// Those who ask at the same time.
    private static let people = 24
    /// Enough for two calls to a machine that has other work.
    private static let timeout = 2

    func run() async throws {
        let stage = try Stage(now: Date(), timeout: ServiceSoak.timeout)
        // The provinces, and some of their towns; no more than OpenWeather lets a minute.
        let provinces = Gazetteer.search("", limit: 20)
        let warm = (provinces + provinces.flatMap { Gazetteer.search($0.name, limit: 2) }).prefix(25)
        let judge = try Judge(stage)
        let hour = ServiceHour(
            stage: stage,
            judge: judge,
            house: try House(stage.environment, keeping: warm.prefix(5).map(\.name).joined(separator: ",")),
            warm: Array(warm)
        )
        let began = ContinuousClock.now
        try await hour.before()
        let length = Duration.seconds(Double(requests) / Double(rate))
        let pace = Double(ServiceSoak.people) / Double(rate)
        let count = try await hour.pass(length, people: ServiceSoak.people, pace: pace, seed: seed)
        let isWell = try await hour.end()
        let seconds = (ContinuousClock.now - began) / Duration.seconds(1)
        print("requests         \(count), seed \(seed)")
        await judge.show(seconds: seconds)
        guard isWell else { throw ExitCode.failure }
    }
}
