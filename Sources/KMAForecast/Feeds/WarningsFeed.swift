import Feeds
import Forecast

struct WarningsFeed: NationwideFeed {
    static let traits = FeedTraits(feed: .warnings, questions: [.week, .now], coverage: .country, callsADay: freshness.callsADay * 2 + 1)
    /// A warning may come any minute; one answer in five serves all.
    private static let freshness = Freshness.byAge(300)
    private static let daily = Freshness.byIssue(IssueSchedule(interval: 86_400, offset: 0, delay: 60), maximumAge: Freshness.maximumForecastAge)
    private let gateway: KMAGateway
    private let inForce: FeedRepository<WarningStatus>
    private let events: FeedRepository<WarningEvents>
    private let history: FeedRepository<WarningEvents>

    init(_ client: UpstreamClient, _ gateway: KMAGateway) {
        self.gateway = gateway
        inForce = FeedRepository(.warnings, Self.freshness, client)
        events = FeedRepository(.warnings, Self.freshness, client)
        history = FeedRepository(.warnings, Self.daily, client)
    }

    func read(by caller: Caller) async -> FeedReading {
        async let text = inForce.answer(.warnings(gateway: gateway), for: caller)
        guard let request = FeedRequest.warningEvents(gateway: gateway) else { return FeedReading(await text) { $0.warnings = $1 } }
        let recent = await events.answer(request, for: caller)
        let status = await text
        let areOlder = (recent.report.fetchedAt ?? .distantPast) < status.value?.issuedAt ?? .distantPast
        // The text tells what had been announced by its time.
        let unread = recent.value?.unresolved.filter { $0.issuedAt ?? .distantFuture > status.value?.issuedAt ?? .distantPast } ?? []
        let both = FeedReading(status) { $0.warnings = $1 }
            .combined(with: FeedReading(recent) { $0.warningEvents = $1.events }, at: inForce.now())
            .adding { readings in
                if areOlder { readings.warnings?.lacksEvents = true }
                readings.warnings?.unresolved += unread
                // A text ahead of now leaves out what ends by then.
                if recent.value == nil, status.value?.isAhead(of: inForce.now()) == true {
                    readings.warnings?.unresolved.append(.anywhere(text: "getPwnCd"))
                }
            }
        guard let news = recent.value?.events, let open = status.value?.subjectsWithoutBeginning(in: news, at: inForce.now()), !open.isEmpty,
            let request = FeedRequest.warningHistory(gateway: gateway)
        else { return both }
        // Heat and drought last for weeks: the level before may be old.
        let past = await history.answer(request, for: caller)
        var whole = both.adding { readings in
            readings.warningEvents? += (past.value?.events ?? []).filter { open.contains(WarningSubject($0)) }
            if past.value == nil { readings.warnings?.lacksEvents = true }
        }
        whole.report = both.report.supplemented(by: past.report, at: inForce.now())
        return whole
    }

    func readWithHistory(by caller: Caller) async -> FeedReading {
        async let recent = read(by: caller)
        guard let request = FeedRequest.warningHistory(gateway: gateway) else { return await recent }
        let past = await history.answer(request, for: caller)
        guard let events = past.value?.events else {
            _ = await recent
            return FeedReading(past) { _, _ in }
        }
        return await recent.adding { $0.warningEvents = events + ($0.warningEvents ?? []) }
    }

    var repositories: [any NewsReader] { [inForce, events, history] }
}
