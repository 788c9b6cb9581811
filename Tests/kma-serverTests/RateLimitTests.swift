import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import kma_server

@Suite("The rate limit", .takesSlots(programs: 1))
struct RateLimitTests {
    private static let rate = TokenBucket.Rate(perSecond: 10)
    private static let start = ContinuousClock.now

    @Test("A bucket lets a burst through, then so many a second, and says how long to wait")
    func bucket() {
        var bucket = TokenBucket(Self.rate, at: Self.start)
        for _ in 0..<30 { #expect(bucket.spend(Self.rate, at: Self.start) == nil) }
        #expect(bucket.spend(Self.rate, at: Self.start) == 0.1)
        let later = Self.start + .milliseconds(250)
        #expect(bucket.spend(Self.rate, at: later) == nil)
        #expect(bucket.spend(Self.rate, at: later) == nil)
        #expect(bucket.spend(Self.rate, at: later) != nil)
        #expect(!bucket.isFull(Self.rate, at: later))
        #expect(bucket.isFull(Self.rate, at: later + .seconds(3)))
    }

    @Test(
        "An IPv6 network of one customer counts as one client, and so does an IPv4 address in either form",
        arguments: [
            ("203.0.113.7", "203.0.113.7", true), ("203.0.113.7", "203.0.113.8", false),
            ("2001:db8::1", "2001:db8::ffff:2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
            ("::ffff:203.0.113.7", "203.0.113.7", true), ("::ffff:203.0.113.7", "::ffff:203.0.113.8", false),
        ]
    )
    func identity(one: String, other: String, isSame: Bool) throws {
        let addresses = try [one, other].map { ClientAddress(try SocketAddress(ipAddress: $0, port: 80)) }
        #expect((addresses[0] == addresses[1]) == isSame)
        #expect(addresses.allSatisfy { $0?.isLoopback == false })
    }

    @Test("This machine is not limited", arguments: ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])
    func loopback(address: String) throws {
        let limits = Self.limits(isBehindProxy: false)
        let socket = try SocketAddress(ipAddress: address, port: 80)
        #expect(limits.client(of: Self.request(forwardedFor: nil), from: socket) == nil)
        for _ in 0..<100 { try limits.requests?.spend(for: nil) }
    }

    @Test("X-Forwarded-For counts only behind a proxy, and only its last entry that is not this machine")
    func proxy() throws {
        let proxy = try SocketAddress(ipAddress: "127.0.0.1", port: 80)
        func refused(isBehindProxy: Bool, _ field: (Int) -> String?) -> Int {
            let limits = Self.limits(isBehindProxy: isBehindProxy)
            return (0..<100).count { number in
                let client = limits.client(of: Self.request(forwardedFor: field(number)), from: proxy)
                do throws(Problem) {
                    try limits.requests?.spend(for: client, at: Self.start)
                    return false
                } catch {
                    return true
                }
            }
        }
        #expect(refused(isBehindProxy: false) { _ in "203.0.113.7" } == 0)
        #expect(refused(isBehindProxy: true) { "192.0.2.\($0), 203.0.113.7" } == 70)
        #expect(refused(isBehindProxy: true) { "203.0.113.7, 192.0.2.\($0)" } == 0)
        #expect(refused(isBehindProxy: true) { _ in "unknown" } == 70)
        // Behind two proxies of this machine the second one appends the first one's address.
        #expect(refused(isBehindProxy: true) { _ in "203.0.113.7, 127.0.0.1" } == 70)
        #expect(refused(isBehindProxy: true) { "192.0.2.\($0), 203.0.113.7, ::1, 127.0.0.1" } == 70)
        #expect(refused(isBehindProxy: true) { "192.0.2.\($0), ::1" } == 0)
        // Unnamed clients count as one.
        for field in [nil, "", "127.0.0.1", "::1, 127.0.0.1", ","] {
            #expect(refused(isBehindProxy: true) { _ in field } == 70, "\(field ?? "none")")
        }
    }

    private static func limits(isBehindProxy: Bool) -> ClientLimits {
        var options = ServerOptions()
        options.rate = rate
        options.isBehindProxy = isBehindProxy
        return ClientLimits(options, logger: .silent)
    }

    private static func request(forwardedFor field: String?) -> HTTPRequest {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/")
        if let name = HTTPField.Name("X-Forwarded-For") { request.headerFields[name] = field }
        return request
    }

    @Test(
        "An address is read as any proxy writes it, and all that is none counts as one client",
        arguments: [
            ("203.0.113.7:4711", "203.0.113.7", true), ("[2001:db8::1]:443", "2001:db8::1", true),
            ("[2001:db8::1]", "2001:db8::1", true), ("x,\t203.0.113.7\t", "203.0.113.7", true),
            ("nonsense", "203.0.113.7", false), ("nonsense", "more of it", true), ("", "[", true),
        ]
    )
    func forwarded(one: String, other: String, isSame: Bool) {
        #expect((ClientAddress(forwardedFor: one) == ClientAddress(forwardedFor: other)) == isSame)
        #expect(!ClientAddress(forwardedFor: one).isLoopback)
    }

    @Test("A bucket holds at least one token, however slow its rate")
    func slow() {
        let rate = TokenBucket.Rate(perSecond: 0.3)
        var bucket = TokenBucket(rate, at: Self.start)
        #expect(bucket.spend(rate, at: Self.start) == nil)
        #expect(bucket.spend(rate, at: Self.start) != nil)
        #expect(bucket.spend(rate, at: Self.start + .seconds(4)) == nil)
    }

    @Test("A request of more tokens than a bucket holds needs a full one, and leaves the rest owed")
    func several() throws {
        var bucket = TokenBucket(Self.rate, at: Self.start)
        #expect(bucket.spend(Self.rate, count: 20, ofAtLeast: 20, at: Self.start) == nil)
        #expect(bucket.spend(Self.rate, count: 20, ofAtLeast: 20, at: Self.start) == 1)
        #expect(bucket.spend(Self.rate, at: Self.start) == nil)

        let limiter = ClientLimiter(TokenBucket.Rate(perSecond: 1))
        let client = ClientAddress(forwardedFor: "203.0.113.7")
        // One about twenty places: the first token with the request, then the others.
        try limiter.spend(for: client, at: Self.start)
        try limiter.spend(19, isFurther: true, for: client, at: Self.start)
        #expect(throws: Problem.self) { try limiter.spend(for: client, at: Self.start + .seconds(17)) }
        try limiter.spend(for: client, at: Self.start + .seconds(18))
        // One place costs nothing beyond the first.
        try limiter.spend(0, isFurther: true, for: client, at: Self.start + .seconds(18))
    }

    @Test("The limiter remembers a bounded number of clients")
    func manyClients() throws {
        let limiter = ClientLimiter(Self.rate)
        for number in 0..<50_000 {
            let address = "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"
            try limiter.spend(for: ClientAddress(forwardedFor: address), at: Self.start)
        }
        #expect(limiter.clients <= ClientLimiter.capacity)
    }

    @Test("One request too many is 429 with Retry-After, and probes are not limited")
    func tooMany() async throws {
        var options = ServerOptions()
        options.rate = TokenBucket.Rate(perSecond: 0.01)
        options.isBehindProxy = true
        let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
        let headers: HTTPFields = [forwarded: "203.0.113.7"]
        try await TestService().application(options).test(.router) { client in
            #expect(try await client.execute(uri: "/v1/areas", method: .get, headers: headers).status == .ok)
            for target in ["/v1/week?area=Busan", "/v1/areas"] {
                let response = try await client.execute(uri: target, method: .get, headers: headers)
                #expect(response.status == .tooManyRequests)
                #expect(response.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
                #expect(try response.json["code"] as? String == "rate_limited")
            }
            for target in ["/healthz", "/readyz", "/metrics"] {
                #expect(try await client.execute(uri: target, method: .get, headers: headers).status == .ok)
            }
        }
    }

    @Test(
        "One request too many is refused in the form of what was asked, with Retry-After",
        arguments: [
            ("/Busan", "curl/8.5", "text/plain; charset=utf-8"),
            ("/", "curl/8.5", "text/plain; charset=utf-8"),
            ("/Busan?format=json", "curl/8.5", "application/problem+json"),
            ("/Busan", "Mozilla/5.0", "application/problem+json"),
            ("/om/v1/forecast?latitude=37.5&longitude=127", "app", "application/json"),
            ("/om/v1/search?name=Busan", "app", "application/json"),
            ("/accuracy?area=Busan", "Mozilla/5.0", "text/html; charset=utf-8"),
            ("/v1/week?area=Busan", "app", "application/problem+json"),
            ("/v1/stream?area=Busan", "app", "application/problem+json"),
        ]
    )
    func tooManyInItsForm(_ target: String, by agent: String, _ type: String) async throws {
        var options = ServerOptions()
        options.rate = TokenBucket.Rate(perSecond: 0.01)
        options.isBehindProxy = true
        let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
        let headers: HTTPFields = [
            forwarded: "203.0.113.7", .userAgent: agent,
            .accept: agent.hasPrefix("Mozilla") ? "text/html" : "*/*",
        ]
        try await TestService().application(options).test(.router) { client in
            // Also one that asks nothing there is takes its token.
            let first = try await client.execute(uri: "/v1/week?nowhere=1", method: .get, headers: headers)
            #expect(first.status == .badRequest)
            let response = try await client.execute(uri: target, method: .get, headers: headers)
            #expect(response.status == .tooManyRequests)
            #expect(response.headers[.contentType] == type)
            #expect(response.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
        }
    }

    @Test("A message to the tools takes a token as well")
    func messagesAreLimited() async throws {
        var options = ServerOptions()
        options.rate = TokenBucket.Rate(perSecond: 0.01)
        options.isBehindProxy = true
        let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
        let headers: HTTPFields = [forwarded: "203.0.113.7", .contentType: "application/json"]
        try await TestService().application(options).test(.router) { client in
            let ping = ByteBuffer(string: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
            let statuses = [HTTPResponse.Status.ok, .tooManyRequests]
            for status in statuses {
                let response = try await client.execute(
                    uri: "/mcp",
                    method: .post,
                    headers: headers,
                    body: ping
                )
                #expect(response.status == status)
            }
        }
    }
}
