import Feeds
import Forecast
import Synchronization

/// Writes answers to a ledger after the program's own. The store is the queue, read at each start and minute, so that no fault loses any.
public final class LedgerRecorder: Sendable {
    /// Ledger of the answers.
    public let ledger: any Ledger
    /// True if answers are recorded; samples are not.
    public let isRecording: Bool
    private let queue: (any AnswerStore)?
    private let observe: @Sendable (_ kept: Int) -> Void
    private let pending = Mutex<[StoredIssue]>([])
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    /// An answer has up to 140 kB.
    private static let capacity = 512
    private static let writtenAtOnce = 32
    private static let gathering = Duration.milliseconds(500)
    /// Some tenths of a second before the program ends.
    private static let rereadAtOnce = 100
    static let interval = Duration.seconds(60)

    /// Creates a recorder for a ledger and the store of its answers.
    public init(
        _ ledger: any Ledger,
        from queue: (any AnswerStore)? = nil,
        isRecording: Bool = true,
        observe: @escaping @Sendable (_ kept: Int) -> Void = { _ in }
    ) {
        (self.ledger, self.queue, self.isRecording, self.observe) = (ledger, queue, isRecording, observe)
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func record(_ answer: StoredIssue, read value: any Sendable) {
        guard isRecording, LedgerSubject(answer.subject.feed, subject: answer.subject.name) != nil else { return }
        var answer = answer
        answer.days = IssueReader.days(of: value, issuedAt: answer.issue)
        pending.withLock { [answer] pending in
            pending.append(answer)
            // The store, the queue, has it.
            if pending.count > LedgerRecorder.capacity { pending.removeFirst() }
        }
        arrival.yield()
    }

    func recordStored() { arrival.yield() }

    /// Records all new answers; the rest stays for the next time.
    public func flush() async {
        guard isRecording else { return }
        let taken = pending.withLock { $0 }
        do throws(StoreProblem) {
            let queued = try await writeQueue(Dictionary(taken.map { ($0.news, $0) }) { $1 })
            try await write(taken.filter { !queued.contains($0.news) }, through: nil)
            _ = try await ledger.remakeDays(atMost: LedgerRecorder.rereadAtOnce)
        } catch { return }
        let written = Set(taken.map(\.news))
        pending.withLock { $0.removeAll { written.contains($0.news) } }
    }

    /// Answers that this process has read are not read again.
    private func writeQueue(_ read: [StoredNews: StoredIssue]) async throws(StoreProblem) -> Set<StoredNews> {
        var written: Set<StoredNews> = []
        guard let queue, let cache = await queue.identity() else { return written }
        var position = CachePosition(cache: cache, number: try await ledger.position(in: cache))
        while let next = await queue.answers(of: LedgerSubject.feeds, after: position.number, limit: LedgerRecorder.writtenAtOnce),
            let last = next.last
        {
            position.number = last.number
            try await write(next.map { read[$0.answer.news] ?? $0.answer }, through: position)
            written.formUnion(next.map(\.answer.news))
        }
        return written
    }

    private func remakeAll(by clock: any WaitingClock) async {
        while !Task.isCancelled {
            do throws(StoreProblem) {
                if try await ledger.remakeDays(atMost: LedgerRecorder.rereadAtOnce) { return }
                await Task.yield()
            } catch { try? await clock.sleep(for: LedgerRecorder.interval) }
        }
    }

    private func write(_ answers: [StoredIssue], through position: CachePosition?) async throws(StoreProblem) {
        guard !answers.isEmpty else { return }
        let issues = await LedgerRecorder.issues(answers)
        try await ledger.add(issues, [], through: position)
        observe(issues.count)
    }

    @concurrent private static func issues(_ answers: [StoredIssue]) async -> [LedgerIssue] { answers.compactMap(LedgerIssue.init) }

    /// Records earlier and new answers until cancelled, and then the rest.
    public func run(by clock: any WaitingClock = ContinuousClock()) async {
        arrival.yield()
        await withTaskGroup(of: Void.self) { group in
            if isRecording { group.addTask { await self.remakeAll(by: clock) } }
            group.addTask { [arrival] in
                while !Task.isCancelled {
                    try? await clock.sleep(for: LedgerRecorder.interval)
                    arrival.yield()
                }
            }
            for await _ in arrivals {
                try? await clock.sleep(for: LedgerRecorder.gathering)
                await flush()
            }
            group.cancelAll()
        }
        await flush()
    }
}

/// Stored answer of one issue about a subject.
public struct StoredIssue: Sendable, Equatable {
    /// Subject, as its request names it.
    public var subject: StoredSubject
    /// Issue of the answer.
    public var issue: Date
    /// Answer as stored.
    public var answer: StoredAnswer
    /// Days of an answer that has been read; `nil` for one of another process.
    var days: [IssuedDay]?

    /// Creates a stored issue.
    public init(subject: StoredSubject, issue: Date, answer: StoredAnswer) { (self.subject, self.issue, self.answer) = (subject, issue, answer) }

    var news: StoredNews { StoredNews(subject: subject, issue: issue, fetchedAt: answer.fetchedAt) }
}

extension LedgerSubject {
    /// `nil` for feeds not recorded: OpenWeather's and 에어코리아's licences, and daily observations.
    init?(_ feed: Feed, subject: String) {
        switch feed {
        case .midTemperature, .midLand, .outlook: self.init(feed: feed, name: subject)
        case .warnings:
            // Events (`getPwnCd`) repeat days in every answer.
            guard !subject.hasPrefix("getPwnCd") else { return nil }
            self.init(feed: feed, name: "")
        case .shortTerm:
            // Also `getVilageFcst-60-127-today`.
            let parts = subject.split(separator: "-")
            guard parts.count >= 3 else { return nil }
            self.init(feed: feed, name: "\(parts[1]),\(parts[2])")
        default: return nil
        }
    }
}

extension LedgerSubject { static let feeds: [Feed] = [.midTemperature, .midLand, .outlook, .shortTerm, .warnings] }

extension LedgerIssue {
    fileprivate init?(_ stored: StoredIssue) {
        let (feed, answer) = (stored.subject.feed, stored.answer)
        guard let subject = LedgerSubject(feed, subject: stored.subject.name), answer.status == 200 else { return nil }
        let isTabled = MidTermTable.allCases.contains { $0.feed == feed } && MidTermTable.isTable(answer.body)
        let origin = isTabled ? LedgerOrigin.hub : .portal
        let read = stored.days ?? IssueReader.days(of: subject, issuedAt: stored.issue, origin: origin, in: answer.body)
        guard let days = read else { return nil }
        self.init(
            subject: subject,
            // Warnings have no issues: each status counts once a day.
            issuedAt: feed == .warnings ? KoreanDate(of: answer.fetchedAt).start : stored.issue,
            fetchedAt: answer.fetchedAt,
            origin: origin,
            body: answer.body,
            days: days
        )
    }
}
