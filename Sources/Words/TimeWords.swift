import Forecast
import Regions

/// Words of weather and time, never places, whatever a village's name: `Data/words.csv`.
enum TimeWords {
    static let all: [String: [TimeWord]] = {
        var words = [String: [TimeWord]](minimumCapacity: 4_000)
        for row in WordTable.rows where row.kind == "word" {
            let meaning = row.meaning.split(separator: ";").map { TimeWord(String($0)) }
            for word in row.words { words[word] = meaning }
        }
        for kind in WarningKind.known {
            let meaning = kind == .fog ? .unanswered : phenomena[kind].map(TimeWord.phenomenon) ?? .topic(.alerts)
            for name in [kind.name.korean, kind.name.english.lowercased()] { words[name.filter { !$0.isWhitespace }] = [meaning] }
        }
        for holiday in Holiday.all { for name in holiday.names { words[name] = [.holiday(holiday)] } }
        return words
    }()

    /// Weather of a forecast by the warnings of it; the others are known by their warnings alone.
    private static let phenomena: [WarningKind: Sentence.Topic] = [
        .strongWind: .wind, .heavyRain: .rain, .heavySnow: .snow, .dry: .humidity, .yellowDust: .dust, .coldWave: .temperature,
        .heatWave: .temperature, .tropicalNight: .temperature,
    ]

    /// One slip of the keyboard, two in long Latin words: 모레 for 모래, tomorrow for tommorow.
    static func near(_ text: String, among words: [String] = usual) -> String? {
        guard all[text] == nil, text.count > 1 else { return nil }
        return words.first { word in
            let isLatin = word.first?.isASCII == true
            guard text.first?.isASCII == isLatin, word.count > (isLatin ? 4 : 1) else { return false }
            return Gazetteer.editDistance(from: word, to: text, atMost: isLatin && word.count > 6 ? 2 : 1) != nil
        }
    }

    private static let usual = Sentence.usualTimes + ["어제", "이번주", "다음주", "이번주말", "다음주말", "yesterday"]
    static let ofWeather = ["날씨", "기온", "온도", "미세먼지", "우산", "weather", "forecast", "temperature", "umbrella"]

    static let insteads = words(meaning: .instead)
    static let exclusions = words(meaning: .unreadable(.leavesOut))
    static let negations = ["not", "skip"]
    static let prepositions = Set(all.filter { $0.value.first == .preposition }.keys)
    static let listMarks = [",", "、", "·", "/", "&", "+"]
    static let conjunctions = ["이랑", "랑", "과", "와", "하고", "이나"]
    static let rangeMarks = words(meaning: .range)

    private static func words(meaning: TimeWord) -> [String] { all.filter { $0.value == [meaning] }.map(\.key) }

    static let particles = words(ofKind: "particle")
    static let placeParticles = words(ofKind: "place_particle")

    static func words(ofKind kind: String) -> [String] { WordTable.rows.filter { $0.kind == kind }.flatMap(\.words) }
}
