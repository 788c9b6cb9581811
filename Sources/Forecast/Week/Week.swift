/// Now, the next hours and the next days at a place, merged from the readings of all feeds.
public struct Week: Sendable, Hashable {
    /// Days the week reaches past today: the mid-term forecast ends on D+10.
    public static let daysAhead = 10

    /// The weather now.
    public var current: Observation?
    /// How warm it was at this hour of yesterday; `nil` where that is not known.
    public var yesterday: Yesterday?
    /// The background for now.
    public var themeSelection: ThemeSelection
    /// Today to at most today + ``daysAhead``, in order and without a gap.
    public var days: [Day]
    /// The steps from this hour on, in order and without overlaps.
    public var hours: [Slot]

    /// A week of which nothing is known, or was asked.
    public static let unknown = Week()

    private init() {
        themeSelection = .unknown
        (days, hours) = ([], [])
    }

    /// The first and the last step in which lightning is expected; `nil` where none is.
    public var lightning: ClosedRange<Date>? {
        let times = hours.filter { $0.hasLightning == true }.map(\.time)
        return times.first.flatMap { first in times.last.map { first...$0 } }
    }

    /// Merges the readings of a point, in degrees, as of a moment. Days are joined by their date in Korea; where several
    /// services have a value, the preferred one's is taken. `isExplained`: the days say how their values came about.
    public init(
        _ readings: Readings,
        now: Date,
        latitude: Double,
        longitude: Double,
        preferring preference: Preference = .kma,
        isExplained: Bool = false
    ) {
        // A day has many steps and one sun.
        var suns: [KoreanDate: Sun] = [:]
        func sun(on date: KoreanDate) -> Sun? {
            if let known = suns[date] { return known }
            suns[date] = Sun(on: date, latitude: latitude, longitude: longitude)
            return suns[date]
        }
        func sunIsDown(at instant: Date) -> Bool {
            sun(on: KoreanDate(of: instant))?.isDown(at: instant) ?? false
        }
        let thisHour = KoreanTime(now).date.at(hour: KoreanTime(now).hour)
        let kmaSlots = [Slot].merged([readings.nextHours?.slots ?? [], readings.shortTerm?.slots ?? []])
        let openWeatherSlots = readings.openWeather?.slots ?? []
        let isKMAFirst = preference == .kma
        let steps = [Slot].merged(isKMAFirst ? [kmaSlots, openWeatherSlots] : [openWeatherSlots, kmaSlots])
        // In place: a step is large.
        hours = Array(steps.drop { $0.time < thisHour })
        for index in hours.indices where hours[index].isNight == nil {
            hours[index].isNight = sunIsDown(at: hours[index].time)
        }
        let conditions = CurrentConditions(readings, hours: hours, now: now, isKMAFirst: isKMAFirst)
        themeSelection = ThemeSelection(conditions, sunIsDown: sunIsDown(at: now))
        current = conditions.observation.map { observation in
            var observation = observation
            observation.condition = conditions.condition
            let sun = sun(on: KoreanDate(of: now))
            observation.sunrise = observation.sunrise ?? sun?.rise
            observation.sunset = observation.sunset ?? sun?.set
            return observation
        }
        yesterday = Yesterday(readings.nowcastOfYesterday, comparedWith: current)
        days = Week.days(
            of: readings,
            from: KoreanDate(of: now),
            order: preference.order,
            isExplained: isExplained
        )
        for index in days.indices { days[index].sun = sun(on: days[index].date) }
        count(conditions, readings, at: now)
    }

    /// Brings the hour and the day of an observation into line with it, if they are the running hour and today: rain of 23:00
    /// makes neither the hour nor the day after midnight wet.
    private mutating func count(_ conditions: CurrentConditions, _ readings: Readings, at now: Date) {
        if let observed = conditions.condition, let observedAt = conditions.observedAt,
            let first = hours.first, first.time <= observedAt
        {
            hours[0].correct(by: observed)
        }
        guard let today = days.first, today.date == KoreanDate(of: now) else { return }
        let observations = [readings.nowcast, readings.current].compactMap { $0 }
        if let falling = conditions.condition, falling.isFalling, let observedAt = conditions.observedAt,
            KoreanDate(of: observedAt) == today.date,
            let source = observations.first(where: { $0.feed == conditions.feed })
        {
            days[0].count(falling: falling, source.origin)
        }
        if let observation = conditions.observation { days[0].count(observation) }
    }

    /// The days from the first to the last that some feed has.
    private static func days(
        of readings: Readings,
        from today: KoreanDate,
        order: [Provider],
        isExplained: Bool
    ) -> [Day] {
        let shortTerm = (readings.shortTerm ?? readings.nextHours)?.slots.byKoreanDate ?? [:]
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
            case .midTerm:
                DayCandidate(midTerm: readings, on: date)
            case .openWeather:
                DayCandidate(source, slots: openWeather[date] ?? [], low: nil, high: nil, on: date)
            }
        }
        let days = (0...daysAhead).map { offset in
            let date = today + offset
            return Day(
                date,
                candidates: order.compactMap { candidate($0, on: date) },
                isExplained: isExplained
            )
        }
        guard let first = days.firstIndex(where: { !$0.feeds.isEmpty }),
            let last = days.lastIndex(where: { !$0.feeds.isEmpty })
        else { return [] }
        return Array(days[first...last])
    }
}

extension [Slot] {
    /// The steps of each day in Korea. They are in order of time, so those of a day follow one another. A step at 00:00 that
    /// ends a forecast is the end of the day before, whose last hours the step before it has: KMA's days end with 24:00.
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
