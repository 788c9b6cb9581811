import Feeds
import Forecast
import Regions

/// Adapter that asks all feeds of a question at once and merges their answers; one serves a program's life.
public struct Forecaster: Sendable {
    package let configuration: ForecasterConfiguration
    private let services: [ServiceClient]
    let feeds: [Feed: any ForecastFeed]
    /// Fills the ledger with observations; `nil` without a ledger or a key.
    public let observationFill: ObservationFill?

    /// Creates an adapter over a configuration.
    public init(_ configuration: ForecasterConfiguration) {
        self.configuration = configuration
        (services, observationFill) = FeedCatalog.connect(configuration)
        feeds = services.reduce(into: [:]) { feeds, service in feeds.merge(service.feeds) { first, _ in first } }
    }

    /// Loads the catalogue of feeds and tables ahead of their first use.
    public static func prepare() {
        _ = FeedCatalog.feeds
        _ = AirStation.all
        _ = ClimateStation.all
        _ = DustZone.englishNames
        _ = WarningZones.ofKorea
    }

    /// Quota of each service.
    public var quotas: [QuotaTracker] { services.map(\.quota) }

    /// Answers a question by answers at most `maximumAge` seconds old; `isExplained` notes the choices of days. Throws only if all feeds fail.
    public func report(
        _ question: Question,
        at place: Place,
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        isExplained: Bool = false,
        for caller: Caller = .program,
        progress: @escaping @Sendable (FeedReport) -> Void = { _ in }
    ) async throws(ForecastError) -> Report {
        let now = configuration.now()
        let feeds = question.feeds.filter { self.feeds[$0]?.covers(place) ?? true }
        let fallback = question.fallbackFeeds
        let caller = caller.taking(maximumAge)
        async let found = read(feeds, at: place, for: question, by: caller, progress)
        async let yesterdays = isComparing(question) ? yesterdaysForecasts(at: place, now: now) : []
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
                if preference == .kma, !feeds.contains(.midLand) { report.week.unaskedFrom = report.week.shortTermEnd }
                // The mid-term issue of 18:00 begins after the last day of a short-term issue of 17:00, which may be late.
                let late = report.sources.firstIndex { $0.feed == .shortTerm && $0.hasValue && $0.error == nil }
                if let late, report.week.days.contains(where: { $0.source == nil }) {
                    report.sources[late] = report.sources[late].partial(for: FeedError(.noData), at: now)
                }
            }
            if let surroundings { report.add(surroundings, readings) }
            return report
        }
        let byFeed = await found
        var report = merged(byFeed)
        if !question.isAnswered(by: report), !fallback.isEmpty {
            let others = await read(fallback, at: place, for: question, by: caller, progress)
            report = merged(byFeed.merging(others) { first, _ in first })
        }
        if isComparing(question) { report.changes = changes(of: report.week, await yesterdays, report.sources, at: now) }
        if question == .week { await addRanges(to: &report.week, at: place, now: now) }
        guard question.isAnswered(by: report) else { throw .nothingToShow(report.sources) }
        return report
    }

    private func isComparing(_ question: Question) -> Bool { configuration.ledger != nil && (question == .week || question == .hours) }

    /// Answers a question about places in order, each for its caller.
    public func reports(
        _ question: Question,
        at places: [(place: Place, caller: Caller)],
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        isExplained: Bool = false,
        progress: @escaping @Sendable (FeedReport) -> Void = { _ in }
    ) async -> [Result<Report, ForecastError>] {
        await places.concurrentMap { place, caller in
            do throws(ForecastError) {
                let report = try await report(
                    question,
                    at: place,
                    preferring: preference,
                    maximumAge: maximumAge,
                    isExplained: isExplained,
                    for: caller,
                    progress: progress
                )
                return .success(report)
            } catch { return .failure(error) }
        }
    }

    /// True if a service of the question has stored answers for a place, however old.
    public func knows(_ place: Place, for question: Question) async -> Bool {
        let services = Set(question.feeds.map(\.service)).filter { !byPlace($0, for: question).isEmpty }
        if services.isEmpty { return true }
        for service in services where await knows(place, by: service, for: question) { return true }
        return false
    }

    private func knows(_ place: Place, by service: UpstreamAPI, for question: Question) async -> Bool {
        for feed in byPlace(service, for: question) where await !feed.knows(place) { return false }
        return true
    }

    private func byPlace(_ service: UpstreamAPI, for question: Question) -> [any ForecastFeed] {
        FeedCatalog.feeds.filter { $0.isByPlace && $0.feed.service == service && $0.questions.contains(question) }.compactMap { feeds[$0.feed] }
    }

    /// Returns KMA's warnings of a place, or the country and its seas. Throws if they are unavailable.
    public func alerts(at place: Place?, for caller: Caller = .program) async throws(ForecastError) -> AlertReport {
        try await warnings(at: place) { await $0.read(by: caller) }.report
    }

    /// Returns KMA's announcements of 48 hours. Throws also without past ones: a first announcement could later appear as a successor.
    public func bulletins(at place: Place?, for caller: Caller = .program) async throws(ForecastError) -> BulletinReport {
        let found = try await warnings(at: place) { await $0.readWithHistory(by: caller) }
        return BulletinReport(found.report, found.readings)
    }

    private func warnings(at place: Place?, _ read: @Sendable (WarningsFeed) async -> FeedReading) async throws(ForecastError) -> (
        report: AlertReport, readings: Readings
    ) {
        let now = configuration.now()
        var reading = FeedReading(missingKeyFor: .warnings)
        if let feed = feeds[.warnings] as? WarningsFeed { reading = await read(feed) }
        reading = described(reading)
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

    func readDust(by caller: Caller) async -> FeedReading {
        let feed = feeds[.airForecast] as? AirForecastFeed
        return described(await feed?.read(by: caller) ?? FeedReading(missingKeyFor: .airForecast))
    }

    /// Throws if the record's file is another program's, before any call.
    public func requireOwnRecord() async throws(ForecastError) {
        guard let recorder = configuration.ledger, recorder.isRecording else { return }
        let today = KoreanDate(of: configuration.now())
        do throws(StoreProblem) { _ = try await recorder.ledger.days(of: [], on: today...today) } catch {
            if error == .foreign { throw .record(error) }
        }
    }

    /// Records fetched issues after the program's answer.
    public func recordIssues() async { await configuration.ledger?.flush() }

    /// Records issues until cancelled, then the rest.
    public func recordIssuesAsTheyCome() async { await configuration.ledger?.run(by: configuration.clock) }

    /// Scopes of answers and counts, one of each gateway and key.
    public var scopes: Set<StoreScope> { Set(services.compactMap(\.scope)) }

    /// Takes up answers that other processes have stored.
    public func apply(_ news: [StoredNews]) async {
        for item in news { for repository in feeds[item.subject.feed]?.repositories ?? [] { await repository.apply(item) } }
        configuration.ledger?.recordStored()
    }

    /// Waits a little longer for optional services; one that hangs is late.
    private func read(
        _ feeds: [Feed],
        at place: Place,
        for question: Question,
        by caller: Caller,
        _ progress: @escaping @Sendable (FeedReport) -> Void
    ) async -> [Feed: FeedReading] {
        let callers = await callers(of: Set(feeds.map(\.service)), at: place, for: question, caller)
        @Sendable func readings(of feeds: [Feed]) async -> [Feed: FeedReading] {
            await withTaskGroup(of: FeedReading.self) { group in
                for feed in feeds { group.addTask { await read(feed, at: place, for: question, by: callers[feed.service] ?? caller) } }
                return await group.reduce(into: [:]) { readings, reading in
                    progress(reading.report)
                    readings[reading.report.feed] = reading
                }
            }
        }
        let optional = Task { await readings(of: feeds.filter(\.service.traits.isOptional)) }
        let needed = await readings(of: feeds.filter { !$0.service.traits.isOptional })
        let rest = await optional.value(within: configuration.optionalTimeout, by: configuration.clock)
        let all = needed.merging(rest) { first, _ in first }
        let rejections = Dictionary(all.values.map { ($0.report.feed.service, $0.report.error?.code == .keyRejected) }) { $0 && $1 }
        return all.mapValues { described($0, rejections) }
    }

    /// Callers by service: a place known to one may be new to another; few zones make every place known.
    private func callers(of services: Set<UpstreamAPI>, at place: Place, for question: Question, _ caller: Caller) async -> [UpstreamAPI: Caller] {
        guard caller.claim == .new || caller.claim == .known else { return [:] }
        var callers: [UpstreamAPI: Caller] = [:]
        for service in services {
            var asking = caller
            asking.claim = await knows(place, by: service, for: question) ? .known : .new
            callers[service] = asking
        }
        return callers
    }

    private func read(_ name: Feed, at place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        guard let feed = feeds[name] else { return FeedReading(missingKeyFor: name) }
        return await feed.read(place, for: question, by: caller)
    }

    private func described(_ reading: FeedReading, _ rejections: [UpstreamAPI: Bool] = [:]) -> FeedReading {
        var reading = reading
        let service = reading.report.feed.service
        if services.lacksApproval(service, reading.report.error, rejections) { reading.report = reading.report.withoutApproval }
        // The setting of a key of its own is the one beside the hub.
        let key = services.first { $0.service == service }?.key
        let isShared = services.contains { !$0.service.traits.isOptional && $0.key == key }
        reading.report.gateway = isShared || service != .airQuality ? configuration.kmaGateway : .hub
        if configuration.areSamples, reading.report.hasValue { reading.report.status = .sample }
        return reading
    }
}

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
    fileprivate var isAboutDays: Bool { self == .week || self == .now }

    func isAnswered(by report: Report) -> Bool {
        switch self {
        case .week: !report.week.days.isEmpty || report.week.current != nil
        case .now: report.week.current != nil || !report.week.hours.isEmpty
        case .hours: !report.week.hours.isEmpty
        case .theme: report.week.themeSelection.feed != nil
        case .outlook: report.outlook != nil
        }
    }
}

extension Report {
    fileprivate mutating func add(_ surroundings: Surroundings, _ readings: Readings) {
        let warnings = readings.warnings(in: surroundings.warningZones, at: generatedAt)
        alerts = [Alert](warnings, zones: surroundings.warningZones)
        areAlertsWhole = warnings?.unresolved.isEmpty ?? false
        air = AirQuality(readings, stations: surroundings.stations, zone: surroundings.dustZone, at: generatedAt)
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
    package func concurrentMap<Value: Sendable>(_ transform: @escaping @Sendable (Element) async -> Value) async -> [Value] {
        await withTaskGroup(of: (index: Int, value: Value).self) { group in
            for (index, element) in enumerated() { group.addTask { (index, await transform(element)) } }
            let found = await group.reduce(into: [(index: Int, value: Value)]()) { $0.append($1) }
            return found.sorted { $0.index < $1.index }.map(\.value)
        }
    }
}
