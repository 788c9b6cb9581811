import Feeds
import Forecast
import Regions

/// Today's low is in the issue of 02:00 alone, its high in those to 11:00 (단기예보 조회서비스 활용가이드), and its last hour to that of 20:00: they are
/// fetched later, the same for all.
struct ShortTermFeed: ForecastFeed {
    static let traits = FeedTraits(
        feed: .shortTerm,
        questions: [.week, .now, .hours],
        fallbackFor: [.theme],
        coverage: .place,
        callsADay: freshness.callsADay + 2
    )
    private static let freshness = Freshness.byIssue(.shortTerm, maximumAge: Freshness.maximumForecastAge)
    private let gateway: KMAGateway
    private let repository: FeedRepository<SlotForecast>

    init(_ client: UpstreamClient, _ gateway: KMAGateway) {
        self.gateway = gateway
        repository = FeedRepository(.shortTerm, Self.freshness, client, remainder: SlotForecast.remainder)
    }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let request = request(place)
        func issues() async -> [FeedAnswer<SlotForecast>] {
            await ShortTermFeed.hours.concurrentMap { await issue(of: $0, place, caller) }.compactMap(\.self)
        }
        async let earlier = issues()
        var newest = await repository.answer(request, for: caller)
        var older = await earlier
        // Skipped while the feed was tried, which answers now.
        if newest.report.status == .fresh, older.contains(where: { $0.report.error?.wasSent == false }) { older = await issues() }
        let value = await repository.filledToday(newest, of: request, with: older)
        for answer in older { newest.report = report(of: newest, answer) }
        newest.value = value
        return FeedReading(newest) { $0.shortTerm = $1 }
    }

    func knows(_ place: Place) async -> Bool { await repository.knows(request(place)) }

    var repositories: [any NewsReader] { [repository] }

    private static let hours = [2, 11, 20]

    private func issue(of hour: Int, _ place: Place, _ caller: Caller) async -> FeedAnswer<SlotForecast>? {
        let issue = KoreanDate(of: repository.now()).at(hour: hour)
        guard issue < Self.freshness.newestIssue(at: repository.now()) else { return nil }
        // The newest answer goes first.
        await Task.yield()
        let part = FeedRequest.today(from: hour, cell: place.gridCell, gateway: gateway)
        if await !repository.remembers(issue, of: part), await repository.holds(issue, of: request(place)) { return nil }
        return await repository.answer(part, ofIssue: issue, for: caller)
    }

    private func report(of newest: FeedAnswer<SlotForecast>, _ other: FeedAnswer<SlotForecast>) -> FeedReport {
        if newest.value == nil, other.value == nil { return newest.report }
        if let issue = other.issue, issue > newest.report.issuedAt ?? .distantPast {
            var report = other.report.partial(for: newest.report.error, at: repository.now())
            report.answers.merge(newest.report.answers) { own, _ in own }
            return report
        }
        return newest.report.supplemented(by: other.report, at: repository.now())
    }

    private func request(_ place: Place) -> FeedRequest<SlotForecast> { .shortTerm(cell: place.gridCell, gateway: gateway) }
}

extension SlotForecast {
    static func remainder(_ older: SlotForecast, _ newer: SlotForecast, _ day: KoreanDate) -> SlotForecast {
        let hours = day.start..<(day + 1).start
        let known = Set(newer.slots.map(\.time))
        return SlotForecast(
            slots: older.slots.filter { hours.contains($0.time) && !known.contains($0.time) },
            lows: older.lows.filter { $0.key == day },
            highs: older.highs.filter { $0.key == day }
        )
    }
}

extension FeedRepository where Value == SlotForecast {
    func filledToday(_ answer: FeedAnswer<SlotForecast>, of request: Request, with others: [FeedAnswer<SlotForecast>] = []) async -> SlotForecast? {
        let others = others.compactMap(\.known)
        guard let newest = answer.known ?? others.max(by: { $0.issue < $1.issue }) else { return nil }
        let day = KoreanDate(of: now())
        return await history(of: request, before: newest, on: day).filled(newest, on: day, with: others)
    }
}

extension SubjectHistory where Value == SlotForecast {
    func filled(_ answer: Answer, on day: KoreanDate, with others: [Answer] = []) -> SlotForecast {
        let lookback = day.start - Self.lookback
        var parts = earlier.filter { $0.key >= lookback && $0.key < answer.issue }.map { ($0.key, $0.value) }
        parts.append((answer.issue, answer.value))
        parts += others.map { ($0.issue - 1, $0.value) }
        parts.sort { $0.0 > $1.0 }
        let older = parts.dropFirst().reduce(SlotForecast(slots: [])) { $0.filled(byEarlier: $1.1) }
        return parts.first?.1.filled(byEarlier: older) ?? answer.value
    }
}
