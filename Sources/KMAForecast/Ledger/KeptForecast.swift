import Feeds
import Forecast
import Regions

/// Recorded issue about a day.
public struct KeptForecast: Sendable, Hashable {
    /// Forecast of the issue.
    public var forecast: IssuedForecast
    /// Time of the first fetch.
    public var fetchedAt: Date
    /// Origin of the answer.
    public var origin: LedgerOrigin

    /// Forecasts of rows, newest issue first; temperatures and rain of a mid-term issue are one.
    public static func all(in rows: [LedgerDay]) -> [KeptForecast] {
        struct Key: Hashable {
            var source: Provider
            var issuedAt: Date
            var date: KoreanDate
        }
        let groups = Dictionary(grouping: rows.filter { $0.subject.feed.source != nil }) { row in
            Key(source: row.subject.feed.source ?? .midTerm, issuedAt: row.issuedAt, date: row.day.date)
        }
        return groups.sorted { first, second in
            let (one, other) = (first.key, second.key)
            return (other.issuedAt, one.source.rawValue, one.date) < (one.issuedAt, other.source.rawValue, other.date)
        }.map { key, rows in KeptForecast(key.source, key.date, rows.count == 1 ? rows : rows.sorted { $0.isBetter(than: $1) }) }
    }

    private init(_ source: Provider, _ date: KoreanDate, _ rows: [LedgerDay]) {
        var said = StatedDay(date)
        for row in rows {
            let origin = Origin(row.subject.feed, issuedAt: row.issuedAt, fetchedAt: row.fetchedAt)
            said.add(row.day, origin)
        }
        if said.undivided != nil { (said.morning, said.afternoon) = (nil, nil) }
        let issuedAt = rows[0].issuedAt
        forecast = IssuedForecast(
            source: source,
            issuedAt: issuedAt,
            availableAt: issuedAt.addingTimeInterval(source == .shortTerm ? IssueSchedule.shortTerm.delay : 0),
            said: said
        )
        fetchedAt = rows.map(\.fetchedAt).min() ?? issuedAt
        origin = (rows.first { $0.day.extremes != Extremes() } ?? rows[0]).origin
    }
}

extension LedgerDay {
    fileprivate func isBetter(than other: LedgerDay) -> Bool {
        (-day.valueCount, origin.rawValue, fetchedAt) < (-other.day.valueCount, other.origin.rawValue, other.fetchedAt)
    }
}

extension Place {
    /// Subjects of KMA's forecasts of the place.
    public var ledgerSubjects: [LedgerSubject] {
        TemperatureZone.codes(since: temperatureZone.code).map { LedgerSubject(feed: .midTemperature, name: $0) } + [
            LedgerSubject(feed: .midLand, name: landZone.code), LedgerSubject(feed: .shortTerm, name: "\(gridCell.x),\(gridCell.y)"),
        ]
    }
}
