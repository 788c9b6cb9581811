import Forecast
import Regions

/// Weather of the country on a day, by its cities.
public struct NationReport: SourcedAnswer, Sendable {
    /// City and its result.
    public struct City: Sendable {
        /// City of the list.
        public var city: NationCity
        /// Report, or its error.
        public var result: Result<Report, ForecastError>
        /// True if late, in whole or in part; the fetch goes on.
        public var isLate: Bool

        /// Report, if there is one.
        public var report: Report? { try? result.get() }
    }

    /// Time of the report.
    public var generatedAt: Date
    /// Day of the report.
    public var date: KoreanDate
    /// Cities in the order of `NationCity.all` in `Regions`.
    public var cities: [City]
    /// Warnings of the country; `nil` if unknown, or on another day than today.
    public var alerts: [Alert]?
    /// Grades of dust by zone.
    public var dust: [String: DustGrades]
    var nationwideSources: [FeedReport]

    /// True if a city or feed is missing in whole or in part.
    public var isPartial: Bool { !degraded.isEmpty || cities.contains { $0.isLate || $0.report == nil } }

    /// Worst result of each feed over all cities.
    public var sources: [FeedReport] {
        var byFeed: [Feed: FeedReport] = [:]
        for source in cities.compactMap(\.report).flatMap(\.sources) + nationwideSources {
            byFeed[source.feed] = byFeed[source.feed]?.combined(with: source, at: generatedAt) ?? source
        }
        return Feed.allCases.compactMap { byFeed[$0] }
    }

    /// Feeds with a gap for a city or the country.
    public var degraded: [Feed] {
        let missing = Set(cities.compactMap(\.report).flatMap(\.degraded) + nationwideSources.degraded)
        return Feed.allCases.filter(missing.contains)
    }

    /// True for sample data.
    public var isSample: Bool { cities.contains { $0.report?.isSample == true } }

    /// Owners of the data.
    public var attribution: [String] { cities.compactMap(\.report).flatMap(\.attribution).uniqued }

    /// Versions of the answers.
    public var answers: [StoredSubject: AnswerVersion] {
        let all = cities.compactMap(\.report).map(\.answers) + nationwideSources.map(\.answers)
        return all.reduce(into: [:]) { answers, next in answers.merge(next) { first, _ in first } }
    }

    static let latePause = 5.0

    /// Next change of a city, soon if one is missing.
    public var nextChange: Date {
        let isMissing = cities.contains { $0.isLate || $0.report == nil }
        let changes =
            cities.compactMap { $0.report?.nextChange } + nationwideSources.compactMap(\.nextChange)
            + (isMissing ? [generatedAt.addingTimeInterval(NationReport.latePause)] : [])
        return max(changes.min() ?? generatedAt, generatedAt.addingTimeInterval(1))
    }

    private static let longestText = 200

    private static func day(saying text: String, at now: Date) -> KoreanDate? {
        if let date = KoreanDate(text) { return date }
        let sentence = Sentence([text], at: now)
        guard sentence.places.isEmpty, sentence.unreadableTime == nil else { return nil }
        return sentence.time?.firstDay ?? KoreanDate(of: now)
    }

    /// Forecast day of a text; today without one.
    public static func day(named text: String?, at now: Date) -> KoreanDate? {
        let today = KoreanDate(of: now)
        guard (text ?? "").utf8.count <= longestText, let date = text.map({ day(saying: $0, at: now) }) ?? today,
            (today...today + Week.daysAhead).contains(date)
        else { return nil }
        return date
    }
}

extension NationReport.City {
    /// Day in the city's week.
    public func day(on date: KoreanDate) -> Day? { day(on: date, in: report?.week.days) }

    /// Day, of today the rest.
    public func dayAhead(on date: KoreanDate) -> Day? { day(on: date, in: report.map { $0.week.daysAhead(from: $0.generatedAt) }) }

    /// A list of cities marks no parts.
    private func day(on date: KoreanDate, in days: [Day]?) -> Day? { days?.first { $0.date == date }?.withoutPartialExtremes }

    package func isToday(_ date: KoreanDate) -> Bool { report.map { KoreanDate(of: $0.generatedAt) == date } ?? false }

    /// °C now; `nil` on another day.
    public func temperature(on date: KoreanDate) -> Double? { isToday(date) ? report?.week.current?.temperature : nil }

    /// Worse grade of dust, as measured today near a station, else as forecast.
    public func airGrade(on date: KoreanDate) -> AirGrade? {
        isToday(date) ? report?.air?.dustGrade(today: date) : report?.air?.forecast(on: date)?.dust
    }

    /// Warnings; `nil` if unknown, and on another day than today.
    public func alerts(on date: KoreanDate) -> [Alert]? { isToday(date) ? report?.alerts : nil }

    /// Error of the city, also if late.
    public var error: ForecastError? { if case .failure(let error) = result { error } else { nil } }
}

extension Forecaster {
    /// Feeds of now reach three days, for fewer calls than a week.
    private static let daysOfNow = 2

    /// Question to each city for a day.
    public func nationQuestion(on date: KoreanDate) -> Question { date - KoreanDate(of: configuration.now()) <= Forecaster.daysOfNow ? .now : .week }

    /// Asks all cities; those without an answer within `patience`, or twice an optional service's time, are late. Throws without any city.
    public func nation(
        on date: KoreanDate,
        for callers: [Caller],
        countryFor countryCaller: Caller,
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        within patience: Duration? = nil
    ) async throws(ForecastError) -> NationReport {
        let now = configuration.now()
        let question = nationQuestion(on: date)
        let (patience, clock) = (patience ?? configuration.optionalTimeout * 2, configuration.clock)
        let asked = Task {
            await Array(zip(NationCity.all, callers)).concurrentMap { city, caller in
                let results = await reports(question, at: [(city.place, caller)], preferring: preference, maximumAge: maximumAge)
                return (city: city, result: results.first ?? .failure(.nothingToShow([])), isLate: Task.isCancelled)
            }
        }
        let warned = Task { () async -> Result<AlertReport, ForecastError> in
            do throws(ForecastError) { return .success(try await self.alerts(at: nil, for: countryCaller)) } catch { return .failure(error) }
        }
        let dusty = Task { await readDust(by: countryCaller.taking(maximumAge)) }
        async let warnings = warned.value(within: patience, by: clock)
        async let dust = dusty.value(within: patience, by: clock)
        let cities = await asked.value(within: patience, by: clock).map { city, result, isLate in
            var city = NationReport.City(city: city, result: result, isLate: false)
            // A complete report came late only because the machine was busy.
            city.isLate = isLate && city.report?.degraded.isEmpty != true
            return city
        }
        var (readings, sources) = (Readings(), [await dust.report])
        var alerts: [Alert]?
        await dust.fill(&readings)
        switch await warnings {
        case .success(let report):
            sources.append(report.source)
            alerts = report.alerts
        case .failure(.nothingToShow(let failed)): sources += failed
        case .failure: break
        }
        guard cities.contains(where: { $0.report != nil }) else { throw cities.lazy.compactMap(\.error).first ?? .nothingToShow([]) }
        return NationReport(
            generatedAt: now,
            date: date,
            cities: cities,
            alerts: date == KoreanDate(of: now) ? alerts : nil,
            dust: readings.dustForecast.days[date] ?? [:],
            nationwideSources: sources
        )
    }
}
