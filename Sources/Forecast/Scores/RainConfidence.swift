/// The word of a mid-term forecast about the rain of a day, with what came.
public struct PastRain: Sendable, Hashable {
    /// The day.
    public var date: KoreanDate
    /// Time of the issue.
    public var issuedAt: Date
    /// Chance of precipitation of the day.
    public var chance: Probability
    /// True if KMA's words name precipitation.
    public var isNamed: Bool
    /// Word of the last issue of the next day; `nil` if that is not kept.
    public var isNamedNextDay: Bool?
    /// Whether the day was wet.
    public var wasWet: Bool

    /// A case from its parts.
    public init(
        date: KoreanDate,
        issuedAt: Date,
        chance: Probability,
        isNamed: Bool,
        isNamedNextDay: Bool?,
        wasWet: Bool
    ) {
        self.date = date
        self.issuedAt = issuedAt
        self.chance = chance
        self.isNamed = isNamed
        self.isNamedNextDay = isNamedNextDay
        self.wasWet = wasWet
    }
}

/// How firm a forecast of rain, or of none, is: by its chance, with what the place's own record says of such days.
public struct RainConfidence: Sendable, Hashable {
    /// A class of chances.
    public enum Class: String, Sendable, Hashable, CaseIterable {
        /// 0–10 % and 80–100 %.
        case firm
        /// 20–30 % and 60–70 %.
        case likely
        /// 40 and 50 %: an even chance.
        case open

        /// The class of a chance, to the nearest ten per cent.
        public init(_ chance: Probability) {
            switch (chance.percent + 5) / 10 {
            case ...1, 8...: self = .firm
            case 2, 3, 6, 7: self = .likely
            default: self = .open
            }
        }
    }

    /// Days ahead whose forecasts are counted.
    public static let leads = 5...10
    /// Fewest cases that shares are made of.
    public static let fewestCases = 100

    /// The class.
    public let kind: Class
    /// Days of the class on which rain was named and came, or was not and did not.
    public let right: Share
    /// Forecasts of the class that the next day's last issue turned round; `nil` if none of them is kept.
    public let changed: Share?

    /// The record of a chance's class; `nil` with too few cases. Only issues before this one count, and days that were
    /// observed by then.
    public init?(of chance: Probability, issuedAt: Date, among past: some Sequence<PastRain>) {
        kind = Class(chance)
        var (cases, right, followed, changed) = (0, 0, 0, 0)
        for rain in past
        where Class(rain.chance) == kind && rain.issuedAt < issuedAt && rain.date.publication <= issuedAt {
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
    /// The confidence as a text that is read again.
    package var stored: String {
        "\(kind.rawValue) \(right.count) \(right.cases) \(changed?.count ?? 0) \(changed?.cases ?? 0)"
    }

    /// Reads a text of ``stored``; `nil` for another.
    package init?(stored: some StringProtocol) {
        let parts = stored.split(separator: " ")
        let counts = parts.dropFirst().compactMap { Int($0) }
        guard let kind = parts.first.flatMap({ Class(rawValue: String($0)) }), counts.count == 4,
            let right = Share(counts[0], of: counts[1])
        else { return nil }
        (self.kind, self.right) = (kind, right)
        changed = Share(counts[2], of: counts[3])
    }
}
