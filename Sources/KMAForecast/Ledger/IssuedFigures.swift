import Forecast

/// Numbers of what one issue said of one day, or of half of it, without its texts: what scores and ranges are made of.
public struct IssuedFigures: Sendable, Hashable {
    /// The day.
    public var date: KoreanDate
    /// The whole day, or which half.
    public var part: DayPart
    /// Time of the issue.
    public var issuedAt: Date
    /// Where it was read.
    public var origin: LedgerOrigin
    /// Low and high with KMA's own ±.
    public var extremes: Extremes
    /// Chance of precipitation.
    public var chance: Probability?
    /// True if KMA's words name precipitation; `nil` if they say nothing, or nothing that is understood.
    public var isNamed: Bool?

    /// Figures from their parts.
    public init(
        date: KoreanDate,
        part: DayPart,
        issuedAt: Date,
        origin: LedgerOrigin,
        extremes: Extremes,
        chance: Probability?,
        isNamed: Bool?
    ) {
        self.date = date
        self.part = part
        self.issuedAt = issuedAt
        self.origin = origin
        self.extremes = extremes
        self.chance = chance
        self.isNamed = isNamed
    }

    init(_ row: LedgerDay) {
        let sky = row.day.sky
        self.init(
            date: row.day.date,
            part: row.day.part,
            issuedAt: row.issuedAt,
            origin: row.origin,
            extremes: row.day.extremes,
            chance: sky?.precipitationProbability,
            isNamed: sky?.condition.flatMap { $0.kind == .unknown ? nil : $0.isFalling }
        )
    }

    /// Days from the Korean date of the issue to the day.
    var leadDays: Int { date - KoreanDate(of: issuedAt) }

    /// Orders the rows of one issue: the fuller reading counts, among equals the portal's, then the first that was fetched.
    var rank: Int {
        func missing(_ isKnown: Bool) -> Int { isKnown ? 0 : 1 }
        let values =
            missing(extremes.minimum != nil) + missing(extremes.maximum != nil)
            + missing(extremes.minimumSpread != nil) + missing(extremes.maximumSpread != nil)
            + missing(isNamed != nil) + missing(chance != nil)
        return values * LedgerOrigin.allCases.count + origin.rawValue
    }
}
