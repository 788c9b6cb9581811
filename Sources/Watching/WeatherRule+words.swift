import KMAForecast
import Forecast
import Regions

extension WeatherRule {
    private static let longest = 80

    /// Subject, number and time in any order (`probability>=60 tomorrow`, `내일 강수확률 60% 이상`).
    package init(_ words: String, at now: Date) throws(RuleError) {
        text = Gazetteer.composed(words).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty, text.count <= WeatherRule.longest else { throw .empty }
        let (rest, limit) = WeatherRule.comparison(in: text.lowercased())
        var meanings: [Word] = []
        var times: [String] = []
        var tokens = rest.split(separator: " ").map(String.init)[...]
        while let first = tokens.first {
            // heavy rain warning, before rain.
            let found = (1...min(3, tokens.count)).reversed().lazy.compactMap { count in
                WeatherRule.words[tokens.prefix(count).joined()].map { (count, $0) }
            }.first
            if let (_, word) = found { meanings.append(word) } else { times.append(first) }
            tokens = tokens.dropFirst(found?.0 ?? 1)
        }
        time = try WeatherRule.time(times.joined(separator: " "), at: now)
        subject = try WeatherRule.subject(meanings, limit)
        if let time, case .alert = subject { throw .alertWithTime(time) }
    }

    private static func subject(_ words: [Word], _ limit: (Comparison, Double)?) throws(RuleError) -> Subject {
        switch (words.count, words.first, words.last, limit) {
        case (1, .subject(let subject)?, _, nil): return subject
        case (1, .quantity?, _, nil): throw .withoutNumber
        case (1, .quantity(let quantity)?, _, let (comparison, number)?): return .value(quantity, comparison, number)
        case (1, .dust?, _, nil): return .dust(.bad)
        case (2, .dust?, .grade(let grade)?, nil), (2, .grade(let grade)?, .dust?, nil): return .dust(grade)
        default: throw .unclear
        }
    }

    private static func time(_ words: String, at now: Date) throws(RuleError) -> String? {
        guard !words.isEmpty else { return nil }
        guard let asked = AskedTime(words, at: now) else { throw .unknown(words) }
        // A past date is worth waiting for; yesterday is always over.
        let tomorrow = now.addingTimeInterval(86_400)
        if asked.isOver(at: now), AskedTime(words, at: tomorrow)?.to != asked.to { throw .past(words) }
        return words
    }

    private static func comparison(in text: String) -> (rest: String, limit: (Comparison, Double)?) {
        let before = /(<=|>=|<|>|≤|≥|at least|at most|below|under|above|over) ?([-−+]?[0-9]+(?:\.[0-9]+)?) ?(?:%|°c?|℃|도|m\/s)?/
        let behind = /([-−+]?[0-9]+(?:\.[0-9]+)?) ?(?:%|°c?|℃|도|m\/s)? ?(이상|이하|미만|초과)/
        let found = text.firstMatch(of: before).map { ($0.range, $0.1, $0.2) } ?? text.firstMatch(of: behind).map { ($0.range, $0.2, $0.1) }
        guard let (range, sign, number) = found, let comparison = signs[String(sign)], let value = Double(number.replacing("−", with: "-")) else {
            return (text, nil)
        }
        return (text[..<range.lowerBound] + " " + text[range.upperBound...], (comparison, value))
    }

    private static let signs: [String: Comparison] = [
        "<": .below, "below": .below, "under": .below, "미만": .below, "<=": .atMost, "≤": .atMost, "at most": .atMost, "이하": .atMost, ">": .above,
        "above": .above, "over": .above, "초과": .above, ">=": .atLeast, "≥": .atLeast, "at least": .atLeast, "이상": .atLeast,
    ]

    private enum Word: Sendable {
        case subject(Subject)
        case quantity(Quantity)
        case dust
        case grade(AirGrade)
    }

    private static let words: [String: Word] = {
        var words: [String: Word] = [:]
        func add(_ texts: String, _ word: Word) { for text in texts.split(separator: " ") { words[String(text)] = word } }
        add("비 강수 우산 rain raining rainy umbrella", .subject(.rain))
        add("눈 snow snowing snowy", .subject(.snow))
        add("맑음 clear sunny", .subject(.sky(.clear)))
        add("흐림 cloudy", .subject(.sky(.cloudy)))
        add("변경 예보변경 변화 changed change changes", .subject(.change))
        add("최저 최저기온 low minimum", .quantity(.low))
        add("최고 최고기온 high maximum", .quantity(.high))
        add("기온 temperature temp", .quantity(.temperature))
        add("체감 체감온도 feelslike feels", .quantity(.feelsLike))
        add("강수확률 확률 probability chance", .quantity(.probability))
        add("바람 풍속 wind", .quantity(.wind))
        add("미세먼지 dust finedust", .dust)
        for grade in AirGrade.allCases where grade > .good {
            add(grade.label.korean, .grade(grade))
            add(grade.label.english.plain, .grade(grade))
        }
        let kinds = [(nil as WarningKind?, "", "")] + WarningKind.known.map { ($0, $0.name.korean, $0.name.english.plain) }
        for (kind, korean, english) in kinds {
            for (level, koreanLevels, englishLevels) in levels {
                for word in koreanLevels { words[korean + word] = .subject(.alert(kind, atLeast: level)) }
                for word in englishLevels { words[english + word] = .subject(.alert(kind, atLeast: level)) }
            }
        }
        add("기상특보", .subject(.alert(nil, atLeast: .advisory)))
        return words
    }()

    /// 특보 is 주의보 or more.
    private static let levels: [(WarningLevel, korean: [String], english: [String])] = [
        (.preliminary, ["예비특보"], ["preliminary"]), (.advisory, ["특보", "주의보"], ["alert", "alerts", "warnings", "advisory"]),
        (.warning, ["경보"], ["warning"]),
    ]
}

extension String { fileprivate var plain: String { lowercased().filter { $0 != " " } } }
