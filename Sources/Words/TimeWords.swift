import Forecast
import Regions

/// Words of weather and time, never places, whatever a village's name: those of `Data/words.csv`, and made of several.
enum TimeWords {
    static let all: [String: [TimeWord]] = {
        var words: [String: [TimeWord]] = [:]
        for row in WordTable.rows where row.kind == "word" {
            let meaning = row.meaning.split(separator: ";").map { TimeWord(String($0)) }
            for word in row.words { words[word] = meaning }
        }
        for kind in WarningKind.known {
            let meaning = kind == .fog ? .unanswered : phenomena[kind].map(TimeWord.phenomenon) ?? .topic(.alerts)
            for name in [kind.name.korean, kind.name.english.lowercased()] { words[name.filter { !$0.isWhitespace }] = [meaning] }
        }
        for holiday in Holiday.all { for name in holiday.names { words[name] = [.holiday(holiday)] } }
        return words.merging(weeks) { $1 }.merging(months) { $1 }
    }()

    /// Weather of a forecast by the warnings of it; the others are known by their warnings alone.
    private static let phenomena: [WarningKind: Sentence.Topic] = [
        .strongWind: .wind, .heavyRain: .rain, .heavySnow: .snow, .dry: .humidity, .yellowDust: .dust, .coldWave: .temperature,
        .heatWave: .temperature, .tropicalNight: .temperature,
    ]

    /// Each beginning with each end, of which `_` is an empty one.
    private static func words(_ beginnings: String, _ ends: String) -> [String] {
        let (beginnings, ends) = (beginnings.split(separator: " "), ends.split(separator: " "))
        return beginnings.flatMap { beginning in ends.map { (beginning + $0).filter { $0 != "_" } } }
    }

    private static let ordinals = [
        ("첫 첫째 첫번째", 1...7), ("둘째 두번째", 8...14), ("셋째 세번째", 15...21), ("넷째 네번째", 22...28), ("마지막", -7...(-1)),
    ]

    /// 다음주, 이번주말, 오는토요일, nextfriday, 첫째토요일.
    private static let weeks: [String: [TimeWord]] = {
        var all: [String: [TimeWord]] = [:]
        func add(_ beginnings: String, _ ends: String, _ meaning: TimeWord...) { for word in words(beginnings, ends) { all[word] = meaning } }
        let korean: [(String, Int?)] = [
            ("_ 오는 돌아오는 다가오는", nil), ("이번 요번 금", 0), ("다음 다음번 그다음 그다음번 담 담번 차 내", 1), ("다다음 다음다음 다담 담담", 2), ("지난 지난번 저번 전번 먼젓번 요전번", -1),
            ("지지난 지지난번 저저번", -2),
        ]
        for (names, week) in korean {
            if let week { add(names, "주", .weekdays(1...7, week: week)) }
            for (part, days) in [("주말", 6...7), ("주중", 1...5), ("주초 주초반", 1...2), ("주중반", 2...4), ("주후반", 4...5)] {
                add(names, part, .weekdays(days, week: week))
            }
        }
        let english = [("this", 0), ("next", 1), ("nextnext", 2), ("last", -1)]
        for (name, week) in english {
            for (part, days) in [("_", 1...7), ("early startof beginningof", 1...2), ("mid middleof", 2...4), ("late laterin endof", 4...6)] {
                add(part, name + "week", .weekdays(days, week: week))
            }
            add(name, "weekend wknd", .weekdays(6...7, week: week))
        }
        let names = ["monday mon", "tuesday tue tues", "wednesday wed", "thursday thu thur thurs", "friday fri", "saturday sat", "sunday sun"]
        for (index, (letter, name)) in zip(WeekdayLetters.all, names).enumerated() {
            let (days, ends, long) = (index + 1...index + 1, "\(letter)요일 \(letter)욜", String(name.prefix { $0 != " " }))
            for (names, week) in korean {
                // 내토요일 has no week.
                let names = week == nil ? names : names.split(separator: " ").filter { $0.count > 1 }.joined(separator: " ")
                add(names, ends, .weekdays(days, week: week))
            }
            add("_ coming thiscoming", name, .weekdays(days, week: nil))
            // This Friday, said on a Sunday, is the coming one.
            for (beginning, week) in english { add(beginning, name, .weekdays(days, week: week == 0 ? nil : week)) }
            add(long, "afternext", .weekdays(days, week: 2))
            add(name, "week", .weekdays(days, week: nil), .shifted(7))
            add("다섯째 격주", ends, .unreadable(.unknown))
            add(long, "sfromnow", .unreadable(.unknown))
            for (names, week) in ordinals { add(names, ends, .daysOfMonth(week), .weekdays(days, week: nil)) }
        }
        add(ordinals.map(\.0).joined(separator: " ") + " 다섯째 격주", "주 주말 날", .unreadable(.unknown))
        return all
    }()

    /// 다음달초, 12월둘째주, endofdecember.
    private static let months: [String: [TimeWord]] = {
        var all: [String: [TimeWord]] = [:]
        func add(_ beginnings: String, _ ends: String, _ meaning: TimeWord...) { for word in words(beginnings, ends) { all[word] = meaning } }
        let korean =
            [
                ("말 하순", -5...(-1)), ("말일 마지막날", -1...(-1)), ("초 초순", 1...5), ("중순", 11...20), ("1주차", 1...7), ("2주차", 8...14), ("3주차", 15...21),
                ("4주차", 22...28),
            ] + ordinals.map { (words($0, "주").joined(separator: " "), $1) }
        for (names, month) in [("지난달 저번달 lastmonth", -1), ("이번달 이달 thismonth", 0), ("다음달 담달 내달 nextmonth", 1)] {
            add(names, "_", .month(month))
            for (part, days) in korean { add(names, part, .month(month), .daysOfMonth(days)) }
        }
        let english = [
            ("endof late", -5...(-1)), ("early startof beginningof", 1...5), ("mid mid- middleof", 11...20), ("firstweekof firstweekin", 1...7),
            ("secondweekof", 8...14), ("lastweekof", -7...(-1)),
        ]
        for (month, name) in zip(1...12, NumberScanner.months) {
            for (part, days) in korean { add("\(month)월", part, .month(month, isNamed: true), .daysOfMonth(days)) }
            for (part, days) in english { add(part, name, .month(month, isNamed: true), .daysOfMonth(days)) }
            // May alone asks for leave.
            add(name == "may" ? "inmay mayin" : "\(name) in\(name)", "_", .month(month, isNamed: true))
        }
        return all
    }()

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
    static let usualOfWeather = ["날씨", "기온", "온도", "미세먼지", "우산", "weather", "forecast", "temperature", "umbrella"]

    static let insteads = words(meaning: .instead)
    static let exclusions = words(meaning: .unreadable(.leavesOut))
    /// Exclude a time or place behind them.
    static let negations = ["not", "skip"]
    static let prepositions = Set(all.filter { $0.value.first == .preposition }.keys)
    static let listMarks = [",", "、", "·", "/", "&", "+"]
    static let conjunctions = ["이랑", "랑", "과", "와", "하고", "이나"]
    static let rangeMarks = words(meaning: .range)

    private static func words(meaning: TimeWord) -> [String] { all.filter { $0.value == [meaning] }.map(\.key) }

    /// Particles behind a word of time, in any number: 에는, 이라도.
    static let particles = words(ofKind: "particle")
    static let placeParticles = words(ofKind: "place_particle")

    static func words(ofKind kind: String) -> [String] { WordTable.rows.filter { $0.kind == kind }.flatMap(\.words) }
}
