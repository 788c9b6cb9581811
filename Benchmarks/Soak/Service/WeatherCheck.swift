import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions

/// Whether a body about the weather is true.
struct WeatherCheck {
    /// Seconds an answer may take to be made: two waits for an upstream that hangs.
    static let haste = 5.0

    let truth: Truth
    let kept: Kept
    let preference: Preference
    /// What may be told of sources at a moment.
    let sources: (_ now: Date) -> SourceCheck

    /// What is wrong with a week, or a part of one.
    func complaints(about said: Said, _ question: Question, _ place: Place, _ language: Language) -> [String]
    {
        guard let now = Date(rfc3339: said.generatedAt) else { return ["made at no time"] }
        let reports = said.sources.compactMap(\.report)
        guard reports.count == said.sources.count else { return ["sources in words of their own"] }
        let provenance = Provenance(
            question: question,
            sources: reports,
            isStale: said.stale,
            degraded: said.degraded.compactMap(Feed.init(rawValue:))
        )
        var complaints = provenance.complaints(sources(now))
        complaints += reports.compactMap { source in
            let isKept = kept.has(
                source.feed,
                of: place,
                before: now.addingTimeInterval(-WeatherCheck.haste),
                truth
            )
            return !source.hasValue && isKept ? "\(source.feed.rawValue): failed, and it is kept" : nil
        }
        if said.place != SaidPlace(place) { complaints.append("another place: \(said.place.name)") }
        if question == .outlook {
            let issue = reports.first?.issuedAt
            if said.text == nil || said.text != issue.flatMap({ truth.outlook(place, $0)?.text }) {
                complaints.append("an outlook that was never issued")
            }
            return complaints
        }
        let weeks = weeks(at: now, place, reports, question.feeds)
        var nearest: [String]?
        let week = weeks.week { week in
            let differences = said.differences(from: week, question, on: KoreanDate(of: now), language)
            if differences.count < nearest?.count ?? .max { nearest = differences }
            return differences.isEmpty
        }
        guard let week else {
            return complaints + ["a week that nobody told: \(nearest?.joined(separator: ", ") ?? "no issue")"]
        }
        return complaints + week.gaps(preferring: preference)
    }

    /// What is wrong with a theme, which names no sources: of now, or of a day.
    func complaints(
        about said: SaidTheme,
        madeAt moments: [Date],
        on date: KoreanDate?,
        _ place: Place,
        _ language: Language
    ) -> [String] {
        let feeds: [Feed] =
            date == nil ? Question.theme.feeds : [.midLand, .shortTerm, .nowcast, .openWeatherForecast]
        let isTold = moments.contains { now in
            weeks(at: now, place, nil, feeds).week { week in
                guard let date else { return SaidTheme(week.themeSelection, language) == said }
                let day = week.days.first { $0.date == date && $0.skyFeed != nil }
                return day.map { SaidTheme(ThemeSelection(of: $0), language) == said } ?? false
            } != nil
        }
        return isTold ? [] : ["a theme that nobody told: \(said)"]
    }

    private func weeks(at now: Date, _ place: Place, _ sources: [SourceReport]?, _ feeds: [Feed]) -> WeekCheck
    {
        WeekCheck(
            truth: truth,
            place: place,
            now: now,
            preference: preference,
            sources: sources,
            feeds: feeds,
            haste: WeatherCheck.haste
        )
    }
}

extension Said {
    /// Where it says something else than a week, or less.
    fileprivate func differences(
        from week: Week,
        _ question: Question,
        on today: KoreanDate,
        _ language: Language
    ) -> [String] {
        var differences: [String] = []
        if theme != SaidTheme(week.themeSelection, language) { differences.append("theme") }
        if question != .hours, current != week.current.map({ SaidCurrent($0, language) }) {
            differences.append("current")
        }
        if question == .week {
            let right = week.days.map { SaidDay($0, today: today, language) }
            if days?.count != right.count { differences.append("days") }
            for (day, right) in zip(days ?? [], right) where day != right { differences.append(day.date) }
        }
        if question != .now {
            let right = week.hours.map { SaidHour($0, language) }
            if hours?.count != right.count { differences.append("hours") }
            for (hour, right) in zip(hours ?? [], right) where hour != right { differences.append(hour.time) }
        }
        return differences
    }
}
