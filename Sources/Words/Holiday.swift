import Forecast

enum Holiday: Hashable, Sendable {
    case solar(month: Int, day: Int)
    case moving(Moving, days: Int)
    case substitute

    enum Moving: Hashable, Sendable { case newYear, buddha, harvest, exam, solstice }

    func date(from today: KoreanDate) -> KoreanDate? { dates(around: today).first { $0 >= today } }

    func dates(around today: KoreanDate) -> [KoreanDate] {
        // Without a clock, from the first of the table.
        let today = max(today, KoreanDate(year: 2025, month: 1, day: 1))
        let year = today.civil.year
        guard self == .substitute else { return (year - 1...year + 8).compactMap(date) }
        let date = (0...800).lazy.map { today + $0 }.first { Holiday.isOff($0) && ![0, 6].contains($0.weekday) && Holiday.holidays(on: $0).isEmpty }
        return date.map { [$0] } ?? []
    }

    private func date(in year: Int) -> KoreanDate? {
        switch self {
        case .solar(let month, let day): return KoreanDate(validatingYear: year, month: month, day: day)
        case .moving(let moving, let days):
            guard let (month, day) = Holiday.movingDates[moving]?[year] else { return nil }
            return KoreanDate(year: year, month: month, day: day) + days
        case .substitute: return nil
        }
    }

    /// By korean_lunar_calendar 0.4 (한국천문연구원): lunar 1 January, 8 April and 15 August; 수능 by the Ministry of Education.
    private static let movingDates: [Moving: [Int: (Int, Int)]] = [
        .newYear: [2025: (1, 29), 2026: (2, 17), 2027: (2, 7), 2028: (1, 27), 2029: (2, 13), 2030: (2, 3)],
        .buddha: [2025: (5, 5), 2026: (5, 24), 2027: (5, 13), 2028: (5, 2), 2029: (5, 20), 2030: (5, 9)],
        .harvest: [2025: (10, 6), 2026: (9, 25), 2027: (9, 15), 2028: (10, 3), 2029: (9, 22), 2030: (9, 12)],
        .solstice: [2025: (12, 22), 2026: (12, 22), 2027: (12, 22), 2028: (12, 21), 2029: (12, 21), 2030: (12, 22)],
        .exam: [2025: (11, 13), 2026: (11, 19), 2027: (11, 18)],
    ]

    static let all: [(names: String, holiday: Holiday, isOff: Bool)] = [
        ("신정 새해 새해첫날 newyearsday newyear newyears", .solar(month: 1, day: 1), true),
        ("설날 설 구정 음력설 seollal lunarnewyear", .moving(.newYear, days: 0), true),
        ("설날전날 까치설날 까치설", .moving(.newYear, days: -1), true), ("설날다음날", .moving(.newYear, days: 1), true),
        ("대보름 정월대보름", .moving(.newYear, days: 14), false), ("발렌타인데이 밸런타인데이 valentinesday", .solar(month: 2, day: 14), false),
        ("삼일절 3.1절 31절 independencemovementday", .solar(month: 3, day: 1), true),
        ("화이트데이 whiteday", .solar(month: 3, day: 14), false), ("식목일 arborday", .solar(month: 4, day: 5), false),
        ("노동절 근로자의날 메이데이 laborday labourday mayday", .solar(month: 5, day: 1), true), ("어린이날 childrensday", .solar(month: 5, day: 5), true),
        ("어버이날 parentsday", .solar(month: 5, day: 8), false), ("스승의날 teachersday", .solar(month: 5, day: 15), false),
        ("부처님오신날 석가탄신일 석탄일 초파일 사월초파일 buddhasbirthday", .moving(.buddha, days: 0), true),
        ("현충일 koreanmemorialday memorialday", .solar(month: 6, day: 6), true), ("제헌절 constitutionday", .solar(month: 7, day: 17), true),
        ("광복절 liberationday", .solar(month: 8, day: 15), true), ("추석 한가위 chuseok", .moving(.harvest, days: 0), true),
        ("추석전날", .moving(.harvest, days: -1), true), ("추석다음날", .moving(.harvest, days: 1), true),
        ("개천절 nationalfoundationday", .solar(month: 10, day: 3), true), ("한글날 hangulday hangeulday", .solar(month: 10, day: 9), true),
        ("동지 동짓날 wintersolstice", .moving(.solstice, days: 0), false), ("수능 수능일 수학능력시험", .moving(.exam, days: 0), false),
        ("핼러윈 할로윈 핼로윈 핼러윈데이 할로윈데이 halloween", .solar(month: 10, day: 31), false), ("빼빼로데이", .solar(month: 11, day: 11), false),
        ("크리스마스이브 성탄절이브 christmaseve", .solar(month: 12, day: 24), false),
        ("크리스마스 성탄절 성탄 기독탄신일 christmas christmasday xmas", .solar(month: 12, day: 25), true), ("boxingday", .solar(month: 12, day: 26), false),
        ("newyearseve", .solar(month: 12, day: 31), false), ("국군의날", .solar(month: 10, day: 1), false), ("노인의날", .solar(month: 10, day: 2), false),
        ("경찰의날", .solar(month: 10, day: 21), false), ("소방의날", .solar(month: 11, day: 9), false), ("대체공휴일 대체휴일", .substitute, false),
    ]

    static func daysOff(around date: KoreanDate) -> ClosedRange<KoreanDate> {
        var (first, last) = (date, date)
        while isOff(first + -1) { first = first + -1 }
        while isOff(last + 1) { last = last + 1 }
        return first...last
    }

    static func nextDaysOff(from today: KoreanDate) -> ClosedRange<KoreanDate>? {
        (0...400).lazy.map { today + $0 }.filter(isOff).map(daysOff).first { $0.upperBound - $0.lowerBound >= 2 }
    }

    private static func isOff(_ date: KoreanDate) -> Bool {
        [0, 6].contains(date.weekday) || !holidays(on: date).isEmpty || substitutes(for: date)
    }

    private static func holidays(on date: KoreanDate) -> [Holiday] { all.filter { $0.isOff && $0.holiday.date(from: date) == date }.map(\.holiday) }

    /// Makes up for a holiday on a weekend or on another one (관공서의 공휴일에 관한 규정, 제3조).
    private static func substitutes(for date: KoreanDate) -> Bool {
        var day = date + -1
        var isMissed = false
        while true {
            let holidays = holidays(on: day)
            guard [0, 6].contains(day.weekday) || !holidays.isEmpty else { return isMissed }
            let isMade = holidays.contains { $0.isMadeUp(on: day.weekday, isAlone: holidays.count == 1) }
            isMissed = isMissed || isMade
            day = day + -1
        }
    }

    /// 신정 and 현충일 are never made up for, the days of 설 and 추석 not for a Saturday.
    private func isMadeUp(on weekday: Int, isAlone: Bool) -> Bool {
        switch self {
        case .solar(month: 1, day: 1), .solar(month: 6, day: 6): false
        case .moving(.newYear, _), .moving(.harvest, _): weekday == 0 || !isAlone
        case .solar, .moving, .substitute: [0, 6].contains(weekday) || !isAlone
        }
    }
}
