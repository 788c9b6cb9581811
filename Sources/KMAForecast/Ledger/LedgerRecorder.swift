import Feeds
import Forecast
import Synchronization

/// Collects what upstreams answer and writes it to a ledger once the program has time: after its own answer is out.
public final class LedgerRecorder: Sendable {
    /// The ledger.
    public let ledger: any Ledger
    /// Whether answers are written to it. Samples are not.
    public let isRecording: Bool
    /// Called after each step of writing with how many issues were kept and how many were lost.
    private let observe: @Sendable (_ kept: Int, _ lost: Int) -> Void
    private let pending = Mutex(PendingAnswers())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    /// Answers that wait at the most. A ledger that cannot be written must not fill the memory; an answer of the
    /// short-term forecast has 140 kB.
    private static let capacity = 512
    /// Answers of others that are read and written in one step.
    private static let readAtOnce = 32
    /// How long a running program gathers answers before it writes them, so that many are one step.
    private static let gathering = Duration.milliseconds(500)

    /// A recorder for a ledger.
    public init(
        _ ledger: any Ledger,
        isRecording: Bool = true,
        observe: @escaping @Sendable (_ kept: Int, _ lost: Int) -> Void = { _, _ in }
    ) {
        self.ledger = ledger
        self.isRecording = isRecording
        self.observe = observe
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes note of an answer. Nothing is read or written yet.
    func record(_ answer: FetchedAnswer) {
        guard isRecording, LedgerSubject(answer.feed, subject: answer.subject) != nil else { return }
        let isKept = pending.withLock { pending in
            guard pending.fetched.count < LedgerRecorder.capacity else { return false }
            pending.fetched.append(answer)
            return true
        }
        if isKept { arrival.yield() } else { observe(0, 1) }
    }

    /// Takes note of answers that others have put into a store, so that each replica has all issues. They are read when
    /// they are written: after a long absence there are thousands.
    func record(_ news: [StoredNews], in store: any Store) {
        guard isRecording else { return }
        let kept = news.filter { LedgerSubject($0.subject.feed, subject: $0.subject.name) != nil }
        guard !kept.isEmpty else { return }
        pending.withLock { $0.stored += kept.map { ($0, store) } }
        arrival.yield()
    }

    /// Writes what has come since the last time.
    public func flush() async {
        let taken = pending.withLock { pending in
            defer { pending = PendingAnswers() }
            return pending
        }
        await write(taken.fetched)
        var rest = taken.stored[...]
        // What others have stored is told again when the program next runs.
        while !rest.isEmpty, !Task.isCancelled {
            var answers: [FetchedAnswer] = []
            for (news, store) in rest.prefix(LedgerRecorder.readAtOnce) {
                if let answer = await FetchedAnswer(news, in: store) { answers.append(answer) }
            }
            await write(answers)
            rest = rest.dropFirst(LedgerRecorder.readAtOnce)
        }
    }

    private func write(_ answers: [FetchedAnswer]) async {
        guard !answers.isEmpty else { return }
        let issues = answers.compactMap(LedgerIssue.init)
        let kept = await ledger.add(issues, [])
        observe(kept, issues.count - kept)
    }

    /// Writes what comes until the task is cancelled, and then what is left.
    public func run(by clock: any WaitingClock = ContinuousClock()) async {
        for await _ in arrivals {
            // Cancelled: what is left is written below.
            try? await clock.sleep(for: LedgerRecorder.gathering)
            await flush()
        }
        await flush()
    }
}

/// Answers that wait to be written.
private struct PendingAnswers: Sendable {
    var fetched: [FetchedAnswer] = []
    /// What others have stored, and where.
    var stored: [(StoredNews, any Store)] = []
}

/// An answer that an upstream has just given.
struct FetchedAnswer: Sendable {
    var feed: Feed
    /// The subject as the request names it.
    var subject: String
    var issuedAt: Date
    var fetchedAt: Date
    var body: [UInt8]
    var value: any Sendable
}

extension FetchedAnswer {
    /// The answer that news tell of; `nil` where it is no longer stored, or cannot be read: then it says nothing.
    @concurrent
    fileprivate init?(_ news: StoredNews, in store: any Store) async {
        let subject = news.subject
        guard let answer = await store.answer(for: subject, issue: news.issue),
            let value = answer.value(of: subject, issue: news.issue)
        else { return nil }
        self.init(
            feed: subject.feed,
            subject: subject.name,
            issuedAt: news.issue,
            fetchedAt: answer.fetchedAt,
            body: answer.body,
            value: value
        )
    }
}

extension StoredAnswer {
    /// What it says, of one of KMA's forecasts; `nil` of other feeds, and where it cannot be read.
    func value(of subject: StoredSubject, issue: Date) -> (any Sendable)? {
        let answer = HTTPAnswer(status: status, body: body)
        return try? IssueDecoder.value(of: subject.feed, subject: subject.name, answer, issuedAt: issue)
    }
}

extension LedgerSubject {
    /// The subject of a request in KMA's own terms; `nil` for feeds that are not kept: OpenWeather's have another
    /// licence, those of 에어코리아 may not be altered, and observations come as daily values.
    init?(_ feed: Feed, subject: String) {
        switch feed {
        case .midTemperature, .midLand, .outlook: self.init(feed: feed, name: subject)
        case .warnings:
            // The status. The events (`getPwnCd`) repeat days in every answer.
            guard !subject.hasPrefix("getPwnCd") else { return nil }
            self.init(feed: feed, name: "")
        case .shortTerm:
            // `getVilageFcst-60-127`, and `-today` behind it.
            let parts = subject.split(separator: "-")
            guard parts.count >= 3 else { return nil }
            self.init(feed: feed, name: "\(parts[1]),\(parts[2])")
        case .nowcast, .observedDays, .airMeasured, .airForecast, .openWeatherCurrent, .openWeatherForecast:
            return nil
        }
    }
}

extension LedgerIssue {
    fileprivate init?(_ answer: FetchedAnswer) {
        guard let subject = LedgerSubject(answer.feed, subject: answer.subject) else { return nil }
        // Warnings have no issues; the same status is asked for every five minutes. Each status counts once a day, with
        // the time it was fetched first.
        let day = KoreanDate(of: answer.fetchedAt).start
        let isTabled = MidTermTable.allCases.contains { $0.feed == answer.feed }
        self.init(
            subject: subject,
            issuedAt: subject.feed == .warnings ? day : answer.issuedAt,
            fetchedAt: answer.fetchedAt,
            origin: isTabled && MidTermTable.isTable(answer.body) ? .hub : .portal,
            body: answer.body,
            days: (answer.value as? any DatedForecast)?.issuedDays ?? []
        )
    }
}
