import Feeds
import Foundation

extension TransportCase {
    /// Every promise of ``Transport``.
    public static let all: [TransportCase] = answers + faults

    private static let answers: [TransportCase] = [
        TransportCase("An answer is handed over byte for byte") { trial in
            let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            trial.upstream.answers = [.midTemperature: { _ in Reply(status: 200, headers: [], body: body) }]
            guard let answer = await trial.answer() else { return }
            trial.expect(answer.status == 200, "status \(answer.status)")
            trial.expect(answer.body == Data(body), "\(answer.body.count) bytes, not the 100000 sent")
        },
        TransportCase("A refusal is an answer like any other, with its status and its body") { trial in
            for status in [400, 401, 403, 404, 429, 500, 502, 503, 504] {
                trial.upstream.answers = [.midTemperature: { _ in .text("because", status: status) }]
                guard let answer = await trial.answer() else { return }
                trial.expect(answer.status == status, "\(answer.status) instead of \(status)")
                trial.expect(answer.body == Data("because".utf8), "the body of \(status) is lost")
            }
        },
        TransportCase("A refusal that asks for a password is an answer, too") { trial in
            for scheme in ["Basic realm=\"api\"", "Digest realm=\"api\", nonce=\"1\"", "Bearer"] {
                trial.upstream.answers = [
                    .midTemperature: { _ in
                        Reply(
                            status: 401,
                            headers: [("WWW-Authenticate", scheme)],
                            body: Array("because".utf8)
                        )
                    }
                ]
                guard let answer = await trial.answer() else { return }
                trial.expect(answer.status == 401, "\(answer.status) where \(scheme) is asked for")
                trial.expect(
                    answer.body == Data("because".utf8),
                    "the body is lost where \(scheme) is asked for"
                )
            }
        },
        TransportCase("An empty body is an answer") { trial in
            trial.upstream.fault(.empty(status: 200))
            guard let answer = await trial.answer() else { return }
            trial.expect(answer.status == 200 && answer.body.isEmpty, "\(answer)")
        },
        TransportCase("The upstream's clock is read from its Date header") { trial in
            guard let answer = await trial.answer() else { return }
            trial.expect(answer.date == Trial.now, "\(answer.date?.description ?? "no date")")
        },
        TransportCase("The query goes out as it is written, percent-encoding and all") { trial in
            _ = await trial.answer()
            let targets = trial.upstream.requests.map(\.target)
            trial.expect(targets == [Trial.target], "\(targets)")
        },
        TransportCase("A request names the program, and carries no tracing, no baggage and no cookie") {
            trial in
            let cookie = [("Set-Cookie", "session=1; Path=/")]
            trial.upstream.answers = [.midTemperature: { _ in Reply(status: 200, headers: cookie) }]
            for _ in 1...2 { _ = await trial.answer() }
            for request in trial.upstream.requests {
                let agent = request.header("user-agent")
                trial.expect(agent == Transport.userAgent, "User-Agent: \(agent ?? "none")")
                for name in ["traceparent", "tracestate", "baggage", "b3", "cookie", "referer"] {
                    trial.expect(request.header(name) == nil, "sends \(name)")
                }
            }
        },
        TransportCase("No redirect is followed: it is the answer") { trial in
            let elsewhere = try Upstream(now: Trial.now)
            trial.upstream.fault(.redirect(to: elsewhere.url + Trial.target))
            guard let answer = await trial.answer() else { return }
            trial.expect(answer.status == 302, "status \(answer.status)")
            trial.expect(elsewhere.requests.isEmpty, "the key went elsewhere")
        },
        TransportCase("A body of 4 MiB is taken") { trial in
            let body = [UInt8](repeating: 0x20, count: Transport.maximumBody)
            trial.upstream.answers = [.midTemperature: { _ in Reply(status: 200, headers: [], body: body) }]
            guard let answer = await trial.answer() else { return }
            trial.expect(answer.body.count == body.count, "\(answer.body.count) bytes")
        },
        TransportCase("Many requests at once are all answered") { trial in
            let statuses = await withTaskGroup(of: Int?.self) { group in
                for _ in 1...50 { group.addTask { await trial.answer()?.status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            trial.expect(statuses.allSatisfy { $0 == 200 }, "\(statuses)")
        },
    ]

    private static let faults: [TransportCase] = [
        TransportCase("A body of one byte more than 4 MiB is refused") { trial in
            let body = [UInt8](repeating: 0x20, count: Transport.maximumBody + 1)
            trial.upstream.answers = [.midTemperature: { _ in Reply(status: 200, headers: [], body: body) }]
            await trial.expectFault("oversized") { $0 == .oversized }
        },
        TransportCase("An upstream that never answers costs the timeout") { trial in
            trial.upstream.fault(.hang)
            await trial.expectFault("timedOut", within: Trial.haste) { $0 == .timedOut }
        },
        TransportCase("A body that drips does not put the deadline off") { trial in
            // A byte in 50 ms: no pause is long, and the whole takes ten minutes.
            let body = [UInt8](repeating: 0x20, count: 12_000)
            trial.upstream.answers = [.midTemperature: { _ in Reply(status: 200, headers: [], body: body) }]
            trial.upstream.fault(.slow(milliseconds: 50))
            await trial.expectFault("timedOut", within: Trial.haste) { $0 == .timedOut }
        },
        TransportCase("A request that gave up leaves the next one alone") { trial in
            trial.upstream.fault(.hang, on: .midTemperature, times: 1)
            await trial.expectFault("timedOut", within: Trial.haste) { $0 == .timedOut }
            let status = await trial.answer()?.status
            trial.expect(status == 200, "the next one is answered with \(status ?? 0)")
        },
        TransportCase("A connection that is reset is unreachable") { trial in
            trial.upstream.fault(.reset)
            await trial.expectUnreachable()
        },
        TransportCase("Half a body is no answer") { trial in
            trial.upstream.fault(.hangUpMidBody)
            await trial.expectUnreachable()
        },
        TransportCase("A refused connection is unreachable") { trial in
            trial.upstream.stop()
            await trial.expectUnreachable()
        },
        TransportCase("A URL that is none is unreachable") { trial in
            await trial.expectUnreachable(at: "http://[::1")
        },
    ]
}
