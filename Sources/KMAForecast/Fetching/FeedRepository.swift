#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Where one feed is asked: it knows what is at hand, sends one flight a subject whoever asks, and gives the best
/// true answer there is.
actor FeedRepository<Service: FeedService, Value: Sendable> {
    private typealias Held = CachedValue<Value>

    /// Subjects held in memory; coordinates are without number, so the oldest give way.
    private static var capacity: Int { 512 }

    private let feed: Feed
    private let freshness: Freshness
    private let line: UpstreamClient<Service>
    private let kept: DiskStore
    private var held: [String: CachedValue<Value>] = [:]
    private var flights: [String: Task<Result<CachedValue<Value>, FeedError>, Never>] = [:]
    private var breaker = CircuitBreaker()

    init(feed: Feed, freshness: Freshness, line: UpstreamClient<Service>, kept: DiskStore) {
        self.feed = feed
        self.freshness = freshness
        self.line = line
        self.kept = kept
    }

    /// The best answer to a query. One older than `maximumAge` seconds is fetched anew even where nothing newer is
    /// expected.
    func answer(_ query: FeedRequest<Service, Value>, maximumAge: Double? = nil) async -> FeedAnswer<Value> {
        if let current = current(query, maximumAge: maximumAge) { return answer(current, .cached) }
        if let underWay = flights[query.subject] {
            // A feed that is tried again after its silence holds nobody up who can be given something.
            if let fault = breaker.fault, case let instead = standIn(for: fault, query), instead.value != nil
            {
                return instead
            }
            return landed(await underWay.value, query)
        }

        switch breaker.event(.asked, at: line.instant()) {
        case .refuse(let fault):
            return standIn(for: fault, query)
        case .probe(let fault):
            let flight = takeOff(query.subject) { repository async throws(FeedError) in
                try await repository.fetchNewest(query)
            }
            let instead = standIn(for: fault, query)
            return instead.value == nil ? landed(await flight.value, query) : instead
        case .ask, .none:
            let flight = takeOff(query.subject) { repository async throws(FeedError) in
                try await repository.fetchNewest(query)
            }
            return landed(await flight.value, query)
        }
    }

    /// What an older answer said of a day that the newest no longer does: the last one kept in the three hours
    /// before the day began, else the day's first.
    func earlier(on date: KoreanDate, _ query: FeedRequest<Service, Value>) -> Value? {
        let older = kept.issues(feed: feed, subject: query.subject).dropFirst()
        let eve = older.first { $0 < date.start && $0 >= date.start.addingTimeInterval(-3 * 3_600) }
        return (eve ?? older.last { $0 >= date.start }).flatMap { read(query, issue: $0)?.value }
    }

    /// What one issue before the newest says: at hand, or asked for while the feed answers. It is only an addition,
    /// so its faults are nobody's concern.
    func older(_ query: FeedRequest<Service, Value>, issue: Date) async -> Value? {
        guard issue < freshness.issues(at: line.now())[0] else { return nil }
        let name = "\(query.subject) \(KoreanTime(issue).compact)"
        if let known = held[name] { return known.value }
        if let file = kept.answer(feed: feed, subject: query.subject, issue: issue) {
            return read(query, issue: issue, file)?.value
        }
        guard !breaker.isOpen else { return nil }
        let flight =
            flights[name]
            ?? takeOff(name) { repository async throws(FeedError) in
                guard let answer = try await repository.fetch(query, issue: issue) else {
                    throw FeedError(.noData)
                }
                return answer
            }
        switch await flight.value {
        case .success(let answer): return answer.value
        case .failure: return nil
        }
    }
}

extension FeedRepository {
    private func landed(_ result: Result<Held, FeedError>, _ query: FeedRequest<Service, Value>)
        -> FeedAnswer<Value>
    {
        switch result {
        case .success(let held): answer(held, held.wasKept ? .cached : .fresh)
        case .failure(let fault): standIn(for: fault, query)
        }
    }

    /// Starts a flight. It belongs to nobody who waits for it, so that a caller who goes away leaves it in the air.
    private func takeOff(
        _ name: String,
        _ route: @escaping @Sendable (FeedRepository) async throws(FeedError) -> Held
    ) -> Task<Result<Held, FeedError>, Never> {
        let flight = Task { await fly(name, route) }
        flights[name] = flight
        return flight
    }

    private func fly(
        _ name: String,
        _ route: @Sendable (FeedRepository) async throws(FeedError) -> Held
    ) async -> Result<Held, FeedError> {
        defer { flights[name] = nil }
        do throws(FeedError) {
            let fetched = try await route(self)
            _ = breaker.event(.answered, at: line.instant())
            hold(fetched, as: name)
            return .success(fetched)
        } catch {
            _ = breaker.event(error.concernsFeed ? .failed(error) : .answered, at: line.instant())
            return .failure(error)
        }
    }

