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
/// One of them lives as long as the program; it holds the repositories at which the feeds are asked.
public struct Forecaster: Sendable {
    let sources: ForecasterConfiguration
    let repositories: FeedRepositories

    /// An adapter over sources.
    public init(_ sources: ForecasterConfiguration) {
        self.sources = sources
        repositories = FeedRepositories(sources)
    }

    /// The calls of each service, for whoever wants to know what is left.
    public var quotas: [QuotaTracker] { repositories.quotas }

    /// The answer to a question about a place, from every feed that has a say in it.
    ///
    /// `maximumAge`: seconds an answer at hand may be old. `progress` hears of each feed as it is done.
    /// Half an answer is an answer; throws only where there is nothing to show.
    public func report(
        _ question: Question,
        at place: Place,
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        progress: @escaping @Sendable (SourceReport) -> Void = { _ in }
    ) async throws(ForecastError) -> Report {
        let now = sources.now()
        let parts = await withTaskGroup(of: Part.self) { group in
            for feed in question.feeds {
                group.addTask { await part(of: feed, at: place, maximumAge: maximumAge) }
            }
            return await group.reduce(into: [Part]()) { parts, part in
                progress(part.source)
                parts.append(part)
            }
        }
        var readings = Readings()
        var outlook: Outlook?
        for part in parts { part.fill(&readings, &outlook) }
        let reports = question.feeds.compactMap { feed in parts.first { $0.source.feed == feed }?.source }
        let week = Week(
            readings,
            now: now,
            latitude: place.latitude,
            longitude: place.longitude,
            preferring: preference
        )
        let report = Report(place: place, generatedAt: now, week: week, outlook: outlook, sources: reports)
        guard question.isAnswered(by: report) else { throw .nothingToShow(reports) }
        return report
    }
}

extension Forecaster {
    /// What one feed said, and how it goes into the merge.
    private struct Part: Sendable {
        var source: SourceReport
        var fill: @Sendable (inout Readings, inout Outlook?) -> Void

        init<Value>(
            _ answer: FeedAnswer<Value>,
            _ fill: @escaping @Sendable (Value, inout Readings, inout Outlook?) -> Void
        ) {
            source = answer.report
            self.fill = { readings, outlook in
                if let value = answer.value { fill(value, &readings, &outlook) }
            }
        }

        init(missingKeyFor feed: Feed) {
            source = SourceReport(feed: feed, status: .missingKey, error: FeedError(.keyMissing))
            fill = { _, _ in }
        }
    }

    private func part(of feed: Feed, at place: Place, maximumAge: Double?) async -> Part {
        var part: Part
        switch feed.service {
        case .midTerm, .shortTerm:
            guard let kma = sources.kma else { return Part(missingKeyFor: feed) }
            part = await self.part(of: feed, at: place, from: kma, maximumAge: maximumAge)
        case .openWeather:
            guard let openWeather = sources.openWeather else { return Part(missingKeyFor: feed) }
            part = await self.part(of: feed, at: place, from: openWeather, maximumAge: maximumAge)
        }
        if sources.areSamples, part.source.hasValue { part.source.status = .sample }
        return part
    }

    private func part(of feed: Feed, at place: Place, from kma: KMAGateway, maximumAge: Double?) async -> Part
    {
        switch feed {
        case .midTemperature:
            let query = FeedRequest.midTemperature(zone: place.temperatureZone.code, gateway: kma)
            return Part(await repositories.midTemperature.answer(query, maximumAge: maximumAge)) {
                value,
                readings,
                _ in
                readings.midTemperature = value
            }
        case .midLand:
            let query = FeedRequest.midLand(zone: place.landZone.code, gateway: kma)
            return Part(await repositories.midLand.answer(query, maximumAge: maximumAge)) {
                value,
                readings,
                _ in
                readings.midLand = value
            }
        case .outlook:
            let query = FeedRequest.outlook(station: place.outlookStation.code, gateway: kma)
            return Part(await repositories.outlook.answer(query, maximumAge: maximumAge)) {
                value,
                _,
                outlook in
                outlook = value
            }
        case .shortTerm:
            // The day's low, and after 14:00 its high, stand only in its issue of 02:00.
            let query = FeedRequest.shortTerm(cell: place.gridCell, gateway: kma)
            let today = FeedRequest.today(cell: place.gridCell, gateway: kma)
            async let morning = repositories.shortTerm.older(
                today,
                issue: KoreanDate(of: sources.now()).at(hour: 2)
            )
            let answer = await repositories.shortTerm.answer(query, maximumAge: maximumAge)
            let earlier = await morning
            return Part(answer) { value, readings, _ in
                readings.shortTerm = earlier.map(value.filled(byEarlier:)) ?? value
            }
        case .nowcast, .openWeatherCurrent, .openWeatherForecast:
            return await nowcast(at: place, from: kma, maximumAge: maximumAge)
        }
    }

    /// KMA's now is two answers, told as one feed: what is observed, and the next six hours.
    private func nowcast(at place: Place, from kma: KMAGateway, maximumAge: Double?) async -> Part {
        let observation = FeedRequest.nowcast(cell: place.gridCell, gateway: kma)
        let nextHours = FeedRequest.nextHours(cell: place.gridCell, gateway: kma)
        async let coming = repositories.nextHours.answer(nextHours, maximumAge: maximumAge)
        let seen = await repositories.nowcast.answer(observation, maximumAge: maximumAge)
        let next = await coming
        return Part(seen.and(next)) { value, readings, _ in
            readings.nowcast = value.0
            readings.nextHours = value.1
        }
    }

    private func part(
        of feed: Feed,
        at place: Place,
        from openWeather: OpenWeatherGateway,
        maximumAge: Double?
    ) async -> Part {
        if feed == .openWeatherCurrent {
            let query = FeedRequest.openWeatherCurrent(
                latitude: place.latitude,
                longitude: place.longitude,
                gateway: openWeather
            )
            return Part(await repositories.openWeatherCurrent.answer(query, maximumAge: maximumAge)) {
                value,
                readings,
                _ in
                readings.current = value
            }
        }
        let query = FeedRequest.openWeatherForecast(
            latitude: place.latitude,
            longitude: place.longitude,
            gateway: openWeather
        )
        let answer = await repositories.openWeatherForecast.answer(query, maximumAge: maximumAge)
        let earlier = await repositories.openWeatherForecast.earlier(on: KoreanDate(of: sources.now()), query)
        return Part(answer) { value, readings, _ in
            readings.openWeather = earlier.map(value.filled(byEarlier:)) ?? value
        }
    }
}
