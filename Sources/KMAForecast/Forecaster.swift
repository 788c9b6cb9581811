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

    /// Makes the catalogue of feeds and reads the tables of every report, which otherwise happens at first use: for a
    /// program that can do so while it does something else.
    public static func prepare() {
        _ = FeedCatalog.feeds
        _ = AirStation.all
        _ = ClimateStation.all
        _ = DustZone.englishNames
        _ = WarningZones.ofKorea
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
        let asked = question.feeds.compactMap { feeds[$0] }
        async let answers = RequestOrigin.$current.withValue(origin) {
            await self.contributions(of: asked, at: place, for: question, maximumAge, progress)
        }
        // Meanwhile, what the place says by itself.
        let warningZones = place.warningZones.map(\.code)
        let stations = place.airStations.map { ($0.station.name, $0.distance) }
        let dustZone = place.dustZone
        let climate = place.climateStation
        let contributions = await answers
        var readings = Readings()
        for contribution in contributions.values { contribution.merge(&readings) }
        let sources = question.feeds.compactMap { contributions[$0]?.report }
        var week = Week(
            readings,
            now: now,
            latitude: place.latitude,
            longitude: place.longitude,
            preferring: preference
        )
        if let climate {
            for index in week.days.indices {
                week.days[index].normal = ClimateNormal(
                    on: week.days[index].date,
                    station: LocalizedText(climate.name, climate.englishName),
                    years: climate.years,
                    lows: climate.lows,
                    highs: climate.highs
                )
            }
        }
        let report = Report(
            place: place,
            generatedAt: now,
            week: week,
            outlook: readings.outlook,
            alerts: [Alert](readings, zones: warningZones, at: now),
            air: AirQuality(readings, stations: stations, zone: dustZone, at: now),
            sources: sources
        )
        guard question.isAnswered(by: report) else { throw .nothingToShow(sources) }
        return report
    }

    /// The answers to a question about places, each on somebody's behalf, in their order: all fetched at once, so that
    /// what they have in common is fetched once. Each fails on its own. Parameters as in
    /// ``report(_:at:preferring:maximumAge:for:progress:)``.
    public func reports(
        _ question: Question,
        at places: [(place: Place, origin: RequestOrigin)],
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        progress: @escaping @Sendable (SourceReport) -> Void = { _ in }
    ) async -> [Result<Report, ForecastError>] {
        let results = await withTaskGroup(of: (Int, Result<Report, ForecastError>).self) { group in
            for (index, (place, origin)) in places.enumerated() {
                group.addTask {
                    do throws(ForecastError) {
                        let report = try await report(
                            question,
                            at: place,
                            preferring: preference,
                            maximumAge: maximumAge,
                            for: origin,
                            progress: progress
                        )
                        return (index, .success(report))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return places.indices.compactMap { results[$0] }
    }

    /// Whether a service that answers a question has answers for a place at hand, however old: a forecast of the place can
    /// be shown, and its calls renew what is known. One of several is enough: another that has been down since its key
    /// was set knows no place at all.
    public func knows(_ place: Place, for question: Question) async -> Bool {
        let services = Set(question.feeds.map(\.service)).filter { goesByPlace($0, for: question) }
        if services.isEmpty { return true }
        for service in services where await knows(place, by: service, for: question) { return true }
        return false
    }

    /// Whether every feed of a service has an answer for a place at hand, however old.
    private func knows(_ place: Place, by service: UpstreamService, for question: Question) async -> Bool {
        for feed in question.feeds where feed.service == service {
            for part in feeds[feed]?.parts ?? [] {
                if let knows = part.knows, await !knows(place) { return false }
            }
        }
        return true
    }

    /// Whether a service answers a question about single places, of which there are many.
    private func goesByPlace(_ service: UpstreamService, for question: Question) -> Bool {
        question.feeds.filter { $0.service == service }
            .contains { feeds[$0]?.parts.contains { $0.knows != nil } == true }
    }

    /// Whether there is a key for a feed.
    func hasKey(_ feed: Feed) -> Bool { feeds[feed]?.parts.isEmpty == false }

    /// KMA's warnings for a place, or for the whole country and its seas without one. `origin`: on whose behalf upstreams
    /// are called. Throws only where the warnings are not to be had at all.
    public func alerts(
        at place: Place?,
        for origin: RequestOrigin = .program
    ) async throws(ForecastError) -> AlertReport {
        let now = configuration.now()
        guard let feed = feeds[.warnings] else { throw .nothingToShow([]) }
        let contribution = await RequestOrigin.$current.withValue(origin) {
            await self.contribution(of: feed, at: place, for: nil, maximumAge: nil)
        }
        guard contribution.report.hasValue else { throw .nothingToShow([contribution.report]) }
        var readings = Readings()
        contribution.merge(&readings)
        return AlertReport(
            place: place,
            generatedAt: now,
            alerts: [Alert](readings, zones: place?.warningZones.map(\.code), at: now),
            source: contribution.report
        )
    }

    /// Whether the store tells of answers that others store.
    public var hasNews: Bool { configuration.store?.news != nil }

    /// Takes up what others store and passes it on, until the task is cancelled.
    public func followNews(_ pass: @Sendable ([StoredNews]) -> Void) async {
        guard let news = configuration.store?.news else { return }
        for await batch in news {
            for item in batch {
                for part in feeds[item.subject.feed]?.parts ?? [] { await part.take(item) }
            }
            pass(batch)
        }
    }

    /// What all feeds give. Those of optional services are waited for only a little longer than the forecast: one that
    /// hangs costs its own part and no more, and is told as late. Its fetch goes on for the next who asks.
    private func contributions(
        of feeds: [ConnectedFeed],
        at place: Place,
        for question: Question,
        _ maximumAge: Double?,
        _ progress: @Sendable (SourceReport) -> Void
    ) async -> [Feed: FeedContribution] {
        // `nil` is the end of the wait for those that are late.
        await withTaskGroup(of: FeedContribution?.self) { group in
            for feed in feeds {
                group.addTask {
                    await contribution(of: feed, at: place, for: question, maximumAge: maximumAge)
                }
            }
            var missing = Set(feeds.map(\.feed))
            var contributions: [Feed: FeedContribution] = [:]
            var isTimed = false
            while !missing.isEmpty, let arrival = await group.next() {
                guard let arrival else {
                    group.cancelAll()
                    continue
                }
                progress(arrival.report)
                missing.remove(arrival.report.feed)
                contributions[arrival.report.feed] = arrival
                if !isTimed, !missing.isEmpty, missing.allSatisfy(\.service.traits.isOptional) {
                    isTimed = true
                    group.addTask {
                        // Cancelled once nothing is missing; then nobody reads what it returns.
                        try? await Task.sleep(for: configuration.optionalTimeout)
                        return nil
                    }
                }
            }
            group.cancelAll()
            return contributions
        }
    }

    private func contribution(
        of feed: ConnectedFeed,
        at place: Place?,
        for question: Question?,
        maximumAge: Double?
    ) async -> FeedContribution {
        var origin = RequestOrigin.current
        if origin.isNewPlace, let place, let question, goesByPlace(feed.feed.service, for: question) {
            // By service: where one is down, the places that another knows are no news to that one.
            origin.isNewPlace = await !knows(place, by: feed.feed.service, for: question)
        }
        var contribution = await RequestOrigin.$current.withValue(origin) {
            await feed.contribution(at: place, for: question, maximumAge: maximumAge)
        }
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
