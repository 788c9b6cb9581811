import Forecast
import Regions

/// Dates, clocks and amounts of time at the beginning of a text, in digits or spelled: `12월24일`, `12/24`, `다섯시`, `18:30`, `3시간안에`, `dec24`, `3pm`.
enum NumberPhrase {
    static func beginnings(of text: Substring) -> [(length: Int, words: [TimeWord])] {
        guard let first = text.first else { return [] }
        let (both, korean) = ([amount, englishDate, englishClock], [amount, koreanDate, clock])
        let readings =
            first.isWholeNumber
            ? korean + both.dropFirst() + [numericDate, dayOfMonth, sharedUnit, measure]
            : first.isASCII ? both : NumberScanner.isFirst(first) ? korean : []
        return readings.compactMap { read in
            var scanner = NumberScanner(rest: text)
            return read(&scanner).map { (text.count - scanner.rest.count, $0) }
        }
    }

    private static let day = 1_440

    /// `3시간 안에`, `사흘 뒤`, `이삼일 전`, `앞으로 3일`, `2박 3일`, `in two weeks`, `10-day`: within two or three hours is within three.
    private static func amount(_ scanner: inout NumberScanner) -> [TimeWord]? {
        let isAhead = scanner.skip(["앞으로", "향후", "within", "next"]) || scanner.read { $0.number(before: "박") } != nil
        let isIn = !isAhead && scanner.skip("in")
        let text = scanner.rest
        guard let (count, unit, isAlone) = scanner.quantity(), count.lowerBound > 0 else { return nil }
        let isLatin = text.dropLast(scanner.rest.count).last?.isASCII == true
        // 1시간 30분, an hour and a half.
        let minutes = unit != 60 ? 0 : scanner.skip(["반", "andahalf"]) ? 30 : scanner.minutes() ?? 0
        guard !scanner.isAtDigit else { return nil }
        let (last, isOfDays) = (count.upperBound * unit + minutes, unit % day == 0)
        let first = count.count > 1 ? count.lowerBound * unit : last
        func ends(_ first: Int, _ last: Int) -> [TimeWord] {
            let ends: [TimeWord] = [first, last].map { isOfDays ? .day($0 / day) : .after($0) }
            return first == last ? [ends[0]] : [ends[0], .range, ends[1]]
        }
        var words: [TimeWord]?
        if isIn || scanner.skip(["뒤에", "뒤", "후에", "후", "later", "fromnow", "fromtoday"]) {
            words = ends(first, last)
        } else if scanner.skip(["전에", "전", "ago"]) {
            words = ends(-last, -first)
        } else if scanner.skip(["안에", "안으로", "이내에", "이내", "내에", "내로"] + (isOfDays ? [] : ["안"])) || scanner.read(within) == true {
            words = [isOfDays ? .days(last / day + 1) : .within(last)]
        } else if isOfDays, isLatin, let sign = scanner.skip(["from", "after", "on"]) ? 1 : scanner.skip("before") ? -1 : nil {
            words = [.shifted(sign * last / day)]
        } else if scanner.skip(["간", "동안", "치", "내내"]) || isAhead || isAlone && last % 60 == 0 {
            words = [isOfDays ? .days(last / day) : .within(last)]
        }
        return scanner.isAtLatin ? nil : words
    }

    /// 3일 내, but not 3일 내내 or 내일.
    private static func within(_ scanner: inout NumberScanner) -> Bool? {
        scanner.skip("내") && !["내", "일", "려", "리"].contains(where: scanner.isAt) ? true : nil
    }

    private static let units = WordTable.rows.filter { $0.kind == "unit" }

    private static func measure(_ scanner: inout NumberScanner) -> [TimeWord]? {
        guard scanner.digits() != nil, let unit = units.first(where: { scanner.skip($0.words) }), !scanner.isAtLatin else { return nil }
        return [TimeWord(unit.meaning)]
    }

    /// `2026년 12월 24일`, `십이월 삼일`, `12월`.
    private static func koreanDate(_ scanner: inout NumberScanner) -> [TimeWord]? {
        var year: Int?
        if let number = scanner.read({ $0.digits(before: "년") }) {
            guard number > 19 else { return nil }
            year = number < 100 ? 2_000 + number : number
        }
        let isSpelled = !scanner.isAtDigit
        guard let month = scanner.number(before: "월") else { return nil }
        if let day = scanner.read({ $0.number(before: "일") }) { return days(year, month, day, &scanner) ?? [.unreadable(.impossible)] }
        guard !isSpelled else { return nil }
        // 2026년 12월 is no span of forecasts.
        if !scanner.isAtDigit {
            return 1...12 ~= month ? [year == nil ? .month(month, isNamed: true) : .unreadable(.unknown)] : [.unreadable(.impossible)]
        }
        guard let day = scanner.digits(), !["시", "/", "."].contains(where: scanner.isAt) else { return nil }
        return days(year, month, day, &scanner) ?? [.unreadable(.impossible)]
    }

