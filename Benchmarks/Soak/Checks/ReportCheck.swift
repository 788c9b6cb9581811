import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast

/// Everything an answer is held to.
struct ReportCheck {
    let truth: Truth
    let sources: SourceCheck
    /// The keys, in every spelling they go over the wire in.
    let secrets: [String]

    /// What is wrong with an answer.
    func complaints(about report: Report, to question: Question, preferring preference: Preference)
        -> [String]
    {
        let provenance = Provenance(
            question: question,
            sources: report.sources,
            isStale: report.isStale,
            degraded: report.degraded
        )
        var complaints = provenance.complaints(sources)
        complaints += report.week.gaps(preferring: preference)
        if question == .outlook {
            let issue = report.sources.first?.issuedAt
            if report.outlook == nil || report.outlook != issue.flatMap({ truth.outlook(report.place, $0) }) {
                complaints.append("an outlook that was never issued")
            }
        } else if weeks(report, question, preference).week(where: { $0 == report.week }) == nil {
            complaints.append("a week that nobody told")
        }
        complaints += leaks(in: report, question)
        return complaints
    }

    /// What is wrong with having no answer.
    func complaints(about sources: [SourceReport], to question: Question) -> [String] {
        var complaints = sources.compactMap { source in
            self.sources.complaint(about: source).map { "\(source.feed.rawValue): \($0)" }
        }
        let isAboutNow = question == .now || question == .theme
        if !isAboutNow, sources.contains(where: \.hasValue) {
            complaints.append("nothing, and there is something")
        }
        return complaints
    }

    private func weeks(_ report: Report, _ question: Question, _ preference: Preference) -> WeekCheck {
        WeekCheck(
            truth: truth,
            place: report.place,
            now: report.generatedAt,
            preference: preference,
            sources: report.sources,
            feeds: question.feeds
        )
    }

    private func leaks(in report: Report, _ question: Question) -> [String] {
        var complaints: [String] = []
        for language in Language.allCases {
            let bytes = report.json(question, language)
            let text = String(decoding: bytes, as: UTF8.self)
            if secrets.contains(where: text.contains) { complaints.append("a key in the answer") }
            do {
                _ = try JSONSerialization.jsonObject(with: Data(bytes))
            } catch {
                complaints.append("no JSON")
            }
        }
        return complaints
    }
}
