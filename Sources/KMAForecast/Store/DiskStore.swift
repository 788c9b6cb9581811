#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Stores answers, counts of calls and cooldowns in a folder that the processes of one machine share.
///
///     <directory>/<scope>/<feed>/<subject>/<issue>        an answer, see ``StoredAnswer``
///     <directory>/<scope>/calls/<service>.<period>        a count: one byte a call
///     <directory>/<scope>/calls/<service>.cooldown        seconds since 1970 and a code, see ``Cooldown``
///     <directory>/.locks/                                 who fetches and who calls, see ``DiskLocks``
///
/// KMA serves only its two newest issues, so an answer stored here may be the only copy. Every file is replaced whole
/// and is readable by its owner alone. All methods leave the caller's actor, so that nobody waits for the disk who
/// does not need it.
public struct DiskStore: Store {
    /// Seconds for which issues are stored; the longest time an answer may stand in for a newer one.
    static let reach = 48 * 3_600.0

    /// The folder; it is made when the first file is stored.
    public var directory: String
    /// Whether answers are read and stored; counts and cooldowns always are.
    public var keepsAnswers: Bool
    /// How much it may hold.
    var ceiling = DiskCeiling.standard

    /// A store in a folder. `keepsAnswers` false only counts calls.
    public init(directory: String, keepsAnswers: Bool = true) {
        self.directory = directory
        self.keepsAnswers = keepsAnswers
    }

    /// The folder's path.
    public var location: String { directory }

    /// The stored answer of one issue; `nil` where there is none that can be read.
    @concurrent
    public func answer(for subject: StoredSubject, issue: Date) async -> StoredAnswer? {
        guard keepsAnswers else { return nil }
        let path = "\(folder(of: subject))/\(KoreanTime(issue).compact)"
        return FileManager.default.contents(atPath: path).flatMap(StoredAnswer.init(file:))
    }

    /// The issues of a subject that are stored, newest first.
    @concurrent
    public func issues(of subject: StoredSubject) async -> [Date] {
        guard keepsAnswers else { return [] }
        return names(in: folder(of: subject)).compactMap { KoreanTime.instant(compact: $0) }.sorted(by: >)
    }

    /// Stores an answer and removes those of the subject that are too old to be shown.
    @concurrent
    public func put(_ answer: StoredAnswer, for subject: StoredSubject, issue: Date) async {
        guard keepsAnswers else { return }
        let folder = folder(of: subject)
        let name = KoreanTime(issue).compact
        // Twice if need be: the sweep of another process may remove the folder while it is still empty.
        guard isWritten(answer.file, to: name, in: folder) || isWritten(answer.file, to: name, in: folder)
        else { return }
        removeIssues(in: folder, before: issue.addingTimeInterval(-DiskStore.reach))
        sweep(on: KoreanDate(of: answer.fetchedAt))
        if ceiling.isDue() { ceiling.hold(subjectFolders()) }
    }

    /// Asks for the turn to fetch an issue among the processes of this machine.
    @concurrent
    public func turn(
        for subject: StoredSubject,
        issue: Date,
        limit: Duration,
        unless isFresh: @escaping @Sendable (StoredAnswer) -> Bool
    ) async -> FetchTurn {
        var turn = DiskTurn(store: self, subject: subject, issue: issue, file: nil)
        guard keepsAnswers else { return .granted(turn) }
        let name = [subject.scope.name, subject.feed.rawValue, subject.name, KoreanTime(issue).compact]
        while true {
            let outcome = await locks.turn(name.joined(separator: "."), limit: limit)
            if case .finished(let note) = outcome, let fault = FeedError(sharedText: note) {
                return .failed(fault)
            }
            // Fetched since it was last looked for.
            if let answer = await answer(for: subject, issue: issue), isFresh(answer) {
                if case .locked(let file) = outcome { DiskTurn.end(file) }
                return .answered(answer)
            }
            switch outcome {
            case .finished: continue
            case .unavailable: return .granted(turn)
            case .locked(let file):
                turn.file = file
                return .granted(turn)
            }
        }
    }

