import Forecast

package struct OpenMeteoSpan: Sendable {
    let forecastDays: Int
    let pastDays: Int
    let dates: ClosedRange<KoreanDate>?
    /// Seconds since 1970 on the clock, in place of the days' hours.
    private let clockHours: ClosedRange<Double>?
    private let forecastHours: Int?
    private let pastHours: Int?

    private static let forecastLimits = 0...16
    private static let pastLimits = 0...92

    /// `offset` is seconds ahead of UTC, `usual` the default number of days.
    init(_ values: OpenMeteoParameters, usual: Int, at now: Date, offset: Double) throws(OpenMeteoError) {
        let today = OpenMeteoSpan.date(now.timeIntervalSince1970 + offset)
        let (future, past) = (OpenMeteoSpan.forecastLimits, OpenMeteoSpan.pastLimits)
        let forecast = try values.number("forecast_days", future)
        let before = try values.number("past_days", past)
        (forecastDays, pastDays) = (forecast ?? usual, before ?? 0)
        forecastHours = try values.number("forecast_hours", 0...24 * future.upperBound)
        pastHours = try values.number("past_hours", 0...24 * past.upperBound)
        dates = try values.range("start_date", "end_date") { KoreanDate($0) }
        clockHours = try values.range("start_hour", "end_hour") {
            KoreanTime.instant(rfc3339: $0 + ":00Z").map { ($0.timeIntervalSince1970 / 3600).rounded(.down) * 3600 }
        }
        if dates != nil, forecast != nil || before != nil {
            let name = forecast != nil ? "forecast_days" : "past_days"
            throw OpenMeteoError("Parameter '\(name)' is mutually exclusive with 'start_date' and 'end_date'")
        }
        let limits = (today + -past.upperBound)...(today + future.upperBound)
        let hours = clockHours.map { OpenMeteoSpan.date($0.lowerBound)...OpenMeteoSpan.date($0.upperBound) }
        for (name, asked) in [("start_date", dates), ("start_hour", hours)] {
            guard let asked, !limits.contains(asked.lowerBound) || !limits.contains(asked.upperBound) else { continue }
            throw OpenMeteoError("Parameter '\(name)' is out of allowed range from \(limits.lowerBound) to \(limits.upperBound)")
        }
    }

    private static func date(_ clock: Double) -> KoreanDate { KoreanDate(dayNumber: Int((clock / 86_400).rounded(.down))) }

    package var dayCount: Int { dates.map { $0.upperBound - $0.lowerBound + 1 } ?? pastDays + forecastDays }

    var hourCount: Int {
        if let clockHours { return Int((clockHours.upperBound - clockHours.lowerBound) / 3600) + 1 }
        guard forecastHours != nil || pastHours != nil else { return 24 * dayCount }
        return (pastHours ?? 0) + (forecastHours ?? 24 * forecastDays)
    }

    func firstDay(at now: Date, offset: Double) -> Date {
        let today = OpenMeteoSpan.date(now.timeIntervalSince1970 + offset)
        let first = dates?.lowerBound ?? today + -pastDays
        return Date(timeIntervalSince1970: Double(first.dayNumber) * 86_400 - offset)
    }

    func firstHour(at now: Date, offset: Double) -> Date {
        if let clockHours { return Date(timeIntervalSince1970: clockHours.lowerBound - offset) }
        guard forecastHours != nil || pastHours != nil else { return firstDay(at: now, offset: offset) }
        let clock = ((now.timeIntervalSince1970 + offset) / 3600).rounded(.down) * 3600
        return Date(timeIntervalSince1970: clock - offset - 3600 * Double(pastHours ?? 0))
    }
}
