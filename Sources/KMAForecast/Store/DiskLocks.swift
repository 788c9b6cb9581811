#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Turns and lanes between the processes of one machine: a lock file a name, in `<directory>/.locks`.
///
/// Who waits looks again every few milliseconds, which keeps no thread; without contention it costs a few system calls.
struct DiskLocks: Sendable {
    let folder: String

    /// How long who waits sleeps between two looks.
    private static let interval = Duration.milliseconds(10)

    /// Locks in the folder of a store.
    init(of directory: String) {
        folder = directory + "/.locks"
    }

    /// What came of waiting for a turn.
    enum Outcome {
        /// The lock is ours.
        case locked(LockFile)
        /// Somebody else had it and is done; what is left is his note.
        case finished(note: String)
        /// There can be no lock.
        case unavailable
    }

    /// Waits for the turn that a name stands for. A process that has had it for longer than `limit` is given up.
    func turn(_ name: String, limit: Duration) async -> Outcome {
        while let file = LockFile("\(folder)/\(name)", in: folder) {
            var isLocked = file.lock()
            var isGivenUp = false
            while !isLocked, !isGivenUp {
                file.removeIfOlder(than: limit)
                // Whoever is done removes the file and then unlocks it: one more look finds that.
                isGivenUp = file.isRemoved
                guard await pause() else { return .unavailable }
                isLocked = file.lock()
            }
            if isLocked { return file.isRemoved ? .finished(note: file.note) : .locked(file) }
        }
        return .unavailable
    }

    /// One of several locks of a name: the lane, or where there can be no lock none; `nil` where none came free in time.
    func lane(
        _ name: String,
        of width: Int,
        limit: Duration,
        until deadline: ContinuousClock.Instant
    ) async -> [LockFile]? {
        while true {
            for number in 0..<width {
                guard let file = LockFile("\(folder)/\(name).\(number)", in: folder) else { return [] }
                if file.lock() {
                    if !file.isRemoved { return [file] }
                } else {
                    file.removeIfOlder(than: limit)
                }
            }
            guard ContinuousClock.now < deadline, await pause() else { return nil }
        }
    }

    /// Removes what killed processes left, and lanes of keys that are no longer used: what nobody has locked for a day.
    func sweep() {
        // A folder that is not there has nothing in it.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let file = PrivateFile.information(of: "\(folder)/\(name)"),
                Date().timeIntervalSince1970 - file.changedAt > 86_400
            else { continue }
            PrivateFile.remove("\(folder)/\(name)")
        }
    }

    /// `false` where the task was cancelled.
    private func pause() async -> Bool {
        do {
            try await Task.sleep(for: DiskLocks.interval)
            return true
        } catch {
            return false
        }
    }
}

/// A lane among the processes of one machine: the locks that are held.
struct DiskLane: CallLane {
    let files: [LockFile]

    func release() async {
        for file in files { file.unlock() }
    }
}

/// The turn to fetch an issue among the processes of one machine.
struct DiskTurn: GrantedTurn {
    let store: DiskStore
    let subject: StoredSubject
    let issue: Date
    /// `nil` where there can be no lock, or the store keeps no answers: then everybody fetches for himself.
    var file: LockFile?

    func finish(_ result: FetchResult) async {
        switch result {
        case .answered(let answer):
            // Whoever was stopped for so long that he was given up comes too late where another has fetched.
            let isLate = file?.isRemoved == true
            let isThere = isLate ? await store.answer(for: subject, issue: issue) != nil : false
            if !isThere { await store.put(answer, for: subject, issue: issue) }
        case .failed(let fault): file?.note = fault.sharedText
        case .notSent: break
        }
        if let file { DiskTurn.end(file) }
    }

    /// Gives a turn back: the file goes first, so that those who wait see that it is over.
    static func end(_ file: LockFile) {
        file.remove()
        file.unlock()
    }
}

extension UpstreamService {
    /// The lanes that a call needs one of each of, by name, with their number: of those of its group a service never holds
    /// all.
    var lanes: [(name: String, width: Int)] {
        let group = traits.group
        let ofGroup = (name: group.rawValue, width: group.callsAtOnce)
        return group.services.count > 1 ? [(rawValue, group.callsAtOnce - 1), ofGroup] : [ofGroup]
    }
}
