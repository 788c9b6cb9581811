import AsyncHTTPClient
import Forecast
import Foundation
import Regions
import StubUpstream
import TestSupport

/// The one scenario: traffic that never stops, while faults come and go and the service is ended and started again.
struct Scenario: Sendable {
    let harness: TestHarness
    let length: Duration
    let rate: Int
    let seed: UInt64

    private static let userCount = 24

    func run() async throws {
        let client = VirtualUser.makeClient()
        try await fillCache(client)
        let begin = ContinuousClock.now
        let end = begin + length
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<Scenario.userCount {
                var user = user(client, number: number)
                group.addTask { await user.run(until: end) }
            }
            group.addTask { await beHostile(until: end) }
            try await runProcesses(client, from: begin)
            try await group.waitForAll()
        }
        try await client.shutdown()
        await harness.verifier.note(harness.oracle.findings())
        if await !harness.verifier.findings.isFlat {
            await harness.verifier.note(["memory or descriptors grew"])
        }
        print("seed \(seed), \(length); upstream: \(harness.oracle.summary)")
        await harness.verifier.findings.show()
    }

    /// Lets the service store what was served an hour ago, so that there is something stale to show.
    private func fillCache(_ client: HTTPClient) async throws {
        let then = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - 3_600).rounded(.down))
        harness.oracle.clock.withLock { $0 = then }
        try await harness.process.start(at: then)
        await harness.verifier.hide(harness.process.secrets)
        for (number, place) in harness.places.enumerated() {
            // Each from another address: one client alone may ask only so much a second.
            let user = user(client, number: number)
            for path in ["/v1/week", "/v1/outlook"] { await user.ask(.forecast(path, of: place)) }
        }
        try await end(by: SIGTERM)
        harness.oracle.clock.withLock { $0 = nil }
    }

    /// Five runs of the program, one after the other, over one cache folder.
    private func runProcesses(_ client: HTTPClient, from begin: ContinuousClock.Instant) async throws {
        let (process, faults, upstream) = (harness.process, harness.faults, harness.oracle.upstream)
        func at(_ share: Double) -> ContinuousClock.Instant { begin + length * share }

        // Nothing can be reached at first, and what is stored is told as stale.
        upstream.fault(.reset)
        try await process.start()
        try await Task.sleep(until: at(0.05), clock: .continuous)
        await faults.inject(until: at(0.12))
        try await end(by: SIGKILL)

        // One service hangs, another hangs, the third is too slow: the others are neither blamed nor delayed.
        let outages: [(service: UpstreamAPI, fault: Fault, end: Double, signal: Int32)] = [
            (.midTerm, .hang, 0.24, SIGTERM), (.shortTerm, .hang, 0.36, SIGKILL),
            (.openWeather, .late(milliseconds: TestHarness.timeout * 1_500), 0.48, SIGTERM),
        ]
        for outage in outages {
            try await process.start()
            try await Task.sleep(for: length * 0.02)
            await harness.verifier.setOutage(of: outage.service)
            upstream.startOutage(of: outage.service, outage.fault)
            async let burst: Void = askColdPlaces(client, seed: UInt64(outage.end * 100))
            try await Task.sleep(for: length * 0.05)
            upstream.endOutage(of: outage.service)
            await harness.verifier.setOutage(of: nil)
            await burst
            await faults.inject(until: at(outage.end))
            if outage.service == .openWeather {
                // The old keys are spent in the end, until midnight and for ten minutes.
                upstream.fault(.gateway(.quota, .json), on: Endpoint.kma)
                upstream.fault(.openWeather(.blocked, cod: .number), on: Endpoint.openWeather)
                await askColdPlaces(client, seed: 7)
                upstream.clearFaults()
            }
            try await end(by: outage.signal)
        }

        // New keys begin afresh: no cooldown of the old ones.
        let keys = Keys(portal: "New+Key/0123456789ab==", openWeather: "fedcba9876543210fedcba9876543210")
        await process.changeKeys(to: keys)
        await harness.verifier.hide(process.secrets)
        // What was answered under the old keys is not owed under the new.
        await harness.verifier.processEnded(at: .distantPast)
        try await process.start()
        await faults.inject(until: at(0.6))
        async let watched: Void = watchUsage(until: at(0.99))
        await faults.inject(until: at(0.99))
        try await watched
        // It ends while clients wait for an upstream that takes its time.
        try await Task.sleep(until: at(1) + .seconds(1), clock: .continuous)
        upstream.fault(.late(milliseconds: 600), on: .nowcast)
        async let asked: Void = askColdPlaces(client, count: 5, seed: 60)
        try await Task.sleep(for: .milliseconds(400))
        try await end(by: SIGTERM)
        await asked
    }

    /// Ends the service by a signal and looks at what it leaves.
    private func end(by signal: Int32) async throws {
        await harness.verifier.note(try await harness.process.end(by: signal))
        await harness.verifier.processEnded(at: Date())
        await harness.verifier.count(signal == SIGKILL ? "killed" : "ended by SIGTERM")
    }

    /// Questions about many places that nobody has asked about, all at once.
    private func askColdPlaces(_ client: HTTPClient, count: Int = 24, seed: UInt64) async {
        await withTaskGroup(of: Void.self) { group in
            for (number, place) in harness.places.prefix(count).enumerated() {
                var user = user(client, number: 100 + number, seed: seed)
                let path = ["/v1/now", "/v1/week", "/v1/outlook"][number % 3]
                let request = RequestCase.cold(path, near: place, &user.generator)
                group.addTask { [user] in await user.ask(request) }
            }
        }
    }

    /// Clients that hang up, send slowly, never read, open streams, and ask for too much.
    private func beHostile(until end: ContinuousClock.Instant) async {
        let flooder = user(VirtualUser.makeClient(), number: 200)
        for turn in 1... {
            guard ContinuousClock.now < end - .seconds(2) else { break }
            try? await Task.sleep(for: .milliseconds(400))
            guard let port = await harness.process.running?.port else { continue }
            let place = harness.places[turn % harness.places.count]
            let client = HostileClient(port: port, address: "198.51.100.\(turn % 200 + 1)")
            let target = RequestCase.forecast("/v1/week", of: place).target
            switch turn % 4 {
            case 0, 1:
                let (part, pause) = ([0, 0.5, 1][turn % 3], turn % 4 == 0 ? 0 : 0.02)
                await HostileClient.onThread {
                    client.hangUp(on: target, after: part, pause: pause, resets: turn % 8 < 4)
                }
            case 2:
                let stream = RequestCase.forecast("/v1/stream", of: place).target
                let event = await HostileClient.onThread { client.openStream(stream) }
                await harness.verifier.verify(event: event, of: place)
            default: Thread.detachNewThread { client.neverRead(target, turn: turn / 4, for: 5) }
            }
            await harness.verifier.count("hostile client")
            guard turn % 20 == 7 else { continue }
            let began = ContinuousClock.now
            let refused = await flooder.flood(200)
            // Spread over ten seconds they are within the limit, and during a restart nobody is there to refuse.
            if refused == 0, .now - began < .seconds(5), await harness.process.running?.port == port {
                await harness.verifier.note(["200 at once of one client, none refused"])
            }
        }
        try? await flooder.client.shutdown()
    }

    /// Looks at memory and descriptors at even intervals.
    private func watchUsage(until end: ContinuousClock.Instant) async throws {
        while .now < end {
            try await Task.sleep(for: length * 0.025)
            if let usage = try await harness.process.running?.usage { await harness.verifier.note(usage) }
        }
    }

    private func user(_ client: HTTPClient, number: Int, seed more: UInt64 = 0) -> VirtualUser {
        VirtualUser(
            harness: harness,
            client: client,
            address: "203.0.113.\(number % 254 + 1)",
            pace: Double(Scenario.userCount) / Double(rate),
            generator: SeededGenerator(seed: seed &+ 100 &+ UInt64(number) &+ more &* 1_000)
        )
    }
}
