/// How clean the air is, by the four grades of 환경부 (대기환경 예보등급).
public enum AirGrade: String, Sendable, Hashable, CaseIterable, Comparable {
    /// 좋음.
    case good
    /// 보통.
    case moderate
    /// 나쁨.
    case bad
    /// 매우나쁨.
    case veryBad = "very_bad"

    /// The grade of 에어코리아's number, 1…4; `nil` for any other.
    public init?(number: Int) {
        guard AirGrade.allCases.indices.contains(number - 1) else { return nil }
        self = AirGrade.allCases[number - 1]
    }

    /// The grade of 에어코리아's word; `nil` for any other, such as `예보없음`.
    public init?(word: String) {
        guard let grade = AirGrade.allCases.first(where: { $0.label.korean == word }) else { return nil }
        self = grade
    }

    /// The word for people.
    public var label: LocalizedText {
        switch self {
        case .good: LocalizedText("좋음", "Good")
        case .moderate: LocalizedText("보통", "Moderate")
        case .bad: LocalizedText("나쁨", "Bad")
        case .veryBad: LocalizedText("매우나쁨", "Very bad")
        }
    }

    /// The cleaner first.
    public static func < (left: AirGrade, right: AirGrade) -> Bool { left.rank < right.rank }

    private var rank: Int { AirGrade.allCases.firstIndex(of: self) ?? 0 }
}

/// What 에어코리아's forecast for the week says of fine dust: whether it will be above 35 µg/m³.
public enum DustLevel: String, Sendable, Hashable, CaseIterable {
    /// 낮음: at most 35 µg/m³, good or moderate.
    case low
    /// 높음: bad or very bad.
    case high

    /// The level of 에어코리아's word; `nil` for any other.
    public init?(word: String) {
        guard let level = DustLevel.allCases.first(where: { $0.label.korean == word }) else { return nil }
        self = level
    }

    /// The word for people.
    public var label: LocalizedText {
        switch self {
        case .low: LocalizedText("낮음", "Low")
        case .high: LocalizedText("높음", "High")
        }
    }
}
