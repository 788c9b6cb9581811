import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast

/// What is said beside an answer: that it is a sample, what is missing from it, and what in it is old.
struct Warnings {
    let report: Report
    let language: Language
    let isVerbose: Bool

    /// Says it on standard error.
    func tell() {
        let lines =
            [sample].compactMap { $0 } + gaps
            + (isVerbose ? report.sources.map(account) : [])
        if !lines.isEmpty { StandardStreams.writeError(lines.joined(separator: "\n") + "\n") }
    }

    private var sample: String? {
        guard report.isSample else { return nil }
        return LocalizedText("표본 자료입니다. 실제 예보가 아닙니다.", "표본 자료: sample data, not a real forecast.")[language]
    }

    private var gaps: [String] {
        report.sources.filter { $0.status == .stale || report.degraded.contains($0.feed) }.compactMap(gap)
    }

    /// What a feed failed to give, or gave only from an older answer.
    private func gap(_ source: SourceReport) -> String? {
        guard let error = source.error else { return nil }
        let feed = source.feed.name[language]
        let reason = error.message(for: source.feed)[language]
        if source.status == .partial {
            return LocalizedText("\(feed) 일부 없음: \(reason)", "Part of \(feed) is missing: \(reason)")[
                language
            ]
        }
        guard source.status == .stale, let fetchedAt = source.fetchedAt else {
            return LocalizedText("\(feed) 없음: \(reason)", "No \(feed): \(reason)")[language]
        }
        let time = KoreanTime(source.issuedAt ?? fetchedAt)
        let moment = "\(time.date.monthAndDay) \(time.clock)"
        return LocalizedText("\(feed)은(는) \(moment) 자료입니다: \(reason)", "\(feed) is of \(moment): \(reason)")[
            language
        ]
    }

    /// A line a feed for the curious.
    private func account(_ source: SourceReport) -> String {
        func clock(_ instant: Date?) -> String { instant.map { KoreanTime($0).rfc3339 } ?? "-" }
        return "  \(source.feed.rawValue.padded(to: 22))\(source.status.rawValue.padded(to: 13))"
            + LocalizedText(
                "발표 \(clock(source.issuedAt))  받음 \(clock(source.fetchedAt))",
                "issued \(clock(source.issuedAt))  fetched \(clock(source.fetchedAt))"
            )[language]
    }
}