    /// `20261224`, `2026-12-24`, `26.12.24`, `12/24/2026`, `24.12.2026`, `12/24`, `12-24`, `12.24`, `30/11`, and `11/28-30`.
    private static func numericDate(_ scanner: inout NumberScanner) -> [TimeWord]? {
        if let number = scanner.read({ $0.digits(atMost: 8).flatMap { $0 > 9_999_999 ? $0 : nil } }) {
            return date(number / 10_000, number / 100 % 100, number % 100).map { [$0] }
        }
        guard let first = scanner.digits(), let mark = ["-", "/", "."].first(where: { scanner.skip($0) }), let second = scanner.digits() else {
            return nil
        }
        let third = scanner.read { $0.skip(mark) ? $0.digits() : nil }
        // 2026. 12. 5. 3시, and 12.5.(토).
        let isEnded = mark == "." && scanner.skip(".")
        guard isEnded || !scanner.isAtDigit, !["시", "/", "."].contains(where: scanner.isAt) else { return nil }
        _ = scanner.skipDay() || scanner.read { $0.skip("t") && $0.isAtDigit ? true : nil } == true
        switch (first, third) {
        case (1_000..., let day?): return date(first, second, day).map { [$0] }
        case (_, let year?) where year > 2_000:
            return (first > 12 || mark == "." ? date(year, second, first) : date(year, first, second)).map { [$0] }
        case (13..<100, let day?): return date(2_000 + first, second, day).map { [$0] }
        case (13..., nil): return mark == "/" ? [date(nil, second, first) ?? .unreadable(.impossible)] : nil
        case (_, nil) where mark == "/": return days(nil, first, second, &scanner) ?? [.unreadable(.impossible)]
        case (_, nil): return mark == "-" ? date(nil, first, second).map { [$0] } : days(nil, first, second, &scanner)
        default: return nil
        }
    }

    /// `1dec`, `1stofdecember2026`, `december1st,2026`, `nov29-30`.
    private static func englishDate(_ scanner: inout NumberScanner) -> [TimeWord]? {
        var day = scanner.digits()
        if day != nil {
            _ = scanner.skip(ordinals)
            _ = scanner.skip("of")
        }
        guard let month = scanner.month(), !scanner.isAtLatin else { return nil }
        let isDayFirst = day != nil
        if !isDayFirst {
            day = scanner.digits()
            _ = scanner.skip(ordinals)
        }
        guard let day else { return nil }
        let year = scanner.read { scanner in
            _ = scanner.skip(",")
            return scanner.digits().flatMap { $0 > 999 ? $0 : nil }
        }
        let words = isDayFirst || year != nil ? date(year, month, day).map { [$0] } : days(nil, month, day, &scanner)
        return scanner.isAtLatin ? nil : words ?? [.unreadable(.impossible)]
    }

    private static let ordinals = ["st", "nd", "rd", "th"]

    private static func dayOfMonth(_ scanner: inout NumberScanner) -> [TimeWord]? {
        guard let day = scanner.digits(), day < 100 else { return nil }
        let isInMonth = (1...31).contains(day)
        if scanner.skip("일") { return scanner.isAtDigit ? nil : [isInMonth ? .daysOfMonth(day...day) : .unreadable(.impossible)] }
        return scanner.skip(ordinals) && !scanner.isAtLatin && isInMonth ? [.daysOfMonth(day...day)] : nil
    }

    /// Date, and maybe a last day that shares its month; `nil` for one that does not exist.
    private static func days(_ year: Int?, _ month: Int, _ day: Int, _ scanner: inout NumberScanner) -> [TimeWord]? {
        guard let first = date(year, month, day) else { return nil }
        let isList = scanner.isAt("and")
        let last = scanner.read { scanner -> Int? in
            guard scanner.skip(TimeWords.rangeMarks + ["to", "until", "through", "and"]), let day = scanner.digits(), !scanner.isAtLatin,
                !["월", "/", "-", ".", "시", ":"].contains(where: scanner.isAt)
            else { return nil }
            _ = scanner.skipDay()
            return day
        }
        guard let last else { return [first] }
        return date(year, month, last).map { [first, isList ? .and : .range, $0] }
    }

    private static func date(_ year: Int?, _ month: Int, _ day: Int) -> TimeWord? {
        guard KoreanDate(validatingYear: year ?? 2024, month: month, day: day) != nil else { return nil }
        return .date(year: year, month: month, day: day)
    }

