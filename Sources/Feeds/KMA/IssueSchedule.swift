import Forecast

/// Issue times of a feed in Korean time.
public struct IssueSchedule: Sendable, Hashable {
    /// Seconds between issues.
    public var interval: Double
    /// Seconds from midnight in Korea to the first issue of a day.
    public var offset: Double
    /// Seconds from an issue until it can be fetched.
    public var delay: Double
    /// Least seconds until a missing issue is requested again.
    public var retry: Double

    /// Creates a schedule; all values are seconds.
    public init(interval: Double, offset: Double, delay: Double, retry: Double = 300) {
        (self.interval, self.offset, self.delay, self.retry) = (interval, offset, delay, retry)
    }

    /// Returns the newest issue that can be available at an instant.
    public func newest(at now: Date) -> Date {
        let phase = offset - KoreanTime.offset
        let steps = ((now.timeIntervalSince1970 - delay - phase) / interval).rounded(.down)
        return Date(timeIntervalSince1970: phase + steps * interval)
    }

    /// Date since which the short-term forecast has a day more, and the mid-term forecast begins a day later.
    private static let extended = KoreanDate(year: 2024, month: 11, day: 28).at(hour: 14)

    /// Days of a mid-term issue, D+4 (at 18:00 D+5) to D+10, until 2024 from D+3 (중기예보 활용가이드 2024-11-28).
    package static func midTermDays(of issue: Date) -> ClosedRange<Int> { (issue < extended ? 3 : KoreanTime(issue).hour == 6 ? 4 : 5)...10 }

    /// Days of a short-term issue, to D+3 (from 17:00 D+4), until 2024 a day less (단기예보 활용가이드 2024-11-28).
    package static func shortTermDays(of issue: Date) -> ClosedRange<Int> { 0...(issue < extended ? 2 : 3) + (KoreanTime(issue).hour >= 17 ? 1 : 0) }

    /// Number of KMA's issues about a day until an instant.
    public static func issues(about date: KoreanDate, until now: Date) -> Int {
        func count(_ leads: ClosedRange<Int>, _ schedule: IssueSchedule, _ says: (Date, Int) -> Bool) -> Int {
            let seconds = Array(stride(from: schedule.offset, to: 86_400, by: schedule.interval))
            return leads.reduce(0) { sum, lead in
                let issues = seconds.map { (date + -lead).start + $0 }
                return sum + issues.count { $0 + schedule.delay <= now && says($0, lead) }
            }
        }
        let midTerm = count(3...10, .midTerm) { midTermDays(of: $0).contains($1) }
        // The issue of 23:00 has no hour of its day.
        let shortTerm = count(0...4, .shortTerm) { $1 == 0 ? KoreanTime($0).hour < 23 : shortTermDays(of: $0).contains($1) }
        return midTerm + shortTerm
    }

    /// Returns the issue before another.
    public func previous(to issue: Date) -> Date { issue.addingTimeInterval(-interval) }

    /// Returns the time from which the next issue can be fetched.
    public func nextAvailable(after issue: Date) -> Date { issue.addingTimeInterval(interval + delay) }
}

/// Reader of stored KMA answers by feed, without the request.
public enum IssueDecoder {
    /// Reads KMA's answer about a subject or throws its fault; `nil` for any other feed.
    public static func value(of origin: Origin, subject: String, _ answer: HTTPAnswer) throws(FeedError) -> (any Sendable)? {
        switch origin.feed {
        case .midTemperature: try MidTemperatureResponse.read(answer, origin, zone: subject)
        case .midLand: try MidLandResponse.read(answer, origin, zone: subject)
        case .outlook: try OutlookResponse.read(answer, origin.issuedAt, station: subject)
        case .shortTerm: try ShortTermResponse.read(answer, origin, rows: ShortTermResponse.rows(of: subject, origin.issuedAt))
        case .warnings where subject.hasPrefix("getPwn"): try WarningStatusResponse.read(answer)
        case .warnings: try HubWarningResponse.read(answer)
        default: nil
        }
    }
}
