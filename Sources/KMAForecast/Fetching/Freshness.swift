import Feeds

/// How long an answer of a feed is the newest there is, and how long it may be shown, marked stale, after that.
enum Freshness: Sendable {
    /// Until the next issue; it may be shown as stale for so many seconds after its issue.
    case byIssue(IssueSchedule, maximumAge: Double)
    /// So many seconds from when it was fetched; the feed has no issues.
    case byAge(Double)

    /// The calls it takes to have the newest answer at every moment of a day.
    var callsADay: Int {
        switch self {
        case .byIssue(let schedule, _): Int(86_400 / schedule.interval)
        case .byAge(let seconds): Int(86_400 / seconds)
        }
    }

    /// Seconds after an empty answer ("not issued yet") before the issue is asked for again.
    var emptyPause: Double {
        switch self {
        case .byIssue(let schedule, _): schedule.retry
        case .byAge: 300
        }
    }

    /// Whether the feed has issues.
    var hasIssues: Bool { if case .byIssue = self { true } else { false } }

    /// A feed without issues has its answers stored once in three hours, as often as OpenWeather's forecast gains a step.
    private static let storageBucket = IssueSchedule(interval: 3 * 3_600, offset: 0, delay: 0)

    /// The issues to ask for at a moment, the newest first, and the one before for when that is not there yet; of a
    /// feed without issues the buckets an answer that is still current may have been stored in.
    func issues(at now: Date) -> [Date] {
        switch self {
        case .byIssue(let schedule, _):
            let newest = schedule.newest(at: now)
            return [newest, schedule.previous(to: newest)]
        case .byAge(let seconds):
            let newest = Freshness.storageBucket.newest(at: now)
            let before = Freshness.storageBucket.newest(at: now.addingTimeInterval(-seconds))
            return before == newest ? [newest] : [newest, before]
        }
    }

    /// The newest issue that is looked for at a moment; the bucket that an answer is stored in where there are none.
    func newestIssue(at now: Date) -> Date { issues(at: now)[0] }

    /// The issues of which a stored answer does in place of fetching one.
    func storedIssues(servingFor issue: Date, at now: Date) -> [Date] {
        hasIssues ? [issue] : issues(at: now)
    }

    /// Whether an answer to an issue that is due is new enough: without issues, for as long as it is not too old.
    ///
    /// An answer from the future means that the clock jumped back: its age cannot be told. One of a moment ahead is what a
    /// machine has fetched whose clock is ahead.
    func isFresh(fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue: true
        case .byAge(let seconds): Freshness.isAge(now.timeIntervalSince(fetchedAt), below: seconds)
        }
    }

    /// Seconds by which the clocks of machines that share a store may differ; those that are kept by NTP differ by less.
    private static let clockDifference = 5.0

    /// Whether an age in seconds is one, and below another.
    static func isAge(_ age: Double, below most: Double) -> Bool { (-clockDifference..<most).contains(age) }

    /// KMA's forecasts may be shown as stale for 48 hours: they are about days.
    static let maximumForecastAge = 48 * 3_600.0
    /// Observations and the next hours may be shown as stale for 3 hours; OpenWeather's free plan refreshes every 2.
    static let maximumObservationAge = 3 * 3_600.0

    /// Whether an answer may still be shown, marked stale, when nothing better can be had.
    func mayStandIn(issue: Date, fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue(_, let maximumAge): now.timeIntervalSince(issue) <= maximumAge
        case .byAge: now.timeIntervalSince(fetchedAt) <= Freshness.maximumObservationAge
        }
    }

    /// For how many of its intervals an answer has been the newest at hand: 1 where something newer can be there just now.
    func lateness(issue: Date, fetchedAt: Date, now: Date) -> Double {
        switch self {
        case .byIssue(let schedule, _):
            max(1, 1 + now.timeIntervalSince(schedule.nextAvailable(after: issue)) / schedule.interval)
        case .byAge(let seconds): max(1, now.timeIntervalSince(fetchedAt) / seconds)
        }
    }

    /// The first moment at which something newer than an answer can be there.
    func nextChange(issue: Date, fetchedAt: Date, now: Date) -> Date {
        switch self {
        case .byIssue(let schedule, _):
            let next = schedule.nextAvailable(after: issue)
            return next > now ? next : now.addingTimeInterval(emptyPause)
        case .byAge(let seconds):
            let next = fetchedAt.addingTimeInterval(seconds)
            return next > now ? next : now.addingTimeInterval(60)
        }
    }
}