    /// Asks for the newest issue, and where that is not there yet for the one before, unless it is kept.
    private func fetchNewest(_ query: FeedRequest<Service, Value>) async throws(FeedError) -> Held {
        var nothingNewerAt: Date?
        for issue in freshness.issues(at: line.now()) {
            if nothingNewerAt != nil, var older = read(query, issue: issue) {
                older.nothingNewerAt = nothingNewerAt
                return older
            }
            if var answer = try await fetch(query, issue: issue) {
                answer.nothingNewerAt = nothingNewerAt
                return answer
            }
            nothingNewerAt = line.now()
        }
        throw FeedError(.noData)
    }

    /// Fetches an issue and keeps what came; `nil` where it is not there yet, and that is kept as well.
    private func fetch(_ query: FeedRequest<Service, Value>, issue: Date) async throws(FeedError) -> Held? {
        let fetched = try await line.fetch(query, issue: issue)
        let now = line.now()
        kept.keep(
            StoredAnswer(fetchedAt: now, status: fetched.answer.status, body: fetched.answer.body),
            feed: feed,
            subject: query.subject,
            issue: issue
        )
        return fetched.value.map { Held(value: $0, issue: issue, fetchedAt: now) }
    }
}

extension FeedRepository {
    /// What is at hand and cannot be bettered, in memory or on disk.
    private func current(_ query: FeedRequest<Service, Value>, maximumAge: Double?) -> Held? {
        let now = line.now()
        if let answer = held[query.subject], answer.isCurrent(freshness, now: now, maximumAge: maximumAge) {
            return answer
        }
        var nothingNewerAt: Date?
        for issue in freshness.issues(at: now) {
            guard let file = kept.answer(feed: feed, subject: query.subject, issue: issue) else {
                // An issue that nobody fetched may be out; without issues, the answer may be of the stretch before.
                if case .byAge = freshness { continue }
                return nil
            }
            guard var answer = read(query, issue: issue, file) else {
                // Kept, and no value in it: the upstream's word that the issue is not there yet.
                nothingNewerAt = file.fetchedAt
                continue
            }
            answer.nothingNewerAt = nothingNewerAt
            guard answer.isCurrent(freshness, now: now, maximumAge: maximumAge) else { return nil }
            hold(answer, as: query.subject)
            return answer
        }
        return nil
    }

    /// The newest answer that may stand in for a better one, marked stale, or the fault where there is none.
    private func standIn(for fault: FeedError, _ query: FeedRequest<Service, Value>) -> FeedAnswer<Value> {
        let now = line.now()
        let newest = held[query.subject] ?? newestKept(query)
        guard let newest, freshness.mayStandIn(issue: newest.issue, fetchedAt: newest.fetchedAt, now: now)
        else {
            return FeedAnswer(value: nil, report: SourceReport(feed: feed, status: .failed, error: fault))
        }
        hold(newest, as: query.subject)
        return answer(newest, .stale, fault)
    }

    private func newestKept(_ query: FeedRequest<Service, Value>) -> Held? {
        for issue in kept.issues(feed: feed, subject: query.subject) {
            if let answer = read(query, issue: issue) { return answer }
        }
        return nil
    }

    private func read(_ query: FeedRequest<Service, Value>, issue: Date) -> Held? {
        kept.answer(feed: feed, subject: query.subject, issue: issue).flatMap {
            read(query, issue: issue, $0)
        }
    }

    /// Reads a kept answer; `nil` where it says that there is nothing, or can no longer be read.
    private func read(_ query: FeedRequest<Service, Value>, issue: Date, _ file: StoredAnswer) -> Held? {
        do throws(FeedError) {
            let value = try query.read(HTTPAnswer(status: file.status, body: file.body), issue)
            return Held(value: value, issue: issue, fetchedAt: file.fetchedAt)
        } catch {
            return nil
        }
    }

    private func hold(_ answer: Held, as name: String) {
        held[name] = answer
        if held.count > FeedRepository.capacity,
            let oldest = held.min(by: { $0.value.fetchedAt < $1.value.fetchedAt })
        {
            held[oldest.key] = nil
        }
    }

    private func answer(_ held: Held, _ status: SourceReport.Status, _ fault: FeedError? = nil) -> FeedAnswer<
        Value
    > {
        var report = SourceReport(feed: feed, status: status, fetchedAt: held.fetchedAt, error: fault)
        if case .byIssue = freshness { report.issuedAt = held.issue }
        report.nextChange = held.nextChange(freshness, now: line.now())
        return FeedAnswer(value: held.value, report: report)
    }
}
