#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Where one feed is asked: it knows what is at hand, sends one flight a subject whoever asks, and gives the best
/// true answer there is.
actor FeedDesk<Value: Sendable> {
    private typealias Held = HeldAnswer<Value>

    /// Subjects held in memory; coordinates are without number, so the oldest give way.
    private static var capacity: Int { 512 }

    private let feed: Feed
    private let freshness: Freshness
    private let line: UpstreamLine
    private let kept: KeptAnswers
    private var held: [String: HeldAnswer<Value>] = [:]
    private var flights: [String: Task<Result<HeldAnswer<Value>, FeedError>, Never>] = [:]
    private var breaker = Breaker()

    init(feed: Feed, freshness: Freshness, line: UpstreamLine, kept: KeptAnswers) {
        self.feed = feed
        self.freshness = freshness
        self.line = line
        self.kept = kept
    }

    /// The best answer to a query. One older than `maximumAge` seconds is fetched anew even where nothing newer is
    /// expected.
    func answer(_ query: FeedQuery<Value>, maximumAge: Double? = nil) async -> FeedAnswer<Value> {
        if let current = current(query, maximumAge: maximumAge) { return answer(current, .cached) }
        if let underWay = flights[query.subject] { return landed(await underWay.value, query) }

        switch breaker.event(.asked, at: .now) {
        case .refuse(let fault):
            return standIn(for: fault, query)
        case .probe:
            let flight = takeOff(query)
            let instead = standIn(for: FeedError(.timeout), query)
            return instead.value == nil ? landed(await flight.value, query) : instead
        case .ask, .none:
            return landed(await takeOff(query).value, query)
        }
    }

    /// What an older answer said of a day that the newest no longer does: the last one kept in the three hours
    /// before the day began, else the day's first.
    func earlier(on date: KoreanDate, _ query: FeedQuery<Value>) -> Value? {
        let older = kept.issues(feed: feed, subject: query.subject).dropFirst()
        let eve = older.first { $0 < date.start && $0 >= date.start.addingTimeInterval(-3 * 3_600) }
        return (eve ?? older.last { $0 >= date.start }).flatMap { read(query, issue: $0)?.value }
    }
}

extension FeedDesk {
    private func landed(_ result: Result<Held, FeedError>, _ query: FeedQuery<Value>) -> FeedAnswer<Value> {
        switch result {
        case .success(let fetched): answer(fetched, .fresh)
        case .failure(let fault): standIn(for: fault, query)
        }
    }

    /// Starts a flight. It belongs to nobody who waits for it, so that a caller who goes away leaves it in the air.
    private func takeOff(_ query: FeedQuery<Value>) -> Task<Result<Held, FeedError>, Never> {
        let flight = Task { await fly(query) }
        flights[query.subject] = flight
        return flight
    }

    private func fly(_ query: FeedQuery<Value>) async -> Result<Held, FeedError> {
        defer { flights[query.subject] = nil }
        do throws(FeedError) {
            let fetched = try await fetchNewest(query)
            _ = breaker.event(.answered, at: .now)
            hold(fetched, for: query.subject)
            return .success(fetched)
        } catch {
            _ = breaker.event(error.mayPass ? .failed(error) : .answered, at: .now)
            return .failure(error)
        }
    }

    /// Asks for the newest issue, and where that is not there yet for the one before, unless it is kept.
    private func fetchNewest(_ query: FeedQuery<Value>) async throws(FeedError) -> Held {
        var nothingNewerAt: Date?
        for issue in freshness.issues(at: line.now()) {
            if let nothingNewerAt, var older = read(query, issue: issue) {
                older.nothingNewerAt = nothingNewerAt
                return older
            }
            let fetched = try await line.fetch(query, issue: issue)
            let now = line.now()
            kept.keep(
                KeptAnswer(fetchedAt: now, status: fetched.answer.status, body: fetched.answer.body),
                feed: feed,
                subject: query.subject,
                issue: issue
            )
            if let value = fetched.value {
                return Held(value: value, issue: issue, fetchedAt: now, nothingNewerAt: nothingNewerAt)
            }
            nothingNewerAt = now
        }
        throw FeedError(.noData)
    }
}

extension FeedDesk {
    /// What is at hand and cannot be bettered, in memory or on disk.
    private func current(_ query: FeedQuery<Value>, maximumAge: Double?) -> Held? {
        let now = line.now()
        if let answer = held[query.subject], answer.isCurrent(freshness, now: now, maximumAge: maximumAge) {
            return answer
        }
        var nothingNewerAt: Date?
        for issue in freshness.issues(at: now) {
            guard let file = kept.answer(feed: feed, subject: query.subject, issue: issue) else { return nil }
            guard var answer = read(query, issue: issue, file) else {
                // Kept, and no value in it: the upstream's word that the issue is not there yet.
                nothingNewerAt = file.fetchedAt
                continue
            }
            answer.nothingNewerAt = nothingNewerAt
            guard answer.isCurrent(freshness, now: now, maximumAge: maximumAge) else { return nil }
            hold(answer, for: query.subject)
            return answer
        }
        return nil
    }

    /// The newest answer that may stand in for a better one, marked stale, or the fault where there is none.
    private func standIn(for fault: FeedError, _ query: FeedQuery<Value>) -> FeedAnswer<Value> {
        let now = line.now()
        let newest = held[query.subject] ?? newestKept(query)
        guard let newest, freshness.mayStandIn(issue: newest.issue, fetchedAt: newest.fetchedAt, now: now)
        else {
            return FeedAnswer(value: nil, report: SourceReport(feed: feed, status: .failed, error: fault))
        }
        hold(newest, for: query.subject)
        return answer(newest, .stale, fault)
    }

    private func newestKept(_ query: FeedQuery<Value>) -> Held? {
        for issue in kept.issues(feed: feed, subject: query.subject) {
            if let answer = read(query, issue: issue) { return answer }
        }
        return nil
    }

    private func read(_ query: FeedQuery<Value>, issue: Date) -> Held? {
        kept.answer(feed: feed, subject: query.subject, issue: issue).flatMap {
            read(query, issue: issue, $0)
        }
    }

    /// Reads a kept answer; `nil` where it says that there is nothing, or can no longer be read.
    private func read(_ query: FeedQuery<Value>, issue: Date, _ file: KeptAnswer) -> Held? {
        do throws(FeedError) {
            let value = try query.read(HTTPAnswer(status: file.status, body: file.body), issue)
            return Held(value: value, issue: issue, fetchedAt: file.fetchedAt)
        } catch {
            return nil
        }
    }

    private func hold(_ answer: Held, for subject: String) {
        held[subject] = answer
        if held.count > FeedDesk.capacity,
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
