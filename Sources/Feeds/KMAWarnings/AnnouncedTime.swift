import Forecast

extension KoreanTime {
    /// Reads a time of a table: `202610042400` is the midnight after, `2026-10-04 21:00` has marks.
    static func instant(announced text: String) -> Date? {
        let digits = text.filter { !" -:./T".contains($0) }
        guard digits.count == 12, digits.hasSuffix("2400") else { return instant(compact: digits) }
        return instant(compact: "\(digits.prefix(8))0000").map { KoreanDate(of: $0) + 1 }?.start
    }
}

extension Date {
    /// True within two months of its announcement, as heat lasts for weeks; a time further away was misread.
    func mayBeAnnounced(at issuedAt: Date) -> Bool { abs(timeIntervalSince(issuedAt)) < 60 * 86_400 }
}

/// `09월 26일 새벽(00시~06시)`, `05일 늦은 오후(15시~18시)`, `10월 05일 밤`; of several, from the first to the last.
struct AnnouncedTime {
    private(set) var start: Date?
    private(set) var end: Date?

    private static let parts: [(word: String, hours: Range<Int>)] = [
        ("새벽", 0..<6), ("아침", 6..<9), ("오전", 6..<12), ("낮", 12..<15), ("오후", 12..<18), ("저녁", 18..<21), ("밤", 18..<24),
    ]

    /// `nil` without a day; a day without a month is the next such one, ten days ahead at most, as KMA announces three.
    init?(_ text: String, issuedAt: Date) {
        let issued = KoreanDate(of: issuedAt)
        var (year, month): (Int?, Int?)
        var days: [AnnouncedDay] = []
        var rest = text[...]
        while let first = rest.first {
            var length = 1
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty {
                guard let number = Int(digits) else { return nil }
                let unit = rest.dropFirst(digits.count).first
                length = digits.count + (unit.map { "년월일시분:".contains($0) } == true ? 1 : 0)
                switch unit {
                case "년": year = number
                case "월": month = number
                case "일":
                    guard let date = AnnouncedTime.date(year, month, number, from: issued) else { return nil }
                    days.append(AnnouncedDay(date: date))
                default:
                    guard let day = days.indices.last else { return nil }
                    let (hasUnit, before) = (unit == "시" || unit == ":", text[..<rest.startIndex].last)
                    // 09~12시, but 09시30분 and 09:30~12:00.
                    let isMinute = before == "시" || before == ":"
                    if hasUnit || unit != "분" && (AnnouncedTime.isRange(before) || !isMinute && AnnouncedTime.isRange(unit)) {
                        days[day].add(hour: number, isClock: unit == ":")
                    } else {
                        days[day].add(minute: number)
                    }
                }
            } else if let day = days.indices.last {
                let part = AnnouncedTime.parts.first { rest.hasPrefix($0.word) }
                if let part { days[day].add(part.hours) } else { days[day].add(first) }
                length = part?.word.count ?? 1
            }
            rest = rest.dropFirst(length)
        }
        guard let first = days.first, let last = days.last else { return nil }
        start = first.start
        end = last.end.flatMap { end in start.map { $0 < end } ?? true ? end : nil }
    }

    private static func isRange(_ mark: Character?) -> Bool { mark.map { "~∼～-–".contains($0) } ?? false }

    private static func date(_ year: Int?, _ month: Int?, _ day: Int, from issued: KoreanDate) -> KoreanDate? {
        guard let month else { return (0...10).lazy.map { issued + $0 }.first { $0.civil.day == day } }
        let years = year.map { $0...$0 } ?? issued.civil.year - 1...issued.civil.year + 1
        return years.lazy.compactMap { KoreanDate(validatingYear: $0, month: month, day: day) }.first { $0.start.mayBeAnnounced(at: issued.start) }
    }
}

private struct AnnouncedDay {
    let date: KoreanDate
    private var part: Range<Int>?
    private var minutes: [Int] = []
    private var (isLate, isEarly, isInBrackets, isUnclear, hasTwelve, hasOtherNumber) = (false, false, false, false, false, false)

    init(date: KoreanDate) { self.date = date }

    /// Never later than the part, if a number may have been its hour.
    var start: Date? {
        if let first = minutes.first, !hasOtherNumber { return instant(first) }
        return (part.map { $0.lowerBound * 60 } ?? (isUnclear || hasOtherNumber ? nil : 0)).map(instant)
    }

    var end: Date? { (minutes.last ?? part.map { $0.upperBound * 60 } ?? (isUnclear ? nil : 24 * 60)).map(instant) }

    mutating func add(_ hours: Range<Int>) {
        var hours = hours
        // A late or early part is its half, of three hours at least: 늦은 오후 15–18.
        if isLate { hours = max(hours.lowerBound, hours.upperBound - 3)..<hours.upperBound }
        if isEarly { hours = hours.lowerBound..<min(hours.upperBound, hours.lowerBound + 3) }
        (isLate, isEarly) = (false, false)
        part = part.map { $0.lowerBound..<max($0.upperBound, hours.upperBound) } ?? hours
    }

    /// Hour of 24 by the clock, or outside the part as one of 12: `오후 3시`, `밤(9시~12시)`; but `밤(18시~03시)` ends on the next day.
    mutating func add(hour: Int, isClock: Bool) {
        var hour = hour
        let last = minutes.last ?? 0
        let isOfTwelve = !isClock && (1...12).contains(hour) && (hour + 12) * 60 >= last && (minutes.isEmpty || !isInBrackets || hasTwelve)
        if isOfTwelve, let part, part.lowerBound >= 12, hour < part.lowerBound, hour + 12 <= part.upperBound {
            hour += 12
            hasTwelve = true
        }
        if hour * 60 < last { hour += 24 }
        if hour <= 48 { minutes.append(hour * 60) }
    }

    mutating func add(minute: Int) { if let last = minutes.indices.last { minutes[last] += minute < 60 ? minute : 0 } else { hasOtherNumber = true } }

    mutating func add(_ character: Character) {
        switch character {
        case "(": isInBrackets = true
        case ")": isInBrackets = false
        case "늦": isLate = true
        case "이": isEarly = true
        default: isUnclear = isUnclear || character.isLetter
        }
    }

    private func instant(_ minutes: Int) -> Date { date.start.addingTimeInterval(Double(minutes) * 60) }
}
