import Feeds
import Forecast
import Foundation
import Regions
import SampleFeeds
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The country kept by the API hub's two tables")
struct CountryTablesTests {
    private let results = LockedValue<[ImportResult]>([])

    private func tables(_ harness: TestHarness, _ forecaster: Forecaster) throws -> CountryTables {
        let gateway = HubGateway(
            baseURL: harness.upstream.url,
            key: try #require(ServiceKey(harness.upstream.keys.hub))
        )
        let tables = CountryTables(forecaster, gateway, timeout: .seconds(1)) { [results] result in
            results.withLock { $0.append(result) }
        }
        return try #require(tables)
    }

    @Test("Two calls feed every zone, which then says what it says by itself, and a restart makes none")
    func whole() async throws {
        let (harness, alone) = (try TestHarness(15), try TestHarness(15))
        let ledger = MemoryLedger()
        let recorder = LedgerRecorder(ledger)
        let forecaster = try harness.forecaster(recorder: recorder)
        #expect(try await tables(harness, forecaster).refresh())
        #expect(harness.callsSinceLastLook() == [.temperatureTable: 1, .landTable: 1])
        for target in try PrefetchTarget.named("all") { _ = await forecaster.refresh(target) }
        #expect(harness.upstream.requests.isEmpty)
        let again = try harness.forecaster()
        #expect(try await tables(harness, again).refresh())
        #expect(harness.upstream.requests.isEmpty)

        let ours = try await again.seoul().week.days.filter { $0.source == .midTerm }
        let theirs = try await (try alone.forecaster()).seoul().week.days.filter { $0.source == .midTerm }
        #expect(ours == theirs && ours.count >= 5)

        await recorder.flush()
        let seoul = LedgerSubject(feed: .midTemperature, name: "11B10101")
        let rows = await ledger.days(of: [seoul], on: TestHarness.day...TestHarness.day + 11)
        #expect(rows.count == 7 && rows.allSatisfy { $0.origin == .hub })
        #expect(await ledger.contents()?.feeds.map(\.issues).reduce(0, +) == 186)
    }

    @Test("Of programs that share a store one asks for the tables")
    func shared() async throws {
        let harness = try TestHarness(15)
        let replicas = try (0..<3).map { _ in try tables(harness, try harness.forecaster()) }
        let areWhole = await withTaskGroup(of: Bool.self) { group in
            for replica in replicas { group.addTask { await replica.refresh() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(areWhole == [true, true, true])
        #expect(harness.callsSinceLastLook() == [.temperatureTable: 1, .landTable: 1])
    }

    @Test("An issue that came after an older one was shown is shown at once")
    func newer() async throws {
        let harness = try TestHarness(18)
        harness.upstream.fault(.newestIssueEmpty, on: [.midTemperature, .midLand])
        let forecaster = try harness.forecaster()
        let morning = try await forecaster.seoul()[.midTemperature]?.issuedAt
        #expect(morning == TestHarness.time(6))
        harness.passes(18, 1)
        #expect(try await tables(harness, forecaster).refresh())
        #expect(try await forecaster.seoul()[.midTemperature]?.issuedAt == TestHarness.time(18))
    }

    @Test(
        "Where the hub refuses, hangs or has nothing yet, zones are asked for by themselves",
        arguments: [
            (Fault.hub(.notSubscribed), ErrorCode?.some(.notSubscribed)), (.hang, .timeout),
            (.hub(.quota), .quotaExceeded), (.newestIssueEmpty, nil),
        ]
    )
    func fallback(fault: Fault, code: ErrorCode?) async throws {
        let harness = try TestHarness(15)
        if code == nil {
            for endpoint in Endpoint.hubTables {
                harness.upstream.answers[endpoint] = { _ in
                    .text("# REG_ID TM_FC TM_EF MOD\n#7777END\n", status: 200)
                }
            }
        } else {
            harness.upstream.fault(fault, on: Endpoint.hubTables)
        }
        let forecaster = try harness.forecaster()
        #expect(try await tables(harness, forecaster).refresh() == false)
        #expect(results.withLock { $0.last?.fault?.code } == code)
        harness.upstream.forgetRequests()
        _ = await forecaster.refresh(.zone(.midTemperature, "11B10101"))
        #expect(harness.callsSinceLastLook() == [.midTemperature: 1])
    }

    @Test("Where data.go.kr has answered its answer stays, and a difference is told")
    func compared() async throws {
        let harness = try TestHarness(15)
        let forecaster = try harness.forecaster()
        let zone = PrefetchTarget.zone(.midTemperature, "11B10101")
        _ = await forecaster.refresh(zone)
        #expect(try await tables(harness, forecaster).refresh())
        let same = try #require(results.withLock { $0.last })
        #expect(same.compared == 7 && same.different == 0 && same.issues == 185)

        let other = try TestHarness(15)
        let portal = try other.forecaster()
        other.upstream.answers[.midTemperature] = { request in
            let sample = SampleFeeds.answer(to: request.target, at: TestHarness.time(15))
            let text = String(decoding: sample.body, as: UTF8.self)
            return .json(text.replacing(/"taMin5":-?[0-9]+/, with: #""taMin5":-25"#))
        }
        _ = await portal.refresh(zone)
        #expect(try await tables(other, portal).refresh())
        let different = try #require(results.withLock { $0.last })
        #expect(different.different == 1 && different.differences.first?.portal.extremes.minimum == -25)
        let shown = try await portal.seoul().week.days.first { $0.date == TestHarness.day + 5 }
        #expect(shown?.extremes.minimum == -25)
    }
}
