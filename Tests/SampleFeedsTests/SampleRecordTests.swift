import Feeds
import Forecast
import Foundation
import KMAForecast
import SampleFeeds
import Testing

/// A year of the sample's record of Seoul beside KMA's issues of 2023-01 to 2026-07 and station 108.
@Suite("Errors of the sample's record")
struct SampleRecordTests {
    private struct Said {
        var chance: Int
        var isNamed: Bool
        var low: Double
        var high: Double
        var lowSpread: Spread
        var highSpread: Spread
    }

    private struct Year {
        var dates: [KoreanDate] = []
        var said: [KoreanDate: [Int: Said]] = [:]
        var observed: [KoreanDate: ObservedDay] = [:]

        init(endingBefore end: String) async throws {
            let today = try #require(KoreanDate(end))
            let ledger = SampleLedger { today.at(hour: 15) }
            let span = today + -365...today + -1
            dates = (0..<365).map { span.lowerBound + $0 }
            for day in await ledger.observations(at: 108, on: span) { observed[day.date] = day }
            func figures(_ feed: Feed, _ zone: String) async -> [KoreanDate: [Int: [IssuedFigures]]] {
                let rows = await ledger.figures(of: [LedgerSubject(feed: feed, name: zone)], on: span)
                var found: [KoreanDate: [Int: [IssuedFigures]]] = [:]
                for row in rows {
                    found[row.date, default: [:]][row.date - KoreanDate(of: row.issuedAt), default: []]
                        .append(row)
                }
                return found
            }
            let temperatures = await figures(.midTemperature, "11B10101")
            let land = await figures(.midLand, "11B00000")
            for date in dates {
                for lead in 4...10 {
                    let extremes = try #require(temperatures[date]?[lead]?.last?.extremes)
                    let halves = try #require(land[date]?[lead])
                    said[date, default: [:]][lead] = Said(
                        chance: Int(try #require(halves.compactMap(\.chance).max()).percent),
                        isNamed: halves.contains { $0.isNamed == true },
                        low: try #require(extremes.minimum),
                        high: try #require(extremes.maximum),
                        lowSpread: try #require(extremes.minimumSpread),
                        highSpread: try #require(extremes.maximumSpread)
                    )
                }
            }
        }

        func isWet(_ date: KoreanDate) -> Bool { observed[date]?.rain.isWet ?? false }

        /// Pairs of what was said and what came, at some leads.
        func pairs(_ leads: ClosedRange<Int>) -> [(said: Said, day: ObservedDay, date: KoreanDate, lead: Int)]
        {
            dates.flatMap { date in
                leads.compactMap { lead in
                    guard let said = said[date]?[lead], let day = observed[date] else { return nil }
                    return (said, day, date, lead)
                }
            }
        }

        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

        func share<Item>(_ items: [Item], _ isCounted: (Item) -> Bool) -> Double {
            Double(items.count(where: isCounted)) / Double(max(1, items.count))
        }

        func figures() -> [String: Double] {
            var figures: [String: Double] = ["wet": share(dates, isWet)]
            for lead in 4...10 {
                let pairs = pairs(lead...lead)
                let lows = pairs.map { $0.said.low - ($0.day.minimum ?? .nan) }
                let highs = pairs.map { $0.said.high - ($0.day.maximum ?? .nan) }
                figures["brier \(lead)"] = mean(
                    pairs.map { pow(Double($0.said.chance) / 100 - ($0.day.rain.isWet == true ? 1 : 0), 2) }
                )
                figures["low \(lead)"] = mean(lows.map(\.magnitude))
                figures["high \(lead)"] = mean(highs.map(\.magnitude))
                figures["bias low \(lead)"] = mean(lows)
                figures["bias high \(lead)"] = mean(highs)
                figures["mean \(lead)"] = mean(pairs.map { Double($0.said.chance) })
                let wet = pairs.filter { $0.day.rain.isWet == true }
                figures["POD \(lead)"] = share(wet) { $0.said.isNamed }
                figures["FAR \(lead)"] = share(pairs.filter(\.said.isNamed)) { $0.day.rain.isWet == false }
                figures["POD40 \(lead)"] = share(wet) { $0.said.chance >= 40 }
            }
            for chance in stride(from: 0, through: 90, by: 10) {
                figures["wet \(chance)"] = share(pairs(4...10).filter { $0.said.chance == chance }) {
                    $0.day.rain.isWet == true
                }
            }
            let later = pairs(5...10)
            for (name, chances) in [
                ("0-10", 0...10), ("20-30", 20...30), ("40", 40...40), ("60-70", 60...70),
                ("80-100", 80...100),
            ] {
                figures["share \(name)"] = share(later) { chances.contains($0.said.chance) }
            }
            let turns = dates.map { date in
                (5...10).count { said[date]?[$0]?.isNamed != said[date]?[$0 - 1]?.isNamed }
            }
            for count in 0...2 { figures["flip \(count)"] = share(turns) { min(2, $0) == count } }
            let moves = later.map { item in
                abs(item.said.chance - (said[item.date]?[item.lead - 1]?.chance ?? 0))
            }
            for (name, chances) in [
                ("0-10", 0...10), ("20-30", 20...30), ("40", 40...40), ("60-70", 60...70),
                ("80-100", 80...100),
            ] {
                figures["turn \(name)"] = share(later.filter { chances.contains($0.said.chance) }) {
                    $0.said.isNamed != said[$0.date]?[$0.lead - 1]?.isNamed
                }
            }
            figures["move"] = mean(moves.map(Double.init))
            figures["big"] = share(moves) { $0 >= 20 }
            figures["moveh"] = mean(
                later.map { abs($0.said.high - (said[$0.date]?[$0.lead - 1]?.high ?? 0)) }
            )
            func holds(_ spread: Spread, _ said: Double, _ observed: Double?) -> Bool {
                observed.map { said - spread.low <= $0 && $0 <= said + spread.high } ?? false
            }
            figures["kma low"] = share(pairs(4...10)) {
                holds($0.said.lowSpread, $0.said.low, $0.day.minimum)
            }
            figures["kma high"] = share(pairs(4...10)) {
                holds($0.said.highSpread, $0.said.high, $0.day.maximum)
            }
            return figures
        }
    }

