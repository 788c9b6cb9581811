/// What one issue of KMA said of one day: of the mid-term forecast temperatures and rain together.
public struct IssuedForecast: Sendable, Hashable {
    /// The day it is about.
    public var date: KoreanDate
    /// The forecast it comes from.
    public var source: Provider
    /// When it was issued.
    public var issuedAt: Date
    /// Low, high and their uncertainties in °C.
    public var extremes: Extremes
    /// 00–12; `nil` where the issue does not divide the day, or says nothing of it.
    public var morning: HalfDay?
    /// 12–24.
    public var afternoon: HalfDay?
    /// The day as one: its two halves together, or the issue's own value where it has no halves.
    public var whole: HalfDay?

    /// A forecast from its parts; `undivided` is what the issue itself says of the whole day.
    public init(
        date: KoreanDate,
        source: Provider,
        issuedAt: Date,
        extremes: Extremes,
        morning: HalfDay?,
        afternoon: HalfDay?,
        undivided: HalfDay?
    ) {
        self.date = date
        self.source = source
        self.issuedAt = issuedAt
        self.extremes = extremes
        self.morning = undivided == nil ? morning : nil
        self.afternoon = undivided == nil ? afternoon : nil
        whole = undivided ?? HalfDay(combining: [morning, afternoon].compactMap { $0 })
    }

    /// Days from the Korean date of the issue to the day.
    public var leadDays: Int { date - KoreanDate(of: issuedAt) }

    /// Whether rain and sky are of the whole day.
    public var hasWholeSky: Bool { whole != nil && (morning == nil) == (afternoon == nil) }
}
