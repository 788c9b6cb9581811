import Feeds
import Forecast

/// History of a zone, cell or point of a feed: each issue's answer or fault. A value: events in, decisions out.
struct SubjectHistory<Value: Sendable>: Sendable {
    struct Answer: Sendable {
        var value: Value
        /// Issue, or the storage bucket of three hours.
        var issue: Date
        var fetchedAt: Date
    }

    enum Entry: Sendable {
        case answer(Answer)
        /// Missing, or an older issue in its place.
        case notYet(askedAt: Date)
        case refused(FeedError, until: Date)
    }

    enum Wish: Sendable, Hashable {
        case newest
        case issue(Date)
    }

    enum Standing: Sendable, Equatable {
        case current
        case stale(FeedError)
    }

    enum Decision: Sendable {
        case show(Answer, Standing)
        /// `meanwhile` may be shown as stale.
        case fetch(issue: Date, meanwhile: Answer?)
        case nothing(FeedError)
    }

    enum Event: Sendable {
        case answered(Answer)
        case notYet(issue: Date, askedAt: Date)
        case failed(FeedError, issue: Date)
        case news(StoredNews)

        init(_ fetched: FetchedIssue<Value>) {
            let fetchedAt = fetched.answer.fetchedAt
            self =
                fetched.value.map { .answered(Answer(value: $0, issue: fetched.issue, fetchedAt: fetchedAt)) }
                ?? .notYet(issue: fetched.issue, askedAt: fetchedAt)
        }
    }

    typealias Remainder = @Sendable (_ older: Value, _ newer: Value, _ day: KoreanDate) -> Value

    /// Newest, the one before, and one for comparison.
    private static var capacity: Int { 3 }
    static var missingPause: Double { 3_600 }

    private let freshness: Freshness
    private let remainder: Remainder?
    private var entries: [Date: Entry] = [:]
    private(set) var earlier: [Date: Value] = [:]
    private var isRead: (day: KoreanDate, issue: Date)?

    init(_ freshness: Freshness, remainder: Remainder? = nil) { (self.freshness, self.remainder) = (freshness, remainder) }

    func decide(_ wish: Wish, maximumAge: Double? = nil, at now: Date) -> Decision {
        switch wish {
        case .newest: decideNewest(maximumAge: maximumAge, at: now)
        case .issue(let issue): decide(issue: issue, at: now)
        }
    }

    private func decideNewest(maximumAge: Double?, at now: Date) -> Decision {
        let due = freshness.issues(at: now)
        var isNothingNewer = false
        for issue in due {
            switch entries[issue] {
            case .answer(let answer)? where isNothingNewer || accepts(.answered(answer), maximumAge: maximumAge, at: now):
                return .show(answer, .current)
            case .notYet(let askedAt)? where accepts(.notYet(issue: issue, askedAt: askedAt), maximumAge: maximumAge, at: now): isNothingNewer = true
            case nil where !freshness.hasIssues && issue != due.last:
                // The answer may be of the bucket before, and young.
                continue
            default: return .fetch(issue: isNothingNewer ? issue : due[0], meanwhile: standIn(at: now))
            }
        }
        let fault = FeedError(.noData)
        return standIn(at: now).map { .show($0, .stale(fault)) } ?? .nothing(fault)
    }

    private func decide(issue: Date, at now: Date) -> Decision {
        switch entries[issue] {
        case .answer(let answer)?: .show(answer, .current)
        case .notYet(let askedAt)? where holds(until: askedAt + Self.missingPause, at: now): .nothing(FeedError(.noData))
        case .refused(let fault, let until)? where holds(until: until, at: now): .nothing(fault)
        default: .fetch(issue: issue, meanwhile: nil)
        }
    }

    /// True if an event spares a call: a young answer, or a recent "not yet". A time ahead is a clock's jump back.
    func accepts(_ event: Event, maximumAge: Double? = nil, at now: Date) -> Bool {
        func isYoung(_ date: Date) -> Bool { maximumAge.map { (0..<$0).contains(now.timeIntervalSince(date)) } ?? true }
        return switch event {
        case .answered(let answer): isYoung(answer.fetchedAt) && freshness.isFresh(fetchedAt: answer.fetchedAt, now: now)
        case .notYet(let issue, let askedAt):
            isYoung(askedAt) && Freshness.isAge(now.timeIntervalSince(askedAt), below: freshness.emptyPause(after: askedAt, of: issue))
        case .failed, .news: false
        }
    }