    @Test(
        "KMA never says 50 %, names rain from 60 % and widens its ± with the lead",
        arguments: ["2026-10-04"]
    )
    func habits(end: String) async throws {
        let year = try await Year(endingBefore: end)
        for item in year.pairs(4...10) {
            #expect(item.said.chance % 10 == 0 && item.said.chance != 50)
            #expect(item.said.isNamed == (item.said.chance >= 60))
        }
        func width(_ lead: Int) -> Double {
            year.mean(year.pairs(lead...lead).map { $0.said.highSpread.low + $0.said.highSpread.high })
        }
        #expect(width(4) < width(7) && width(7) < width(10) && width(4) > 2 && width(10) < 3.8)
    }

    @Test(
        "The answers of both issues are those of the record",
        arguments: [(6, Feed.midTemperature), (6, .midLand), (18, .midTemperature), (18, .midLand)]
    )
    func answers(hour: Int, feed: Feed) async throws {
        let now = try #require(KoreanDate("2026-10-04")).at(hour: 20)
        let issue = try #require(KoreanDate("2026-10-04")).at(hour: hour)
        let zone = feed == .midLand ? "11F20000" : "11H20201"
        let subject = LedgerSubject(feed: feed, name: zone)
        let operation = feed == .midLand ? "getMidLandFcst" : "getMidTa"
        let target = "/MidFcstInfoService/\(operation)?regId=\(zone)&tmFc=\(KoreanTime(issue).compact)"
        let body = SampleFeeds.answer(to: target, at: now).body
        let days = try #require(IssueReader.days(of: subject, issuedAt: issue, origin: .portal, in: body))
        let kept = await SampleLedger { now }.days(
            of: [subject],
            on: KoreanDate(of: now)...KoreanDate(of: now) + 10,
            issued: issue..<issue + 1
        )
        #expect(Set(kept.map(\.day)) == Set(days))
    }

