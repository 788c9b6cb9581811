import Feeds
import Forecast
import Regions

/// The weather of the whole country on a day, by its cities.
public struct NationReport: SourcedAnswer, Sendable {
    /// A city, and the result of asking about it.
    public struct City: Sendable {
        /// The city.
        public var city: NationCity
        /// Its report, or why there is none.
        public var result: Result<Report, ForecastError>
        /// Whether it was not there in time, in whole or in part; it is fetched all the same.
        public var isLate: Bool

        /// Its report; `nil` where there is none.
        public var report: Report? { try? result.get() }
    }

    /// When it was put together.
    public var generatedAt: Date
    /// The day that it is about.
    public var date: KoreanDate
    /// The cities, in the order of `NationCity.all` in `Regions`.
    public var cities: [City]
    /// KMA's warnings for the whole country; `nil` where they are not known, or where another day than today is meant.
    public var alerts: [Alert]?
    /// The grades of dust on the day by zone of the forecast; empty where none is known.
    public var dust: [String: DustGrades]
    /// The results of the feeds that are about the whole country.
    var nationwideSources: [FeedReport]

    /// Whether a city or a feed is missing, in whole or in part.
    public var isPartial: Bool { !degraded.isEmpty || cities.contains { $0.isLate || $0.report == nil } }

    /// The result of each feed over all cities: the worst of each.
    public var sources: [FeedReport] {
        var byFeed: [Feed: FeedReport] = [:]
        for source in cities.compactMap(\.report).flatMap(\.sources) + nationwideSources {
            byFeed[source.feed] = byFeed[source.feed]?.combined(with: source, at: generatedAt) ?? source
        }
        return Feed.allCases.compactMap { byFeed[$0] }
    }

    /// The feeds of which something is missing for a city or for the country.
    public var degraded: [Feed] {
        let missing = Set(cities.compactMap(\.report).flatMap(\.degraded) + nationwideSources.degraded)
        return Feed.allCases.filter(missing.contains)
    }

    /// Whether it is made of sample data.
    public var isSample: Bool { cities.contains { $0.report?.isSample == true } }

    /// Whom the data are owed to.
    public var attribution: [String] { cities.compactMap(\.report).flatMap(\.attribution).uniqued }

    /// The answers it is made of.
    public var answers: [StoredSubject: AnswerVersion] {
        let all = cities.compactMap(\.report).map(\.answers) + nationwideSources.map(\.answers)
        return all.reduce(into: [:]) { answers, next in answers.merge(next) { first, _ in first } }
    }

    /// Seconds after which what was not there in time is asked for again.
    static let latePause = 5.0

    /// When it can next change: with the first of its cities, and soon where one is missing.
    public var nextChange: Date {
        let isMissing = cities.contains { $0.isLate || $0.report == nil }
        let changes =
            cities.compactMap { $0.report?.nextChange } + nationwideSources.compactMap(\.nextChange)
            + (isMissing ? [generatedAt.addingTimeInterval(NationReport.latePause)] : [])
        return max(changes.min() ?? generatedAt, generatedAt.addingTimeInterval(1))
    }

    /// Bytes of a text for a day, many times those of the longest that somebody says.
    private static let longestText = 200

    /// The day that a text names, of those that are forecast, today without one; `nil` for a text that names none of them.
    public static func day(named text: String?, at now: Date) -> KoreanDate? {
        let today = KoreanDate(of: now)
        guard (text ?? "").utf8.count <= longestText,
            let date = text == nil ? today : HistoryReport.day(named: text ?? "", at: now),
            (today...today + Week.daysAhead).contains(date)
        else { return nil }
        return date
    }
}

extension NationReport.City {
    /// The day as the week of the city has it.
    public func day(on date: KoreanDate) -> Day? { report?.week.days.first { $0.date == date } }

    /// The day for people: of today what is left of it.
    public func dayAhead(on date: KoreanDate) -> Day? {
        report.flatMap { report in
            report.week.daysAhead(from: report.generatedAt).first { $0.date == date }
        }
    }

    private func isToday(_ date: KoreanDate) -> Bool {
        report.map { KoreanDate(of: $0.generatedAt) == date } ?? false
    }

    /// °C now; `nil` for another day than today.
    public func temperature(on date: KoreanDate) -> Double? {
        isToday(date) ? report?.week.current?.temperature : nil
    }

