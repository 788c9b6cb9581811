import Feeds
import Forecast
import KMAForecast

/// Notes about answers: that they are samples, which feeds are missing, incomplete or stale, and, if
/// asked for, the status of every feed. What holds for several places is told once.
public struct Notices {
    /// What is told of one answer: the name of its place, its sources, and those that are missing or incomplete.
    public struct Answer {
        let name: String
        let sources: [FeedReport]
        let degraded: [Feed]

        /// An answer from its parts.
        public init(name: String, sources: [FeedReport], degraded: [Feed]) {
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

    /// That an answer is made of sample data.
    public static let sample = LocalizedText(
        "예시 자료(표본 자료)입니다. 실제 예보가 아닙니다.",
        "Sample data (표본 자료), not a real forecast."
    )

    private func sample(_ answer: Answer) -> String? {
        guard answer.sources.contains(where: { $0.status == .sample }) else { return nil }
        return Notices.sample[style.language]
    }

    /// A line for each service of which something is missing, incomplete or stale.
    ///
    /// A service without a key is no gap: one good key is enough, and who has no other knows it.
    private func gaps(_ answer: Answer) -> [String] {
        let sources = answer.sources.filter { source in
            source.error != nil
                && (source.status == .stale
                    || source.status != .missingKey && answer.degraded.contains(source.feed))
        }
        return UpstreamAPI.allCases.compactMap { service in
            gap(sources.filter { $0.feed.service == service })
        }
    }

    /// What is missing of a service, and why: the fault that a person can do most about.
    private func gap(_ sources: [FeedReport]) -> String? {
        let decisive = sources.min {
            ($0.error?.code.traits.priority ?? .max) < ($1.error?.code.traits.priority ?? .max)
        }
        guard let decisive, let reason = decisive.errorMessage?[style.language] else { return nil }
        let missing = sources.filter { $0.status != .partial && $0.staleMoment == nil }
        let partial = sources.filter { $0.status == .partial }
        let stale = sources.filter { $0.status != .partial && $0.staleMoment != nil }
        if missing.count == sources.count, decisive.error?.code == .noData {
            let names = names(of: missing)
            return style(
                "\(names): 아직 없습니다. 다음 발표 뒤에 다시 시도해 주세요.",
                "\(names): not there yet. Try again after the next issue."
            )
        }
        let moment = stale.staleMoment
        if stale.count == sources.count, let moment {
            let names = names(of: stale)
            return style("\(names): \(moment) 자료입니다. \(reason)", "\(names): data of \(moment). \(reason)")
        }
        let clauses = [
            missing.isEmpty ? nil : style("\(names(of: missing)) 없음", "No \(names(of: missing))"),
            partial.isEmpty
                ? nil : style("\(names(of: partial)) 일부 없음", "Part of \(names(of: partial)) is missing"),
            moment.map { style("\(names(of: stale)) \($0) 자료", "\(names(of: stale)) of \($0)") },
        ]
        return clauses.compactMap { $0 }.joined(separator: ", ") + ": \(reason)"
    }

    /// `에어코리아 대기질 측정값·미세먼지 예보`: the word that all begin with once.
    private func names(of sources: [FeedReport]) -> String {
        let names = sources.map(\.feed.name[style.language])
        let words = names.map { $0.split(separator: " ", maxSplits: 1) }
        guard let first = words.first, words.allSatisfy({ $0.count == 2 && $0[0] == first[0] }) else {
            return names.joined(separator: style("·", " and "))
        }
        return "\(first[0]) " + words.map { String($0[1]) }.joined(separator: style("·", " and "))
    }

    /// A line with status and times of a feed.
    private func status(_ source: FeedReport) -> String {
        func time(_ instant: Date?) -> String { instant.map { KoreanTime($0).rfc3339 } ?? "-" }
        return "  \(source.feed.rawValue.padded(to: 22))\(source.status.rawValue.padded(to: 13))"
            + style(
                "발표 \(time(source.issuedAt))  수신 \(time(source.fetchedAt))",
                "issued \(time(source.issuedAt))  fetched \(time(source.fetchedAt))"
            )
    }
}

extension FeedReport {
    /// Of when what stands in for the newest is; `nil` where it is not stale.
    fileprivate var staleMoment: Date? { status == .stale ? fetchedAt.map { issuedAt ?? $0 } : nil }
}

extension Sequence<FeedReport> {
    /// Of when the oldest of what stands in for something newer is, `11/29 14:00`; `nil` where nothing is stale.
    var staleMoment: String? {
        compactMap(\.staleMoment).min().map { moment in
            let time = KoreanTime(moment)
            return "\(time.date.monthAndDay) \(time.clock)"
        }
    }
}

extension Notices {
    /// Notes about reports of places.
    public init(reports: [Report], style: Style, isVerbose: Bool) {
        let answers = reports.map { report in
            let name = style(report.place.name, report.place.englishName)
            return Answer(name: name, sources: report.sources, degraded: report.degraded)
        }
        self.init(answers: answers, style: style, isVerbose: isVerbose)
    }
}
