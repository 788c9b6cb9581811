#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

/// The adapter: asks all feeds of a question at once, each failing on its own, and merges what they say.
///
/// Make one for a program's life; it holds the repositories and the clients of all services.
public struct Forecaster: Sendable {
    let configuration: ForecasterConfiguration
    private let services: [ServiceConnection]
    private let feeds: [Feed: ConnectedFeed]

    /// An adapter over a configuration.
    public init(_ configuration: ForecasterConfiguration) {
        self.configuration = configuration
        services = FeedCatalog.connect(configuration)
        feeds = Dictionary(services.flatMap(\.feeds).map { ($0.feed, $0) }) { first, _ in first }
    }

    /// The calls of each service, for whoever wants to know what is left.
    public var quotas: [QuotaTracker] { services.map(\.quota) }

    /// The answer to a question about a place, from every feed that helps to answer it.
    ///
    /// `maximumAge`: seconds an answer at hand may be old. `origin`: on whose behalf upstreams are called. `progress` is
    /// called with each feed as it is done. Half an answer is an answer; throws only where there is nothing to show.
    public func report(
        _ question: Question,
        at place: Place,
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        for origin: RequestOrigin = .program,
        progress: @escaping @Sendable (SourceReport) -> Void = { _ in }
    ) async throws(ForecastError) -> Report {
        let now = configuration.now()
        let contributions = await RequestOrigin.$current.withValue(origin) {
            await withTaskGroup(of: FeedContribution.self) { group in
                for feed in question.feeds.compactMap({ feeds[$0] }) {
                    group.addTask { await contribution(of: feed, at: place, maximumAge: maximumAge) }
                }
                return await group.reduce(into: [Feed: FeedContribution]()) { contributions, contribution in
                    progress(contribution.report)
                    contributions[contribution.report.feed] = contribution
                }
            }
        }
        var readings = Readings()
        for contribution in contributions.values { contribution.merge(&readings) }
        let sources = question.feeds.compactMap { contributions[$0]?.report }
        let week = Week(
            readings,
            now: now,
            latitude: place.latitude,
            longitude: place.longitude,
            preferring: preference
        )
        let report = Report(
            place: place,
            generatedAt: now,
            week: week,
            outlook: readings.outlook,
            sources: sources
        )
        guard question.isAnswered(by: report) else { throw .nothingToShow(sources) }
        return report
    }

    /// Whether every feed of a question has an answer for a place at hand, however old: its calls only renew what is
    /// known.
    public func knows(_ place: Place, for question: Question) async -> Bool {
        for part in question.feeds.compactMap({ feeds[$0] }).flatMap(\.parts) {
            guard await part.knows(place) else { return false }
        }
        return true
    }

    private func contribution(of feed: ConnectedFeed, at place: Place, maximumAge: Double?) async
        -> FeedContribution
    {
        var contribution = await feed.contribution(at: place, maximumAge: maximumAge)
        contribution.report.gateway = configuration.kmaGateway
        if configuration.areSamples, contribution.report.hasValue { contribution.report.status = .sample }
        return contribution
    }

    /// Fetches what is newest of one feed for one of its zones; `nil` where the feed has no zones.
    func refresh(_ feed: Feed, zone: String) async -> SourceReport? {
        for part in feeds[feed]?.parts ?? [] {
            if let refresh = part.refresh { return await refresh(zone) }
        }
        return nil
    }
}
