import Forecast

/// Issue times of a feed in Korean time.
public struct IssueSchedule: Sendable, Hashable {
    /// Seconds between issues.
    public var interval: Double
    /// Seconds from midnight in Korea to the first issue of a day.
    public var offset: Double
    /// Seconds from an issue until it can be fetched.
    public var delay: Double
    /// Seconds until a missing issue is requested again.
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
    static let extended = KoreanDate(year: 2024, month: 11, day: 28).at(hour: 14)

    /// Number of KMA's issues about a day until an instant. The mid-term forecast covers D+4 (at 18:00 D+5) to D+10, until 2024 from D+3; the
    /// short-term forecast to D+3 (from 17:00 D+4), until 2024 a day less (중기예보, 단기예보 활용가이드 2024-11-28).
    public static func issues(about date: KoreanDate, until now: Date) -> Int {
        func count(_ leads: ClosedRange<Int>, _ schedule: IssueSchedule, _ says: (Int, Int, Bool) -> Bool) -> Int {
            let hours = stride(from: schedule.offset, to: 86_400, by: schedule.interval).map { Int($0) / 3_600 }
            return leads.reduce(0) { sum, lead in
                sum
                    + hours.count { hour in
                        let issue = (date + -lead).at(hour: hour)
                        return issue.addingTimeInterval(schedule.delay) <= now && says(lead, hour, issue >= extended)
                    }
            }
        }
        let midTerm = count(3...10, .midTerm) { lead, hour, isExtended in lead >= (!isExtended ? 3 : hour == 6 ? 4 : 5) }
        let shortTerm = count(0...4, .shortTerm) { lead, hour, isExtended in
            lead == 0 ? hour < 23 : lead <= (isExtended ? 3 : 2) + (hour >= 17 ? 1 : 0)
        }
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