    /// Waits for a lane among the processes of this machine: one of the service's and one of its group's.
    @concurrent
    public func lane(
        of service: UpstreamService,
        scope: StoreScope,
        limit: Duration,
        until deadline: ContinuousClock.Instant
    ) async -> (any CallLane)? {
        var files: [LockFile] = []
        for (name, width) in service.lanes {
            let name = "\(scope.name).\(name)"
            guard let lane = await locks.lane(name, of: width, limit: limit, until: deadline) else {
                await DiskLane(files: files).release()
                return nil
            }
            files += lane
        }
        return DiskLane(files: files)
    }

    private var locks: DiskLocks { DiskLocks(of: directory) }

    /// Adds a call to a count unless the count has reached the limit. A file grows by one byte a call: appending is
    /// one step for the system, so processes need no lock, and the name holds the period, so a count ends by itself.
    @concurrent
    public func countCall(_ count: CallCount, limit: Int) async -> CountedCall {
        let path = path(of: count)
        // Refused calls are not counted; two processes at the limit may both append, and the later one is refused.
        guard PrivateFile.size(of: path) ?? 0 < limit else { return .refused }
        guard let calls = appended(to: path, of: count) ?? appended(to: path, of: count) else {
            return .unavailable
        }
        if calls == 1 { removeOtherCounts(than: count) }
        return calls <= limit ? .counted : .refused
    }

    /// The calls of a count; `nil` where the folder cannot be used.
    @concurrent
    public func calls(of count: CallCount) async -> Int? {
        if let size = PrivateFile.size(of: path(of: count)) { return size }
        return FileManager.default.fileExists(atPath: callsFolder(of: count.scope)) ? 0 : nil
    }

    /// Until when a service is not called, and why.
    @concurrent
    public func cooldown(of service: UpstreamService, scope: StoreScope) async -> Cooldown? {
        FileManager.default.contents(atPath: cooldownPath(of: service, scope))
            .flatMap { Cooldown(text: String(decoding: $0, as: UTF8.self)) }
    }

    /// Remembers until when a service is not called.
    @concurrent
    public func setCooldown(_ cooldown: Cooldown, of service: UpstreamService, scope: StoreScope) async {
        _ = isWritten(
            Data(cooldown.text.utf8),
            to: "\(service.rawValue).cooldown",
            in: callsFolder(of: scope)
        )
    }

    /// Why nothing can be stored, in the system's own words; `nil` where all is well.
    @concurrent
    public func problem() async -> String? {
        do {
            try PrivateFile.makeDirectory(directory)
            // A full disk still has room for an empty file; most answers need less than this.
            try PrivateFile.replace(directory + "/.writable", with: Data(count: 65_536))
            PrivateFile.remove(directory + "/.writable")
            return nil
        } catch {
            return error.description
        }
    }
}

extension DiskStore {
    /// The folders of all subjects, of every key.
    private func subjectFolders() -> [String] {
        names(in: directory).filter(StoreScope.isName).flatMap { scope in
            Feed.allCases.flatMap { feed in
                let folder = "\(directory)/\(scope)/\(feed.rawValue)"
                return names(in: folder).map { "\(folder)/\($0)" }
            }
        }
    }

    private func folder(of subject: StoredSubject) -> String {
        "\(directory)/\(subject.scope.name)/\(subject.feed.rawValue)/\(subject.name)"
    }

    private func callsFolder(of scope: StoreScope) -> String { "\(directory)/\(scope.name)/calls" }

    private func path(of count: CallCount) -> String {
        "\(callsFolder(of: count.scope))/\(count.service.rawValue).\(count.period)"
    }

    private func cooldownPath(of service: UpstreamService, _ scope: StoreScope) -> String {
        "\(callsFolder(of: scope))/\(service.rawValue).cooldown"
    }

    /// Writes a file; a disk that is full or read-only is reported by ``problem()``, not here.
    private func isWritten(_ contents: Data, to name: String, in folder: String) -> Bool {
        do {
            try PrivateFile.makeDirectory(folder)
            try PrivateFile.replace("\(folder)/\(name)", with: contents)
            return true
        } catch {
            return false
        }
    }

