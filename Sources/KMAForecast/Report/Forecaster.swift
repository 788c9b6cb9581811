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
/// One of them lives as long as the program; it holds the desks at which the feeds are asked.
public struct Forecaster: Sendable {
    private let kma: KMAGateway?
    private let openWeather: OpenWeatherAPI?
    private let areSamples: Bool
    private let now: @Sendable () -> Date
    /// The calls of each service, for whoever wants to know what is left.
    public let budgets: [CallBudget]

    private let midTemperature: FeedDesk<MidTemperature>
    private let midLand: FeedDesk<MidLand>
    private let outlook: FeedDesk<Outlook>
    private let current: FeedDesk<Observation>
    private let forecast: FeedDesk<SlotForecast>

    /// Four at once: see ``CallGate``.
    private static let kmaCallsAtOnce = 4
    /// OpenWeather asks for no more than one call in ten minutes a place.
    private static let openWeatherRefresh = Freshness.byAge(600)

    /// An adapter over sources.
    public init(_ sources: ForecastSources) {
        kma = sources.kma
        openWeather = sources.openWeather
        areSamples = sources.areSamples
        now = sources.now
        func line(_ service: Service, gate: CallGate?) -> UpstreamLine {
            UpstreamLine(
                transport: sources.transport,
                gate: gate,
                budget: CallBudget(service: service, directory: sources.countsDirectory),
                timeout: sources.timeout,
                now: sources.now
            )
        }
        let kmaLine = line(.midTerm, gate: CallGate(width: Forecaster.kmaCallsAtOnce))
        let openWeatherLine = line(.openWeather, gate: nil)
        budgets = [kmaLine.budget, openWeatherLine.budget]
        let issues = Freshness.byIssue(.midTerm)
        let refresh = Forecaster.openWeatherRefresh
        midTemperature = FeedDesk(feed: .midTemperature, freshness: issues, line: kmaLine, kept: sources.kept)
        midLand = FeedDesk(feed: .midLand, freshness: issues, line: kmaLine, kept: sources.kept)
        outlook = FeedDesk(feed: .outlook, freshness: issues, line: kmaLine, kept: sources.kept)
        current = FeedDesk(
            feed: .openWeatherCurrent,
            freshness: refresh,
            line: openWeatherLine,
            kept: sources.kept
        )
        forecast = FeedDesk(
            feed: .openWeatherForecast,
            freshness: refresh,
            line: openWeatherLine,
            kept: sources.kept
        )
    }

    /// The answer to a question about a place, from every feed that has a say in it.
    ///
    /// `maximumAge`: seconds an answer at hand may be old. `progress` hears of each feed as it is done.
    /// Half an answer is an answer; throws only where there is nothing to show.
    public func report(
        _ question: Question,
        at place: Place,
        maximumAge: Double? = nil,
        progress: @escaping @Sendable (SourceReport) -> Void = { _ in }
    ) async throws(ForecastError) -> Report {
        let now = now()
        let parts = await withTaskGroup(of: Part.self) { group in
            for feed in question.feeds {
                group.addTask { await part(of: feed, at: place, maximumAge: maximumAge) }
            }
            return await group.reduce(into: [Part]()) { parts, part in
                progress(part.report)
                parts.append(part)
            }
        }
        var readings = Readings()
        var text: Outlook?
        for part in parts {
            switch part.said {
            case .midTemperature(let value): readings.midTemperature = value
            case .midLand(let value): readings.midLand = value
            case .outlook(let value): text = value
            case .current(let value): readings.current = value
            case .forecast(let value): readings.openWeather = value
            case nil: break
            }
        }
        let sources = question.feeds.compactMap { feed in parts.first { $0.report.feed == feed }?.report }
        let week = Week(readings, now: now, latitude: place.latitude, longitude: place.longitude)
        let report = Report(place: place, generatedAt: now, week: week, outlook: text, sources: sources)
        guard question.isAnswered(by: report) else { throw .nothingToShow(sources) }
        return report
    }
}

extension Forecaster {
    /// What one feed said, as it goes into the merge.
    private enum Said {
        case midTemperature(MidTemperature)
        case midLand(MidLand)
        case outlook(Outlook)
        case current(Observation)
        case forecast(SlotForecast)
    }

    private struct Part: Sendable {
        var said: Said?
        var report: SourceReport

        init<Value>(_ answer: FeedAnswer<Value>, _ said: (Value) -> Said) {
            self.said = answer.value.map(said)
            report = answer.report
        }

        init(missingKeyFor feed: Feed) {
            report = SourceReport(feed: feed, status: .missingKey, error: FeedError(.keyMissing))
        }
    }

    private func part(of feed: Feed, at place: Place, maximumAge: Double?) async -> Part {
        var part = await unmarkedPart(of: feed, at: place, maximumAge: maximumAge)
        if areSamples, part.report.hasValue { part.report.status = .sample }
        return part
    }

    private func unmarkedPart(of feed: Feed, at place: Place, maximumAge: Double?) async -> Part {
        switch feed {
        case .midTemperature:
            guard let kma else { return Part(missingKeyFor: feed) }
            let query = FeedQuery.midTemperature(zone: place.temperatureZone.code, gateway: kma)
            return Part(await midTemperature.answer(query, maximumAge: maximumAge), Said.midTemperature)
        case .midLand:
            guard let kma else { return Part(missingKeyFor: feed) }
            let query = FeedQuery.midLand(zone: place.landZone.code, gateway: kma)
            return Part(await midLand.answer(query, maximumAge: maximumAge), Said.midLand)
        case .outlook:
            guard let kma else { return Part(missingKeyFor: feed) }
            let query = FeedQuery.outlook(station: place.outlookStation.code, gateway: kma)
            return Part(await outlook.answer(query, maximumAge: maximumAge), Said.outlook)
        case .openWeatherCurrent:
            guard let openWeather else { return Part(missingKeyFor: feed) }
            let query = FeedQuery.openWeatherCurrent(
                latitude: place.latitude,
                longitude: place.longitude,
                api: openWeather
            )
            return Part(await current.answer(query, maximumAge: maximumAge), Said.current)
        case .openWeatherForecast:
            guard let openWeather else { return Part(missingKeyFor: feed) }
            let query = FeedQuery.openWeatherForecast(
                latitude: place.latitude,
                longitude: place.longitude,
                api: openWeather
            )
            let answer = await forecast.answer(query, maximumAge: maximumAge)
            let earlier = await forecast.earlier(on: KoreanDate(of: now()), query)
            return Part(answer) { .forecast(earlier.map($0.filled(byEarlier:)) ?? $0) }
        }
    }
}
