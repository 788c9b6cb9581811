import Feeds
import Forecast
import Foundation
import Record
import Regions
import Rendering
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

/// Reports about forecasts, compared with the issues sent over HTTP: changes, origins of values, history, and
/// accuracy.
@Suite("Its own judgement of issues", .isLong, .takesSlots(listeners: 1))
struct JudgementTests {
    private typealias JSON = [String: Any]

    private func object(_ bytes: [UInt8]) throws -> JSON {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? JSON)
    }

    private func seoul() throws -> Place { try Gazetteer.place(named: "서울특별시") }

    // MARK: Changes

    @Test(
        "Each difference of a whole day between two weeks a day apart is told as changed, and no other",
        arguments: [0, 2, 3, 5, 6, 8, 11, 12, 14, 15, 17, 19, 21, 23]
    )
    func changes(hour: Int) async throws {
        for seed in 1...2 {
            let harness = try TestHarness(hour, 20)
            ForecastOffice.telling(seed).serve(harness.upstream)
            let recorder = LedgerRecorder(MemoryLedger())
            let forecaster = try harness.forecaster(openWeather: false, recorder: recorder)
            let before = try await forecaster.seoul().week.days
            await forecaster.recordIssues()
            harness.passes(24 + hour, 20)
            let report = try await forecaster.seoul()
            var expected: Set<String> = []
            for day in report.week.days {
                guard let earlier = before.first(where: { $0.date == day.date }) else { continue }
                expected.formUnion(Self.differences(earlier, day))
            }
            let told = try #require(report.changes).map { "\($0.date) \($0.values.field)" }
            #expect(Set(told) == expected, "\(hour) o'clock, seed \(seed)")
            #expect(told.count == Set(told).count && expected.count > 8)
        }
    }

    /// Differences of a day that count, of values of the whole day.
    private static func differences(_ earlier: Day, _ day: Day) -> Set<String> {
        var fields: [String] = []
        let (said, says) = (earlier.extremes, day.extremes)
        if !earlier.isPartial, !day.isPartial, let from = earlier.whole, let to = day.whole {
            if from.condition?.theme != to.condition?.theme { fields.append("theme") }
            if let from = from.precipitationProbability, let to = to.precipitationProbability,
                abs(from.percent - to.percent) >= 30
            {
                fields.append("precipitation_probability")
            }
        }
        if !earlier.hasExtremesOfPart, !day.hasExtremesOfPart {
            if let from = said.minimum, let to = says.minimum, abs(from - to) >= 3 {
                fields.append("temperature_min")
            }
            if let from = said.maximum, let to = says.maximum, abs(from - to) >= 3 {
                fields.append("temperature_max")
            }
        }
        return Set(fields.map { "\(day.date) \($0)" })
    }

    // MARK: Why

    @Test(
        "Each issue named for a value has a body with it, for the first reader and later ones",
        arguments: [false, true]
    )
    func why(looksOften: Bool) async throws {
        let office = ForecastOffice.telling(3)
        func reader() throws -> (harness: TestHarness, forecaster: Forecaster) {
            let harness = try TestHarness(0, 20)
            office.serve(harness.upstream)
            return (harness, try harness.forecaster(openWeather: false))
        }
        let hours = [1, 2, 5, 6, 8, 12, 15, 18, 21, 23]
        var (harness, forecaster) = try reader()
        for hour in looksOften ? Array(0...23) : hours {
            if !looksOften { (harness, forecaster) = try reader() }
            harness.passes(hour, 20)
            let report = try await forecaster.report(.week, at: seoul(), isExplained: true)
            guard hours.contains(hour) else { continue }
            var named = 0
            for day in report.week.days {
                for decision in day.decisions ?? [] {
                    for candidate in decision.candidates + [decision.chosen].compactMap({ $0 }) {
                        guard let issue = candidate.origin else { continue }
                        named += 1
                        #expect(
                            Self.says(office, issue, candidate.value, decision.field, day.date),
                            "\(hour) o'clock: \(day.date) \(decision.field) \(candidate)"
                        )
                    }
                }
            }
            #expect(named > 50)
        }
    }

    /// Whether the body of an issue holds a value.
    private static func says(
        _ office: ForecastOffice,
        _ origin: Origin,
        _ value: DayDecision.Value,
        _ field: DayDecision.Field,
        _ date: KoreanDate
    ) -> Bool {
        let issue = origin.issuedAt
        let (said, isShortTerm) = (office.extremes(issue, date), origin.feed == .shortTerm)
        let stated = isShortTerm ? office.stated(issue, date) : (said.low, said.high)
        let times = ForecastOffice.times(of: issue).filter { KoreanDate(of: $0) == date }
        switch value {
        case .degrees(let degrees):
            switch field {
            case .minimum where stated.0 != nil: return stated.0.map(Double.init) == degrees
            case .maximum where stated.1 != nil: return stated.1.map(Double.init) == degrees
            default: return isShortTerm && times.contains { Double(office.temperature(issue, $0)) == degrees }
            }
        case .sky(let half):
            let hours = field == .morning ? 0..<12 : field == .afternoon ? 12..<24 : 0..<24
            let lead = date - KoreanDate(of: issue)
            let steps =
                isShortTerm
                ? times : (lead < 8 ? [date.at(hour: 0), date.at(hour: 12)] : [date.start])
            return steps.contains { time in
                hours.contains(KoreanTime(time).hour)
                    && office.sky(issue, time).chance == half.precipitationProbability?.percent
            }
        case .amount: return true
        }
    }

    // MARK: The first look

    @Test(
        "The first reader of an hour sees the same low and high of today as earlier readers"
    )
    func firstLook() async throws {
        let office = ForecastOffice.telling(4)
        let often = try TestHarness(2, 20)
        office.serve(often.upstream)
        let forecaster = try often.forecaster(openWeather: false)
        for hour in 2..<24 {
            often.passes(hour, 20)
            let first = try TestHarness(hour, 20)
            office.serve(first.upstream)
            let known = try #require(try await forecaster.seoul().week.days.first)
            let fresh = try #require(try await first.forecaster(openWeather: false).seoul().week.days.first)
            #expect(fresh.extremes == known.extremes, "\(hour) o'clock")
            #expect(!fresh.hasExtremesOfPart)
        }
    }

    // MARK: The record

    @Test(
        "No day has more recorded issues than were made, none is of one hour, and each is reported in full"
    )
    func record() async throws {
        let harness = try TestHarness(2, 20)
        let office = ForecastOffice.telling(5)
        office.serve(harness.upstream)
        let recorder = LedgerRecorder(MemoryLedger())
        let forecaster = try harness.forecaster(openWeather: false, recorder: recorder)
        for hour in stride(from: 2, to: 12 * 24, by: 3) {
            harness.passes(hour, 20)
            _ = try await forecaster.seoul()
        }
        await forecaster.recordIssues()
        for offset in 10...21 {
            let date = TestHarness.day + offset
            let history = try await forecaster.history(at: try seoul(), on: date)
            #expect(history.issues.count <= history.issuesExpected, "\(date)")
            for kept in history.issues {
                let said = kept.forecast.said
                #expect(said.low != nil || said.high != nil || kept.forecast.leadDays == 0, "\(date) \(kept)")
                if kept.forecast.leadDays > 0 {
                    #expect(said.wholeSky != nil && !said.isPartial, "\(date) \(kept)")
                }
                let stated =
                    kept.forecast.source == .shortTerm
                    ? office.stated(kept.forecast.issuedAt, date)
                    : office.extremes(kept.forecast.issuedAt, date)
                #expect(said.low?.value == stated.0.map(Double.init), "\(date) \(kept)")
                #expect(said.high?.value == stated.1.map(Double.init), "\(date) \(kept)")
            }
        }
        let complete = try await forecaster.history(at: try seoul(), on: TestHarness.day + 11)
        #expect(complete.issues.count == complete.issuesExpected)
    }

    @Test(
        "A forecaster never wrong has no miss, no false alarm and no error at any lead, whenever it rains"
    )
    func neverWrong() async throws {
        let rainyHours = [0..<6, 6..<12, 12..<18, 18..<24]
        @Sendable func isWet(_ time: Date) -> Bool {
            let date = KoreanDate(of: time)
            return date.dayNumber.isMultiple(of: 3)
                && rainyHours[date.dayNumber / 3 % 4].contains(KoreanTime(time).hour)
        }
        @Sendable func wetHalf(_ time: Date) -> Bool {
            // Of the mid-term forecast a time stands for its half, or for its day from the eighth on.
            (0..<12).contains { isWet(time.addingTimeInterval(Double($0) * 3_600)) }
        }
        @Sendable func extremes(_ date: KoreanDate) -> (Int, Int) {
            (date.dayNumber % 7, 10 + date.dayNumber % 5)
        }
        let harness = try TestHarness(2, 15)
        let office = ForecastOffice(
            temperature: { _, time in extremes(KoreanDate(of: time)).0 + 1 },
            extremes: { _, date in extremes(date) },
            sky: { issue, time in
                let lead = KoreanDate(of: time) - KoreanDate(of: issue)
                let isWet =
                    lead < 4
                    ? isWet(time)
                    : lead < 8 ? wetHalf(time) : KoreanDate(of: time).dayNumber.isMultiple(of: 3)
                return .init(isWet: isWet, chance: isWet ? 100 : 0)
            }
        )
        office.serve(harness.upstream)
        let ledger = MemoryLedger()
        let recorder = LedgerRecorder(ledger)
        let forecaster = try harness.forecaster(openWeather: false, recorder: recorder)
        let days = 47
        for day in 0...days {
            for hour in [2, 5] {
                harness.passes(24 * day + hour, 15)
                _ = try await forecaster.seoul()
            }
        }
        await forecaster.recordIssues()
        let place = try seoul()
        let station = try #require(place.surfaceStation).station.id
        let observed = (0..<days).map { number in
            let date = TestHarness.day + number
            return ObservedDay(
                station: station,
                date: date,
                minimum: Double(extremes(date).0),
                maximum: Double(extremes(date).1),
                rain: date.dayNumber.isMultiple(of: 3) ? .measured(5) : .blank,
                fetchedAt: harness.upstream.now
            )
        }
        try await ledger.add([], observed)
        let report = try await forecaster.accuracy(at: place)
        // A reader before 06:00 alone reads no issue of a lead of four days.
        for lead in report.leads where lead.leadDays != 4 {
            #expect(lead.state == .ok, "\(lead.leadDays): \(lead.state) \(lead.cases)")
            #expect(lead.rain?.misses ?? 0 == 0 && lead.rain?.falseAlarms ?? 0 == 0, "\(lead)")
            #expect(lead.low?.meanAbsoluteError == 0 && lead.high?.meanAbsoluteError == 0, "\(lead)")
            if lead.leadDays > 0 { #expect((lead.rain?.hits ?? 0) > 5 && lead.probability?.brier == 0) }
        }
        let sameDay = try #require(report[0])
        #expect(sameDay.low?.cases == sameDay.cases && sameDay.cases >= 30)

        // Earlier forecasts as an Open-Meteo client computes them, and days that are over.
        let past = try #require(
            try await forecaster.pastForecasts(at: place, on: TestHarness.day...TestHarness.day + days)
        )
        for number in 12..<days {
            let date = TestHarness.day + number
            let last = try #require(past.lastSaid(of: date))
            #expect(
                last.low?.value == Double(extremes(date).0) && last.high?.value == Double(extremes(date).1)
            )
            #expect(
                last.low?.origin.issuedAt == date.at(hour: 2)
                    && last.high?.origin.issuedAt == date.at(hour: 5)
            )
            #expect(last.wholeSky?.condition?.isFalling == date.dayNumber.isMultiple(of: 3))
        }
    }

    @Test(
        "Accuracy scores the history, though each issue was read twice, otherwise from the hub and emptier"
    )
    func readTwice() async throws {
        let harness = try TestHarness(6, 20)
        let office = ForecastOffice.telling(6)
        office.serve(harness.upstream)
        let ledger = MemoryLedger()
        let recorder = LedgerRecorder(ledger)
        let forecaster = try harness.forecaster(openWeather: false, recorder: recorder)
        let days = 60
        for day in 0...days {
            harness.passes(24 * day + 6, 20)
            _ = try await forecaster.seoul()
        }
        await forecaster.recordIssues()
        let place = try seoul()
        let zone = LedgerSubject(feed: .midTemperature, name: place.temperatureZone.code)
        var others: [LedgerIssue] = []
        for row in try await ledger.days(of: [zone], on: TestHarness.day...TestHarness.day + days + 10) {
            let (low, high) = (row.day.extremes.minimum ?? 0, row.day.extremes.maximum ?? 0)
            for (origin, extremes) in [
                (LedgerOrigin.hub, Extremes(minimum: low + 7, maximum: high + 7)),
                (.portal, Extremes(maximum: high + 9)),
            ] {
                let day = IssuedDay(date: row.day.date, part: .day, extremes: extremes)
                others.append(
                    LedgerIssue(
                        subject: zone,
                        issuedAt: row.issuedAt,
                        fetchedAt: row.fetchedAt.addingTimeInterval(86_400),
                        origin: origin,
                        body: Array("\(origin) \(row.day.date)".utf8),
                        days: [day]
                    )
                )
            }
        }
        let station = try #require(place.surfaceStation).station.id
        let observed = (0..<days).map { number in
            ObservedDay(
                station: station,
                date: TestHarness.day + number,
                minimum: 0,
                maximum: 20,
                rain: .blank,
                fetchedAt: harness.upstream.now
            )
        }
        try await ledger.add(others, observed)
        let report = try await forecaster.accuracy(at: place)
        for lead in 4...10 {
            let score = try #require(report[lead]?.low)
            var lows: [Double] = []
            for number in 0..<days {
                let date = TestHarness.day + number
                let history = try await forecaster.history(at: place, on: date)
                let said = history.issues.filter { $0.forecast.leadDays == lead }
                    .lazy.compactMap { $0.forecast.said.low?.value }.first
                if let said { lows.append(said) }
            }
            // Of the last of them, which all leads have.
            let bias = lows.suffix(score.cases).reduce(0, +) / Double(score.cases)
            #expect(abs(bias - score.bias) < 1e-9, "lead \(lead): \(bias), \(score.bias)")
        }
    }

    // MARK: The country

    @Test(
        "Each value of a city of the country is that of its week, in tables what is left of it",
        arguments: [6, 15, 23]
    )
    func nation(hour: Int) async throws {
        let harness = try TestHarness(hour, 55)
        ForecastOffice.telling(7).serve(harness.upstream)
        // Nineteen cities take their time on a busy machine.
        let patience = Duration.seconds(600)
        let forecaster = try harness.forecaster(
            openWeather: false,
            timeout: patience,
            optionalTimeout: patience
        )
        let origins = Array(repeating: Caller.program, count: NationCity.all.count)
        let nation = try await forecaster.nation(
            on: TestHarness.day,
            for: origins,
            countryFor: .program,
            within: patience
        )
        let places = try #require(try object(nation.json(.korean))["places"] as? [JSON])
        for (city, shown) in zip(nation.cities, places) {
            let week = try object(
                try await forecaster.report(.week, at: city.city.place).json(.week, .korean)
            )
            let day = try #require((week["days"] as? [JSON])?.first)
            for field in ["theme", "text", "temperature_min", "temperature_max", "precipitation_probability"]
            {
                #expect(shown[field] as? NSObject == day[field] as? NSObject, "\(city.city.name) \(field)")
            }
            let left = try #require(city.report).week.daysAhead(from: nation.generatedAt).first
            #expect(city.dayAhead(on: TestHarness.day) == left)
        }
    }
}
