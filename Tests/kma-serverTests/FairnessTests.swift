import AsyncHTTPClient
import Feeds
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Regions
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast
@testable import kma_server

@Suite("Clients beside each other", .timeLimit(.minutes(4)))
struct FairnessTests {
    private static let now = TestService.afternoon
    /// Cities with a mid-term zone of their own, in cells of their own.
    private static let places = Gazetteer.temperatureZones.compactMap { zone -> Place? in
        do throws(PlaceError) { return try Gazetteer.place(named: zone.name) } catch { return nil }
    }

    @Test(
        "Forty new places at once, each of a client of its own, are all whole, and nothing is blamed on KMA"
    )
    func fortyPlaces() async throws {
        let upstream = try Upstream(now: Self.now)
        upstream.fault(.late(milliseconds: 300))
        let program = try await service(over: upstream)
        let start = ContinuousClock.now
        let responses = try await Self.concurrently(Array(Self.places.prefix(40).enumerated())) { place in
            try await program.get("/v1/week", at: place.element, as: "203.0.113.\(place.offset)")
        }
        // The schedule of the calls is held to 20 s in ConcurrencyLimiterTests; this machine may be busy.
        print("forty new places at once: \(ContinuousClock.now - start)")
        #expect(responses.count == 40)
        for response in responses {
            #expect(response.status == 200)
            #expect(response.json["degraded"] as? [String] == [])
            let sources = response.json["sources"] as? [[String: Any]] ?? []
            #expect(
                sources.compactMap { $0["error"] as? [String: Any] }.allSatisfy {
                    $0["code"] as? String == "key_missing"
                }
            )
        }
        // Four of KMA and two of 에어코리아.
        #expect(upstream.mostInFlight <= 6)
        #expect(!program.log.contains("level=warning"))
    }

    @Test("Who asks for thirty new places delays nobody who asks for one")
    func turns() async throws {
        let upstream = try Upstream(now: Self.now)
        upstream.fault(.late(milliseconds: 200))
        let program = try await service(over: upstream)
        let finished = NIOLockedValueBox(0)
        async let busy = Self.concurrently(Array(Self.places.prefix(30))) { place in
            let response = try await program.get("/v1/week", at: place, as: "203.0.113.1")
            finished.withLockedValue { $0 += 1 }
            return response
        }
        while upstream.requests.count < 10 { try await Task.sleep(for: .milliseconds(10)) }
        let one = try await program.get("/v1/week", at: Self.places[35], as: "203.0.113.2")
        #expect(one.status == 200)
        #expect(one.json["degraded"] as? [String] == [])
        #expect(finished.withLockedValue { $0 } < 15)
        #expect(try await busy.allSatisfy { $0.status == 200 })
    }

    @Test(
        "Waiting too long in our own line is 503 with Retry-After, opens no circuit, and is over with the rush"
    )
    func ownQueue() async throws {
        let upstream = try Upstream(now: Self.now)
        upstream.fault(.late(milliseconds: 300))
        let program = try await service(over: upstream, environment: ["KMA_TIMEOUT": "1"])
        let responses = try await Self.concurrently(Array(Self.places.prefix(60).enumerated())) { place in
            try await program.get("/v1/now", at: place.element, as: "203.0.113.\(place.offset)")
        }
        let refused = responses.filter { $0.status != 200 }
        #expect(!refused.isEmpty && refused.count < 60)
        for response in refused {
            #expect(response.status == 503)
            #expect(response.json["code"] as? String == "rate_limited")
            #expect(response.retryAfter ?? 0 > 0)
        }
        upstream.clearFaults()
        let next = try await program.get("/v1/now", at: Self.places[70], as: "203.0.113.1")
        #expect(next.status == 200)
        #expect(next.json["degraded"] as? [String] == [])
    }

    @Test(
        "A client past its new places gets 429 with Retry-After; what is cached it still gets, and others get all"
    )
    func misses() async throws {
        let upstream = try Upstream(now: Self.now)
        let program = try await service(over: upstream, ["--miss-limit", "3"])
        let (spender, other) = ("203.0.113.1", "203.0.113.2")
        for place in Self.places.prefix(3) {
            #expect(try await program.get("/v1/now", at: place, as: spender).status == 200)
        }
        let calls = upstream.requests.count
        let refused = try await program.get("/v1/now", at: Self.places[3], as: spender)
        #expect(refused.status == 429)
        #expect(refused.json["code"] as? String == "rate_limited")
        #expect((1...20).contains(refused.retryAfter ?? 0))
        #expect(upstream.requests.count == calls)

        for place in Self.places.prefix(3) {
            #expect(try await program.get("/v1/week", at: place, as: spender).status == 200)
        }
        #expect(try await program.get("/v1/now", at: Self.places[3], as: other).status == 200)
        #expect(try await program.get("/v1/now", at: Self.places[3], as: spender).status == 200)
        #expect(try await program.get("/v1/stream", at: Self.places[4], as: spender).status == 429)
        // Whom the proxy does not name is one client, whoever it is.
        for (number, place) in Self.places[5...8].enumerated() {
            let status = try await program.get("/v1/now", at: place, as: nil).status
            #expect(status == (number < 3 ? 200 : 429))
        }
        #expect(try await RawClient(program).metric(#"kma_refusals_total{reason="misses"}"#) == 3)
        #expect(program.log.split(separator: "\n").count { $0.contains("status=429") } == 3)
    }

    @Test("A client past its new places of the day is told to come back at midnight in Korea")
    func dailyMisses() async throws {
        let upstream = try Upstream(now: Self.now)
        let program = try await service(
            over: upstream,
            ["--miss-limit", "0", "--daily-miss-limit", "2"],
            environment: ["KMA_NOW": "2026-10-04T15:00:00+09:00"]
        )
        for place in Self.places.prefix(2) {
            #expect(try await program.get("/v1/now", at: place, as: "203.0.113.1").status == 200)
        }
        let refused = try await program.get("/v1/now", at: Self.places[2], as: "203.0.113.1")
        #expect(refused.status == 429)
        #expect(refused.retryAfter == 9 * 3_600)
    }

    @Test("So many new places a minute, and the next after its share of the minute")
    func missesAMinute() throws {
        let limiter = MissLimiter(MissLimiter.Rate(perMinute: 3, perDay: nil))
        let client = ClientAddress(forwardedFor: "203.0.113.1")
        let start = ContinuousClock.now
        func take(_ number: Int, after seconds: Int = 0) throws {
            let location = MissLimiter.Location(Self.places[number])
            try limiter.take(location, for: client, at: Self.now, start + .seconds(seconds))
        }
        for number in 0..<3 { try take(number) }
        #expect { try take(3) } throws: { ($0 as? Problem)?.retryAfter == 20 }
        try take(3, after: 20)
        #expect(throws: Problem.self) { try take(4, after: 20) }
    }

    @Test("With a fifth of the day's calls left a new place is refused, and a known one is not")
    func reserve() async throws {
        let upstream = try Upstream(now: Self.now)
        let service = try TestService(over: upstream, openWeather: false)
        let (known, new) = ("/v1/now?area=Busan", "/v1/now?area=Daegu")
        #expect(try await service.get(known).status == .ok)
        let quota = try #require(service.dependencies.forecaster.quotas.first { $0.service == .shortTerm })
        let spent = await quota.spent(at: Self.now)
        for _ in spent..<7_600 { try await quota.spend(at: Self.now) }
        service.wait(seconds: 3_600)
        upstream.now = Self.now.addingTimeInterval(3_600)
        let refused = try await service.get(new)
        #expect(try refused.json["code"] as? String == "quota_exceeded")
        #expect(try await service.get(known).json["degraded"] as? [String] == [])
    }

    @Test("Clients and places are remembered in a bounded number, and another day gives the places back")
    func bounded() throws {
        let limiter = MissLimiter(MissLimiter.Rate(perMinute: nil, perDay: 2))
        let start = ContinuousClock.now
        for number in 0..<60_000 {
            let client = ClientAddress(
                forwardedFor: "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"
            )
            var place = Self.places[0]
            place.latitude = 33 + Double(number) / 100
            try limiter.take(MissLimiter.Location(place), for: client, at: Self.now, start)
        }
        #expect(limiter.remembered.clients <= ClientLimiter.capacity)
        #expect(limiter.remembered.locations <= 2 * MissLimiter.locations)

        let client = ClientAddress(forwardedFor: "203.0.113.1")
        func take(_ number: Int, at time: Date) throws {
            try limiter.take(MissLimiter.Location(Self.places[number]), for: client, at: time, start)
        }
        for number in [1, 2, 1, 2] { try take(number, at: Self.now) }
        #expect(throws: Problem.self) { try take(3, at: Self.now) }
        try take(3, at: Self.now.addingTimeInterval(86_400))
    }

    private func service(
        over upstream: Upstream,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> RunningService {
        let settings = [
            "AIRKOREA_BASE_URL": upstream.airKoreaURL,
            "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
            "KMA_NOW": "2026-10-04T15:00:00+09:00",
        ]
        return try await RunningService(
            ["--behind-proxy"] + arguments,
            environment: settings.merging(environment) { $1 }
        )
    }

    /// Does something for all at once; the results as they come.
    private static func concurrently<Element: Sendable, Value: Sendable>(
        _ elements: [Element],
        _ body: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for element in elements { group.addTask { try await body(element) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

/// What the service sent.
private struct ReceivedResponse: Sendable {
    let status: Int
    let retryAfter: Int?
    let body: Data

    var json: [String: Any] {
        do {
            return try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
        } catch {
            return [:]
        }
    }
}

extension HTTPClient {
    /// A client with a connection for each of a hundred requests at once; the shared one has eight.
    fileprivate static let forCrowds: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 100
        return HTTPClient(configuration: configuration)
    }()
}

extension RunningService {
    /// Asks about a place as a client whom a proxy names; as this machine itself without one.
    fileprivate func get(_ path: String, at place: Place, as client: String?) async throws -> ReceivedResponse
    {
        var request = HTTPClientRequest(
            url: "\(address)\(path)?lat=\(place.latitude)&lon=\(place.longitude)"
        )
        if let client { request.headers.add(name: "X-Forwarded-For", value: client) }
        let response = try await HTTPClient.forCrowds.execute(request, timeout: .seconds(120))
        return ReceivedResponse(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "Retry-After").flatMap { Int($0) },
            body: Data(try await response.body.collect(upTo: 1 << 22).readableBytesView)
        )
    }
}
