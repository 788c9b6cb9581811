import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions
import SQLiteStore
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import Watching
@testable import kma

@Suite("Watcher", .takesSlots(listeners: 2))
struct WatcherTests {
    /// 2026-10-04, a Sunday.
    private static let day = KoreanDate(year: 2026, month: 10, day: 4)
    private let upstream: Upstream
    private let folder: TemporaryFolder
    private let clock: ManualClock

    init() throws {
        clock = ManualClock(at: Self.day.at(hour: 15), sleepsEnd: .elapsed)
        upstream = try Upstream(now: clock.date, keepsAlive: false)
        upstream.follow { [clock] in clock.date }
        folder = try TemporaryFolder()
    }

    /// A watcher of a program that has just started; each rule at its place, the last place at those that are left.
    private func watcher(
        _ rules: [String],
        _ receivers: [Receiver],
        at places: [String] = ["서울"]
    ) throws -> Watcher {
        let environment = [
            "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
            "AIRKOREA_BASE_URL": upstream.airKoreaURL, "KMA_CACHE_DIR": folder.path + "/cache",
        ]
        let settings = try Settings(environment: environment, readFile: { _ in "" })
        var configuration = ForecasterConfiguration(settings, transport: .http(), isKept: false)
        configuration.timeout = .seconds(60)
        configuration.now = { [clock] in clock.date }
        configuration.clock = clock
        let alarms = try rules.enumerated().flatMap { index, text in
            let place = try Gazetteer.place(named: places[min(index, places.count - 1)])
            let rule = try WeatherRule(text, at: clock.date)
            return receivers.map { Alarm(place: place, rule: rule, receiver: $0) }
        }
        return Watcher(
            Forecaster(configuration),
            alarms,
            states: RuleStateFolder(folder.path + "/alarms"),
            store: SQLiteStore(directory: folder.path + "/cache"),
            delivery: Delivery(
                .http(),
                secret: nil,
                allowsPrivate: true,
                timeout: .seconds(2),
                clock: ManualClock(sleepsEnd: .atOnce),
                language: .korean
            ),
            now: { [clock] in clock.date },
            observe: { _ in }
        )
    }

    private func webhook(_ receiver: StubReceiver) throws -> Receiver {
        .webhook(try #require(WebAddress(receiver.url)))
    }

    @Test("A rule that comes true is reported once a day, also over a restart, and again on another day")
    func turns() async throws {
        let receiver = try StubReceiver()
        let hook = try webhook(receiver)
        let warned = "o 호우주의보 : 서울"
        // The hours since the first midnight, what stands, and how many have been told by then.
        let steps = [
            (15, "o 없음", 0), (16, warned, 1), (17, warned, 1), (18, "o 없음", 1), (19, warned, 1),
            (34, warned, 1),
            (35, "o 없음", 1), (36, warned, 2), (37, warned, 2),
        ]
        for (hour, text, told) in steps {
            clock.advance(to: Self.day.at(hour: hour))
            upstream.setWarning(text)
            _ = try await watcher(["특보"], [hook]).decideOnce()
            #expect(receiver.messages.count == told, "at \(hour)")
        }
    }

    @Test("While warnings cannot be had a rule about them stays as it was")
    func unknown() async throws {
        let receiver = try StubReceiver()
        let hook = try webhook(receiver)
        upstream.setWarning("o 호우주의보 : 서울")
        _ = try await watcher(["특보"], [hook]).decideOnce()
        clock.advance(to: Self.day.at(hour: 39))
        upstream.fault(.html(status: 502), on: [.warningStatus, .warningEvents])
        await #expect(throws: ForecastError.self) { _ = try await watcher(["특보"], [hook]).decideOnce() }
        upstream.clearFaults()
        clock.advance(to: Self.day.at(hour: 40))
        _ = try await watcher(["특보"], [hook]).decideOnce()
        #expect(receiver.messages.count == 1)
    }

    @Test(
        "An undelivered message is sent at the next decision, and a receiver that hangs delays no other"
    )
    func notTold() async throws {
        let hung = try StubReceiver(.silence, .silence, .silence, .status(200))
        let good = try StubReceiver()
        let receivers = try [webhook(hung), webhook(good)]
        upstream.setWarning("o 호우주의보 : 서울")
        async let first = watcher(["특보"], receivers).decideOnce()
        #expect(try await good.has(1))
        // The first of three tries still waits for its answer.
        #expect(hung.messages.count <= 1)
        let outcome = try await first
        #expect(outcome.delivered == 1 && outcome.faults == [.transport(.timedOut)])
        let second = try await watcher(["특보"], receivers).decideOnce()
        #expect(second.delivered == 1 && second.faults.isEmpty)
        #expect(good.messages.count == 1 && hung.messages.count == 4)
    }

    @Test(
        "A running watcher decides when the forecast can change, reports once, and ends when cancelled"
    )
    func run() async throws {
        let receiver = try StubReceiver()
        upstream.setWarning("o 없음")
        let watcher = try watcher(["특보"], [webhook(receiver)])
        let running = Task { try await watcher.run() }
        await clock.hasSleepers()
        upstream.setWarning("o 호우주의보 : 서울")
        // Nothing can have changed a second later, so nobody is asked.
        clock.advance(by: .seconds(1))
        await clock.hasSleepers()
        #expect(upstream.count(of: .warningStatus) == 1 && receiver.messages.isEmpty)
        for times in 2...3 {
            // Five minutes until warnings are due, and at most a minute more for those who would all ask at once.
            clock.advance(by: .seconds(600))
            await clock.hasSleepers()
            #expect(upstream.count(of: .warningStatus) == times)
            #expect(receiver.messages.count == 1)
        }
        running.cancel()
        try await running.value
    }

    @Test("Where no place has a forecast the error is that of the first place, whichever ends first")
    func order() async throws {
        // Warnings end at once; what is tried again ends later.
        upstream.fault(.header(.quota), on: Endpoint.warnings)
        upstream.fault(.html(status: 502), on: Endpoint.allCases.filter { !Endpoint.warnings.contains($0) })
        let watcher = try watcher(["내일 비", "특보"], [.output], at: ["서울", "부산"])
        let error = await #expect(throws: ForecastError.self) { try await watcher.decideOnce() }
        #expect(error?.decisiveSource?.feed != .warnings)
    }

    @Test("A rule about warnings alone asks for warnings alone")
    func calls() async throws {
        upstream.setWarning("o 없음")
        _ = try await watcher(["특보", "호우경보"], [.output]).decideOnce()
        #expect(Set(upstream.requests.compactMap(\.endpoint)) == [.warningStatus, .warningEvents])
        upstream.forgetRequests()
        _ = try await watcher(["특보", "내일 비"], [.output]).decideOnce()
        #expect(upstream.count(of: .shortTerm) > 0)
    }
}
