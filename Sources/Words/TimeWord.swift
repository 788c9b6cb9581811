enum TimeWord: Hashable, Sendable {
    case day(Int)
    /// Days of a week, 1 for Monday to 7; the week counts from this one, without it the next days from today on.
    case weekdays(ClosedRange<Int>, week: Int?)
    case date(year: Int?, month: Int, day: Int)
    /// Days of a month, from its end if negative.
    case daysOfMonth(ClosedRange<Int>)
    /// Month, counted from this one, or its number, which is of the next such month.
    case month(Int, isNamed: Bool = false)
    case holiday(Holiday)
    /// Days off around another word, else the next ones.
    case daysOff
    case days(Int)
    /// 매일, 마다: each day, or each such weekday, that has a forecast.
    case every
    /// Days before the first or behind the last of those beside it, 크리스마스 전날: 연휴 첫날 is one behind that before it.
    case shifted(Int)
    /// Year of a date beside it, counted from this one.
    case year(Int)
    case part(Part)
    case clock(hour: Int, minute: Int)
    /// Minutes from now: all of them, or the hour behind them.
    case within(Int), after(Int)
    case now
    /// 이맘때: this hour, also of another day.
    case hourOfDay
    case from
    /// Mark of English: the mark behind it stands before its time.
    case preposition
    case afterwards
    /// Mark of a start that leaves out its day: after Sunday.
    case past
    case until
    /// Mark of an end that leaves out its day: 토요일 전까지.
    case before
    case range
    /// 랑, and, a comma: two days beside it are no date with its weekday.
    case and
    /// 말고: the time behind it is meant, in place of that before it.
    case instead
    /// Invalid date, or a word that reverses a time.
    case unreadable(UnreadableTime.Reason)
    case weather
    case topic(Sentence.Topic)
    /// Weather that has warnings: of a named time the forecast is asked, else the warnings.
    case phenomenon(Sentence.Topic)
    /// Any question, such as 언제, or a verb, which may be part of a name.
    case question
    /// Mark of a verb of the past: 추웠어, did.
    case pastTense
    /// Weather without data here, such as waves.
    case unanswered
    case filler

    /// 오전, 오후 and 밤 are halves and the last quarter, as in forecasts' texts.
    struct Part: Hashable, Sendable {
        let hours: Range<Int>
        /// Hours that may be named beside it: 밤 12시, 오후 15시, but not 오전 14시.
        var clocks = [0...24]
        /// True for early and late, which are of a day without another part.
        var isVague = false

        static let dawn = Part(hours: 0..<6, clocks: [0...7, 12...12])
        static let earlyMorning = Part(hours: 6..<9, clocks: [4...12])
        static let morning = Part(hours: 0..<12, clocks: [0...12])
        static let noon = Part(hours: 11..<14, clocks: [0...6, 9...18])
        static let daytime = Part(hours: 9..<18, clocks: [0...6, 9...18])
        static let afternoon = Part(hours: 12..<24)
        // The sun sets from 17:10 to 19:55.
        static let dusk = Part(hours: 17..<20, clocks: [4...24])
        static let evening = Part(hours: 18..<21, clocks: [4...24])
        static let night = Part(hours: 18..<24)
        static let overnight = Part(hours: 18..<30)
        static let wholeDay = Part(hours: 0..<24)
        static let early = Part(hours: 6..<9, clocks: [4...12], isVague: true)
        static let late = Part(hours: 18..<24, isVague: true)

        static let named = [
            "dawn": dawn, "early_morning": earlyMorning, "morning": morning, "noon": noon, "daytime": daytime, "afternoon": afternoon, "dusk": dusk,
            "evening": evening, "night": night, "overnight": overnight, "whole_day": wholeDay, "early": early, "late": late,
        ]
    }

    var topic: Sentence.Topic? { if case .topic(let topic) = self { topic } else if case .phenomenon = self { .alerts } else { nil } }
    var topicOfForecast: Sentence.Topic? { if case .phenomenon(let topic) = self { topic } else { topic } }

    var isEmpty: Bool { [.filler, .and, .question, .unanswered, .pastTense].contains(self) }
    var isOfTime: Bool { topic == nil && !isEmpty && self != .weather }
    var reasonWithoutTime: UnreadableTime.Reason? { if case .unreadable(let reason) = self { reason } else { self == .instead ? .leavesOut : nil } }
    var isMark: Bool { [.from, .preposition, .afterwards, .past, .until, .before, .range].contains(self) }
    var isOfSpan: Bool { if case .within = self { true } else { isMark } }

    var isDay: Bool {
        switch self {
        case .day, .weekdays, .date, .daysOfMonth, .month, .holiday, .daysOff, .days, .shifted, .year: true
        default: false
        }
    }

    var isDate: Bool { if case .date = self { true } else { isInMonth || isHoliday } }
    var isWithinDay: Bool { if case .part = self { true } else { isClock } }
    var isCalendarDate: Bool { if case .date = self { true } else { false } }
    var isClock: Bool { if case .clock = self { true } else { false } }
    var isHourAhead: Bool { if case .after = self { true } else { false } }
    var isHourOfWholeDay: Bool { if case .clock(let hour, _) = self { hour == 0 || hour > 12 } else { false } }
    var isMonth: Bool { if case .month = self { true } else { false } }
    var isInMonth: Bool { if case .daysOfMonth = self { true } else { false } }
    var isHoliday: Bool { if case .holiday = self { true } else { false } }
    var isThisHour: Bool { [.now, .hourOfDay].contains(self) }
    var isOffset: Bool { if case .day = self { true } else { false } }

    var isAhead: Bool {
        switch self {
        case .day(let count), .month(let count, false), .weekdays(_, let count?): count > 0
        default: false
        }
    }

    var isPast: Bool { if case .day(let days) = self { days < 0 } else { (namedWeek ?? 0) < 0 } }
    var asShift: TimeWord { if case .day(let days) = self, days < 0 || days > 1 { .shifted(days) } else { self } }
    var isOfWeek: Bool { if case .weekdays = self { true } else { false } }
    var isWeekday: Bool { if case .weekdays(let days, week: nil) = self { days.count == 1 } else { false } }
    var namedWeek: Int? { if case .weekdays(_, let week) = self { week } else { nil } }
    var wholeWeek: Int? { if case .weekdays(1...7, let week) = self { week } else { nil } }

    /// Weeks of 2주 뒤 and 일주일 전.
    var weeksAhead: Int? { if case .day(let days) = self, days != 0, days % 7 == 0 { days / 7 } else { nil } }
}

