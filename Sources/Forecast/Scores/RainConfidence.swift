/// Mid-term forecast of a day's rain, with the observation.
public struct PastRain: Sendable, Hashable {
    /// Day of the forecast.
    public var date: KoreanDate
    /// Time of the issue.
    public var issuedAt: Date
    /// Chance of precipitation of the day.
    public var chance: Probability
    /// True if KMA's words name precipitation.
    public var isNamed: Bool
    /// True if the last issue of the next day names it; `nil` if not recorded.
    public var isNamedNextDay: Bool?
    /// True for a wet day.
    public var wasWet: Bool

    /// Creates a case.
    public init(date: KoreanDate, issuedAt: Date, chance: Probability, isNamed: Bool, isNamedNextDay: Bool?, wasWet: Bool) {
        (self.date, self.issuedAt, self.chance) = (date, issuedAt, chance)
        (self.isNamed, self.isNamedNextDay, self.wasWet) = (isNamed, isNamedNextDay, wasWet)
    }
}

/// Firmness of a forecast of rain or none, by its chance and the place's own record.
public struct RainConfidence: Sendable, Hashable {
    /// Class of chances.
    public enum Class: String, Sendable, Hashable, CaseIterable {
        case firm
        case likely
        /// 40 and 50 %.
        case open

        /// Class of a chance, to the nearest ten per cent.
        public init(_ chance: Probability) {
            switch (chance.percent + 5) / 10 {
            case ...1, 8...: self = .firm
            case 2, 3, 6, 7: self = .likely
            default: self = .open
            }
        }
    }

    /// Days ahead of the counted forecasts.
    public static let leads = 5...10
    /// Fewest cases of a share.
    public static let fewestCases = 100

    /// Class of the chance.
    public let kind: Class
    /// Days with named rain that came, or neither.
    public let right: Share
    /// Forecasts reversed by the next day's last issue.
    public let changed: Share?

    /// Counts the cases of a chance's class, of issues and observations before this issue.
    public init?(of chance: Probability, issuedAt: Date, among past: [PastRain]) {
        kind = Class(chance)
        var (cases, right, followed, changed) = (0, 0, 0, 0)
        for rain in past where Class(rain.chance) == kind && rain.issuedAt < issuedAt && rain.date.publication <= issuedAt {
            cases += 1
            if rain.isNamed == rain.wasWet { right += 1 }
            guard let next = rain.isNamedNextDay else { continue }
            followed += 1
            if next != rain.isNamed { changed += 1 }
        }
        guard cases >= RainConfidence.fewestCases, let share = Share(right, of: cases) else { return nil }
        self.right = share
        self.changed = Share(changed, of: followed)
    }
}

extension RainConfidence {
    package var stored: String { "\(kind.rawValue) \(right.count) \(right.cases) \(changed?.count ?? 0) \(changed?.cases ?? 0)" }

    package init?(stored: some StringProtocol) {
        let parts = stored.split(separator: " ")
        let counts = parts.dropFirst().compactMap { Int($0) }
        guard let kind = parts.first.flatMap({ Class(rawValue: String($0)) }), counts.count == 4, let right = Share(counts[0], of: counts[1]) else {
            return nil
        }
        (self.kind, self.right) = (kind, right)
        changed = Share(counts[2], of: counts[3])
    }
}
