import Forecast

/// When a feed is issued, in Korean time, whatever the time zone of the machine.
public struct IssueSchedule: Sendable, Hashable {
    /// Seconds between issues.
    public var interval: Double
    /// Seconds from midnight in Korea to the first issue of a day.
    public var offset: Double
    /// Seconds from an issue's time until it can be fetched.
    public var delay: Double
    /// Seconds after which an issue that was not there yet is asked for again.
    public var retry: Double

    /// A schedule from its interval, its first issue of a day, its delay, and the pause before it is asked for again, all
    /// in seconds.
    public init(interval: Double, offset: Double, delay: Double, retry: Double = 300) {
        self.interval = interval
        self.offset = offset
        self.delay = delay
        self.retry = retry
    }

    /// The newest issue that can be available at an instant.
    public func newest(at now: Date) -> Date {
        let phase = offset - KoreanTime.offset
        let steps = ((now.timeIntervalSince1970 - delay - phase) / interval).rounded(.down)
        return Date(timeIntervalSince1970: phase + steps * interval)
    }

    /// How many issues of KMA's forecasts that have come out by an instant say something of a day.
    ///
    /// The mid-term forecast of 06:00 covers D+4 to D+10, that of 18:00 D+5 to D+10. The short-term forecast reaches D+3,
    /// from 17:00 on D+4; its last issue of a day begins with the next (중기예보, 단기예보 활용가이드 2024-11-28).
    public static func issues(about date: KoreanDate, until now: Date) -> Int {
        func count(leads: ClosedRange<Int>, _ schedule: IssueSchedule, _ hours: (_ lead: Int) -> [Int]) -> Int
        {
            leads.reduce(0) { sum, lead in
                sum
                    + hours(lead).count { hour in
                        (date + -lead).at(hour: hour).addingTimeInterval(schedule.delay) <= now
                    }
            }
        }
        let midTerm = count(leads: 4...10, .midTerm) { lead in lead == 4 ? [6] : [6, 18] }
        let shortTerm = count(leads: 0...4, .shortTerm) { lead in
            switch lead {
            case 0: [2, 5, 8, 11, 14, 17, 20]
            case 4: [17, 20, 23]
            default: [2, 5, 8, 11, 14, 17, 20, 23]
            }
        }
        return midTerm + shortTerm
    }

    /// The issue before one.
    public func previous(to issue: Date) -> Date {
        issue.addingTimeInterval(-interval)
    }

    /// When the issue after one can first be fetched.
    public func nextAvailable(after issue: Date) -> Date {
        issue.addingTimeInterval(interval + delay)
    }
}

/// Reads a stored answer of one of KMA's forecasts by its feed alone, without the request that it answers.
public enum IssueDecoder {
    /// What an answer says; `nil` for a feed that is no forecast of KMA's. `subject` is that of its request. Throws the
    /// fault that the answer carries: `noData` also where it has no values.
    public static func value(
        of feed: Feed,
        subject: String,
        _ answer: HTTPAnswer,
        issuedAt: Date
    ) throws(FeedError) -> (any Sendable)? {
        switch feed {
        case .midTemperature: try MidTemperatureResponse.read(answer, issuedAt, zone: subject)
        case .midLand: try MidLandResponse.read(answer, issuedAt, zone: subject)
        case .outlook: try OutlookResponse.read(answer, issuedAt)
        case .shortTerm:
            try ShortTermResponse.read(answer, issuedAt, rows: ShortTermResponse.rows(of: subject))
        case .warnings where subject.hasPrefix("getPwn"): try WarningStatusResponse.read(answer)
        case .warnings: try HubWarningResponse.read(answer)
        default: nil
        }
    }
}