    /// A longer pause began before a clock jumped back.
    private func holds(until end: Date, at now: Date) -> Bool { now < end && end.timeIntervalSince(now) <= Self.missingPause }

    private func standIn(at now: Date) -> Answer? {
        newest.flatMap { freshness.mayStandIn(issue: $0.issue, fetchedAt: $0.fetchedAt, now: now) ? $0 : nil }
    }

    var hasAnswer: Bool { !answers.isEmpty }
    var newest: Answer? { answers.max { ($0.issue, $0.fetchedAt) < ($1.issue, $1.fetchedAt) } }

    func holds(_ issue: Date) -> Bool {
        if case .answer? = entries[issue] { return true }
        return earlier[issue] != nil
    }

    private var answers: [Answer] { entries.values.compactMap { if case .answer(let answer) = $0 { answer } else { nil } } }

    mutating func event(_ event: Event, at now: Date) {
        let newest = freshness.newestIssue(at: now)
        // Issues not due were learnt before the clock jumped back.
        entries = entries.filter { $0.key <= newest }
        earlier = earlier.filter { $0.key <= newest }
        switch event {
        case .answered(let answer): record(.answer(answer), of: answer.issue, at: now)
        case .notYet(let issue, let askedAt): record(.notYet(askedAt: askedAt), of: issue, at: now)
        case .failed(let fault, let issue):
            // A passing fault is the circuit's; after the newest issue another comes soon.
            guard fault.wasSent, !fault.isRetryable, issue < newest else { return }
            if case .answer? = entries[issue] { return }
            record(.refused(fault, until: now + Self.missingPause), of: issue, at: now)
        case .news(let news): forget(news)
        }
    }

    private mutating func record(_ entry: Entry, of issue: Date, at now: Date) {
        entries[issue] = entry
        if let remainder { keepEarlier(remainder, on: KoreanDate(of: now)) }
        while entries.count > Self.capacity, let oldest = entries.keys.filter({ $0 != issue }).min() { entries[oldest] = nil }
    }

    private mutating func keepEarlier(_ remainder: Remainder, on day: KoreanDate) {
        let lookback = day.start - Self.lookback
        earlier = earlier.filter { $0.key >= lookback }
        guard let newest = answers.max(by: { $0.issue < $1.issue }) else { return }
        for answer in answers where answer.issue < newest.issue {
            entries[answer.issue] = nil
            if answer.issue >= lookback { earlier[answer.issue] = remainder(answer.value, newest.value, day) }
        }
    }

    private mutating func forget(_ news: StoredNews) {
        entries = entries.filter { issue, entry in
            guard issue == news.issue || (!freshness.hasIssues && issue < news.issue) else { return true }
            return switch entry {
            case .answer(let answer): answer.fetchedAt >= news.fetchedAt
            case .notYet(let askedAt): askedAt >= news.fetchedAt
            case .refused: false
            }
        }
    }

    func nextChange(of answer: Answer, at now: Date) -> Date {
        let next = freshness.nextChange(issue: answer.issue, fetchedAt: answer.fetchedAt, now: now)
        // Past if a fetch failed after the upstream had said so.
        let again = asked(after: answer.issue).map { issue, askedAt in askedAt + freshness.emptyPause(after: askedAt, of: issue) }.max()
        return again.flatMap { $0 > now ? min(next, $0) : nil } ?? next
    }

    func version(of answer: Answer?, _ wish: Wish, isAskedNow: Bool, at now: Date) -> AnswerVersion {
        var newest = freshness.hasIssues ? freshness.newestIssue(at: now) : .distantFuture
        if case .issue(let issue) = wish { newest = issue }
        let askedAt = answer.map { answer in asked(after: answer.issue).map(\.askedAt).reduce(answer.fetchedAt, max) }
        return AnswerVersion(
            issue: answer?.issue ?? .distantPast,
            newestIssue: newest,
            askedAt: max(askedAt ?? .distantPast, isAskedNow ? now : .distantPast)
        )
    }

