import Feeds
import Forecast

/// What is known of one subject, a zone, a cell or a point of a feed: of each issue the answer, or why there is none.
///
/// A value: events in, decisions out, and the clock is an argument. ``FeedRepository`` reads, fetches and waits as it
/// says, and decides nothing by itself.
struct SubjectHistory<Value: Sendable>: Sendable {
    /// An answer with what is needed to tell its age.
    struct Answer: Sendable {
        var value: Value
        /// The issue it is; the storage bucket of three hours it was fetched in where a feed has no issues.
        var issue: Date
        var fetchedAt: Date
    }

    /// What is known of one issue. A call that was never sent says nothing of it.
    enum Entry: Sendable {
        case answer(Answer)
        /// The upstream did not have it yet, or served an older issue in its place.
        case notYet(askedAt: Date)
        /// The upstream refused it in a way that asking again does not change.
        case refused(FeedError, until: Date)
    }

    /// What is asked for.
    enum Wish: Sendable, Hashable {
        /// The newest issue there is.
        case newest
        /// One issue before the newest.
        case issue(Date)
    }

    /// Whether nothing better can be had than an answer, or why a better one cannot.
    enum Standing: Sendable, Equatable {
        case current
        case stale(FeedError)
    }

    /// What is to be done about a wish.
    enum Decision: Sendable {
        case show(Answer, Standing)
        /// An issue may be there that is not known. Where it cannot be fetched, `meanwhile` may be shown as stale.
        case fetch(issue: Date, meanwhile: Answer?)
        case nothing(FeedError)
    }

    /// What has happened to an issue.
    enum Event: Sendable {
        /// It was fetched, or found in the store.
        case answered(Answer)
        case notYet(issue: Date, askedAt: Date)
        /// It was asked for, or was to be, and no answer came.
        case failed(FeedError, issue: Date)
        /// Somebody else has stored an answer.
        case news(StoredNews)

        /// What an answer says that was fetched, or found in the store.
        init(_ fetched: FetchedIssue<Value>) {
            let fetchedAt = fetched.answer.fetchedAt
            self =
                fetched.value.map {
                    .answered(Answer(value: $0, issue: fetched.issue, fetchedAt: fetchedAt))
                } ?? .notYet(issue: fetched.issue, askedAt: fetchedAt)
        }
    }

    /// What an older answer says of a day that a newer one no longer does.
    typealias Remainder = @Sendable (_ older: Value, _ newer: Value, _ day: KoreanDate) -> Value

    /// Issues of which something is known: the newest, the one before it where the newest is not there yet, and one that is
    /// compared with.
    private static var capacity: Int { 3 }
    /// Seconds before an earlier issue that the upstream did not give is asked for again.
    static var missingPause: Double { 3_600 }

    private let freshness: Freshness
    private let remainder: Remainder?
    private var entries: [Date: Entry] = [:]
    /// What the issues before the newest answer said of a day, in so far as newer ones do not say it; by issue.
    private(set) var earlier: [Date: Value] = [:]
    /// The day and the newest answer for which all that is stored has been read into ``earlier``.
    private var isRead: (day: KoreanDate, issue: Date)?

    /// Nothing is known yet. With a `remainder`, answers that a newer one has replaced are kept as far as it says.
    init(_ freshness: Freshness, remainder: Remainder? = nil) {
        self.freshness = freshness
        self.remainder = remainder
    }

    // MARK: Decisions

