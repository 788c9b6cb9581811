import Forecast
import Regions

/// Day with a name, each year's or a moving one: `Data/holidays.csv`.
struct Holiday: Hashable, Sendable {
    let names: [String]
    private let makingUp: MakingUp?
    private let days: [Day]

    private enum Day: Hashable {
        case ofEachYear(month: Int, day: Int)
        case once(KoreanDate)

        /// `12-25`, or `2027-02-07`.
        init?(_ text: String) {
            guard let date = KoreanDate(text) ?? KoreanDate("2000-" + text) else { return nil }
            self = text.utf8.count > 5 ? .once(date) : .ofEachYear(month: date.civil.month, day: date.civil.day)
        }

        func dates(in years: ClosedRange<Int>) -> [KoreanDate] {
            switch self {
            case .once(let date): [date]
            case .ofEachYear(let month, let day): years.compactMap { KoreanDate(validatingYear: $0, month: month, day: day) }
            }
        }
    }

    /// Weekdays for which a day off is made up for, as for one that falls on another (관공서의 공휴일에 관한 규정, 제3조).
    private enum MakingUp: String { case never, sunday, weekend }

    static let all = WordTable.holidays.map { names, makingUp, days in
        Holiday(names: names, makingUp: MakingUp(rawValue: makingUp), days: days.compactMap(Day.init))
    }

    func date(from today: KoreanDate) -> KoreanDate? { dates(around: today).first { $0 >= today } }

    func dates(around today: KoreanDate) -> [KoreanDate] {
        // Without a clock, from the first of the table.
        let today = max(today, KoreanDate(year: 2025, month: 1, day: 1))
        let years = today.civil.year - 1...today.civil.year + 8
        guard days.isEmpty else { return days.flatMap { $0.dates(in: years) } }
        // A day that makes up for a holiday.
        let date = (0...800).lazy.map { today + $0 }.first { Holiday.isOff($0) && ![0, 6].contains($0.weekday) && Holiday.holidays(on: $0).isEmpty }
        return date.map { [$0] } ?? []
    }

    static func daysOff(around date: KoreanDate) -> ClosedRange<KoreanDate> {
        var (first, last) = (date, date)
        while isOff(first + -1) { first = first + -1 }
        while isOff(last + 1) { last = last + 1 }
        return first...last
    }

    static func nextDaysOff(from today: KoreanDate) -> ClosedRange<KoreanDate>? {
        (0...400).lazy.map { today + $0 }.filter(isOff).map(daysOff).first { $0.upperBound - $0.lowerBound >= 2 }
    }

    private static func isOff(_ date: KoreanDate) -> Bool { [0, 6].contains(date.weekday) || !holidays(on: date).isEmpty || substitutes(for: date) }

    private static func holidays(on date: KoreanDate) -> [Holiday] { all.filter { $0.makingUp != nil && $0.date(from: date) == date } }

    private static func substitutes(for date: KoreanDate) -> Bool {
        var day = date + -1
        var isMissed = false
        while true {
            let holidays = holidays(on: day)
            guard [0, 6].contains(day.weekday) || !holidays.isEmpty else { return isMissed }
            isMissed = isMissed || holidays.contains { $0.isMadeUp(on: day.weekday, isAlone: holidays.count == 1) }
            day = day + -1
        }
    }

    private func isMadeUp(on weekday: Int, isAlone: Bool) -> Bool {
        switch makingUp {
        case nil, .never: false
        case .sunday: weekday == 0 || !isAlone
        case .weekend: [0, 6].contains(weekday) || !isAlone
        }
    }
}