    /// The worse grade of dust: measured where the day is today and a station is near, else forecast.
    public func airGrade(on date: KoreanDate) -> AirGrade? {
        let measured = isToday(date) ? report?.air?.measurement?.dustGrade : nil
        return measured ?? report?.air?.forecast(on: date)?.dust
    }

    /// The warnings; `nil` where they are not known, and for another day than today.
    public func alerts(on date: KoreanDate) -> [Alert]? { isToday(date) ? report?.alerts : nil }

    /// Why there is no report, or why it was not there in time.
    public var error: ForecastError? {
        if case .failure(let error) = result { error } else { nil }
    }
}

extension Forecaster {
    /// Whose feeds tell of a day: those of now reach three days, and cost fewer calls than a week.
    private static let daysOfNow = 2

    /// What is asked of each city for a day.
    public func nationQuestion(on date: KoreanDate) -> Question {
        date - KoreanDate(of: configuration.now()) <= Forecaster.daysOfNow ? .now : .week
    }

    /// The weather of the country on a day: all cities at once, so that what they have in common is fetched once.
    ///
    /// What is not there within `patience`, or twice the time that an optional service has, is left out and told as late; its
    /// fetch goes on for the next who asks. `origins`: on whose behalf each city is asked about. Throws where there is nothing
    /// of any city.
    public func nation(
        on date: KoreanDate,
        for origins: [RequestOrigin],
        countryFor countryOrigin: RequestOrigin,
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        within patience: Duration? = nil
    ) async throws(ForecastError) -> NationReport {
        let now = configuration.now()
        let question = nationQuestion(on: date)
        enum Arrival: Sendable {
            case city(Int, Result<Report, ForecastError>, isLate: Bool)
            case alerts(Result<AlertReport, ForecastError>)
            case dust(FeedReading)
        }
        var cities: [Int: NationReport.City] = [:]
        var alerts: Result<AlertReport, ForecastError>?
        var dust: FeedReading?
        let arrivals = Task {
            await withTaskGroup(of: Arrival.self) { group in
                for (index, (city, origin)) in zip(NationCity.all, origins).enumerated() {
                    group.addTask {
                        let results = await reports(
                            question,
                            at: [(city.place, origin)],
                            preferring: preference,
                            maximumAge: maximumAge
                        )
                        let result = results.first ?? .failure(.nothingToShow([]))
                        return .city(index, result, isLate: Task.isCancelled)
                    }
                }
                group.addTask {
                    do throws(ForecastError) {
                        return .alerts(.success(try await self.alerts(at: nil, for: countryOrigin)))
                    } catch {
                        return .alerts(.failure(error))
                    }
                }
                group.addTask { .dust(await readDust(for: countryOrigin, maximumAge: maximumAge)) }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        let patience = patience ?? configuration.optionalTimeout * 2
        for arrival in await arrivals.value(within: patience, by: configuration.clock) {
            switch arrival {
            case .city(let index, let result, let isLate):
                var city = NationReport.City(city: NationCity.all[index], result: result, isLate: false)
                // One that is whole all the same only came to a busy machine.
                city.isLate = isLate && city.report?.degraded.isEmpty != true
                cities[index] = city
            case .alerts(let result): alerts = result
            case .dust(let reading): dust = reading
            }
        }
        let all = NationCity.all.indices.compactMap { cities[$0] }
        guard all.contains(where: { $0.report != nil }) else {
            throw all.lazy.compactMap(\.error).first ?? .nothingToShow([])
        }
        return nationReport(on: date, now, all, alerts, dust)
    }

    private func nationReport(
        on date: KoreanDate,
        _ now: Date,
        _ cities: [NationReport.City],
        _ alerts: Result<AlertReport, ForecastError>?,
        _ dust: FeedReading?
    ) -> NationReport {
        var readings = Readings()
        dust?.fill(&readings)
        var sources = [dust?.report].compactMap(\.self)
        var warnings: [Alert]?
        switch alerts {
        case .success(let report):
            sources.append(report.source)
            warnings = report.alerts
        case .failure(.nothingToShow(let failed)): sources += failed
        case .failure, nil: break
        }
        return NationReport(
            generatedAt: now,
            date: date,
            cities: cities,
            alerts: date == KoreanDate(of: now) ? warnings : nil,
            dust: readings.dustForecast.days[date] ?? [:],
            nationwideSources: sources
        )
    }
}
