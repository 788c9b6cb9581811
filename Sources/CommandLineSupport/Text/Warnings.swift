import Feeds
import Forecast
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import KMAForecast

/// Notes about answers: that they are samples, which feeds are missing, incomplete or stale, and, if
/// asked for, the status of every feed. What holds for several places is told once.
public struct Warnings {
    /// What is told of one answer: the name of its place, its sources, and those that are missing or incomplete.
    public struct Answer {
        let name: String
        let sources: [SourceReport]
        let degraded: [Feed]

        /// An answer from its parts.
        public init(name: String, sources: [SourceReport], degraded: [Feed]) {
            self.name = name
            self.sources = sources
            self.degraded = degraded
        }
    }

    let answers: [Answer]
    let style: Style
    let isVerbose: Bool

    /// Notes about answers; with the status of every feed where they are verbose.
    public init(answers: [Answer], style: Style, isVerbose: Bool) {
        self.answers = answers
        self.style = style
        self.isVerbose = isVerbose
    }

    /// Writes them to standard error.
    public func write() {
        let lines = lines
        if !lines.isEmpty { StandardError.writeLine(lines.joined(separator: "\n")) }
    }

    /// A line a note.
    public var lines: [String] {
        var lines: [String] = []
        for line in answers.compactMap(sample) + answers.flatMap(gaps) where !lines.contains(line) {
            lines.append(line)
        }
        if isVerbose {
            for answer in answers {
                if answers.count > 1 { lines.append(answer.name) }
                lines += answer.sources.map(status)
            }
        }
        return lines
    }

    private func sample(_ answer: Answer) -> String? {
        guard answer.sources.contains(where: { $0.status == .sample }) else { return nil }
        return style("예시 자료(표본 자료)입니다. 실제 예보가 아닙니다.", "Sample data (표본 자료), not a real forecast.")
    }

    /// A service without a key is no gap: one good key is enough, and whoever has no other knows it.
    private func gaps(_ answer: Answer) -> [String] {
        answer.sources.filter { source in
            source.status == .stale
                || source.status != .missingKey && answer.degraded.contains(source.feed)
        }
        .compactMap(gap)
    }

    /// Why a feed is missing, incomplete or stale; `nil` where it has no error.
    private func gap(_ source: SourceReport) -> String? {
        guard let reason = source.errorMessage?[style.language] else { return nil }
        let feed = source.feed.name[style.language]
        if source.status == .partial {
            return style("\(feed) 일부 없음: \(reason)", "Part of \(feed) is missing: \(reason)")
        }
        guard source.status == .stale, let fetchedAt = source.fetchedAt else {
            return style("\(feed) 없음: \(reason)", "No \(feed): \(reason)")
        }
        let time = KoreanTime(source.issuedAt ?? fetchedAt)
        let moment = "\(time.date.monthAndDay) \(time.clock)"
        return style("\(feed): \(moment) 자료입니다. \(reason)", "\(feed): data of \(moment). \(reason)")
    }

    /// A line with status and times of a feed.
    private func status(_ source: SourceReport) -> String {
        func time(_ instant: Date?) -> String { instant.map { KoreanTime($0).rfc3339 } ?? "-" }
        return "  \(source.feed.rawValue.padded(to: 22))\(source.status.rawValue.padded(to: 13))"
            + style(
                "발표 \(time(source.issuedAt))  수신 \(time(source.fetchedAt))",
                "issued \(time(source.issuedAt))  fetched \(time(source.fetchedAt))"
            )
    }
}

extension Warnings {
    /// Notes about reports of places.
    public init(reports: [Report], style: Style, isVerbose: Bool) {
        let answers = reports.map { report in
            let name = style(report.place.name, report.place.englishName)
            return Answer(name: name, sources: report.sources, degraded: report.degraded)
        }
        self.init(answers: answers, style: style, isVerbose: isVerbose)
    }
}
