import AsyncHTTPClient
import CommandLineSupport
import Feeds
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import Regions
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast
@testable import kma_server

@Suite("Clients beside each other", .takesSlots(programs: 1, listeners: 2))
struct FairnessTests {
    static let now = TestService.afternoon
    /// Cities with a mid-term zone of their own, in cells of their own.
    static let places = Gazetteer.temperatureZones.compactMap { zone -> Place? in
        do throws(PlaceError) { return try Gazetteer.place(named: zone.name) } catch { return nil }
    }

    @Test(
        "Twenty new places at once, each of a client of its own, are all whole, and nothing is blamed on KMA"
    )
    func twentyPlaces() async throws {
        let upstream = try Upstream(now: Self.now)
        upstream.fault(.late(milliseconds: 100))
        let program = try await service(over: upstream)
        let responses = try await Self.concurrently(Array(Self.places.prefix(20).enumerated())) { place in
            try await program.get("/v1/week", at: place.element, as: "203.0.113.\(place.offset)")
        }
        #expect(responses.count == 20)
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

    @Test("A client with sixteen new places delays nobody with one")
    func turns() async throws {
        let upstream = try Upstream(now: Self.now)
        upstream.fault(.late(milliseconds: 300))
        let program = try await service(over: upstream)
        let finished = NIOLockedValueBox(0)
        async let busy = Self.concurrently(Array(Self.places.prefix(16))) { place in
            let response = try await program.get("/v1/week", at: place, as: "203.0.113.1")
            finished.withLockedValue { $0 += 1 }
            return response
        }
        try await until("ten requests") { upstream.requests.count >= 10 }
        let one = try await program.get("/v1/week", at: Self.places[35], as: "203.0.113.2")
        #expect(one.status == 200)
        #expect(one.json["degraded"] as? [String] == [])
        #expect(finished.withLockedValue { $0 } < 12)
        #expect(try await busy.allSatisfy { $0.status == 200 })
    }

    @Test(
        "A long wait in our own queue is 503 with Retry-After, opens no circuit, and ends with the rush"
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
        "A client past its new places gets 429 with Retry-After and cached answers, and others get all"
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

    @Test("A request about several places costs a token for each of them, also where its response is cached")
    func tokens() async throws {
        let program = try await RunningService(["--sample", "--behind-proxy", "--limit", "0.01"])
        let places = Self.places.prefix(20).map { "area=\($0.latitude),\($0.longitude)" }.joined(
            separator: "&"
        )
        // The first makes the response, the second gets the same bytes; either has then spent 2,000 seconds.
        for address in ["203.0.113.1", "203.0.113.2"] {
            #expect(try await program.get("/v1/now?\(places)", as: address).status == 200)
            let refused = try await program.get("/v1/now?area=Busan", as: address)
            #expect(refused.status == 429)
            #expect((1_000...2_000).contains(refused.retryAfter ?? 0), "\(refused.retryAfter ?? 0) s")
        }
        // One place is one token, which is all that a bucket holds here.
        #expect(try await program.get("/v1/now?area=Busan", as: "203.0.113.3").status == 200)
        let refused = try await program.get("/v1/now?area=Busan", as: "203.0.113.3")
        #expect(refused.status == 429)
        #expect((1...100).contains(refused.retryAfter ?? 0), "\(refused.retryAfter ?? 0) s")
    }

    @Test(
        "A client that has spent its day gets what is stored and causes no call, and others get what is new"
    )
    func refreshes() async throws {
        let upstream = try Upstream(now: Self.now)
        let service = try TestService(over: upstream, openWeather: false)
        var options = ServerOptions()
        options.isBehindProxy = true
        options.missRate = NewPlaceLimiter.Rate(perMinute: nil, perDay: 2)
        let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
        try await service.application(options).test(.router) { client in
            func get(_ area: String, as address: String) async throws -> TestResponse {
                try await client.execute(
                    uri: "/v1/now?area=\(area)",
                    method: .get,
                    headers: [forwarded: address]
                )
            }
            // A new place, and then its calls from hour to hour, of which each is a fifth of a place.
            #expect(try await get("Busan", as: "203.0.113.1").status == .ok)
            var last: TestResponse?
            for _ in 0..<12 where last == nil {
                let calls = upstream.requests.count
                service.wait(seconds: 3_600)
                upstream.now = service.clock.withLockedValue { $0 }
                let response = try await get("Busan", as: "203.0.113.1")
                #expect(response.status == .ok)
                if upstream.requests.count == calls { last = response }
            }
            let stale = try #require(last)
            let calls = upstream.requests.count
            #expect(try stale.json["stale"] as? Bool == true)
            #expect(stale.headers[.cacheControl] == "no-store")
            #expect(upstream.requests.count == calls)
            #expect(try await get("Jeju", as: "203.0.113.1").status == .tooManyRequests)
            let fresh = try await get("Busan", as: "203.0.113.2")
            #expect(try fresh.json["stale"] as? Bool == false)
            #expect(upstream.requests.count > calls)
            // All clients have it then.
            #expect(try await get("Busan", as: "203.0.113.1").json["stale"] as? Bool == false)
        }
    }

    @Test(
        "The calls that --keep needs until midnight are not made for other places",
        arguments: [true, false]
    )
    func kept(isKept: Bool) async throws {
        let upstream = try Upstream(now: Self.now)
        let before = try TestService(over: upstream, openWeather: false)
        #expect(try await before.get("/v1/now?area=Busan").status == .ok)
        let quota = try #require(before.dependencies.forecaster.quotas.first { $0.service == .shortTerm })
        // Seoul takes 58 calls a day, so 19 from 16:00 on.
        let spent = await quota.spent(at: Self.now)
        for _ in spent..<9_485 { try await quota.spend(at: Self.now, for: .program, .outlook, .trying) }
        upstream.now = Self.now.addingTimeInterval(3_600)
        let program = try await service(
            over: upstream,
            isKept ? ["--keep", "서울특별시"] : [],
            environment: [
                "KMA_NOW": "2026-10-04T16:00:00+09:00", "KMA_CACHE_DIR": before.folder.path,
            ]
        )
        let response = try await program.get("/v1/now?area=Busan", as: "203.0.113.1")
        #expect(response.status == 200)
        #expect(response.json["stale"] as? Bool == isKept)
    }

    @Test("A place that KMA's services know is a new one to a service that does not")
    func knownByService() async throws {
        let upstream = try Upstream(now: Self.now)
        let before = try TestService(over: upstream, openWeather: false)
        #expect(try await before.get("/v1/now?area=Busan").status == .ok)
        let settings = try Settings(
            environment: [
                "AIRKOREA_BASE_URL": upstream.airKoreaURL, "KMA_BASE_URL": upstream.portalURL,
                "OPENWEATHER_BASE_URL": upstream.url, "KMA_CACHE_DIR": before.folder.path,
                "KMA_SERVICE_KEY": upstream.keys.portal, "OPENWEATHER_API_KEY": upstream.keys.openWeather,
            ],
            readFile: { _ in "" }
        )
        let service = TestService(
            ForecasterConfiguration(settings, transport: .forTests),
            before.folder
        )
        // Four fifths of the 55 calls of a minute are for new places.
        let quota = try #require(service.dependencies.forecaster.quotas.first { $0.service == .openWeather })
        for _ in 0..<44 { try await quota.spend(at: Self.now, for: .program, .outlook, .trying) }
        let sources = try #require(
            try await service.get("/v1/now?area=Busan").json["sources"] as? [[String: Any]]
        )
        let current = try #require(sources.first { $0["feed"] as? String == "openweather.current" })
        #expect((current["error"] as? [String: Any])?["code"] as? String == "rate_limited")
        #expect(
            sources.contains { $0["feed"] as? String == "kma.nowcast" && $0["status"] as? String == "cached" }
        )
    }

