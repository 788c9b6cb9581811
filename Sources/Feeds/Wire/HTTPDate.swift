import Forecast

extension Date {
    /// Reads a date in any form of RFC 9110, 5.6.7, also `Sunday, 06-Nov-94 08:49:37 GMT`, whose century `now` gives.
    public init?(httpDate text: String, now: Date = Date()) {
        let parts = text.split(separator: " ")
        let (day, month, year, clock): (Substring, Substring, Int?, Substring)
        switch parts.count {
        case 6 where parts[0].last == "," && parts[5] == "GMT": (day, month, year, clock) = (parts[1], parts[2], parts[3].number, parts[4])
        case 4 where parts[0].last == "," && parts[3] == "GMT":
            let date = parts[1].split(separator: "-")
            guard date.count == 3 else { return nil }
            (day, month, clock) = (date[0], date[1], parts[2])
            year = date[2].number.map { HTTPDate.year(ofTwoDigits: $0, now: now) }
        case 5: (day, month, year, clock) = (parts[2], parts[1], parts[4].number, parts[3])
        default: return nil
        }
        guard let start = HTTPDate.midnight(year, month, day), let seconds = HTTPDate.seconds(clock) else { return nil }
        self = start.addingTimeInterval(Double(seconds))
    }

    package var httpDate: String {
        // A Korean clock set back by nine hours shows UTC.
        let time = KoreanTime(addingTimeInterval(-KoreanTime.offset))
        let (year, month, day) = time.date.civil
        let name = KoreanDate.englishMonths[month - 1]
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [time.hour, time.minute, time.second].map(padded).joined(separator: ":")
        return "\(time.date.weekdayName.english), \(padded(day)) \(name) \(year) \(clock) GMT"
    }
}

private enum HTTPDate {
    static func midnight(_ year: Int?, _ month: Substring, _ day: Substring) -> Date? {
        guard let year, (1...9_999).contains(year), let day = day.number, let month = KoreanDate.englishMonths.firstIndex(of: String(month)) else {
            return nil
        }
        let date = KoreanDate(year: year, month: month + 1, day: day)
        guard date.civil == (year, month + 1, day) else { return nil }
        return date.start.addingTimeInterval(KoreanTime.offset)
    }

    static func seconds(_ clock: Substring) -> Int? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map(\.number)
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2], hour < 24, minute < 60, second <= 60 else {
            return nil
        }
        return hour * 3_600 + minute * 60 + second
    }

    /// Latest such year at most fifty years ahead (RFC 9110, 5.6.7).
    static func year(ofTwoDigits digits: Int, now: Date) -> Int {
        let latest = KoreanDate(of: now).civil.year + 50
        return latest - (latest - digits) % 100
    }
}

extension Substring {
    fileprivate var number: Int? { (1...4).contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(self) : nil }
}
