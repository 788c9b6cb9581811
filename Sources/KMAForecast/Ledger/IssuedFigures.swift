import Forecast

/// Numbers of one issue for a day or half, for scores and ranges.
public struct IssuedFigures: Sendable, Hashable {
    /// Day of the numbers.
    public var date: KoreanDate
    /// Whole day or half.
    public var part: DayPart
    /// Time of the issue.
    public var issuedAt: Date
    /// Origin of the answer.
    public var origin: LedgerOrigin
    /// Low and high with KMA's own ±.
    public var extremes: Extremes
    /// Chance of precipitation.
    public var chance: Probability?
    /// True if KMA's words name precipitation; `nil` if unclear.
    public var isNamed: Bool?

    /// Creates figures.
    public init(date: KoreanDate, part: DayPart, issuedAt: Date, origin: LedgerOrigin, extremes: Extremes, chance: Probability?, isNamed: Bool?) {
        (self.date, self.part, self.issuedAt, self.origin) = (date, part, issuedAt, origin)
        (self.extremes, self.chance, self.isNamed) = (extremes, chance, isNamed)
    }

    /// Creates the figures of a row.
    public init(_ row: LedgerDay) {
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

    var leadDays: Int { date - KoreanDate(of: issuedAt) }

    var rank: Int {
        let isKnown = [
            extremes.minimum != nil, extremes.maximum != nil, extremes.minimumSpread != nil, extremes.maximumSpread != nil, isNamed != nil,
            chance != nil,
        ]
        return isKnown.count { !$0 } * LedgerOrigin.allCases.count + origin.rawValue
    }
}
