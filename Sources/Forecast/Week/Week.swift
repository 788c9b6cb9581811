/// Weather now, next hours and next days at a place, merged from all feeds.
public struct Week: Sendable, Hashable {
    /// Days after today: the mid-term forecast ends on D+10.
    public static let daysAhead = 10

    /// Weather now.
    public var current: ObservedWeather?
    /// Temperature at this hour of yesterday.
    public var yesterday: Yesterday?
    /// Background for now.
    public var themeSelection: ThemeSelection
    /// Days from today on to today + ``daysAhead``, without a gap.
    public var days: [Day]
    /// Steps from this hour on, without overlaps.
    public var hours: [Slot]
    /// Start of the hours for which KMA's mid-term forecast, which goes first, was not asked.
    package var unaskedFrom: Date?

    /// Empty week.
    public static let unknown = Week()

    private init() {
        themeSelection = .unknown
        (days, hours) = ([], [])
    }

    /// First and last step with expected lightning.
    public var lightning: ClosedRange<Date>? {
        let times = hours.filter { $0.hasLightning == true }.map(\.time)
        return times.first.flatMap { first in times.last.map { first...$0 } }
    }

    /// Merges the readings of a point in degrees at a moment; `isExplained` notes the choices.
    public init(
        _ readings: Readings,
        now: Date,
        latitude: Double,
        longitude: Double,
        preferring preference: Preference = .kma,
        isExplained: Bool = false
    ) {
        var suns: [KoreanDate: Sun] = [:]
        func sun(on date: KoreanDate) -> Sun? {
            if let known = suns[date] { return known }
            suns[date] = Sun(on: date, latitude: latitude, longitude: longitude)
            return suns[date]
        }
        func sunIsDown(at instant: Date) -> Bool { sun(on: KoreanDate(of: instant))?.isDown(at: instant) ?? false }
        let thisHour = KoreanTime(now).date.at(hour: KoreanTime(now).hour)
        let kmaSlots = [Slot].merged([readings.nextHours?.slots ?? [], readings.shortTerm?.slots ?? []])
        let openWeatherSlots = readings.openWeather?.slots ?? []
        let isKMAFirst = preference == .kma
        let steps = [Slot].merged(isKMAFirst ? [kmaSlots, openWeatherSlots] : [openWeatherSlots, kmaSlots])
        hours = Array(steps.drop { $0.time < thisHour })
        for index in hours.indices { hours[index].isNight = sunIsDown(at: hours[index].time) }
        let conditions = CurrentConditions(readings, hours: hours, now: now, isKMAFirst: isKMAFirst)
        themeSelection = ThemeSelection(conditions, isNight: sunIsDown(at: now))
        current = conditions.observation.map { observation in
            var observation = observation
            // A forecast's sky is not observed where nobody knows if it rains.
            observation.condition = conditions.observedAt == nil && observation.isFallingUnknown ? nil : conditions.condition
            let sun = sun(on: KoreanDate(of: now))
            // Observed before midnight, it has the sun of yesterday.
            func ofToday(_ instant: Date) -> Date? { KoreanDate(of: instant) == KoreanDate(of: now) ? instant : nil }
            observation.sunrise = observation.sunrise.flatMap(ofToday) ?? sun?.rise
            observation.sunset = observation.sunset.flatMap(ofToday) ?? sun?.set
            return observation
        }
        yesterday = Yesterday(readings.nowcastOfYesterday, comparedWith: current)
        days = Week.days(of: readings, from: KoreanDate(of: now), order: preference.order, isExplained: isExplained)
        for index in days.indices { days[index].sun = sun(on: days[index].date) }
        count(conditions, at: now)
    }

    /// Rain of 23:00 makes nothing after midnight wet.
    private mutating func count(_ conditions: CurrentConditions, at now: Date) {
        if let observed = conditions.condition, let observedAt = conditions.observedAt, let first = hours.first, first.time <= observedAt {
            hours[0].correct(by: observed)
        }
        if conditions.isFallingUnknown, let first = hours.first, first.time <= now, first.condition?.isFalling == false { hours[0].condition = nil }
        guard let today = days.first, today.date == KoreanDate(of: now) else { return }
        if let (falling, _, observation) = conditions.fallen, KoreanDate(of: observation.observedAt) == today.date {
            days[0].count(falling: falling, observation.origin)
        }
        if let observation = conditions.observation { days[0].count(observation) }
    }

    private static func days(of readings: Readings, from today: KoreanDate, order: [Provider], isExplained: Bool) -> [Day] {
        let nextHours = readings.nextHours?.slots.byKoreanDate ?? [:]
        let shortTerm = nextHours.merging(readings.shortTerm?.slots.byKoreanDate ?? [:]) { $1 }
        let openWeather = readings.openWeather?.slots.byKoreanDate ?? [:]
        func candidate(_ source: Provider, on date: KoreanDate) -> DayCandidate? {
            switch source {
            case .shortTerm:
                DayCandidate(
                    source,
                    slots: shortTerm[date] ?? [],
                    low: readings.shortTerm?.lows[date],
                    high: readings.shortTerm?.highs[date],
                    on: date
                )
            case .midTerm: DayCandidate(midTerm: readings, on: date)
            case .openWeather: DayCandidate(source, slots: openWeather[date] ?? [], low: nil, high: nil, on: date)
            }
        }
        let days = (0...daysAhead).map { offset in
            let date = today + offset
            return Day(date, candidates: order.compactMap { candidate($0, on: date) }, isExplained: isExplained)
        }
        guard let first = days.firstIndex(where: { !$0.feeds.isEmpty }), let last = days.lastIndex(where: { !$0.feeds.isEmpty }) else { return [] }
        return Array(days[first...last])
    }
}

extension [Slot] {
    /// A final step at 00:00 is the end of the day before: KMA's days end with 24:00.
    var byKoreanDate: [KoreanDate: ArraySlice<Slot>] {
        var days: [KoreanDate: ArraySlice<Slot>] = [:]
        var rest = self[...]
        if let last, last.time == KoreanDate(of: last.time).start { rest.removeLast() }
        while let first = rest.first {
            let date = KoreanDate(of: first.time)
            let end = (date + 1).start
            let steps = rest.prefix { $0.time < end }
            days[date] = steps
            rest = rest[steps.endIndex...]
        }
        return days
    }
}
