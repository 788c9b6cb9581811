#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// The last good answers of the upstreams on disk, by feed, subject and issue, shared by every process.
///
/// KMA hands out only its two newest issues, so what is kept here may be the only copy. Losing it costs a call, so
/// a disk that is full or read-only is never a fault of the answer: it is told in ``problem``.
public struct DiskStore: Sendable {
    /// Seconds of issues that are kept.
    static let reach = 48 * 3_600.0

    /// The folder; `nil` keeps nothing.
    public var directory: String?

    /// Answers in a folder, which is made when the first one is kept; `nil` keeps nothing.
    public init(directory: String?) {
        self.directory = directory
    }

    /// The answer to a call, if it is kept.
    func answer(feed: Feed, subject: String, issue: Date) -> StoredAnswer? {
        guard let path = folder(feed, subject).map({ "\($0)/\(name(of: issue))" }) else { return nil }
        return FileManager.default.contents(atPath: path).flatMap(StoredAnswer.init(file:))
    }

    /// The issues of a subject that are kept, newest first.
    func issues(feed: Feed, subject: String) -> [Date] {
        guard let folder = folder(feed, subject) else { return [] }
        return names(in: folder).compactMap { KoreanTime.instant(compact: $0) }.sorted(by: >)
    }

    /// Keeps an answer, and drops those of the subject that no one may show any more.
    func keep(_ answer: StoredAnswer, feed: Feed, subject: String, issue: Date) {
        guard let folder = folder(feed, subject) else { return }
        // Once more if need be: another program's sweep may take the folder away while there is nothing in it yet.
        guard isPut(answer, in: folder, issue) || isPut(answer, in: folder, issue) else { return }
        drop(in: folder, before: issue.addingTimeInterval(-DiskStore.reach))
        sweep(on: KoreanDate(of: answer.fetchedAt))
    }

    private func isPut(_ answer: StoredAnswer, in folder: String, _ issue: Date) -> Bool {
        do {
            try PrivateFile.makeDirectory(folder)
            try PrivateFile.replace("\(folder)/\(name(of: issue))", with: answer.file)
            return true
        } catch {
            return false
        }
    }

    /// Once a day drops what is too old of subjects that nobody asks about any more. A file named for the day tells
    /// every process that it has been done.
    private func sweep(on date: KoreanDate) {
        guard let directory else { return }
        let mark = "\(directory)/.swept-\(date)"
        guard !FileManager.default.fileExists(atPath: mark) else { return }
        let oldest = date.start.addingTimeInterval(-DiskStore.reach)
        for entry in names(in: directory) where entry.hasPrefix(".swept-") {
            PrivateFile.remove("\(directory)/\(entry)")
        }
        for feed in Feed.allCases.map(\.rawValue) {
            for subject in names(in: "\(directory)/\(feed)") {
                drop(in: "\(directory)/\(feed)/\(subject)", before: oldest)
            }
        }
        do {
            try PrivateFile.replace(mark, with: Data())
        } catch {
            // Unmarked, it is done again next time; it costs a look at each folder.
            return
        }
    }

    /// Removes the answers in a folder of before a moment, and the folder when it is empty then.
    private func drop(in folder: String, before oldest: Date) {
        let files = names(in: folder)
        // A draft that a killed program left behind bears its issue in front, and goes with it.
        let old = files.filter { name in
            KoreanTime.instant(compact: String(name.prefix(12))).map { $0 < oldest } ?? false
        }
        for name in old { PrivateFile.remove("\(folder)/\(name)") }
        if !old.isEmpty, old.count == files.count { PrivateFile.removeEmptyDirectory(folder) }
    }

    /// The names in a folder; one that is not there has none.
    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// Why nothing can be kept, in the system's own words; `nil` where all is well.
    public var problem: String? {
        guard let directory else { return nil }
        do {
            try PrivateFile.makeDirectory(directory)
            // A full disk still has room for a file with nothing in it; most answers need less than this.
            try PrivateFile.replace(directory + "/.writable", with: Data(count: 65_536))
            PrivateFile.remove(directory + "/.writable")
            return nil
        } catch {
            return error.description
        }
    }

    /// A subject is a code or a coordinate, so it is a file name as it stands.
    private func folder(_ feed: Feed, _ subject: String) -> String? {
        directory.map { "\($0)/\(feed.rawValue)/\(subject)" }
    }

    private func name(of issue: Date) -> String {
        KoreanTime(issue).compact
    }
}
