import Feeds
import Forecast
import Regions

/// KMA's short-term forecast, by grid cell.
///
/// The day's low, and after 14:00 its high, stand only in its issue of 02:00, which is fetched once a day by a request of its
/// own.
struct ShortTermFeed: ForecastFeed {
    static let traits = FeedTraits(
        feed: .shortTerm,
        questions: [.week, .now, .hours],
        fallbackFor: [.theme],
        coverage: .place,
        callsADay: freshness.callsADay + 1
    )
    private static let freshness = Freshness.byIssue(.shortTerm, maximumAge: Freshness.maximumForecastAge)
    private let gateway: KMAGateway
    private let repository: FeedRepository<KMAShortTerm, SlotForecast>

    init(_ client: UpstreamClient<KMAShortTerm>, _ gateway: KMAGateway) {
        self.gateway = gateway
        repository = FeedRepository(
            .shortTerm,
            Self.freshness,
            client,
            remainder: SlotForecast.remainder
        )
    }

    func read(_ place: Place, for question: Question, maximumAge: Double?) async -> FeedReading {
        let request = request(place)
        async let first = issueOfTwo(place)
        var newest = await repository.answer(request, maximumAge: maximumAge)
        var issueOfTwo = await first
        if newest.report.status == .fresh, issueOfTwo?.report.error?.wasSent == false {
            // It was not asked for while the feed was tried, and now the feed answers.
            issueOfTwo = await self.issueOfTwo(place)
        }
        let value = await repository.filledToday(newest, of: request, with: issueOfTwo)
        if let issueOfTwo { newest.report = report(of: newest, issueOfTwo) }
        newest.value = value
        return FeedReading(newest) { $0.shortTerm = $1 }
    }

    func knows(_ place: Place) async -> Bool { await repository.knows(request(place)) }

    func apply(_ news: StoredNews) async { await repository.apply(news) }

    /// Today by its issue of 02:00; `nil` where the newest issue is that one, or of the day before.
    private func issueOfTwo(_ place: Place) async -> FeedAnswer<SlotForecast>? {
        let issue = KoreanDate(of: repository.now()).at(hour: 2)
        // The newest answer, which has ten times as many rows, goes first.
        await Task.yield()
        return await repository.answer(.today(cell: place.gridCell, gateway: gateway), ofIssue: issue)
    }

    /// What is told of the two: the newer answer, partial for the fault of the other.
    private func report(
        of newest: FeedAnswer<SlotForecast>,
        _ issueOfTwo: FeedAnswer<SlotForecast>
    ) -> FeedReport {
        if newest.value == nil, issueOfTwo.value == nil { return newest.report }
        if let issue = issueOfTwo.issue, issue > newest.issue ?? .distantPast {
            var report = issueOfTwo.report.partial(for: newest.report.error, at: repository.now())
            report.answers.merge(newest.report.answers) { own, _ in own }
            return report
        }
        return newest.report.supplemented(by: issueOfTwo.report, at: repository.now())
    }

    private func request(_ place: Place) -> FeedRequest<KMAShortTerm, SlotForecast> {
        .shortTerm(cell: place.gridCell, gateway: gateway)
    }
}

/// A forecast begins with the hour after its issue, so the hours of today before it stand in older issues only. Each is
/// that of the newest issue which has it: of the hour that is running, the issue before says more than that of 02:00.
extension SlotForecast {
    /// The steps of a day that a newer forecast does not have, with the day's low and its high.
    static func remainder(_ older: SlotForecast, _ newer: SlotForecast, _ day: KoreanDate) -> SlotForecast {
        let hours = day.start..<(day + 1).start
        let known = Set(newer.slots.map(\.time))
        return SlotForecast(
            slots: older.slots.filter { hours.contains($0.time) && !known.contains($0.time) },
            extremes: older.extremes.filter { $0.key == day }
        )
    }
}

extension FeedRepository where Value == SlotForecast {
    /// An answer with the hours of today that only earlier issues have; `other`: one more of those, from another request.
    func filledToday(
        _ answer: FeedAnswer<SlotForecast>,
        of request: Request,
        with other: FeedAnswer<SlotForecast>? = nil
    ) async -> SlotForecast? {
        guard let newest = answer.known else { return other?.value }
        let day = KoreanDate(of: now())
        return await history(of: request, before: newest, on: day)
            .filled(newest, on: day, with: other?.known)
    }
}

extension SubjectHistory where Value == SlotForecast {
    /// An answer with the hours of a day that only earlier issues have; `other`: one more of those, from another request.
    func filled(_ answer: Answer, on day: KoreanDate, with other: Answer? = nil) -> SlotForecast {
        let eve = day.start - Self.eve
        var parts = earlier.filter { $0.key >= eve && $0.key < answer.issue }.map { ($0.key, $0.value) }
        parts.append((answer.issue, answer.value))
        // A whole issue before a part of it.
        if let other { parts.append((other.issue - 1, other.value)) }
        parts.sort { $0.0 > $1.0 }
        let older = parts.dropFirst().reduce(SlotForecast(slots: [])) { $0.filled(byEarlier: $1.1) }
        return parts.first?.1.filled(byEarlier: older) ?? answer.value
    }
}