    /// What to do about a wish. An answer to it that is not younger than `maximumAge` seconds does not do.
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
            case .answer(let answer)?
            where isNothingNewer || accepts(.answered(answer), maximumAge: maximumAge, at: now):
                return .show(answer, .current)
            case .notYet(let askedAt)?
            where accepts(.notYet(issue: issue, askedAt: askedAt), maximumAge: maximumAge, at: now):
                isNothingNewer = true
            case nil where !freshness.hasIssues && issue != due.last:
                // The answer may be of the bucket before, and not old yet.
                continue
            default:
                return .fetch(issue: isNothingNewer ? issue : due[0], meanwhile: standIn(at: now))
            }
        }
        let fault = FeedError(.noData)
        return standIn(at: now).map { .show($0, .stale(fault)) } ?? .nothing(fault)
    }

    private func decide(issue: Date, at now: Date) -> Decision {
        switch entries[issue] {
        case .answer(let answer)?: .show(answer, .current)
        case .notYet(let askedAt)? where holds(until: askedAt + Self.missingPause, at: now):
            .nothing(FeedError(.noData))
        case .refused(let fault, let until)? where holds(until: until, at: now): .nothing(fault)
        default: .fetch(issue: issue, meanwhile: nil)
        }
    }

    /// Whether what is known of an issue that is due does in place of a call: an answer that is not too old, or for a while
    /// that it was not there yet.
    ///
    /// An answer from the future means that the clock jumped back: its age cannot be told.
    func accepts(_ event: Event, maximumAge: Double? = nil, at now: Date) -> Bool {
        func isYoung(_ date: Date) -> Bool {
            maximumAge.map { (0..<$0).contains(now.timeIntervalSince(date)) } ?? true
        }
        return switch event {
        case .answered(let answer):
            isYoung(answer.fetchedAt) && freshness.isFresh(fetchedAt: answer.fetchedAt, now: now)
        case .notYet(_, let askedAt):
            isYoung(askedAt) && Freshness.isAge(now.timeIntervalSince(askedAt), below: freshness.emptyPause)
        case .failed, .news: false
        }
    }

    /// Whether a pause that ends at a moment is under way. One that is longer than any began under a clock that has jumped
    /// back since.
    private func holds(until end: Date, at now: Date) -> Bool {
        now < end && end.timeIntervalSince(now) <= Self.missingPause
    }

    /// The answer that may be shown, as stale, where nothing better can be had.
    private func standIn(at now: Date) -> Answer? {
        answers.filter { freshness.mayStandIn(issue: $0.issue, fetchedAt: $0.fetchedAt, now: now) }
            .max { ($0.issue, $0.fetchedAt) < ($1.issue, $1.fetchedAt) }
    }

    /// Whether there is an answer, however old.
    var hasAnswer: Bool { !answers.isEmpty }

    /// True if there is an answer of an issue, or what is left of it.
    func holds(_ issue: Date) -> Bool {
        if case .answer? = entries[issue] { return true }
        return earlier[issue] != nil
    }

    private var answers: [Answer] {
        entries.values.compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
    }

    // MARK: Events

    /// Takes up what has happened.
    mutating func event(_ event: Event, at now: Date) {
        let newest = freshness.newestIssue(at: now)
        // What is of an issue that is not due was learnt before the clock jumped back.
        entries = entries.filter { $0.key <= newest }
        earlier = earlier.filter { $0.key <= newest }
        switch event {
        case .answered(let answer):
            record(.answer(answer), of: answer.issue, at: now)
        case .notYet(let issue, let askedAt):
            record(.notYet(askedAt: askedAt), of: issue, at: now)
        case .failed(let fault, let issue):
            // What was never sent is remembered nowhere, what passes is the circuit breaker's, and for the newest issue
            // there is another soon.
            guard fault.wasSent, !fault.isRetryable, issue < newest else { return }
            if case .answer? = entries[issue] { return }
            record(.refused(fault, until: now + Self.missingPause), of: issue, at: now)
        case .news(let news):
            forget(news)
        }
    }

    private mutating func record(_ entry: Entry, of issue: Date, at now: Date) {
        entries[issue] = entry
        if let remainder { keepEarlier(remainder, on: KoreanDate(of: now)) }
        while entries.count > Self.capacity, let oldest = entries.keys.filter({ $0 != issue }).min() {
            entries[oldest] = nil
        }
    }

    /// Of the answers that a newer one has replaced keeps what that one does not say.
    private mutating func keepEarlier(_ remainder: Remainder, on day: KoreanDate) {
        let eve = day.start - Self.eve
        earlier = earlier.filter { $0.key >= eve }
        guard let newest = answers.max(by: { $0.issue < $1.issue }) else { return }
        for answer in answers where answer.issue < newest.issue {
            entries[answer.issue] = nil
            if answer.issue >= eve { earlier[answer.issue] = remainder(answer.value, newest.value, day) }
        }
    }

    /// Forgets what is older than an answer that somebody else has stored; it is read when it is next asked for.
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

    // MARK: What is told of an answer

    /// When something newer than an answer can be there: always after now.
    func nextChange(of answer: Answer, at now: Date) -> Date {
        let next = freshness.nextChange(issue: answer.issue, fetchedAt: answer.fetchedAt, now: now)
        // Past where a fetch failed after the upstream had said so: then it is no time to come back at.
        guard let again = askedAt(after: answer.issue).map({ $0 + freshness.emptyPause }), again > now else {
            return next
        }
        return min(next, again)
    }

    /// Which answer something is made of, with an answer or without, to a wish. `isAskedNow`: whether the upstream was asked
    /// for a better one just now.
    func version(of answer: Answer?, _ wish: Wish, isAskedNow: Bool, at now: Date) -> AnswerVersion {
        var newest = freshness.hasIssues ? freshness.newestIssue(at: now) : .distantFuture
        if case .issue(let issue) = wish { newest = issue }
        let asked = answer.map { max($0.fetchedAt, askedAt(after: $0.issue) ?? $0.fetchedAt) }
        return AnswerVersion(
            issue: answer?.issue ?? .distantPast,
            newestIssue: newest,
            askedAt: max(asked ?? .distantPast, isAskedNow ? now : .distantPast)
        )
    }

    /// When the upstream last said that an issue after one is not there yet.
    private func askedAt(after issue: Date) -> Date? {
        entries.compactMap { key, entry in
            if key > issue, case .notYet(let askedAt) = entry { askedAt } else { nil }
        }.max()
    }

    // MARK: The earlier issues of a day

    /// Seconds before midnight from which an issue still has hours of the day that no issue of the day has.
    static var eve: Double { 3 * 3_600 }

    /// Whether stored issues before an answer may have something of a day that is not known here.
    func lacksEarlier(of answer: Answer, on day: KoreanDate) -> Bool {
        isRead.map { $0.day != day || $0.issue != answer.issue } ?? true
    }

    /// Of the stored issues those that may have something of a day that is not known here.
    func unread(of stored: [Date], before answer: Answer, on day: KoreanDate) -> [Date] {
        stored.filter { $0 >= day.start - Self.eve && $0 < answer.issue && earlier[$0] == nil }
    }

    /// Records that all that is stored of a day before an answer has been read.
    mutating func hasRead(_ day: KoreanDate, before answer: Answer) {
        isRead = (day, answer.issue)
    }
}

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

    /// The first moment at which something newer than an answer can be there.
    func nextChange(issue: Date, fetchedAt: Date, now: Date) -> Date {
        let (next, pause): (Date, Double) =
            switch self {
            case .byIssue(let schedule, _): (schedule.nextAvailable(after: issue), emptyPause)
            case .byAge(let seconds): (fetchedAt.addingTimeInterval(seconds), 60)
            }
        return next > now ? next : now.addingTimeInterval(pause)
    }
}
