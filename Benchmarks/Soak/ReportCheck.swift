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
        var complaints = report.sources.compactMap { source in
            sources.complaint(about: source).map { "\(source.feed.rawValue): \($0)" }
        }
        if report.sources.map(\.feed) != question.feeds { complaints.append("not the feeds of the question") }
        if report.isStale != report.sources.contains(where: { $0.status == .stale }) {
            complaints.append("stale is not told")
        }
        if report.degraded != report.sources.filter({ !$0.hasValue }).map(\.feed) {
            complaints.append("degraded is not told")
        }
        complaints += gaps(in: report.week, preferring: preference)
        if question == .outlook {
            let issue = report.sources.first?.issuedAt
            if report.outlook == nil || report.outlook != issue.flatMap({ truth.outlook(report.place, $0) }) {
                complaints.append("an outlook that was never issued")
            }
        } else if !WeekCheck(truth: truth, report: report, preference: preference).isTrue() {
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

    private func gaps(in week: Week, preferring preference: Preference) -> [String] {
        var gaps: [String] = []
        for (day, next) in zip(week.days, week.days.dropFirst()) where next.date != day.date + 1 {
            gaps.append("a gap after \(day.date)")
        }
        for (slot, next) in zip(week.hours, week.hours.dropFirst()) {
            // Where the preferred service begins in the middle of the other's step, both stand.
            let isPreferred = (next.feed.source == .openWeather) == (preference == .openWeather)
            let mayBeInside = next.feed.source != slot.feed.source && isPreferred
            let end = slot.time.addingTimeInterval(mayBeInside ? 1 : Double(slot.hours) * 3_600)
            if next.time < end { gaps.append("an hour twice: \(KoreanTime(next.time).rfc3339)") }
        }
        return gaps
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