    /// `3시 반`, `열두시 십오분`, `18:30`, `9oclock`: an hour with a zero before it is of the morning.
    private static func clock(_ scanner: inout NumberScanner) -> [TimeWord]? {
        let isPadded = scanner.isAt("0")
        var minute: Int?
        var hour = scanner.read { $0.number(before: "시") } ?? scanner.read { $0.digits(before: "oclock") }
        if hour != nil {
            guard !scanner.isAt("간") else { return nil }
            minute = scanner.skip("반") ? 30 : scanner.read { $0.number(before: "분") } ?? 0
        } else {
            hour = scanner.digits(before: ":")
            minute = scanner.digits()
        }
        guard let hour, let minute, !scanner.isAtDigit else { return nil }
        guard hour <= 24, minute < 60 else { return hour < 100 && minute < 100 ? [.unreadable(.impossible)] : nil }
        let end: [TimeWord] = scanner.skip(["넘어서", "넘어", "넘으면"]) ? [.from] : scanner.skip(["전", "이전"]) ? [.before] : []
        return (isPadded && hour > 0 ? [.part(.morning)] : []) + [.clock(hour: hour, minute: minute)] + end
    }

    /// `3pm`, `at9`, `after10`, `athalfpastseven`, `quartertosix`, `nineoclock`; `at9:30` is of two words.
    private static func englishClock(_ scanner: inout NumberScanner) -> [TimeWord]? {
        let preposition = TimeWords.prepositions.first { $0 != "from" && scanner.skip($0) }
        let isAt = preposition != nil || scanner.skip("at")
        let past = [("halfpast", 30), ("half-past", 30), ("quarterpast", 15), ("quarterto", -15)].first { scanner.skip($0.0) }?.1
        guard let hour = scanner.digits() ?? scanner.englishNumber(), (0...12).contains(hour) else { return nil }
        let half = [("am", TimeWord.Part.morning), ("pm", .afternoon)].first { scanner.skip($0.0) }?.1
        guard hour > 0 || half != nil, isAt || past != nil || half != nil || scanner.skip("oclock"), !scanner.isAtLatin,
            half != nil || !scanner.isAtDigit && !scanner.isAt(":")
        else { return nil }
        let minutes = (hour * 60 + (past ?? 0) + 720) % 720
        let clock = TimeWord.clock(hour: minutes < 60 ? 12 : minutes / 60, minute: minutes % 60)
        return (preposition.flatMap { TimeWords.all[$0] } ?? []) + (half.map { [.part($0)] } ?? []) + [clock]
    }

    /// First of two numbers with one unit: `25~27일`, `28,29일`, `9~18시`, `1and3pm`, `9to5`, `28-30november`; 12-4일 is a date.
    private static func sharedUnit(_ scanner: inout NumberScanner) -> [TimeWord]? {
        guard let first = scanner.digits() else { return nil }
        let isMaybeMonth = scanner.isAt("-") && first <= 12
        let isList = scanner.skip([",", "·"])
        let isAnd = isList || scanner.skip("and")
        let isEnglish = !isList && (isAnd || scanner.skip(["to", "until", "till"]))
        let mark: TimeWord = isAnd ? .and : .range
        guard isList || isEnglish || scanner.skip(TimeWords.rangeMarks), scanner.isAtDigit else { return nil }
        let named =
            scanner.read(dayOfMonth) ?? scanner.read(englishDate) ?? scanner.read(clock) ?? scanner.read(englishClock) ?? scanner.read(sharedUnit)
        guard let words = named ?? scanner.digits().map({ [.clock(hour: $0, minute: 0)] }), let last = words.last, !scanner.isAtLatin else {
            return nil
        }
        switch last {
        case .daysOfMonth where !isEnglish && !isMaybeMonth && 1...31 ~= first: return [.daysOfMonth(first...first), mark] + words
        case .date(nil, let month, _) where !isList: return [.date(year: nil, month: month, day: first), mark, last]
        case .clock(let hour, _) where !isList && first <= 24:
            let start = TimeWord.clock(hour: first, minute: 0)
            if case .part(let half)? = words.first, named != nil, words.count == 2 {
                // 11-1pm begins in the other half.
                let other: TimeWord.Part = half == .morning ? .afternoon : .morning
                return 1...12 ~= first ? [.part(first % 12 < hour % 12 ? half : other), start, mark, .part(half), last] : nil
            }
            return named == nil && !(isEnglish && 1...12 ~= first && 1...12 ~= hour && !scanner.isAt(":")) ? nil : [start, mark, last]
        default: return nil
        }
    }
}
