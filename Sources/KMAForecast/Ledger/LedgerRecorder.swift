import Feeds
import Forecast
import Synchronization

/// Writes what upstreams answer to a ledger once the program has time: after its own answer is out.
///
/// The store is the queue: the ledger remembers how much of it it has, and takes the rest at each start and each minute. So
/// an answer that a lock, a full disk or the end of a program has kept out is written later, by whichever program comes
/// first. Memory holds only the answers of this program, for as long as the store may not have them.
public final class LedgerRecorder: Sendable {
    /// The ledger.
    public let ledger: any Ledger
    /// Whether answers are written to it. Samples are not.
    public let isRecording: Bool
    /// The store whose answers the ledger takes.
    private let queue: (any AnswerStore)?
    /// Called after each step of writing with how many issues were kept and how many were lost.
    private let observe: @Sendable (_ kept: Int, _ lost: Int) -> Void
    private let pending = Mutex<[StoredIssue]>([])
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    /// The most answers that memory holds: a ledger that cannot be written must not fill it. An answer of the short-term
    /// forecast has 140 kB.
    private static let capacity = 512
    /// Answers of the store that are read and written in one step.
    private static let writtenAtOnce = 32
    /// Time for which a running program gathers answers before it writes them, so that many are one step.
    private static let gathering = Duration.milliseconds(500)
    /// Time after which a running program looks for what could not be written.
    static let interval = Duration.seconds(60)

    /// A recorder for a ledger that takes the answers of a store.
    public init(
        _ ledger: any Ledger,
        from queue: (any AnswerStore)? = nil,
        isRecording: Bool = true,
        observe: @escaping @Sendable (_ kept: Int, _ lost: Int) -> Void = { _, _ in }
    ) {
        self.ledger = ledger
        self.queue = queue
        self.isRecording = isRecording
        self.observe = observe
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes note of an answer. Nothing is read or written yet.
    func record(_ answer: StoredIssue) {
        guard isRecording, LedgerSubject(answer.subject.feed, subject: answer.subject.name) != nil else {
            return
        }
        let lost = pending.withLock { pending in
            pending.append(answer)
            return pending.count > LedgerRecorder.capacity ? pending.removeFirst() : nil
        }
        // With a store it is in the queue all the same.
        if lost != nil, queue == nil { observe(0, 1) }
        arrival.yield()
    }

    /// Takes note that the store has new answers.
    func recordStored() { arrival.yield() }

    /// Writes what the ledger has not yet. What cannot be written stays for the next time; the ledger reports why.
    public func flush() async {
        guard isRecording else { return }
        let taken = pending.withLock { $0 }
        do throws(StoreProblem) {
            let queued = try await writeQueue()
            try await write(taken.filter { !queued.contains($0.news) }, through: nil)
        } catch {
            return
        }
        let written = Set(taken.map(\.news))
        pending.withLock { $0.removeAll { written.contains($0.news) } }
    }

    /// Writes the answers of the store that the ledger has not yet; returns which.
    private func writeQueue() async throws(StoreProblem) -> Set<StoredNews> {
        var written: Set<StoredNews> = []
        guard let queue, let cache = await queue.identity() else { return written }
        var position = CachePosition(cache: cache, number: try await ledger.position(in: cache))
        while let next = await queue.answers(
            of: LedgerSubject.feeds,
            after: position.number,
            limit: LedgerRecorder.writtenAtOnce
        ), let last = next.last {
            position.number = last.number
            try await write(next.map(\.answer), through: position)
            written.formUnion(next.map(\.answer.news))
        }
        return written
    }

    private func write(_ answers: [StoredIssue], through position: CachePosition?) async throws(StoreProblem)
    {
        guard !answers.isEmpty else { return }
        let issues = await LedgerRecorder.issues(answers)
        try await ledger.add(issues, [], through: position)
        observe(issues.count, 0)
    }

    /// The issues that answers make; one that cannot be read, or was not there yet, makes none.
    @concurrent
    private static func issues(_ answers: [StoredIssue]) async -> [LedgerIssue] {
        answers.compactMap(LedgerIssue.init)
    }

    /// Writes what is left of earlier programs and what comes until the task is cancelled, and then the rest.
    public func run(by clock: any WaitingClock = ContinuousClock()) async {
        arrival.yield()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [arrival] in
                while !Task.isCancelled {
                    // Ends early with the task.
                    try? await clock.sleep(for: LedgerRecorder.interval)
                    arrival.yield()
                }
            }
            for await _ in arrivals {
                // Cancelled: what is left is written below.
                try? await clock.sleep(for: LedgerRecorder.gathering)
                await flush()
            }
            group.cancelAll()
        }
        await flush()
    }
}

/// An answer about a subject, of one issue.
public struct StoredIssue: Sendable, Equatable {
    /// The answer's subject, as its request names it.
    public var subject: StoredSubject
    /// The issue.
    public var issue: Date
    /// The answer.
    public var answer: StoredAnswer

    /// An issue from its parts.
    public init(subject: StoredSubject, issue: Date, answer: StoredAnswer) {
        self.subject = subject
        self.issue = issue
        self.answer = answer
    }

    /// The word of it, by which it is told from others.
    var news: StoredNews { StoredNews(subject: subject, issue: issue, fetchedAt: answer.fetchedAt) }
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

extension LedgerSubject {
    /// The feeds whose answers are kept.
    static let feeds: [Feed] = [.midTemperature, .midLand, .outlook, .shortTerm, .warnings]
}

extension LedgerIssue {
    fileprivate init?(_ stored: StoredIssue) {
        let (feed, answer) = (stored.subject.feed, stored.answer)
        guard let subject = LedgerSubject(feed, subject: stored.subject.name), answer.status == 200 else {
            return nil
        }
        let isTabled = MidTermTable.allCases.contains { $0.feed == feed } && MidTermTable.isTable(answer.body)
        let origin = isTabled ? LedgerOrigin.hub : .portal
        guard
            let days = IssueReader.days(of: subject, issuedAt: stored.issue, origin: origin, in: answer.body)
        else { return nil }
        self.init(
            subject: subject,
            // Warnings have no issues; the same status is asked for every five minutes. Each status counts once a day, with
            // the time it was fetched first.
            issuedAt: feed == .warnings ? KoreanDate(of: answer.fetchedAt).start : stored.issue,
            fetchedAt: answer.fetchedAt,
            origin: origin,
            body: answer.body,
            days: days
        )
    }
}
