import Feeds
import Foundation

/// A rule that every ``Transport`` follows, tested over real HTTP.
///
/// Each program has a transport of its own, and the same rules hold for each:
///
///     @Test("keeps its promises", arguments: TransportCase.all)
///     func promise(_ promise: TransportCase) async throws {
///         #expect(try await promise.mismatches(transport) == [])
///     }
public struct TransportCase: Sendable, CustomStringConvertible {
    /// The promise, as a sentence.
    public let description: String
    private let prove: @Sendable (TransportCheck) async throws -> Void

    init(_ promise: String, _ prove: @escaping @Sendable (TransportCheck) async throws -> Void) {
        description = promise
        self.prove = prove
    }

    /// Broken promises of a transport in words. Throws if no upstream could be started.
    public func mismatches(_ transport: Transport) async throws -> [String] {
        let check = TransportCheck(transport, try Upstream(now: TransportCheck.now))
        try await prove(check)
        return check.mismatches
    }
}

/// A transport in front of an upstream, and what went wrong between them.
final class TransportCheck: Sendable {
    /// 2026-10-04 15:00 in Korea.
    static let now = Date(timeIntervalSince1970: 1_791_093_600)
    /// data.go.kr's key as it stands in a query.
    static let encodedKey = "Ab%2BCd%2FEf01%2B23%2F45gh%3D%3D"
    /// A right request, its body some 850 bytes.
    static let target =
        "/1360000/MidFcstInfoService/getMidTa?regId=11B10101&tmFc=202610040600&dataType=JSON&serviceKey=\(encodedKey)"

    /// Long enough for any machine, and not the end of the test run where a promise is broken.
    static let longTimeout = Duration.seconds(60)
    /// Longer than a loopback answer takes, much shorter than the faults it has to cut off.
    static let shortTimeout = Duration.milliseconds(400)

    let upstream: Upstream
    private let transport: Transport
    private let found = LockedValue<[String]>([])

    init(_ transport: Transport, _ upstream: Upstream) {
        self.transport = transport
        self.upstream = upstream
    }

    var mismatches: [String] { found.withLock { $0 } }

    /// Takes note where something is not as promised.
    func expect(_ isKept: Bool, _ otherwise: @autoclosure () -> String) {
        if !isKept { note(otherwise()) }
    }

    func note(_ mismatch: String) {
        found.withLock { $0.append(mismatch) }
    }

    /// Outcome of a request. A fault that shows a part of the key is always a mismatch.
    func outcome(
        of target: String = TransportCheck.target,
        at base: String? = nil,
        within timeout: Duration = TransportCheck.longTimeout
    ) async -> Result<HTTPAnswer, TransportFault> {
        do throws(TransportFault) {
            return .success(try await transport.fetch((base ?? upstream.url) + target, timeout))
        } catch {
            let shown = "\(error)"
            for secret in [TransportCheck.encodedKey, upstream.keys.portal, "serviceKey"]
            where shown.contains(secret) {
                note("the fault shows the key: \(shown)")
            }
            return .failure(error)
        }
    }

    /// The answer to a request that must be answered; notes the fault where it is not.
    func answer(to target: String = TransportCheck.target) async -> HTTPAnswer? {
        switch await outcome(of: target) {
        case .success(let answer):
            return answer
        case .failure(let fault):
            note("not answered: \(fault)")
            return nil
        }
    }

    /// Expects no answer but one kind of fault.
    func expectFault(
        _ kind: String,
        at base: String? = nil,
        within timeout: Duration = TransportCheck.longTimeout,
        where isMeant: (TransportFault) -> Bool
    ) async {
        switch await outcome(at: base, within: timeout) {
        case .success(let answer): note("answered with \(answer.status) and \(answer.body.count) bytes")
        case .failure(let fault): expect(isMeant(fault), "\(fault) instead of \(kind)")
        }
    }

    /// Expects a connection that failed, as opposed to one that took too long.
    func expectUnreachable(at base: String? = nil) async {
        await expectFault("unreachable", at: base) { fault in
            if case .unreachable = fault { true } else { false }
        }
    }
}

extension TransportCase {
    /// Every promise of ``Transport``.
    public static let all: [TransportCase] = answers + faults

