/// Values of a day, each with its origin and hours.
public struct StatedDay: Sendable, Hashable {
    /// Day in Korea.
    public var date: KoreanDate
    /// °C; never above ``high``.
    public var low: Stated<Double>?
    /// °C.
    public var high: Stated<Double>?
    /// Uncertainty of the low.
    public var lowSpread: Spread?
    /// Uncertainty of the high.
    public var highSpread: Spread?
    /// 00–12; `nil` if undivided or over.
    public var morning: Stated<HalfDay>?
    /// 12–24; `nil` if undivided.
    public var afternoon: Stated<HalfDay>?
    /// Undivided day.
    public var undivided: Stated<HalfDay>?

    /// Creates an empty day.
    public init(_ date: KoreanDate) { self.date = date }
}

extension StatedDay {
    /// Low, high and uncertainties in °C.
    public var extremes: Extremes { Extremes(minimum: low?.value, maximum: high?.value, minimumSpread: lowSpread, maximumSpread: highSpread) }

    var skies: [Stated<HalfDay>] { undivided.map { [$0] } ?? [morning, afternoon].compactMap { $0 } }

    /// Whole day, undivided or from its halves.
    public var whole: Stated<HalfDay>? {
        if let undivided { return undivided }
        guard let morning, let afternoon else { return morning ?? afternoon }
        return HalfDay(combining: [morning.value, afternoon.value]).map { value in
            let isGapless = morning.span.upperBound >= afternoon.span.lowerBound
            let end = isGapless ? afternoon.span.upperBound : morning.span.upperBound
            return Stated(value, morning.origin, of: morning.span.lowerBound..<end)
        }
    }

    /// Whole day, if its rain and sky cover 00–24.
    public var wholeSky: HalfDay? { whole.flatMap { $0.covers(date.hours) ? $0.value : nil } }

    package var hasWholeSky: Bool { whole?.covers(date.hours) == true && skies.allSatisfy { $0.value.condition != nil } }

    /// Day without a low or high of a part of it.
    public var withoutPartialExtremes: StatedDay {
        var day = self
        if low?.covers(date.hours) == false { day.low = nil }
        if high?.covers(date.hours) == false { day.high = nil }
        return day
    }

    /// True for a low or high of a part of the day.
    public var hasExtremesOfPart: Bool { extremes != withoutPartialExtremes.extremes }

    /// True if a value is of a part of the day.
    public var isPartial: Bool { hasExtremesOfPart || !skies.isEmpty && !hasWholeSky }

    /// Adds missing values from an issue; the short-term forecast's rain and sky begin an hour after it.
    package mutating func add(_ day: IssuedDay, _ origin: Origin) {
        let extremes = day.extremes
        let hours = day.part.hours(of: date)
        let first = origin.feed == .shortTerm ? origin.issuedAt.addingTimeInterval(3_600) : hours.lowerBound
        let left = max(hours.lowerBound, min(first, hours.upperBound))..<hours.upperBound
        if low == nil, let minimum = extremes.minimum, !Extremes.isContradiction(minimum, high?.value) {
            low = Stated(minimum, origin, of: date.hours)
            lowSpread = extremes.minimumSpread
        }
        if high == nil, let maximum = extremes.maximum, !Extremes.isContradiction(low?.value, maximum) {
            high = Stated(maximum, origin, of: date.hours)
            highSpread = extremes.maximumSpread
        }
        guard let sky = day.sky.map({ Stated($0, origin, of: left) }) else { return }
        switch day.part {
        case .day: undivided = undivided ?? sky
        case .morning: morning = morning ?? sky
        case .afternoon: afternoon = afternoon ?? sky
        }
    }
}

extension KoreanDate {
    var morning: Range<Date> { start..<at(hour: 12) }
    var afternoon: Range<Date> { at(hour: 12)..<(self + 1).start }
}
