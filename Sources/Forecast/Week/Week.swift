#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Now and the next days at a place, merged from what the feeds say.
public struct Week: Sendable, Hashable {
    /// Days the week reaches past today, as far as any feed does.
    public static let reach = 10

    /// The weather now.
    public var current: Observation?
    /// The background for now.
    public var backdrop: Backdrop
    /// Today to at most today + ``reach``, in order and without a gap.
    public var days: [Day]
    /// The steps from this hour on, in order.
    public var hours: [Slot]

    /// Merges readings by their date in Korea, seen from a moment at a point.
    public init(_ readings: Readings, now: Date, latitude: Double, longitude: Double) {
        let slots = readings.openWeather?.slots ?? []
        let thisHour = now.timeIntervalSince1970.rounded(.down, toMultipleOf: 3_600)
        func sunIsDown(at instant: Date) -> Bool {
            Sun.isDown(at: instant, latitude: latitude, longitude: longitude)
        }
        current = readings.current
        hours = slots.filter { $0.time.timeIntervalSince1970 >= thisHour }
            .map { slot in
                var slot = slot
                slot.isNight = slot.isNight ?? sunIsDown(at: slot.time)
                return slot
            }
        backdrop = Backdrop(now: now, current: current, hours: hours, sunIsDown: sunIsDown(at: now))
        days = Week.days(of: readings, from: KoreanDate(of: now))
    }

    private static func days(of readings: Readings, from today: KoreanDate) -> [Day] {
        let slots = readings.openWeather?.slots.byKoreanDate ?? [:]
        let days = (0...reach).map { offset in
            let date = today + offset
            let midTerm = DayVoice(midTerm: readings, on: date)
            let openWeather = slots[date].flatMap {
                DayVoice(slots: $0, on: date, stated: readings.openWeather?.extremes[date])
            }
            return Day(date, voices: [midTerm, openWeather].compactMap { $0 })
        }
        guard let first = days.firstIndex(where: \.isTold), let last = days.lastIndex(where: \.isTold) else {
            return []
        }
        return Array(days[first...last])
    }
}

extension Day {
    /// Whether some feed says something of it.
    fileprivate var isTold: Bool { !feeds.isEmpty }
}

extension [Slot] {
    /// The steps of each day in Korea; they stand in order of time, so a day is one stretch of them.
    fileprivate var byKoreanDate: [KoreanDate: ArraySlice<Slot>] {
        var stretches: [KoreanDate: ArraySlice<Slot>] = [:]
        var rest = self[...]
        while let first = rest.first {
            let date = KoreanDate(of: first.time)
            let end = (date + 1).start
            let stretch = rest.prefix { $0.time < end }
            stretches[date] = stretch
            rest = rest[stretch.endIndex...]
        }
        return stretches
    }
}

extension Double {
    fileprivate func rounded(_ rule: FloatingPointRoundingRule, toMultipleOf step: Double) -> Double {
        (self / step).rounded(rule) * step
    }
}