extension TimeWord {
    /// Meaning in `Data/words.csv`: `day 1`, `weekdays 6 7`, `part evening`, or a topic.
    init(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let numbers = words.compactMap { Int($0) }
        let (kind, value) = (words.first ?? "", words.last ?? "")
        let first = numbers.first ?? 0
        self =
            switch (kind, numbers.count) {
            case ("day", 1): .day(first)
            case ("days", 1): .days(first)
            case ("weekdays", 2...): .weekdays(first...numbers[1], week: numbers.count > 2 ? numbers[2] : nil)
            case ("days_of_month", 2): .daysOfMonth(first...numbers[1])
            case ("month", 1): .month(first, isNamed: true)
            case ("month_ahead", 1): .month(first)
            case ("shifted", 1): .shifted(first)
            case ("year", 1): .year(first)
            case ("clock", 1): .clock(hour: first, minute: 0)
            case ("within", 1): .within(first)
            case ("after", 1): .after(first)
            case ("part", _): Part.named[value].map(TimeWord.part) ?? .filler
            case ("holiday", _): Holiday.all.first { $0.names.contains(value) }.map(TimeWord.holiday) ?? .filler
            default: TimeWord.plain[text] ?? Sentence.Topic(rawValue: text).map(TimeWord.topic) ?? .filler
            }
    }

    private static let plain: [String: TimeWord] = [
        "now": .now, "hour_of_day": .hourOfDay, "every": .every, "days_off": .daysOff, "from": .from, "preposition": .preposition,
        "afterwards": .afterwards, "past": .past, "until": .until, "before": .before, "range": .range, "and": .and, "instead": .instead,
        "unreadable": .unreadable(.unknown), "leaves_out": .unreadable(.leavesOut), "weather": .weather, "question": .question,
        "past_tense": .pastTense, "unanswered": .unanswered,
    ]
}

extension [TimeWord] {
    /// Words with marks that have their time. 비 오기 전 토요일 has none, and 저녁 먹기 전 has; 내일~ is a tone of voice, and 28일~ is not.
    var withBoundMarks: [TimeWord] {
        indices.reduce(into: []) { words, index in
            let (word, last, next) = (self[index], words.last, index + 1 < count ? self[index + 1] : .filler)
            let isBehind = last.map { $0.isOfTime || $0 == .preposition } ?? false
            switch word {
            case .range where index > 0 || !next.isOfTime:
                let isOpen = last?.isClock == true || last?.isInMonth == true || last?.isCalendarDate == true
                if isBehind, isOpen || next.isOfTime { words.append(word) }
            case .before, .afterwards, .past, .until:
                let isOfMeal = last == .question && words.dropLast().last?.isWithinDay == true
                // Between Friday and Sunday; 이후 3시간.
                let isInFront = word == .until && next.isOfTime || word == .afterwards && next.isOfSpan
                if isBehind || isOfMeal || isInFront {
                    words.append(word)
                } else if word == .before || contains(where: { $0.isOfTime && !$0.isMark }) {
                    if word != .until { words.append(.unreadable(.unknown)) }
                } else if self[index...].contains(where: { $0.topic != nil }) {
                    // 비 온 뒤 추워?
                    words.removeAll { $0.topic != nil }
                }
            default: words.append(word)
            }
        }
    }

    /// Words without a topic that another takes the place of: 비 말고 눈.
    var withMeantTopics: [TimeWord] {
        guard let index = firstIndex(of: .instead), index > 0, self[index...].contains(where: { $0.topicOfForecast != nil }),
            self[index - 1] == .weather || self[index - 1].topicOfForecast != nil
        else { return self }
        return Array(self[..<(index - 1)] + self[(index + 1)...])
    }

    var hasImpossibleHour: Bool {
        zip(self, dropFirst()).contains {
            if case (.part(let part), .clock(let hour, _)) = ($0, $1) { part.clocks.allSatisfy { !($0 ~= hour) } } else { false }
        }
    }

    /// Reason of words that are no time together; of several, the words that leave something out.
    var reasonWithoutTime: UnreadableTime.Reason {
        if hasImpossibleHour { return .impossible }
        let reasons = compactMap(\.reasonWithoutTime)
        return reasons.contains(.leavesOut) ? .leavesOut : reasons.first ?? .unknown
    }
}
