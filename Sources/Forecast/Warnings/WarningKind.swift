/// Kind of a KMA warning (특보).
public enum WarningKind: Sendable, Hashable {
    case strongWind
    case heavyRain
    case coldWave
    case dry
    case stormSurge
    case highSeas
    case typhoon
    case heavySnow
    case yellowDust
    case heatWave
    case tropicalNight
    case tsunami
    case fog
    case other(String)

    private static let table: [(kind: WarningKind, identifier: String, text: LocalizedText)] = [
        (.tsunami, "tsunami", LocalizedText("지진해일", "Tsunami")), (.typhoon, "typhoon", LocalizedText("태풍", "Typhoon")),
        (.heavyRain, "heavy_rain", LocalizedText("호우", "Heavy rain")), (.heavySnow, "heavy_snow", LocalizedText("대설", "Heavy snow")),
        (.stormSurge, "storm_surge", LocalizedText("폭풍해일", "Storm surge")), (.strongWind, "strong_wind", LocalizedText("강풍", "Strong wind")),
        (.heatWave, "heat_wave", LocalizedText("폭염", "Heat wave")), (.coldWave, "cold_wave", LocalizedText("한파", "Cold wave")),
        (.yellowDust, "yellow_dust", LocalizedText("황사", "Yellow dust")), (.highSeas, "high_seas", LocalizedText("풍랑", "High seas")),
        (.fog, "fog", LocalizedText("안개", "Fog")), (.dry, "dry", LocalizedText("건조", "Dry air")),
        (.tropicalNight, "tropical_night", LocalizedText("열대야", "Tropical night")),
    ]

    /// Kinds with KMA's words, the more dangerous first.
    public static let known = table.map(\.kind)

    private static let byWord = Dictionary(uniqueKeysWithValues: table.map { ($0.text.korean, $0.kind) })

    /// Reads one of KMA's words, such as `호우`.
    public init(word: String) { self = WarningKind.byWord[word] ?? (word == "해일" ? .stormSurge : .other(word)) }

    /// Name in JSON.
    public var identifier: String { WarningKind.table.first { $0.kind == self }?.identifier ?? "other" }

    /// Name for people.
    public var name: LocalizedText {
        if case .other(let word) = self { return LocalizedText(word, word) }
        return WarningKind.table[rank].text
    }

    var rank: Int { WarningKind.known.firstIndex(of: self) ?? WarningKind.known.count }
}

/// Levels, the mildest first.
public enum WarningLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    case preliminary
    case advisory
    case warning
    /// 중대경보, for heat since 2026.
    case severe

    /// KMA's name of a warning: `호우경보`, `풍랑 예비특보`.
    public func label(of kind: WarningKind) -> LocalizedText {
        let name = kind.name
        return switch self {
        case .preliminary: LocalizedText("\(name.korean) 예비특보", "\(name.english) warning expected")
        case .advisory: LocalizedText("\(name.korean)주의보", "\(name.english) advisory")
        case .warning: LocalizedText("\(name.korean)경보", "\(name.english) warning")
        case .severe: LocalizedText("\(name.korean)중대경보", "\(name.english) severe warning")
        }
    }

    func isInForce(from start: Date?, at now: Date) -> Bool { self != .preliminary && start.map { $0 <= now } ?? true }

    /// Orders the milder first.
    public static func < (left: WarningLevel, right: WarningLevel) -> Bool { allCases.prefix { $0 != right }.contains(left) }
}
