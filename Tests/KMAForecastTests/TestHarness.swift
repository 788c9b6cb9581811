import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Regions
import Settings
import StubUpstream
import TestSupport

@testable import KMAForecast
@testable import SQLiteStore

/// An upstream over real HTTP, a clock that both sides go by, and a folder of kept answers that goes with it.
final class TestHarness: Sendable {
    /// 2026-10-04, the day of every harness: a Sunday.
    static let day = KoreanDate(year: 2026, month: 10, day: 4)

    let upstream: Upstream
    let folder: TemporaryFolder
    let clock: ManualClock

    /// A harness at a time of ``day``; from 24 on, hours are of the days after.
    init(_ hour: Int = 15, _ minute: Int = 0) throws {
        clock = ManualClock(at: TestHarness.time(hour, minute), sleepsEnd: .elapsed)
        upstream = try Upstream(now: clock.date, keepsAlive: false)
        upstream.follow { [clock] in clock.date }
        folder = try TemporaryFolder()
    }

    static func time(_ hour: Int, _ minute: Int = 0, _ second: Double = 0) -> Date {
        day.at(hour: hour, minute: minute).addingTimeInterval(second)
    }

    /// Moves the clock of both sides.
    func passes(_ hour: Int, _ minute: Int = 0, _ second: Double = 0) {
        clock.advance(to: TestHarness.time(hour, minute, second))
    }

    /// The settings of somebody with keys to these feeds.
    func settings(kma: Bool = true, openWeather: Bool = true, hub: Bool = false) throws -> Settings {
        var environment = [
            "KMA_BASE_URL": hub ? upstream.hubURL : upstream.portalURL,
            "KMA_GATEWAY": hub ? "apihub" : "data.go.kr", "OPENWEATHER_BASE_URL": upstream.url,
            "KMA_CACHE_DIR": folder.path, "AIRKOREA_BASE_URL": upstream.airKoreaURL,
        ]
        if kma { environment["KMA_SERVICE_KEY"] = hub ? upstream.keys.hub : upstream.keys.portal }
        if kma, hub { environment["AIRKOREA_SERVICE_KEY"] = upstream.keys.portal }
        if openWeather { environment["OPENWEATHER_API_KEY"] = upstream.keys.openWeather }
        return try Settings(environment: environment, readFile: { _ in "" })
    }

    /// A program that has just started: nothing in memory, and in the folder what others left.
    ///
    /// The timeouts are long enough for a busy machine; tests of silence make them short.
    func forecaster(
        kma: Bool = true,
        openWeather: Bool = true,
        hub: Bool = false,
        isKept: Bool = true,
        ledger: (any Ledger)? = nil,
        recorder: LedgerRecorder? = nil,
        transport: Transport = .live,
        timeout: Duration = .seconds(60),
        optionalTimeout: Duration = .seconds(60)
    ) throws -> Forecaster {
        let settings = try settings(kma: kma, openWeather: openWeather, hub: hub)
        var sources = ForecasterConfiguration(settings, transport: transport, isKept: isKept)
        // The machine's clock goes with that of the upstream.
        sources.store = SQLiteStore(
            directory: folder.path,
            keepsAnswers: isKept,
            ceiling: 512 << 20,
            now: { [upstream] in upstream.now }
        )
        sources.ledger = recorder ?? ledger.map { LedgerRecorder($0) }
        sources.timeout = timeout
        sources.optionalTimeout = optionalTimeout
        // Keeps the upstream for as long as the forecaster.
        sources.now = { [upstream] in upstream.now }
        sources.clock = clock
        return Forecaster(sources)
    }

    /// Calls of each endpoint since the last look.
    func callsSinceLastLook() -> [Endpoint: Int] {
        defer { upstream.forgetRequests() }
        return upstream.requests.reduce(into: [:]) { counts, request in
            if let endpoint = request.endpoint { counts[endpoint, default: 0] += 1 }
        }
    }

    /// A transport on which the calls to a service pass a gate, which may throw.
    static func transport(
        with gate: @escaping @Sendable () async throws(TransportFault) -> Void,
        before service: UpstreamAPI
    ) -> Transport {
        Transport { url, timeout throws(TransportFault) in
            if url.contains(service == .openWeather ? "/data/2.5/" : service.rawValue) { try await gate() }
            return try await Transport.live.fetch(url, timeout)
        }
    }

    /// The kept answers as they are stored, by scope, feed, subject and issue.
    func keptFiles() throws -> [String: Data] {
        try StoredFiles(below: folder.path).answers
    }
}

extension Forecaster {
    /// The week of 서울특별시, where every feed has something to say.
    func seoul(_ question: Question = .week, maximumAge: Double? = nil) async throws -> Report {
        try await report(question, at: Gazetteer.place(named: "서울특별시"), maximumAge: maximumAge)
    }

    /// Reports of every feed, with or without values.
    func sources(_ question: Question = .week) async throws -> [Feed: FeedReport] {
        var reports: [FeedReport]
        do {
            reports = try await seoul(question).sources
        } catch ForecastError.nothingToShow(let sources) {
            reports = sources
        }
        return Dictionary(uniqueKeysWithValues: reports.map { ($0.feed, $0) })
    }
}

extension Report {
    subscript(feed: Feed) -> FeedReport? {
        sources.first { $0.feed == feed }
    }

    /// The status of each feed.
    var statuses: [Feed: FeedReport.Status] {
        Dictionary(uniqueKeysWithValues: sources.map { ($0.feed, $0.status) })
    }
}

extension Feed {
    /// The endpoints it is made of.
    var endpoints: [Endpoint] {
        switch self {
        case .midTemperature: [.midTemperature]
        case .midLand: [.midLand]
        case .outlook: [.outlook]
        case .shortTerm: [.shortTerm]
        case .nowcast: [.nowcast, .nextHours]
        case .warnings: [.warningStatus, .warningEvents]
        case .observedDays: [.observedDays]
        case .airMeasured: [.airMeasured]
        case .airForecast: [.dustForecast, .dustWeek]
        case .openWeatherCurrent: [.current]
        case .openWeatherForecast: [.forecast]
        }
    }
}

extension TemporaryFolder {
    /// A store in the folder.
    var store: SQLiteStore { SQLiteStore(directory: path) }

    /// The quota of a service, counted in the folder.
    func quota(_ service: UpstreamAPI) -> QuotaTracker {
        QuotaTracker(service: service, scope: .forTests, store: store)
    }
}

extension QuotaTracker {
    /// Counts a call of the program's, or of another caller.
    func spend(at now: Date, for caller: Caller = .program) async throws(FeedError) {
        try await spend(at: now, for: caller, .outlook, .trying)
    }
}

extension StoreScope {
    /// Of a gateway and a key that no test cares about.
    static let forTests = StoreScope(gateway: "test", key: ServiceKey("key")!)
}
