/// Calendar day in Asia/Seoul, by plain arithmetic: Korea keeps +09:00 all year since 1988.
public struct KoreanDate: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01 in Asia/Seoul.
    public var dayNumber: Int

    /// Creates a day from its number since 1970-01-01.
    public init(dayNumber: Int) { self.dayNumber = dayNumber }

    /// Creates the day of an instant in Korea.
    public init(of instant: Date) { dayNumber = Int(((instant.timeIntervalSince1970 + KoreanTime.offset) / 86_400).rounded(.down)) }

    /// Creates a Gregorian day, which must exist.
    public init(year: Int, month: Int, day: Int) {
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
        let shiftedYear = month > 2 ? year : year - 1
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        dayNumber = era * 146_097 + dayOfEra - 719_468
    }

    package init?(validatingYear year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(year: year, month: month, day: day)
        guard civil == (year, month, day) else { return nil }
    }

    /// Reads `2026-10-04`; `nil` for any other text or day.
    public init?(_ text: some StringProtocol) {
        var scanner = DigitScanner(text)
        self.init(&scanner)
        guard scanner.isAtEnd else { return nil }
    }

    package init?(_ scanner: inout DigitScanner) {
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"), let day = scanner.number(2) else {
            return nil
        }
        self.init(validatingYear: year, month: month, day: day)
    }

    /// Year, month and day of the Gregorian calendar.
    public var civil: (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Day of the week, 0 for Sunday to 6 for Saturday.
    public var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

    /// 00:00 in Korea.
    public var start: Date { Date(timeIntervalSince1970: Double(dayNumber) * 86_400 - KoreanTime.offset) }

    /// 00–24 in Korea.
    public var hours: Range<Date> { start..<(self + 1).start }

    /// Instant of a time on this day in Korea.
    public func at(hour: Int, minute: Int = 0) -> Date { start.addingTimeInterval(Double(hour * 3_600 + minute * 60)) }

    /// Orders by time.
    public static func < (left: KoreanDate, right: KoreanDate) -> Bool { left.dayNumber < right.dayNumber }

    /// Adds days.
    public static func + (date: KoreanDate, days: Int) -> KoreanDate { KoreanDate(dayNumber: date.dayNumber + days) }

    /// Days from the second date to the first.
    public static func - (left: KoreanDate, right: KoreanDate) -> Int { left.dayNumber - right.dayNumber }
}

extension KoreanDate { package var compact: String { String(KoreanTime(start).compact.prefix(8)) } }

extension KoreanDate: CustomStringConvertible {
    /// `2026-10-04`.
    public var description: String {
        let (year, month, day) = civil
        return String(digits: [(year, 4, "-"), (month, 2, "-"), (day, 2, nil)])
    }
}

extension KoreanDate {
    /// Letters of the weekdays, Sunday first.
    public static let koreanWeekdays = ["일", "월", "화", "수", "목", "금", "토"]

    /// Weekday: one letter in Korean, three in English.
    public var weekdayName: LocalizedText {
        let english = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        return LocalizedText(KoreanDate.koreanWeekdays[weekday], english[weekday])
    }

    var englishWeekday: String { ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][weekday] }

    /// `20일(월)`, `Mon 20 Jul`.
    public var dayWithWeekday: LocalizedText {
        let (_, month, day) = civil
        return LocalizedText("\(day)일(\(weekdayName.korean))", "\(weekdayName.english) \(day) \(KoreanDate.englishMonths[month - 1])")
    }

    /// `12월 5일(토)`, `Sat 5 Dec`, and the year if another date beside it has a different one.
    package func spelled(beside other: KoreanDate) -> LocalizedText {
        let (year, month, day) = civil
        let isOfOneYear = year == other.civil.year
        return LocalizedText(
            (isOfOneYear ? "" : "\(year)년 ") + "\(month)월 \(day)일(\(weekdayName.korean))",
            dayWithWeekday.english + (isOfOneYear ? "" : " \(year)")
        )
    }

    /// Name seen from today: by distance up to three days; in English by weekday from the second on.
    public func label(offset: Int) -> LocalizedText {
        let (_, month, day) = civil
        return switch offset {
        case 0: LocalizedText("오늘", "Today")
        case 1: LocalizedText("내일", "Tomorrow")
        case 2: LocalizedText("모레", englishWeekday)
        case 3: LocalizedText("글피", englishWeekday)
        default: LocalizedText("\(month)월 \(day)일", "\(KoreanDate.englishMonths[month - 1]) \(day)")
        }
    }

    package static let englishMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// Time of an instant in Korea.
