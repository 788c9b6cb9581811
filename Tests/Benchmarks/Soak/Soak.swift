import ArgumentParser
import Foundation
import Regions
import TestSupport

/// Runs the real `kma-server` against the stub upstream and checks every response by rules that hold whatever the
/// weather is. README.md lists them.
@main
struct Soak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Checks kma-server against the stub upstream. Build kma-server first."
    )

    @Option(help: "Seconds of traffic.")
    var seconds = 300

    @Option(help: "Requests a second, of all virtual users together.")
    var rate = 100

    @Option(help: "Seed of everything that happens by chance.")
    var seed: UInt64 = 1

    func run() async throws {
        let harness = try TestHarness(seed: seed)
        let scenario = Scenario(harness: harness, length: .seconds(seconds), rate: rate, seed: seed)
        try await scenario.run()
        guard await harness.verifier.findings.wrong.isEmpty else { throw ExitCode.failure }
    }
}

/// The stub upstream, the service under test, and what checks them.
struct TestHarness: Sendable {
    /// Seconds one upstream request may take; the service is told so as `KMA_TIMEOUT`.
    static let timeout = 4

    let oracle: Oracle
    let faults: FaultInjector
    let process: ServiceProcess
    let verifier: ResponseVerifier
    /// Places that are asked for again and again: the provinces and some of their districts, few enough for the 55
    /// calls a minute that the service allows itself at OpenWeather.
    let places: [Place]

    init(seed: UInt64) throws {
        let provinces = Gazetteer.search("", limit: 20)
        places = Array((provinces + provinces.flatMap { Gazetteer.search($0.name, limit: 2) }).prefix(25))
        oracle = try Oracle()
        faults = FaultInjector(oracle.upstream, generator: SeededGenerator(seed: seed &+ 1))
        process = try ServiceProcess(oracle: oracle, prefetched: places.prefix(5).map(\.name))
        verifier = ResponseVerifier(oracle: oracle)
    }
}
