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
public struct KeptAnswers: Sendable {
    /// Seconds of issues that are kept.
    static let reach = 48 * 3_600.0

    /// The folder; `nil` keeps nothing.
    public var directory: String?

    /// Answers in a folder, which is made when the first one is kept; `nil` keeps nothing.
    public init(directory: String?) {
        self.directory = directory
    }

    /// The answer to a call, if it is kept.
    func answer(feed: Feed, subject: String, issue: Date) -> KeptAnswer? {
        guard let path = folder(feed, subject).map({ "\($0)/\(name(of: issue))" }) else { return nil }
        return FileManager.default.contents(atPath: path).flatMap(KeptAnswer.init(file:))
    }

    /// The issues of a subject that are kept, newest first.
    func issues(feed: Feed, subject: String) -> [Date] {
        guard let folder = folder(feed, subject) else { return [] }
        // A folder that is not there holds nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { KoreanTime.instant(compact: $0) }.sorted(by: >)
    }

    /// Keeps an answer, and drops those of the subject that no one may show any more.
    func keep(_ answer: KeptAnswer, feed: Feed, subject: String, issue: Date) {
        guard let folder = folder(feed, subject) else { return }
        do {
            try PrivateFile.makeDirectory(folder)
            try PrivateFile.replace("\(folder)/\(name(of: issue))", with: answer.file)
        } catch {
            return
        }
        for old in issues(feed: feed, subject: subject) where issue.timeIntervalSince(old) > KeptAnswers.reach
        {
            PrivateFile.remove("\(folder)/\(name(of: old))")
        }
    }

    /// Why nothing can be kept, in the system's own words; `nil` where all is well.
    public var problem: String? {
        guard let directory else { return nil }
        do {
            try PrivateFile.makeDirectory(directory)
            try PrivateFile.replace(directory + "/.writable", with: Data())
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
