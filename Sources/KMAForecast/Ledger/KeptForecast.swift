import Feeds
import Forecast
import Regions

/// What a kept issue said of a day, and where it was read.
public struct KeptForecast: Sendable, Hashable {
    /// What was said.
    public var forecast: IssuedForecast
    /// When it was fetched first.
    public var fetchedAt: Date
    /// Where it was read.
    public var origin: LedgerOrigin

    /// The forecasts that the rows of a place's subjects make up, the newest issue first and its days in order. The rows
    /// of one mid-term issue, temperatures and rain, are one. Where an issue was read more than once the fuller value
    /// counts, among equals the portal's, then the first that was fetched.
    public static func all(in rows: [LedgerDay]) -> [KeptForecast] {
        struct Key: Hashable {
            var source: Provider
            var issuedAt: Date
            var date: KoreanDate
        }
        let groups = Dictionary(grouping: rows.filter { $0.subject.feed.source != nil }) { row in
            Key(
                source: row.subject.feed.source ?? .midTerm,
                issuedAt: row.issuedAt,
                date: row.day.date
            )
        }
        return groups.map { key, rows in
            let ranked = rows.sorted { $0.isBetter(than: $1) }
            func sky(_ part: DayPart) -> HalfDay? {
                ranked.first { $0.day.part == part && $0.day.sky != nil }?.day.sky
            }
            let temperatures = ranked.first { $0.day.extremes != Extremes() }
            let forecast = IssuedForecast(
                date: key.date,
                source: key.source,
                issuedAt: key.issuedAt,
                extremes: temperatures?.day.extremes ?? Extremes(),
                morning: sky(.morning),
                afternoon: sky(.afternoon),
                undivided: sky(.day)
            )
            return KeptForecast(
                forecast: forecast,
                fetchedAt: rows.map(\.fetchedAt).min() ?? key.issuedAt,
                origin: (temperatures ?? ranked[0]).origin
            )
        }
        .sorted { first, second in
            let (one, other) = (first.forecast, second.forecast)
            // The newest issue first.
            return (other.issuedAt, one.source.rawValue, one.date)
                < (one.issuedAt, other.source.rawValue, other.date)
        }
    }
}

extension LedgerDay {
    /// Whether it says more than another row about the same; among equals, whether it counts first.
    fileprivate func isBetter(than other: LedgerDay) -> Bool {
        (-day.valueCount, origin.rawValue, fetchedAt) < (
            -other.day.valueCount, other.origin.rawValue, other.fetchedAt
        )
    }
}

extension Place {
    /// What KMA's forecasts of the place are about.
    public var ledgerSubjects: [LedgerSubject] {
        [
            LedgerSubject(feed: .midTemperature, name: temperatureZone.code),
            LedgerSubject(feed: .midLand, name: landZone.code),
            LedgerSubject(feed: .shortTerm, name: "\(gridCell.x),\(gridCell.y)"),
        ]
    }
}
