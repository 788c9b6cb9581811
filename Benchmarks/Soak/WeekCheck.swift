import Feeds
import Forecast
import Foundation
import KMAForecast

/// Whether a report's week is made of what the upstream said in the issues that the report names.
struct WeekCheck {
    let truth: Truth
    let report: Report
    let preference: Preference

    /// True if some choice of what the report leaves unsaid makes the very same week. Unsaid are: which of the issues
    /// that may still stand in each half of the nowcast is, and whether an earlier issue filled in hours that are over.
    func isTrue() -> Bool {
        guard let known else { return false }
        for shortTerm in shortTerms {
            for openWeather in openWeathers {
                for nowcast in nowcasts {
                    for nextHours in nextHours {
                        var readings = known
                        readings.shortTerm = shortTerm
                        readings.openWeather = openWeather
                        readings.nowcast = nowcast
                        readings.nextHours = nextHours
                        if week(readings) == report.week { return true }
                    }
                }
            }
        }
        return false
    }

    private var now: Date { report.generatedAt }

    private func week(_ readings: Readings) -> Week {
        Week(
            readings,
            now: now,
            latitude: report.place.latitude,
            longitude: report.place.longitude,
            preferring: preference
        )
    }

    private func source(_ feed: Feed) -> SourceReport? {
        report.sources.first { $0.feed == feed && $0.hasValue }
    }

    /// What the report names in full; `nil` where the upstream has never said such a thing.
    private var known: Readings? {
        var readings = Readings()
        if let issue = source(.midTemperature)?.issuedAt {
            guard let value = truth.midTemperature(report.place, issue) else { return nil }
            readings.midTemperature = value
        }
        if let issue = source(.midLand)?.issuedAt {
            guard let value = truth.midLand(report.place, issue) else { return nil }
            readings.midLand = value
        }
        if let fetchedAt = source(.openWeatherCurrent)?.fetchedAt {
            guard let value = truth.current(report.place, fetchedAt) else { return nil }
            readings.current = value
        }
        return readings
    }

    private var shortTerms: [SlotForecast?] {
        guard let issue = source(.shortTerm)?.issuedAt else { return [nil] }
        guard let value = truth.shortTerm(report.place, issue) else { return [] }
        let morning = KoreanDate(of: now).at(hour: 2)
        guard morning < now, let earlier = truth.shortTerm(report.place, morning) else { return [value] }
        return [value.filled(byEarlier: earlier), value]
    }

    private var openWeathers: [SlotForecast?] {
        guard let fetchedAt = source(.openWeatherForecast)?.fetchedAt else { return [nil] }
        guard let value = truth.forecast(report.place, fetchedAt) else { return [] }
        guard let earlier = truth.earlierForecast(report.place, on: KoreanDate(of: now)) else {
            return [value]
        }
        return [value.filled(byEarlier: earlier), value]
    }

    private var nowcasts: [Observation?] {
        guard source(.nowcast) != nil else { return [nil] }
        return issues(.observation).map { truth.nowcast(report.place, $0) } + [nil]
    }

    private var nextHours: [SlotForecast?] {
        guard source(.nowcast) != nil else { return [nil] }
        return issues(.nextHours).map { truth.nextHours(report.place, $0) } + [nil]
    }

    /// The issues that may stand in three hours after their time.
    private func issues(_ schedule: IssueSchedule) -> [Date] {
        let newest = schedule.newest(at: now)
        return (0..<5).map { newest.addingTimeInterval(-Double($0) * schedule.interval) }
            .filter { now.timeIntervalSince($0) <= 3 * 3_600 }
    }
}
