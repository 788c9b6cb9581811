import Feeds
import Forecast
import Foundation

extension WeekCheck {
    /// The values that a feed may have given: the one of the issue or the fetch that is named, any where none is.
    private func values<Value>(
        _ feed: Feed,
        at times: [Date],
        _ value: (Date) -> Value?
    ) -> [Value?] {
        guard feeds.contains(feed) else { return [nil] }
        guard let sources else { return times.map(value) + [nil] }
        guard let source = sources.first(where: { $0.feed == feed && $0.hasValue }) else { return [nil] }
        var told = [source.issuedAt ?? source.fetchedAt].compactMap { $0 }
        if source.issuedAt == nil, haste > 0 { told += told.map { $0.addingTimeInterval(-haste) } }
        // What the upstream has never said leads to no week at all.
        return told.compactMap(value)
    }

    var midTemperatures: [MidTemperature?] {
        values(.midTemperature, at: issues(.midTerm, within: 24)) { truth.midTemperature(place, $0) }
    }

    var midLands: [MidLand?] {
        values(.midLand, at: issues(.midTerm, within: 24)) { truth.midLand(place, $0) }
    }

    var currents: [Observation?] {
        let fetches = stride(from: 0.0, through: 10_800, by: 600).map { now.addingTimeInterval(-$0) }
        return values(.openWeatherCurrent, at: fetches) { truth.current(place, $0) }
    }

    var shortTerms: [SlotForecast?] {
        let newest = values(.shortTerm, at: issues(.shortTerm, within: 7)) { truth.shortTerm(place, $0) }
        let morning = KoreanDate(of: now).at(hour: 2)
        guard morning < now, let earlier = truth.shortTerm(place, morning) else { return newest }
        return newest.flatMap { value in value.map { [$0.filled(byEarlier: earlier), $0] } ?? [nil] }
    }

    var openWeathers: [SlotForecast?] {
        let fetches = [now, now.addingTimeInterval(-10_800)]
        let newest = values(.openWeatherForecast, at: fetches) { truth.forecast(place, $0) }
        guard let earlier = truth.earlierForecast(place, on: KoreanDate(of: now)) else { return newest }
        return newest.flatMap { value in value.map { [$0.filled(byEarlier: earlier), $0] } ?? [nil] }
    }

    var nowcasts: [Observation?] {
        isNowcastSaid ? issues(.observation, within: 3).map { truth.nowcast(place, $0) } + [nil] : [nil]
    }

    var nextHours: [SlotForecast?] {
        isNowcastSaid ? issues(.nextHours, within: 3).map { truth.nextHours(place, $0) } + [nil] : [nil]
    }

    private var isNowcastSaid: Bool {
        feeds.contains(.nowcast) && (sources?.contains { $0.feed == .nowcast && $0.hasValue } ?? true)
    }

    /// The issues that may stand in so many hours after their time, the newest first. One may have come out while the
    /// answer was made.
    private func issues(_ schedule: IssueSchedule, within hours: Double) -> [Date] {
        let newest = schedule.newest(at: now.addingTimeInterval(5))
        return (0..<5).map { newest.addingTimeInterval(-Double($0) * schedule.interval) }
            .filter { now.timeIntervalSince($0) <= hours * 3_600 }
    }
}
