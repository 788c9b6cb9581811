import Feeds
import Forecast
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

/// Each table in turn, not all of its rows at once: that would be a hundred upstreams.
@Suite("A fault on every request", .takesSlots(listeners: 1))
struct FaultOnEveryRequestTests {
    private static let kma: [Feed] = [.midTemperature, .midLand, .outlook, .shortTerm, .nowcast]
    private static let openWeather: [Feed] = [.openWeatherCurrent, .openWeatherForecast]

    @Test(
        "A fault of KMA's services has its own code on each feed, and OpenWeather's are none the worse",
        arguments: Fault.kma.filter(\.isOfService).oneOfEachKind
    )
    func service(fault: Fault) async throws { try await expectOnKMA(fault) }

    @Test(
        "A fault of data.go.kr's gateway has its own code in every generation of it",
        arguments: Fault.kma.filter(\.isOfGateway).oneOfEachKind
    )
    func gateway(fault: Fault) async throws { try await expectOnKMA(fault) }

    @Test(
        "A fault of the portal's proxy has its own code",
        arguments: Fault.PlainText.allCases.map(Fault.plain).oneOfEachKind
    )
    func proxy(fault: Fault) async throws { try await expectOnKMA(fault) }

    @Test(
        "A fault of the API hub has its own code",
        arguments: Fault.HubCode.allCases.map(Fault.hub).oneOfEachKind
    )
    func hub(fault: Fault) async throws { try await expectOnKMA(fault, isHub: true) }

    @Test(
        "A fault of OpenWeather has its own code on each of its feeds, and KMA's are none the worse",
        arguments: Fault.openWeather.oneOfEachKind
    )
    func openWeather(fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault, on: Endpoint.openWeather)
        let forecaster = try harness.forecaster()
        let report = try await forecaster.seoul()
        expect(
            fault,
            Dictionary(uniqueKeysWithValues: report.sources.map { ($0.feed, $0) }),
            Self.openWeather,
            harness
        )
        #expect(report.week.days.count == 11)
        #expect(report.degraded == Self.openWeather)
        #expect(report.sources.filter { $0.feed.service != .openWeather }.allSatisfy { $0.status == .fresh })
    }

    @Test(
        "A fault of the network has its own code on all feeds",
        arguments: Fault.anyone + [.redirect(to: "http://127.0.0.1:9/")]
    )
    func anyone(fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault)
        let isSilent = fault == .hang || fault == .slow(milliseconds: 50)
        let forecaster = try harness.forecaster(timeout: isSilent ? .milliseconds(500) : .seconds(60))
        expect(fault, try await both(forecaster), Self.kma + Self.openWeather, harness)
    }

    @Test(
        "A fault that comes once is made good by the second try",
        arguments: Fault.anyone.filter { $0.expected.calls == 2 }.prefix(2)
    )
    func once(fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault, times: 1)
        let report = try await harness.forecaster().seoul()
        #expect(report.statuses.values.allSatisfy { $0 == .fresh })
        #expect(report.week.days.count == 11)
    }

    @Test("The right answer under the wrong content type is no fault")
    func wrongContentType() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.wrongContentType)
        #expect(try await harness.forecaster().seoul().statuses.values.allSatisfy { $0 == .fresh })
    }

    private func expectOnKMA(_ fault: Fault, isHub: Bool = false) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault, on: Endpoint.kma)
        let sources = try await both(harness.forecaster(hub: isHub))
        expect(fault, sources, Self.kma, harness)
        for feed in Self.openWeather { #expect(sources[feed]?.status == .fresh) }
    }

    /// Reports of the feeds of a week and of the outlook.
    private func both(_ forecaster: Forecaster) async throws -> [Feed: FeedReport] {
        try await forecaster.sources(.week).merging(forecaster.sources(.outlook)) { week, _ in week }
    }

    private func expect(
        _ fault: Fault,
        _ sources: [Feed: FeedReport],
        _ feeds: [Feed],
        _ harness: TestHarness
    ) {
        let (kind, calls) = fault.expected
        for feed in feeds {
            #expect(sources[feed]?.status == .failed)
            #expect(sources[feed]?.error?.code == kind, "\(feed)")
        }
        let endpoints = Set(feeds.flatMap(\.endpoints))
        let asked = harness.upstream.requests.filter { $0.endpoint.map(endpoints.contains) == true }
        #expect(!asked.isEmpty)
        for (target, requests) in Dictionary(grouping: asked, by: \.target) {
            #expect(requests.count == calls, "\(target)")
        }
    }
}

extension Fault {
    /// Whether KMA's services themselves say it, in their own envelope or flat.
    fileprivate var isOfService: Bool {
        switch self {
        case .header, .flat: true
        default: false
        }
    }

    /// Whether the gateway in front of them says it.
    fileprivate var isOfGateway: Bool {
        switch self {
        case .gateway: true
        default: false
        }
    }
}