    private func asked(after issue: Date) -> [(issue: Date, askedAt: Date)] {
        entries.compactMap { key, entry in if key > issue, case .notYet(let askedAt) = entry { (key, askedAt) } else { nil } }
    }

    /// Seconds before midnight from which an issue has hours that none of the day has.
    static var lookback: Double { 3 * 3_600 }

    func lacksEarlier(of answer: Answer, on day: KoreanDate) -> Bool { isRead.map { $0.day != day || $0.issue != answer.issue } ?? true }

    func unread(of stored: [Date], before answer: Answer, on day: KoreanDate) -> [Date] {
        stored.filter { $0 >= day.start - Self.lookback && $0 < answer.issue && earlier[$0] == nil }
    }

    mutating func hasRead(_ day: KoreanDate, before answer: Answer) { isRead = (day, answer.issue) }
}

enum Freshness: Sendable {
    /// Newest until the next issue; stale for so many seconds after it.
    case byIssue(IssueSchedule, maximumAge: Double)
    /// Seconds from the fetch.
    case byAge(Double)

    var callsADay: Int {
        switch self {
        case .byIssue(let schedule, _): Int(86_400 / schedule.interval)
        case .byAge(let seconds): Int(86_400 / seconds)
        }
    }

    /// Seconds until a missing issue is requested again, the longer the later it is.
    func emptyPause(after askedAt: Date, of issue: Date) -> Double {
        switch self {
        case .byIssue(let schedule, _): max(schedule.retry, min(300, askedAt.timeIntervalSince(issue) - schedule.delay))
        case .byAge: 300
        }
    }

    var hasIssues: Bool { if case .byIssue = self { true } else { false } }

    /// OpenWeather's forecast gains a step in three hours.
    private static let storageBucket = IssueSchedule(interval: 3 * 3_600, offset: 0, delay: 0)

    /// Newest first, with the one before; buckets of a current answer.
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

    func newestIssue(at now: Date) -> Date { issues(at: now)[0] }

    func issues(before issue: Date, at now: Date) -> [Date] {
        guard case .byIssue(let schedule, _) = self else { return issues(at: now).filter { $0 < issue } }
        let older = sequence(first: schedule.previous(to: issue), next: schedule.previous)
        return older.prefix { mayStandIn(issue: $0, fetchedAt: $0, now: now) }
    }

    func storedIssues(servingFor issue: Date, at now: Date) -> [Date] { hasIssues ? [issue] : issues(at: now) }

    /// A time ahead is a clock's jump back, or another machine's clock.
    func isFresh(fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue: true
        case .byAge(let seconds): Freshness.isAge(now.timeIntervalSince(fetchedAt), below: seconds)
        }
    }

    /// Seconds between the clocks of machines with one store.
    private static let clockDifference = 5.0

    static func isAge(_ age: Double, below most: Double) -> Bool { (-clockDifference..<most).contains(age) }

    static let maximumForecastAge = 48 * 3_600.0
    /// OpenWeather's free plan refreshes every 2 hours.
    static let maximumObservationAge = 3 * 3_600.0

    func mayStandIn(issue: Date, fetchedAt: Date, now: Date) -> Bool {
        switch self {
        case .byIssue(_, let maximumAge): now.timeIntervalSince(issue) <= maximumAge
        case .byAge: now.timeIntervalSince(fetchedAt) <= Freshness.maximumObservationAge
        }
    }

    func nextChange(issue: Date, fetchedAt: Date, now: Date) -> Date {
        let (next, pause): (Date, Double) =
            switch self {
            case .byIssue(let schedule, _): (schedule.nextAvailable(after: issue), schedule.retry)
            case .byAge(let seconds): (fetchedAt.addingTimeInterval(seconds), 60)
            }
        return next > now ? next : now.addingTimeInterval(pause)
    }
}