    @Test("Figures are those of the last issue of each day", arguments: [Feed.midTemperature, .midLand])
    func lastIssues(feed: Feed) async throws {
        let today = try #require(KoreanDate("2026-10-04"))
        let ledger = SampleLedger { today.at(hour: 15) }
        let subjects = [LedgerSubject(feed: feed, name: feed == .midLand ? "11B00000" : "11B10101")]
        let span = today + -20...today + -1
        let rows = await ledger.days(of: subjects, on: span, issued: nil).map(IssuedFigures.init)
        let last = Dictionary(grouping: rows) { [$0.date.dayNumber, KoreanDate(of: $0.issuedAt).dayNumber] }
            .values.flatMap { day in day.filter { $0.issuedAt == day.map(\.issuedAt).max() } }
        #expect(await Set(ledger.figures(of: subjects, on: span)) == Set(last))
        #expect(last.count == 20 * (feed == .midLand ? 11 : 7))
    }

    /// Bounds of 95 %: of a year, by twelve years of the generator, and of the 1,308 days of the facts.
    @Test("A year lies in the bounds of KMA's own figures")
    func year() async throws {
        let figures = try await Year(endingBefore: "2026-10-04").figures()
        for (name, fact, bound) in Self.facts {
            let figure = try #require(figures[name])
            #expect(abs(figure - fact) <= bound, "\(name): \(figure), KMA's \(fact)")
        }
    }

    private static let facts: [(name: String, fact: Double, bound: Double)] = [
        ("bias high 4", -0.36, 0.282),
        ("bias high 10", -0.77, 0.528),
        ("bias low 4", 0.23, 0.159),
        ("bias low 10", 0.08, 0.455),
        ("POD 4", 0.58, 0.109),
        ("FAR 4", 0.23, 0.097),
        ("POD 7", 0.25, 0.0865),
        ("POD 10", 0.07, 0.0476),
        ("POD40 4", 0.78, 0.09),
        ("POD40 7", 0.66, 0.166),
        ("POD40 10", 0.5, 0.0703),
        ("flip 0", 0.777, 0.0561),
        ("flip 1", 0.212, 0.0606),
        ("flip 2", 0.011, 0.0172),
        ("move", 5.1, 0.274),
        ("big", 0.105, 0.0093),
        ("moveh", 0.65, 0.0366),
        ("kma low", 0.48, 0.0576),
        ("kma high", 0.401, 0.0379),
        ("mean 4", 34.7, 5.25),
        ("mean 10", 26, 2.47),
        ("wet", 0.3, 0.0677),
        ("brier 4", 0.131, 0.0149),
        ("low 4", 1.29, 0.123),
        ("high 4", 1.64, 0.135),
        ("brier 5", 0.138, 0.0152),
        ("low 5", 1.37, 0.149),
        ("high 5", 1.79, 0.139),
        ("brier 6", 0.155, 0.0184),
        ("low 6", 1.5, 0.186),
        ("high 6", 2.07, 0.185),
        ("brier 7", 0.166, 0.023),
        ("low 7", 1.64, 0.201),
        ("high 7", 2.27, 0.206),
        ("brier 8", 0.175, 0.0247),
        ("low 8", 1.79, 0.207),
        ("high 8", 2.48, 0.175),
        ("brier 9", 0.184, 0.0267),
        ("low 9", 1.95, 0.241),
        ("high 9", 2.62, 0.167),
        ("brier 10", 0.187, 0.0297),
        ("low 10", 2.11, 0.278),
        ("high 10", 2.82, 0.185),
        ("wet 0", 0.024, 0.0258),
        ("wet 10", 0.068, 0.0442),
        ("wet 20", 0.204, 0.0509),
        ("wet 30", 0.236, 0.0955),
        ("wet 40", 0.479, 0.0609),
        ("wet 60", 0.569, 0.151),
        ("wet 70", 0.77, 0.235),
        ("wet 80", 0.797, 0.134),
        ("wet 90", 0.933, 0.0602),
        ("turn 0-10", 0.001, 0.0014),
        ("turn 20-30", 0.015, 0.0099),
        ("turn 40", 0.125, 0.022),
        ("turn 60-70", 0.05, 0.044),
        ("turn 80-100", 0.008, 0.009),
        ("share 0-10", 0.251, 0.0788),
        ("share 20-30", 0.414, 0.0594),
        ("share 40", 0.239, 0.0618),
        ("share 60-70", 0.048, 0.0141),
        ("share 80-100", 0.048, 0.0235),
    ]
}