    @Test("With a fifth of the day's calls left a new place is refused, and a known one is not")
    func reserve() async throws {
        let upstream = try Upstream(now: Self.now)
        let service = try TestService(over: upstream, openWeather: false)
        let (known, new) = ("/v1/now?area=Busan", "/v1/now?area=Daegu")
        #expect(try await service.get(known).status == .ok)
        let quota = try #require(service.dependencies.forecaster.quotas.first { $0.service == .shortTerm })
        let spent = await quota.spent(at: Self.now)
        for _ in spent..<7_600 { try await quota.spend(at: Self.now, for: .program, .outlook, .trying) }
        service.wait(seconds: 3_600)
        upstream.now = Self.now.addingTimeInterval(3_600)
        let refused = try await service.get(new)
        #expect(try refused.json["code"] as? String == "quota_exceeded")
        #expect(try await service.get(known).json["degraded"] as? [String] == [])
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

/// Response of the service.
struct ReceivedResponse: Sendable {
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
    func get(_ path: String, at place: Place, as client: String?) async throws -> ReceivedResponse {
        try await get("\(path)?lat=\(place.latitude)&lon=\(place.longitude)", as: client)
    }

    /// Asks as a client whom a proxy names; as this machine itself without one.
    func get(_ target: String, as client: String?) async throws -> ReceivedResponse {
        var request = HTTPClientRequest(url: "\(address)\(target)")
        if let client { request.headers.add(name: "X-Forwarded-For", value: client) }
        let response = try await HTTPClient.forCrowds.execute(request, timeout: .seconds(120))
        return ReceivedResponse(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "Retry-After").flatMap { Int($0) },
            body: Data(try await response.body.collect(upTo: 1 << 22).readableBytesView)
        )
    }
}