    /// Adds a byte to a count's file; `nil` where that cannot be done.
    private func appended(to path: String, of count: CallCount) -> Int? {
        do {
            try PrivateFile.makeDirectory(callsFolder(of: count.scope))
            return try PrivateFile.append(to: path)
        } catch {
            return nil
        }
    }

    /// Removes the counts of a service of other minutes and days.
    private func removeOtherCounts(than count: CallCount) {
        let folder = callsFolder(of: count.scope)
        for name in names(in: folder) where name.hasPrefix(count.service.rawValue + ".2") {
            let period = name.dropFirst(count.service.rawValue.count + 1)
            let isOfOtherDay = period.prefix(8) != count.period.prefix(8)
            if isOfOtherDay || period.count == count.period.count && period != count.period {
                PrivateFile.remove("\(folder)/\(name)")
            }
        }
    }

    /// The names in a folder; one that does not exist has none.
    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}

extension DiskStore {
    /// Removes, once a day, what is too old of subjects and keys that nobody uses any more, and of the layout without
    /// scopes that earlier versions wrote. A file named for the day tells every process that it is done.
    private func sweep(on date: KoreanDate) {
        let mark = "\(directory)/.swept-\(date)"
        guard !FileManager.default.fileExists(atPath: mark) else { return }
        let entries = names(in: directory)
        for entry in entries where entry.hasPrefix(".swept-") { PrivateFile.remove("\(directory)/\(entry)") }
        locks.sweep()
        for folder in [directory] + entries.filter(StoreScope.isName).map({ "\(directory)/\($0)" }) {
            sweep(folder, on: date)
        }
        // Unmarked, it is done again with the next answer; it costs a look at each folder.
        _ = isWritten(Data(), to: ".swept-\(date)", in: directory)
    }

    /// Removes what is too old of one scope: issues past ``reach``, and counts and cooldowns of days that are over.
    private func sweep(_ scope: String, on date: KoreanDate) {
        for feed in Feed.allCases.map(\.rawValue) {
            for subject in names(in: "\(scope)/\(feed)") {
                removeIssues(
                    in: "\(scope)/\(feed)/\(subject)",
                    before: date.start.addingTimeInterval(-DiskStore.reach)
                )
            }
            PrivateFile.removeEmptyDirectory("\(scope)/\(feed)")
        }
        let calls = "\(scope)/calls"
        for name in names(in: calls) where isOver(name, in: calls, on: date) {
            PrivateFile.remove("\(calls)/\(name)")
        }
        PrivateFile.removeEmptyDirectory(calls)
        PrivateFile.removeEmptyDirectory(scope)
    }

    /// Whether a file among the counts is of a day before, or a cooldown that has ended.
    private func isOver(_ name: String, in calls: String, on date: KoreanDate) -> Bool {
        guard let suffix = name.split(separator: ".").last else { return false }
        if suffix == "cooldown" || suffix == "silence" {
            let contents = FileManager.default.contents(atPath: "\(calls)/\(name)") ?? Data()
            guard let cooldown = Cooldown(text: String(decoding: contents, as: UTF8.self)) else {
                return true
            }
            return cooldown.until <= date.start
        }
        let today = KoreanTime(date.start).compact.prefix(8)
        return suffix.allSatisfy(\.isNumber) && suffix.count >= 8 && suffix.prefix(8) < today
    }

    /// Removes the answers in a folder that are older than a moment, and the folder when it is empty then.
    private func removeIssues(in folder: String, before oldest: Date) {
        let files = names(in: folder)
        // The draft of a process that was killed has its issue in front, and goes with it.
        let old = files.filter { name in
            KoreanTime.instant(compact: String(name.prefix(12))).map { $0 < oldest } ?? false
        }
        for name in old { PrivateFile.remove("\(folder)/\(name)") }
        if !old.isEmpty, old.count == files.count { PrivateFile.removeEmptyDirectory(folder) }
    }
}
