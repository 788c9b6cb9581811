#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

/// What a part needs to work: the client of its service, the gateway, and the configuration's store and clock.
struct FeedConnection<Service: FeedService>: Sendable {
    let feed: Feed
    let client: UpstreamClient<Service>
    let gateway: Service.Gateway
    let store: (any Store)?
    let now: @Sendable () -> Date

    /// The repository of a part's answers.
    func repository<Value>(_ freshness: Freshness, of type: Value.Type)
        -> FeedRepository<Service, Value>
    {
        FeedRepository(feed: feed, freshness: freshness, client: client, store: store, now: now)
    }
}

/// A request of a feed with its repository behind it.
struct ConnectedPart: Sendable {
    let answer: @Sendable (_ place: Place, _ maximumAge: Double?) async -> FeedContribution
    /// Asks about the whole country; `nil` where the feed goes by place.
    var nationwide: (@Sendable (_ maximumAge: Double?) async -> FeedContribution)?
    /// Fetches the answer for a zone ahead; `nil` where the feed goes by place.
    var refresh: (@Sendable (_ zone: String) async -> SourceReport)?
    /// Whether an answer for a place is at hand, however old; `nil` where the feed goes by zone, of which there are few.
    var knows: (@Sendable (_ place: Place) async -> Bool)?
    /// The answer of an earlier issue to compare with; `nil` where none is compared with.
    var earlier: EarlierAnswer?
    /// Makes room in memory for what somebody else has stored.
    let take: @Sendable (StoredNews) async -> Void

    init<Service, Value>(
        _ repository: FeedRepository<Service, Value>,
        answer: @escaping @Sendable (Place, Double?) async -> FeedContribution
    ) {
        self.answer = answer
        take = { await repository.take($0) }
    }

    init<Service, Value>(
        _ repository: FeedRepository<Service, Value>,
        nationwide: @escaping @Sendable (Double?) async -> FeedContribution
    ) {
        self.init(repository) { _, maximumAge in await nationwide(maximumAge) }
        self.nationwide = nationwide
    }

    /// What it gives to a report about a place, or about the whole country without one; `nil` there where it goes by place.
    func contribution(at place: Place?, maximumAge: Double?) async -> FeedContribution? {
        guard let place else { return await nationwide?(maximumAge) }
        return await answer(place, maximumAge)
    }
}

/// The answer of an earlier issue of a request. Nothing is told of it where it is missing: the feed itself is whole.
struct EarlierAnswer: Sendable {
    /// The questions that compare with it.
    let questions: Set<Question>
    /// Looks it up, and gives the merge of its values.
    let merge: @Sendable (_ place: Place) async -> @Sendable (inout Readings) -> Void
}

/// What one feed gives to a report: its values and what is told of it.
struct FeedContribution: Sendable {
    var report: SourceReport
    var merge: @Sendable (inout Readings) -> Void

    init<Value>(
        _ answer: FeedAnswer<Value>,
        _ merge: @escaping @Sendable (Value, inout Readings) -> Void
    ) {
        report = answer.report
        self.merge = { readings in
            if let value = answer.value { merge(value, &readings) }
        }
    }

    /// Two contributions of one feed, told as one.
    func combined(with other: FeedContribution, at now: Date) -> FeedContribution {
        var both = self
        both.report = report.combined(with: other.report, at: now)
        both.merge = { [merge] readings in
            merge(&readings)
            other.merge(&readings)
        }
        return both
    }

    init(missingKeyFor feed: Feed) {
        report = SourceReport(feed: feed, status: .missingKey, error: FeedError(.keyMissing))
        merge = { _ in }
    }
}

/// A feed that can be asked: all of its requests, told as one.
struct ConnectedFeed: Sendable {
    let feed: Feed
    /// Its requests; none without a key.
    let parts: [ConnectedPart]
    let now: @Sendable () -> Date

    /// Asks the feed for a question about a place, or about the whole country without one.
    func contribution(at place: Place?, for question: Question?, maximumAge: Double?) async
        -> FeedContribution
    {
        async let earlierMerges = earlierMerges(at: place, for: question)
        let answers = await withTaskGroup(of: (Int, FeedContribution?).self) { group in
            for (index, part) in parts.enumerated().dropFirst() {
                group.addTask { (index, await part.contribution(at: place, maximumAge: maximumAge)) }
            }
            // The first in this task: most feeds have no other.
            var answers: [Int: FeedContribution] = [:]
            answers[0] = await parts.first?.contribution(at: place, maximumAge: maximumAge)
            for await (index, answer) in group { answers[index] = answer }
            return answers
        }
        guard var whole = answers[0] else { return FeedContribution(missingKeyFor: feed) }
        for index in parts.indices.dropFirst() {
            if let next = answers[index] { whole = whole.combined(with: next, at: now()) }
        }
        for mergeEarlier in await earlierMerges {
            whole.merge = { [merge = whole.merge] readings in
                merge(&readings)
                mergeEarlier(&readings)
            }
        }
        whole.report = whole.report.withoutApproval
        return whole
    }

    private func earlierMerges(at place: Place?, for question: Question?) async
        -> [@Sendable (inout Readings) -> Void]
    {
        guard let place, let question else { return [] }
        var merges: [@Sendable (inout Readings) -> Void] = []
        for earlier in parts.compactMap(\.earlier) where earlier.questions.contains(question) {
            // The newest answers go first.
            await Task.yield()
            merges.append(await earlier.merge(place))
        }
        return merges
    }
}
