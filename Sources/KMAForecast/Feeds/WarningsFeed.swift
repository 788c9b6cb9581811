import Feeds
import Forecast

/// KMA's warnings; at data.go.kr with the events for their times.
struct WarningsFeed: NationwideFeed {
    static let traits = FeedTraits(feed: .warnings, questions: [.week, .now], coverage: .country, callsADay: freshness.callsADay * 2 + 1)
    /// A warning may come any minute; one answer in five serves all.
    private static let freshness = Freshness.byAge(300)
    private static let daily = Freshness.byIssue(IssueSchedule(interval: 86_400, offset: 0, delay: 60), maximumAge: Freshness.maximumForecastAge)
    private let gateway: KMAGateway
    private let inForce: FeedRepository<KMAWarnings, WarningStatus>
    private let events: FeedRepository<KMAWarnings, [WarningEvent]>
    private let history: FeedRepository<KMAWarnings, [WarningEvent]>

    init(_ client: UpstreamClient<KMAWarnings>, _ gateway: KMAGateway) {
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
        let both = FeedReading(status) { $0.warnings = $1 }
            .combined(with: FeedReading(recent) { $0.warningEvents = $1 }, at: inForce.now())
            .adding { if areOlder { $0.warnings?.lacksEvents = true } }
        guard let news = recent.value, let open = status.value?.subjectsWithoutBeginning(in: news, at: inForce.now()), !open.isEmpty,
            let request = FeedRequest.warningHistory(gateway: gateway)
        else { return both }
        // Heat and drought last for weeks: the level before may be old.
        let past = await history.answer(request, for: caller)
        var whole = both.adding { readings in
            readings.warningEvents? += (past.value ?? []).filter { open.contains(WarningSubject($0)) }
            if past.value == nil { readings.warnings?.lacksEvents = true }
        }
        whole.report = both.report.supplemented(by: past.report, at: inForce.now())
        return whole
    }

    func readWithHistory(by caller: Caller) async -> FeedReading {
        async let recent = read(by: caller)
        guard let request = FeedRequest.warningHistory(gateway: gateway) else { return await recent }
        let past = await history.answer(request, for: caller)
        guard let events = past.value else {
            _ = await recent
            return FeedReading(past) { _, _ in }
        }
        return await recent.adding { $0.warningEvents = events + ($0.warningEvents ?? []) }
    }

    func apply(_ news: StoredNews) async {
        await inForce.apply(news)
        await events.apply(news)
        await history.apply(news)
    }
}
