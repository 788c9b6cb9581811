import CommandLineSupport
import Feeds
import Forecast
import Foundation
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Admission of a call")
struct CallAdmissionTests {
    private static let noon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 12)
    private static let midnight = KoreanDate(year: 2026, month: 10, day: 5).start
    private static let start = ContinuousClock.now
    private static let hung = FeedError(.timeout)
    private static let feed = Feed.outlook

    private static func moment(_ seconds: Int = 0) -> CallAdmission.Moment {
        .init(date: noon + Double(seconds), instant: start + .seconds(seconds))
    }

    /// State of the circuit of the feed.
    enum Circuit: CaseIterable {
        case closed, open, due, tried
    }

    struct Row: Sendable {
        let claim: Caller.Claim
        var circuit = Circuit.closed
        var stage = CallAdmission.Stage.ready
        /// Calls of the day, of 9,500; `nil` if they are not looked at yet.
        var calls: Int? = 0
        var kept = 0
        let decision: String
    }

    private static func row(
        _ claim: Caller.Claim,
        _ circuit: Circuit,
        _ stage: CallAdmission.Stage,
        calls: Int? = 0,
        _ decision: String
    ) -> Row {
        Row(claim: claim, circuit: circuit, stage: stage, calls: calls, decision: decision)
    }

    private static func row(
        _ claim: Caller.Claim,
        calls: Int = 0,
        kept: Int = 0,
        _ decision: String
    ) -> Row {
        Row(claim: claim, calls: calls, kept: kept, decision: decision)
    }

    static let rows: [Row] = [
        // Stored answers alone: nothing else is looked at.
        row(.storedOnly(.offline), "offline"),
        row(.storedOnly(.offline), .due, .asked, "offline"),
        row(.storedOnly(.refused(.clientBudget, until: midnight)), "clientBudget 00:00"),
        // The circuit, before a call waits, and again once it has its lane.
        row(.kept, .closed, .asked, calls: nil, "send"), row(.kept, .open, .asked, calls: nil, "timeout"),
        row(.kept, .due, .asked, calls: nil, "attempt"), row(.kept, .tried, .asked, calls: nil, "wait"),
        row(.kept, .open, .ready, "timeout"), row(.kept, .due, .ready, "timeout"),
        row(.kept, .tried, .ready, "wait"), row(.kept, .tried, .trying, "send"),
        row(.kept, .open, .checking, "send"),
        // The calls of the day, by claim.
        row(.kept, calls: 9_499, "send"), row(.kept, calls: 9_500, "daySpent 00:00"),
        row(.known, calls: 9_499, "send"), row(.known, calls: 9_500, "daySpent 00:00"),
        row(.new, calls: 7_599, "send"), row(.new, calls: 7_600, "reservedForKnown 00:00"),
        row(.beside, calls: 7_600, "reservedForKnown 00:00"), row(.new, calls: 9_500, "daySpent 00:00"),
        // With 2,000 calls a day kept, the half of them from noon on: until so many are no longer needed.
        row(.kept, calls: 9_499, kept: 2_000, "send"), row(.known, calls: 8_499, kept: 2_000, "send"),
        row(.known, calls: 8_999, kept: 2_000, "reservedForKept 18:00"),
        row(.known, calls: 9_499, kept: 2_000, "reservedForKept 00:00"),
        row(.new, calls: 7_099, kept: 2_000, "reservedForKept 18:00"),
        // A trial that has no call left tries nothing.
        row(.known, .due, .asked, calls: 9_500, "daySpent 00:00"),
    ]

    @Test("Every way in which a call is made or not", arguments: rows)
    func table(row: Row) {
        var admission = Self.admission(row.circuit, kept: row.kept)
        let usage = row.calls.map { CallUsage(calls: [$0]) }
        let decision = admission.decide(
            Caller(client: "a", claim: row.claim),
            Self.feed,
            row.stage,
            usage,
            at: Self.moment()
        )
        #expect(Self.name(decision) == row.decision, "\(row)")
        guard case .refuse(let fault) = decision else { return }
        #expect(!fault.wasSent)
        // The time that is named is the time at which it works.
        guard let until = fault.retryAt, row.claim != .storedOnly(fault) else { return }
        var then = Self.admission(.closed, kept: row.kept)
        let calls = until < Self.midnight ? row.calls : 0
        let later = CallAdmission.Moment(date: until, instant: Self.start)
        let caller = Caller(client: "a", claim: row.claim)
        #expect(then.decide(caller, Self.feed, .ready, CallUsage(calls: [calls]), at: later) == .send)
    }

    private static func admission(_ circuit: Circuit, kept: Int) -> CallAdmission {
        var admission = CallAdmission(UpstreamAPI.midTerm.traits.limits, keptADay: kept)
        if circuit == .closed { return admission }
        let failedAt = circuit == .open ? start : start - .seconds(15)
        admission.ended(.failed(hung), of: feed, wasTrying: false, at: failedAt)
        if circuit == .tried { _ = admission.decide(.program, feed, .asked, nil, at: moment()) }
        return admission
    }

    private static func name(_ decision: CallAdmission.Decision) -> String {
        switch decision {
        case .send: "send"
        case .attempt: "attempt"
        case .wait: "wait"
        case .refuse(let fault):
            [fault.refusal?.rawValue ?? fault.code.rawValue, fault.retryAt.map { KoreanTime($0).clock }]
                .compactMap(\.self).joined(separator: " ")
        }
    }

    @Test("A minute's calls end with the minute, and a fifth of them is for known places")
    func minute() {
        var admission = CallAdmission(UpstreamAPI.openWeather.traits.limits)
        let moment = Self.moment(20)
        func decide(_ claim: Caller.Claim, _ calls: Int) -> CallAdmission.Decision {
            let usage = CallUsage(calls: [calls, calls])
            return admission.decide(
                Caller(client: "", claim: claim),
                .openWeatherCurrent,
                .ready,
                usage,
                at: moment
            )
        }
        let next = Self.noon + 60
        #expect(decide(.new, 43) == .send && decide(.known, 54) == .send)
        #expect(decide(.new, 44) == .refuse(.refused(.reservedForKnown, until: next)))
        #expect(decide(.known, 55) == .refuse(.refused(.minuteSpent, until: next)))
    }

    @Test(
        "A pause that the upstream asked for is reported with its end; a check of the key asks all the same"
    )
    func cooldown() {
        var admission = CallAdmission(UpstreamAPI.midTerm.traits.limits)
        for code in [ErrorCode.quotaExceeded, .notSubscribed] {
            let usage = CallUsage(cooldown: Cooldown(until: Self.midnight, code: code), calls: [0])
            var fault = FeedError.unsent(code)
            fault.retryAt = Self.midnight
            #expect(admission.decide(.program, Self.feed, .ready, usage, at: Self.moment()) == .refuse(fault))
            let checked = admission.decide(.program, Self.feed, .checking, usage, at: Self.moment())
            #expect(checked == (code.deniesApproval ? .send : .refuse(fault)))
        }
    }

    @Test("A permit ends once, and unsent when it is let go: afterwards nobody waits for the call that tries")
    func permit() async throws {
        let clock = ManualClock()
        let quota = QuotaTracker(service: .midTerm, scope: nil, store: nil, clock: clock)
        func permit() async throws -> CallPermit {
            guard case .permit(let permit) = await quota.ask(.program, Self.feed, at: Self.noon) else {
                throw FeedError(.noData)
            }
            return permit
        }
        let first = try await permit()
        let second = try await permit()
        await first.end(.answered)
        await first.end(.failed(Self.hung))
        #expect(await quota.fault(of: Self.feed, at: Self.noon) == nil)
        await second.end(.failed(Self.hung))
        #expect(await quota.fault(of: Self.feed, at: Self.noon)?.retryAfter == .seconds(15))
        for _ in 0..<2 {
            clock.advance(by: .seconds(15))
            var trial: CallPermit? = try await permit()
            #expect(trial?.tried == Self.hung)
            guard case .wait = await quota.ask(.program, Self.feed, at: Self.noon) else {
                Issue.record("one call tries for all")
                return
            }
            trial = nil
            _ = await quota.trialCallEnds(of: Self.feed)
            #expect(await quota.fault(of: Self.feed, at: Self.noon)?.retryAfter == .seconds(15))
        }
    }

    @Test(
        "However a call that tries a feed ends, nobody is left to wait for it",
        arguments: [
            "malformed", "refused", "silent", "answered by another", "failed by another", "no lane",
            "no call",
        ]
    )
    func everyEnd(_ end: String) async throws {
        let clock = ManualClock()
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        let store = MemoryStore(clock: clock)
        let limiter = ConcurrencyLimiter(.openWeather, clock: clock)
        var configuration = ForecasterConfiguration(
            kma: nil,
            openWeather: gateway,
            transport: Transport { _, _ throws(TransportFault) in
                if end == "silent" { throw .timedOut }
                return HTTPAnswer(status: end == "refused" ? 401 : 200, body: [])
            },
            store: store,
            timeout: .seconds(1),
            now: { Self.noon }
        )
        configuration.clock = clock
        let client = UpstreamClient(.openWeather, configuration, scope: .forTests, limiter: limiter)
        let request = FeedRequest.openWeatherCurrent(latitude: 37.5, longitude: 127, gateway: gateway)
        let (feed, subject) = (request.feed, client.answers.subject(of: request))
        @Sendable func ask() async throws -> CallPermit {
            guard case .permit(let permit) = await client.quota.ask(.program, feed, at: Self.noon) else {
                throw FeedError(.noData)
            }
            return permit
        }
        try await ask().end(.failed(Self.hung))
        clock.advance(by: .seconds(15))
        var others: FetchTurn?
        switch end {
        case "answered by another":
            await store.put(
                StoredAnswer(fetchedAt: Self.noon, status: 200, body: []),
                for: subject,
                issue: Self.noon
            )
        case "failed by another":
            others = await store.turn(for: subject, issue: Self.noon, limit: .seconds(60)) { _ in false }
        case "no lane": #expect(await limiter.acquire(for: feed, .program, within: .seconds(60)))
        case "no call":
            let minute = CallCount(
                scope: .forTests,
                service: .openWeather,
                period: KoreanTime(Self.noon).compact
            )
            for _ in 0..<55 { _ = await store.countCall(minute, limit: 55) }
        default: break
        }
        let fetch = Task {
            let permit = try await ask()
            #expect(permit.tried == Self.hung)
            _ = try await client.fetchShared(request, issue: Self.noon, orEarlierBy: nil, permit) { _ in true
            }
        }
        if case .granted(let turn)? = others {
            await clock.hasSleepers()
            await turn.finish(.failed(FeedError(.upstreamError)))
            clock.advance(by: .seconds(1))
        }
        // The pause before a second try, or the wait for a lane.
        if ["malformed", "silent", "no lane"].contains(end) {
            await clock.hasSleepers()
            clock.advance(by: .seconds(30))
        }
        _ = await fetch.result
        _ = await client.quota.trialCallEnds(of: feed)
        if case .wait = await client.quota.ask(.program, feed, at: Self.noon) {
            Issue.record("the call of \(end) is still waited for")
        }
    }
}
