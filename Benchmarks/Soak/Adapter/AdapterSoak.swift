import ArgumentParser

/// A day and more of traffic in some minutes, over real HTTP, with faults by chance, every answer checked.
struct AdapterSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adapter",
        abstract: "The adapter, a simulated day and more in some minutes."
    )

    @Option(help: "Simulated minutes.")
    var minutes = 1_800

    @Option(help: "Where chance begins.")
    var seed: UInt64 = 1

    @Option(help: "Questions a simulated minute.")
    var questions = 10

    func run() async throws {
        Resources.keepNoRoom()
        var day = try AdapterDay(seed: seed, questionsPerMinute: questions)
        let began = ContinuousClock.now
        for minute in 0..<minutes { try await day.pass(minute, of: minutes) }
        let seconds = (ContinuousClock.now - began) / Duration.seconds(1)
        print("simulated        \(minutes) minutes, \(day.places.count) places, seed \(seed)")
        guard try day.end(after: seconds) else { throw ExitCode.failure }
    }
}