public struct KoreanTime: Sendable, Hashable {
    /// Seconds ahead of UTC (IANA tz database, Asia/Seoul).
    public static let offset: Double = 9 * 3_600

    /// Day in Korea.
    public var date: KoreanDate
    /// 0…23.
    public var hour: Int
    /// 0…59.
    public var minute: Int
    /// 0…59.
    public var second: Int

    /// Creates the time of an instant, without fractions of a second.
    public init(_ instant: Date) {
        date = KoreanDate(of: instant)
        let seconds = Int(instant.timeIntervalSince(date.start).rounded(.down))
        hour = seconds / 3_600
        minute = seconds / 60 % 60
        second = seconds % 60
    }

    /// RFC 3339, `2026-10-04T15:00:00+09:00`.
    public var rfc3339: String {
        let (year, month, day) = date.civil
        return String(digits: [
            (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (hour, 2, ":"), (minute, 2, ":"), (second, 2, "+"), (9, 2, ":"), (0, 2, nil),
        ])
    }

    /// `15:00`.
    public var clock: String { String(digits: [(hour, 2, ":"), (minute, 2, nil)]) }

    /// `202610041500`, as in KMA's requests.
    public var compact: String {
        let (year, month, day) = date.civil
        return String(digits: [(year, 4, nil), (month, 2, nil), (day, 2, nil), (hour, 2, nil), (minute, 2, nil)])
    }

    /// Reads ``compact``.
    public static func instant(compact text: String) -> Date? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), let month = scanner.number(2), let day = scanner.number(2),
            let date = KoreanDate(validatingYear: year, month: month, day: day), let hour = scanner.number(2), hour < 24,
            let minute = scanner.number(2), minute < 60, scanner.isAtEnd
        else { return nil }
        return date.at(hour: hour, minute: minute)
    }

    /// Reads RFC 3339 with any offset, `2026-10-04T06:00:00Z`, also `+0900`, without fractions of a second.
    public static func instant(rfc3339 text: String) -> Date? {
        var scanner = DigitScanner(text)
        guard let date = KoreanDate(&scanner), scanner.skip("T"), let hour = scanner.number(2), hour < 24, scanner.skip(":"),
            let minute = scanner.number(2), minute < 60, scanner.skip(":"), let second = scanner.number(2), second < 60
        else { return nil }
        if scanner.skip(".") {
            guard scanner.number(1) != nil else { return nil }
            while scanner.number(1) != nil {}
        }
        guard let offset = offset(&scanner), scanner.isAtEnd else { return nil }
        return date.at(hour: hour, minute: minute).addingTimeInterval(Double(second + 9 * 3_600 - offset))
    }

    private static func offset(_ scanner: inout DigitScanner) -> Int? {
        if scanner.skip("Z") { return 0 }
        let sign = scanner.skip("+") ? 1 : -1
        guard sign == 1 || scanner.skip("-"), let hours = scanner.number(2), hours < 24 else { return nil }
        _ = scanner.skip(":")
        guard let minutes = scanner.number(2), minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}

extension String {
    /// Numbers with leading zeros: `String(format:)` would load all of Foundation.
    fileprivate init(digits numbers: [(number: Int, width: Int, behind: Unicode.Scalar?)]) {
        var text: [UInt8] = []
        text.reserveCapacity(32)
        for (number, width, behind) in numbers {
            if number < 0 { text.append(UInt8(ascii: "-")) }
            text.append(digitsOf: number.magnitude, width: width)
            if let behind { text.append(UInt8(ascii: behind)) }
        }
        self.init(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    package mutating func append(digitsOf number: UInt, width: Int = 1) {
        var place: UInt = 1
        for _ in 1..<Swift.max(width, 1) { place *= 10 }
        while number / place > 9 { place *= 10 }
        while place > 0 {
            append(UInt8(ascii: "0") + UInt8(number / place % 10))
            place /= 10
        }
    }
}
