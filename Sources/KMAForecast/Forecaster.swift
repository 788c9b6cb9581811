import Feeds
import Forecast
import Regions

/// The adapter: asks all feeds of a question at once, each failing on its own, and merges what they say.
///
/// Make one for a program's life; it holds the repositories and the clients of all services.
public struct Forecaster: Sendable {
    package let configuration: ForecasterConfiguration
    private let services: [ServiceClient]
    /// The feeds that there is a key to.
    let feeds: [Feed: any ForecastFeed]
    /// Fills the ledger with what stations measured; `nil` without a ledger or a key.
    public let observationFill: ObservationFill?

    /// An adapter over a configuration.
    public init(_ configuration: ForecasterConfiguration) {
        self.configuration = configuration
        (services, observationFill) = FeedCatalog.connect(configuration)
        let connected = services.flatMap(\.feeds).map { (type(of: $0).traits.feed, $0) }
        feeds = Dictionary(connected) { first, _ in first }
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

    /// The calls of each service, for anyone who wants to know what is left.
    public var quotas: [QuotaTracker] { services.map(\.quota) }

    /// The answer to a question about a place, from every feed that helps to answer it.
    ///
    /// `maximumAge`: seconds an answer at hand may be old. `isExplained`: the days say how their values came about. `origin`: on whose behalf upstreams are called. `progress` is
    /// called with each feed as it is done. Half an answer is an answer; throws only where there is nothing to show.
    public func report(
        _ question: Question,
        at place: Place,
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        isExplained: Bool = false,
        for origin: RequestOrigin = .program,
        progress: @escaping @Sendable (FeedReport) -> Void = { _ in }
    ) async throws(ForecastError) -> Report {
        let now = configuration.now()
        let feeds = question.feeds.filter { self.feeds[$0]?.covers(place) ?? true }
        let fallback = question.fallbackFeeds
        async let found = RequestOrigin.$current.withValue(origin) {
            await self.read(feeds, at: place, for: question, maximumAge, progress)
        }
        async let yesterdays = isComparing(question) ? yesterdaysForecasts(at: place, now: now) : []
        // Meanwhile, what the place says by itself.
        let surroundings = question.isAboutDays ? Surroundings(of: place) : nil
        func merged(_ byFeed: [Feed: FeedReading]) -> Report {
            var readings = Readings()
            for reading in byFeed.values { reading.fill(&readings) }
            var report = Report(
                place: place,
                generatedAt: now,
                week: .unknown,
                outlook: readings.outlook,
                sources: (feeds + fallback).compactMap { byFeed[$0]?.report }
            )
            if question != .outlook {
                report.week = Week(
                    readings,
                    now: now,
                    latitude: place.latitude,
                    longitude: place.longitude,
                    preferring: preference,
                    isExplained: isExplained
                )
            }
            if let surroundings { report.add(surroundings, readings) }
            return report
        }
        let byFeed = await found
        var report = merged(byFeed)
        if !question.isAnswered(by: report), !fallback.isEmpty {
            let others = await RequestOrigin.$current.withValue(origin) {
                await read(fallback, at: place, for: question, maximumAge, progress)
            }
            report = merged(byFeed.merging(others) { first, _ in first })
        }
        if isComparing(question) {
            report.changes = changes(of: report.week, await yesterdays, report.sources, at: now)
        }
        guard question.isAnswered(by: report) else { throw .nothingToShow(report.sources) }
        return report
    }

    /// Whether the answer to a question tells what has changed.
    private func isComparing(_ question: Question) -> Bool {
        configuration.ledger != nil && (question == .week || question == .hours)
    }

    /// The answers to a question about places, each on somebody's behalf, in their order: all fetched at once, so that
    /// what they have in common is fetched once. Each fails on its own. Parameters as in
    /// ``report(_:at:preferring:maximumAge:isExplained:for:progress:)``.
    public func reports(
        _ question: Question,
        at places: [(place: Place, origin: RequestOrigin)],
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        isExplained: Bool = false,
        progress: @escaping @Sendable (FeedReport) -> Void = { _ in }
    ) async -> [Result<Report, ForecastError>] {
        await places.concurrentMap { place, origin in
            do throws(ForecastError) {
                let report = try await report(
                    question,
                    at: place,
                    preferring: preference,
                    maximumAge: maximumAge,
                    isExplained: isExplained,
                    for: origin,
                    progress: progress
                )
                return .success(report)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Whether a service that answers a question has answers for a place at hand, however old: a forecast of the place can
    /// be shown, and its calls renew what is known. One of several is enough: another that has been down since its key
    /// was set knows no place at all.
    public func knows(_ place: Place, for question: Question) async -> Bool {
        let services = Set(question.feeds.map(\.service)).filter { !byPlace($0, for: question).isEmpty }
        if services.isEmpty { return true }
        for service in services where await knows(place, by: service, for: question) { return true }
        return false
    }

    /// Whether every feed of a service has an answer for a place at hand, however old.
    private func knows(_ place: Place, by service: UpstreamAPI, for question: Question) async -> Bool {
        for feed in byPlace(service, for: question) where await !feed.knows(place) { return false }
        return true
    }

    /// The feeds of a service that answer a question about single places, of which there are many.
    private func byPlace(_ service: UpstreamAPI, for question: Question) -> [any ForecastFeed] {
        question.feeds.filter { $0.service == service }.compactMap { feeds[$0] }
            .filter { type(of: $0).traits.isByPlace }
    }

    /// KMA's warnings for a place, or for the whole country and its seas without one. `origin`: on whose behalf upstreams
    /// are called. Throws only where the warnings are not available at all.
    public func alerts(
        at place: Place?,
        for origin: RequestOrigin = .program
    ) async throws(ForecastError) -> AlertReport {
        try await warnings(at: place, for: origin) { await $0.read(maximumAge: nil) }.report
    }

    /// What KMA announced of the warnings that stand or have ended in the last 48 hours, for a place, or for the whole
    /// country and its seas without one. Parameters as in ``alerts(at:for:)``. Throws also where past announcements are not
    /// available: without them one could be shown as the first of its warning, and later as another's successor.
    public func bulletins(
        at place: Place?,
        for origin: RequestOrigin = .program
    ) async throws(ForecastError) -> BulletinReport {
        let found = try await warnings(at: place, for: origin) { await $0.readWithHistory() }
        return BulletinReport(found.report, found.readings)
    }

    /// The warnings of a place by one way of reading their feed, with the readings, whose warnings are those of the place.
    private func warnings(
        at place: Place?,
        for origin: RequestOrigin,
        _ read: @Sendable (WarningsFeed) async -> FeedReading
    ) async throws(ForecastError) -> (report: AlertReport, readings: Readings) {
        let now = configuration.now()
        let feed = feeds[.warnings] as? WarningsFeed
        let reading = await RequestOrigin.$current.withValue(origin) {
            if let feed {
                described(await read(feed))
            } else {
                described(FeedReading(missingKeyFor: .warnings))
            }
        }
        guard reading.report.hasValue else { throw .nothingToShow([reading.report]) }
        var readings = Readings()
        reading.fill(&readings)
        let zones = place?.warningZones.map(\.code)
        let status = readings.warnings(in: zones, at: now)
        let report = AlertReport(
            place: place,
            generatedAt: now,
            alerts: [Alert](status, zones: zones),
            isWhole: status?.unresolved.isEmpty ?? false,
            source: reading.report
        )
        readings.warnings = status
        return (report, readings)
    }

    /// 에어코리아's dust forecast of the whole country.
    func readDust(for origin: RequestOrigin, maximumAge: Double?) async -> FeedReading {
        let feed = feeds[.airForecast] as? AirForecastFeed
        return await RequestOrigin.$current.withValue(origin) {
            described(await feed?.read(maximumAge: maximumAge) ?? FeedReading(missingKeyFor: .airForecast))
        }
    }

    /// Writes to the ledger what has been fetched: for a program that has printed its answer.
    public func recordIssues() async { await configuration.ledger?.flush() }

    /// Writes to the ledger what is fetched, until the task is cancelled, and then what is left.
    public func recordIssuesAsTheyCome() async { await configuration.ledger?.run(by: configuration.clock) }

    /// Whether the store tells of answers that others store.
    public var hasNews: Bool { configuration.store?.news != nil }

    /// What answers and counts are filed under, for a store that has to know it before anybody asks: one of each gateway
    /// and key.
    public var scopes: Set<StoreScope> { Set(services.compactMap(\.scope)) }

    /// Takes up what others store and passes it on, until the task is cancelled.
    public func followNews(_ pass: @Sendable ([StoredNews]) -> Void) async {
        guard let news = configuration.store?.news else { return }
        for await batch in news {
            for item in batch { await feeds[item.subject.feed]?.apply(item) }
            pass(batch)
            configuration.ledger?.recordStored()
        }
    }

    /// What all feeds give. Those of optional services are waited for only a little longer than the forecast: one that
    /// hangs costs its own part and no more, and is reported as late. Its fetch goes on for the next who asks.
    private func read(
        _ feeds: [Feed],
        at place: Place,
        for question: Question,
        _ maximumAge: Double?,
        _ progress: @escaping @Sendable (FeedReport) -> Void
    ) async -> [Feed: FeedReading] {
        let origins = await origins(of: Set(feeds.map(\.service)), at: place, for: question)
        @Sendable func readings(of feeds: [Feed]) async -> [Feed: FeedReading] {
            await withTaskGroup(of: FeedReading.self) { group in
                for feed in feeds {
                    group.addTask {
                        await RequestOrigin.$current.withValue(origins[feed.service] ?? .current) {
                            await read(feed, at: place, for: question, maximumAge: maximumAge)
                        }
                    }
                }
                return await group.reduce(into: [:]) { readings, reading in
                    progress(reading.report)
                    readings[reading.report.feed] = reading
                }
            }
        }
        let optional = Task { await readings(of: feeds.filter(\.service.traits.isOptional)) }
        let needed = await readings(of: feeds.filter { !$0.service.traits.isOptional })
        let rest = await optional.value(within: configuration.optionalTimeout, by: configuration.clock)
        return needed.merging(rest) { first, _ in first }
    }

    /// On whose behalf each service is called: a place that one knows may be new to another.
    private func origins(
        of services: Set<UpstreamAPI>,
        at place: Place,
        for question: Question
    ) async -> [UpstreamAPI: RequestOrigin] {
        var origins: [UpstreamAPI: RequestOrigin] = [:]
        for service in services {
            var origin = RequestOrigin.current
            if [.new, .known, .followed].contains(origin.purpose), !byPlace(service, for: question).isEmpty {
                let isKnown = await knows(place, by: service, for: question)
                origin.purpose = !isKnown ? .new : origin.purpose == .new ? .known : origin.purpose
            }
            origins[service] = origin
        }
        return origins
    }

    private func read(_ name: Feed, at place: Place, for question: Question, maximumAge: Double?) async
        -> FeedReading
    {
        guard let feed = feeds[name] else { return described(FeedReading(missingKeyFor: name)) }
        return described(await feed.read(place, for: question, maximumAge: maximumAge))
    }

    /// A reading with what the configuration says of it.
    private func described(_ reading: FeedReading) -> FeedReading {
        var reading = reading
        reading.report = reading.report.withoutApproval
        reading.report.gateway = configuration.kmaGateway
        if configuration.areSamples, reading.report.hasValue { reading.report.status = .sample }
        return reading
    }
}

/// What lies around a place, by which warnings, air and normals are told.
private struct Surroundings {
    let warningZones: [String]
    let stations: [(name: String, distance: Double)]
    let dustZone: String
    let climate: ClimateStation?

    init(of place: Place) {
        warningZones = place.warningZones.map(\.code)
        stations = place.airStations.map { ($0.station.name, $0.distance) }
        dustZone = place.dustZone
        climate = place.climateStation
    }
}

extension Question {
    /// Whether its answer tells of days, with the warnings, the air and the normals.
    fileprivate var isAboutDays: Bool { self == .week || self == .now }
}

extension Report {
    /// Adds the warnings, the air and the normals of what lies around the place.
    fileprivate mutating func add(_ surroundings: Surroundings, _ readings: Readings) {
        let warnings = readings.warnings(in: surroundings.warningZones, at: generatedAt)
        alerts = [Alert](warnings, zones: surroundings.warningZones)
        areAlertsWhole = warnings?.unresolved.isEmpty ?? false
        air = AirQuality(
            readings,
            stations: surroundings.stations,
            zone: surroundings.dustZone,
            at: generatedAt
        )
        guard let climate = surroundings.climate else { return }
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
}

extension Array where Element: Sendable {
    /// What a function makes of each element: of all at once, and in their order.
    package func concurrentMap<Value: Sendable>(
        _ transform: @escaping @Sendable (Element) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: (index: Int, value: Value).self) { group in
            for (index, element) in enumerated() { group.addTask { (index, await transform(element)) } }
            let found = await group.reduce(into: [(index: Int, value: Value)]()) { $0.append($1) }
            return found.sorted { $0.index < $1.index }.map(\.value)
        }
    }
}
