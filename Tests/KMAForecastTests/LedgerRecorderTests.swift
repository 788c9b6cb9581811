import Feeds
import Forecast
import SQLiteStore
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Answers on their way into the record", .takesSlots(listeners: 1))
struct LedgerRecorderTests {
    /// A ledger that can be written at some times only.
    private actor LockableLedger: Ledger {
        let kept = MemoryLedger()
        var isLocked = false
        private(set) var positions: [String: Int] = [:]

        func lock(_ isLocked: Bool) { self.isLocked = isLocked }

        func add(
            _ issues: [LedgerIssue],
            _ observations: [ObservedDay],
            through position: CachePosition?
        ) async throws(StoreProblem) {
            if isLocked { throw .locked }
            await kept.add(issues, observations, through: position)
            if let position { positions[position.cache] = position.number }
        }

        func position(in cache: String) -> Int { positions[cache] ?? 0 }

        func days(
            of subjects: [LedgerSubject],
            on dates: ClosedRange<KoreanDate>,
            issued: Range<Date>?
        ) async -> [LedgerDay] { await kept.days(of: subjects, on: dates, issued: issued) }

        func observations(at station: Int, on dates: ClosedRange<KoreanDate>) async -> [ObservedDay] { [] }
    }

    /// The feeds of a week that are kept.
    private static let feeds: [Feed] = [.midTemperature, .midLand, .shortTerm, .warnings]

    @Test(
        "Whatever a lock keeps out of the record is written by the next program, and by the same one",
        arguments: [true, false]
    )
    func locked(isAnotherProgram: Bool) async throws {
        let harness = try TestHarness(15)
        let ledger = LockableLedger()
        let first = LedgerRecorder(ledger, from: harness.folder.store)
        await ledger.lock(true)
        _ = try await harness.forecaster(recorder: first).seoul()
        await first.flush()
        #expect(await ledger.kept.count(of: Self.feeds) == 0)
        await ledger.lock(false)
        let next = isAnotherProgram ? LedgerRecorder(ledger, from: harness.folder.store) : first
        await next.flush()
        #expect(await ledger.kept.count(of: Self.feeds) >= 4)
        // All of it is there, and nothing is written again.
        let count = await ledger.kept.count(of: Self.feeds)
        let positions = await ledger.positions
        await LedgerRecorder(ledger, from: harness.folder.store).flush()
        #expect(await ledger.kept.count(of: Self.feeds) == count)
        #expect(await ledger.positions == positions)
    }

    @Test(
        "A program whose answers are stored nowhere writes them from memory, once the record can be written"
    )
    func unstored() async throws {
        let harness = try TestHarness(15)
        let ledger = LockableLedger()
        let recorder = LedgerRecorder(ledger)
        await ledger.lock(true)
        _ = try await harness.forecaster(isKept: false, recorder: recorder).seoul()
        await recorder.flush()
        await ledger.lock(false)
        await recorder.flush()
        #expect(await ledger.kept.count(of: Self.feeds) >= 4)
    }

    @Test("A record that is begun anew takes all that the cache still has")
    func anew() async throws {
        let harness = try TestHarness(15)
        let (old, new) = (LockableLedger(), LockableLedger())
        let recorder = LedgerRecorder(old, from: harness.folder.store)
        _ = try await harness.forecaster(recorder: recorder).seoul()
        await recorder.flush()
        await LedgerRecorder(new, from: harness.folder.store).flush()
        #expect(await new.kept.count(of: Self.feeds) == old.kept.count(of: Self.feeds))
    }
}