    private static let answers: [TransportCase] = [
        TransportCase("An answer is handed over byte for byte") { check in
            let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            check.upstream.answers = [
                .midTemperature: { _ in StubAnswer(status: 200, headers: [], body: body) }
            ]
            guard let answer = await check.answer() else { return }
            check.expect(answer.status == 200, "status \(answer.status)")
            check.expect(answer.body == body, "\(answer.body.count) bytes, not the 100000 sent")
        },
        TransportCase("A refusal is an answer like any other, with its status and its body") { check in
            for status in [400, 401, 403, 404, 429, 500, 502, 503, 504] {
                check.upstream.answers = [.midTemperature: { _ in .text("because", status: status) }]
                guard let answer = await check.answer() else { return }
                check.expect(answer.status == status, "\(answer.status) instead of \(status)")
                check.expect(answer.body == Array("because".utf8), "the body of \(status) is lost")
            }
        },
        TransportCase("A refusal that asks for a password is an answer, too") { check in
            for scheme in ["Basic realm=\"api\"", "Digest realm=\"api\", nonce=\"1\"", "Bearer"] {
                check.upstream.answers = [
                    .midTemperature: { _ in
                        StubAnswer(
                            status: 401,
                            headers: [("WWW-Authenticate", scheme)],
                            body: Array("because".utf8)
                        )
                    }
                ]
                guard let answer = await check.answer() else { return }
                check.expect(answer.status == 401, "\(answer.status) where \(scheme) is asked for")
                check.expect(
                    answer.body == Array("because".utf8),
                    "the body is lost where \(scheme) is asked for"
                )
            }
        },
        TransportCase("An empty body is an answer") { check in
            check.upstream.fault(.empty(status: 200))
            guard let answer = await check.answer() else { return }
            check.expect(answer.status == 200 && answer.body.isEmpty, "\(answer)")
        },
        TransportCase("The upstream's clock is read from its Date header") { check in
            guard let answer = await check.answer() else { return }
            check.expect(answer.date == TransportCheck.now, "\(answer.date?.description ?? "no date")")
        },
        TransportCase("The query goes out as it is written, percent-encoding and all") { check in
            _ = await check.answer()
            let targets = check.upstream.requests.map(\.target)
            check.expect(targets == [TransportCheck.target], "\(targets)")
        },
        TransportCase("A request names the program, and carries no tracing, no baggage and no cookie") {
            check in
            let cookie = [("Set-Cookie", "session=1; Path=/")]
            check.upstream.answers = [.midTemperature: { _ in StubAnswer(status: 200, headers: cookie) }]
            for _ in 1...2 { _ = await check.answer() }
            for request in check.upstream.requests {
                let agent = request.header("user-agent")
                check.expect(agent == Transport.userAgent(), "User-Agent: \(agent ?? "none")")
                for name in ["traceparent", "tracestate", "baggage", "b3", "cookie", "referer"] {
                    check.expect(request.header(name) == nil, "sends \(name)")
                }
            }
        },
        TransportCase("No redirect is followed: it is the answer") { check in
            let elsewhere = try Upstream(now: TransportCheck.now)
            check.upstream.fault(.redirect(to: elsewhere.url + TransportCheck.target))
            guard let answer = await check.answer() else { return }
            check.expect(answer.status == 302, "status \(answer.status)")
            check.expect(elsewhere.requests.isEmpty, "the key went elsewhere")
        },
        TransportCase("A body of 4 MiB is taken") { check in
            let body = [UInt8](repeating: 0x20, count: Transport.maximumBody)
            check.upstream.answers = [
                .midTemperature: { _ in StubAnswer(status: 200, headers: [], body: body) }
            ]
            guard let answer = await check.answer() else { return }
            check.expect(answer.body.count == body.count, "\(answer.body.count) bytes")
        },
        TransportCase("Many requests at once are all answered") { check in
            let statuses = await withTaskGroup(of: Int?.self) { group in
                for _ in 1...50 { group.addTask { await check.answer()?.status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            check.expect(statuses.allSatisfy { $0 == 200 }, "\(statuses)")
        },
    ]

    private static let faults: [TransportCase] = [
        TransportCase("A body of one byte more than 4 MiB is refused") { check in
            let body = [UInt8](repeating: 0x20, count: Transport.maximumBody + 1)
            check.upstream.answers = [
                .midTemperature: { _ in StubAnswer(status: 200, headers: [], body: body) }
            ]
            await check.expectFault("oversized") { $0 == .oversized }
        },
        TransportCase("An upstream that never answers costs the timeout") { check in
            check.upstream.fault(.hang)
            await check.expectFault("timedOut", within: TransportCheck.shortTimeout) { $0 == .timedOut }
        },
        TransportCase("A body that drips does not put the deadline off") { check in
            // A byte in 50 ms: no pause is long, and the whole takes ten minutes.
            let body = [UInt8](repeating: 0x20, count: 12_000)
            check.upstream.answers = [
                .midTemperature: { _ in StubAnswer(status: 200, headers: [], body: body) }
            ]
            check.upstream.fault(.slow(milliseconds: 50))
            await check.expectFault("timedOut", within: TransportCheck.shortTimeout) { $0 == .timedOut }
        },
        TransportCase("A request that gave up leaves the next one alone") { check in
            check.upstream.fault(.hang, on: .midTemperature, times: 1)
            await check.expectFault("timedOut", within: TransportCheck.shortTimeout) { $0 == .timedOut }
            let status = await check.answer()?.status
            check.expect(status == 200, "the next one is answered with \(status ?? 0)")
        },
        TransportCase("A connection that is reset is unreachable") { check in
            check.upstream.fault(.reset)
            await check.expectUnreachable()
        },
        TransportCase("Half a body is no answer") { check in
            check.upstream.fault(.hangUpMidBody)
            await check.expectUnreachable()
        },
        TransportCase("Half a head is no answer") { check in
            check.upstream.fault(.hangUpMidHead)
            await check.expectUnreachable()
        },
        TransportCase("B12: An answer that is not HTTP, or cannot be decoded, is no fault of the network") {
            check in
            let broken = [
                "hello\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno header\u{1}\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
            ]
            for bytes in broken {
                let listener = try Listener { socket in
                    guard !socket.read().isEmpty else { return }
                    _ = socket.write(bytes.utf8)
                }
                switch await check.outcome(at: "http://127.0.0.1:\(listener.port)") {
                // Its reader refuses it.
                case .success, .failure(.malformed): break
                case .failure(let fault): check.note("\(fault) for \(bytes.debugDescription)")
                }
                listener.stop()
            }
        },
        TransportCase("A refused connection is unreachable") { check in
            check.upstream.stop()
            await check.expectUnreachable()
        },
        TransportCase("A URL that is none is unreachable") { check in
            await check.expectUnreachable(at: "http://[::1")
        },
    ]
}
