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
    /// of one mid-term issue, temperatures and rain, are one.
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
            KeptForecast(key.source, key.date, rows.sorted { $0.isBetter(than: $1) })
        }
        .sorted { first, second in
            let (one, other) = (first.forecast, second.forecast)
            // The newest issue first.
            return (other.issuedAt, one.source.rawValue, one.date)
                < (one.issuedAt, other.source.rawValue, other.date)
        }
    }

    /// One forecast of its rows, at least one, in the order in which they count: each value is of the first that has it.
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
            availableAt: issuedAt.addingTimeInterval(
                source == .shortTerm ? IssueSchedule.shortTerm.delay : 0
            ),
            said: said
        )
        fetchedAt = rows.map(\.fetchedAt).min() ?? issuedAt
        origin = (rows.first { $0.day.extremes != Extremes() } ?? rows[0]).origin
    }
}

extension LedgerDay {
    /// True if it counts before another row about the same: the fuller reading of an issue, among equals the portal's, then
    /// the one that was fetched first.
    fileprivate func isBetter(than other: LedgerDay) -> Bool {
        (-day.valueCount, origin.rawValue, fetchedAt) < (
            -other.day.valueCount, other.origin.rawValue, other.fetchedAt
        )
    }
}

extension Place {
    /// What KMA's forecasts of the place are about.
    public var ledgerSubjects: [LedgerSubject] {
        TemperatureZone.codes(since: temperatureZone.code).map {
            LedgerSubject(feed: .midTemperature, name: $0)
        } + [
            LedgerSubject(feed: .midLand, name: landZone.code),
            LedgerSubject(feed: .shortTerm, name: "\(gridCell.x),\(gridCell.y)"),
        ]
    }
}
