import Foundation
import TestSupport
import Testing

@testable import kma_server

@Suite("The end of the service", .takesSlots(programs: 1))
struct ExitDeadlineTests {
    @Test("SIGTERM ends the process on time though every thread that runs tasks is busy")
    func busyThreads() async {
        await #expect(processExitsWith: .exitCode(42)) {
            let deadline = ExitDeadline(after: .milliseconds(500), signals: [SIGTERM]) { _exit(42) }
            // Dispatch registers a source in a moment of its own.
            try await settle(for: .milliseconds(200))
            DispatchQueue(label: "watch").asyncAfter(deadline: .now() + 20) { _exit(1) }
            for _ in 0..<64 { Task { while getpid() > 0 {} } }
            kill(getpid(), SIGTERM)
            while getpid() > 0 {}
            withExtendedLifetime(deadline) {}
        }
    }

    @Test(
        "Signals without a meaning, and one to read the settings again, end nothing"
    )
    func otherSignals() async throws {
        let service = try await RunningService()
        for signal in [SIGUSR1, SIGUSR2, SIGALRM, SIGHUP] { service.signal(signal) }
        #expect(try await RawClient(service).status("/healthz") == 200)
        #expect(try await service.end().status == 0)
    }

    @Test(
        "A large machine has no more event loops than a small service needs",
        arguments: [(1, 1), (2, 2), (64, 4), (0, 1)]
    )
    func eventLoops(cores: Int, loops: Int) {
        #expect(KMAServer.eventLoops(ofCores: cores) == loops)
    }
}
