#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What people ask of the weather, in a few sentences: the most severe warning, how it is now, whether the air is bad,
/// and whether and when rain or snow falls.
///
/// A clause whose value is not known is left out.
public struct WeatherSummary: Sendable, Hashable {
    /// °C between the air and what it feels like from which that is worth a word.
    private static let feelsLikeDifference = 3.0

    /// The sentences, most pressing first.
    public var sentences: [LocalizedText]

    /// The summary of a week at a moment, with the warnings of the place, the most severe first, and its air.
    public init(of week: Week, alerts: [Alert]? = nil, air: AirQuality? = nil, at now: Date) {
        sentences = [
            alerts?.first.map { WeatherSummary.sentence($0, at: now) },
            WeatherSummary.present(week),
            WeatherSummary.unusual(week, today: KoreanDate(of: now)),
            air?.measurement.flatMap(WeatherSummary.badAir),
            WeatherSummary.rain(of: week, at: now),
        ].compactMap { $0 }
    }

    /// Whether and when rain or snow falls; `nil` where that is not known.
    public static func rain(of week: Week, at now: Date) -> LocalizedText? {
        RainPeriod(in: week, at: now).map { sentence($0, at: now) } ?? dry(week, at: now)
    }

    /// The sentences as one text; `nil` where nothing is known.
    public var text: LocalizedText? {
        guard !sentences.isEmpty else { return nil }
        return LocalizedText(
            sentences.map(\.korean).joined(separator: " "),
            sentences.map(\.english).joined(separator: " ")
        )
    }

    /// `호우경보 발효 중.`; one that is announced but not in force by its name alone.
    private static func sentence(_ alert: Alert, at now: Date) -> LocalizedText {
        let label = alert.label
        guard alert.isInForce(at: now) else {
            return LocalizedText("\(label.korean) 발표.", "\(label.english) announced.")
        }
        return LocalizedText("\(label.korean) 발효 중.", "\(label.english) in force.")
    }

    /// `지금 맑음, 16.9°, 어제보다 3° 낮음.`; what it feels like where that differs by ``feelsLikeDifference`` or more.
    private static func present(_ week: Week) -> LocalizedText? {
        guard let current = week.current else { return nil }
        var korean = ["지금 \(week.themeSelection.label.korean)"]
        var english = ["\(week.themeSelection.label.english) now"]
        if let temperature = current.temperature {
            korean.append("\(temperature.oneDecimal)°")
            english.append("\(temperature.oneDecimal)°")
            if let felt = current.feelsLike?.degrees,
                (abs(felt - temperature) * 10).rounded() / 10 >= feelsLikeDifference
            {
                korean.append("체감 \(felt.oneDecimal)°")
                english.append("feels like \(felt.oneDecimal)°")
            }
            if let yesterday = week.yesterday {
                let comparison = comparison(with: yesterday)
                korean.append(comparison.korean)
                english.append(comparison.english)
            }
        }
        return LocalizedText(korean.joined(separator: ", ") + ".", english.joined(separator: ", ") + ".")
    }

    /// `어제보다 3° 낮음`, to whole degrees.
    private static func comparison(with yesterday: Yesterday) -> LocalizedText {
        let degrees = Int(yesterday.difference.rounded())
        if degrees == 0 { return LocalizedText("어제와 비슷함", "about the same as yesterday") }
        return degrees < 0
            ? LocalizedText("어제보다 \(-degrees)° 낮음", "\(-degrees)° colder than yesterday")
            : LocalizedText("어제보다 \(degrees)° 높음", "\(degrees)° warmer than yesterday")
    }

    /// `미세먼지 나쁨, 초미세먼지 매우나쁨.`, of what was measured; `nil` where neither is graded bad or worse.
    private static func badAir(_ measurement: AirMeasurement) -> LocalizedText? {
        let dust = [("미세먼지", "PM10", measurement.pm10), ("초미세먼지", "PM2.5", measurement.pm25)]
        let bad = dust.compactMap { korean, english, value -> LocalizedText? in
            guard let grade = value.grade, grade >= .bad else { return nil }
            return LocalizedText(
                "\(korean) \(grade.label.korean)",
                "\(english) is \(grade.label.english.lowercased())"
            )
        }
        guard !bad.isEmpty else { return nil }
        return LocalizedText(
            bad.map(\.korean).joined(separator: ", ") + ".",
            bad.map(\.english).joined(separator: " and ") + "."
        )
    }

    /// `15시부터 20시까지 비, 5~10mm.`
    static func sentence(_ rain: RainPeriod, at now: Date) -> LocalizedText {
        let isSnow = rain.kind == .snow && (rain.snowfall ?? .zero) != .zero
        let amount = (isSnow ? rain.snowfall : rain.amount).flatMap { $0 == .zero ? nil : $0 }
        let amountText = amount?.text(isSnow ? "cm" : "mm")
        let what = rain.text
        let start = rain.startsAt.map { Moment($0, seenFrom: now) }
        let end = rain.endsAt.map { Moment(endingAt: $0, seenFrom: now) }
        let (korean, english): (String, String) =
            switch (start, end) {
            case (let start?, let end?) where start.day == end.day:
                (
                    "\(start.korean)부터 \(end.hour.korean)까지 \(what.korean)",
                    "\(what.english) from \(start.hour.english) to \(end.english)"
                )
            case (let start?, let end?):
                (
                    "\(start.korean)부터 \(end.korean)까지 \(what.korean)",
                    "\(what.english) from \(start.english) to \(end.english)"
                )
            case (let start?, nil):
                ("\(start.korean)부터 \(what.korean)", "\(what.english) from \(start.english)")
            case (nil, let end?):
                ("\(end.korean)까지 \(what.korean)", "\(what.english) until \(end.english)")
            case (nil, nil):
                ("\(what.korean) 계속", "\(what.english) continues")
            }
        return LocalizedText(
            korean + (amountText.map { ", \($0.korean)" } ?? "") + ".",
            english + (amountText.map { ", \($0.english)" } ?? "") + "."
        )
    }

    /// That nothing falls, and until when that is known.
    private static func dry(_ week: Week, at now: Date) -> LocalizedText? {
        week.rainKnownUntil(from: now).map { until in
            let end = Moment(endingAt: until, seenFrom: now)
            return LocalizedText(
                "\(end.korean)까지 비나 눈 예보 없음.",
                "No rain or snow forecast until \(end.english)."
            )
        }
    }
}

/// An hour as people say it: by the hour today, by day and hour later.
private struct Moment {
    let day: KoreanDate
    let hour: LocalizedText
    private let today: KoreanDate

    init(_ instant: Date, seenFrom now: Date) {
        let time = KoreanTime(instant)
        self.init(time.date, LocalizedText("\(time.hour)시", time.clock), KoreanDate(of: now))
    }

    /// The end of a time: midnight is 24:00 of the day before.
    init(endingAt instant: Date, seenFrom now: Date) {
        let (date, today) = (KoreanDate(of: instant), KoreanDate(of: now))
        if date.start == instant, date > today {
            self.init(date + -1, LocalizedText("24시", "24:00"), today)
        } else {
            self.init(instant, seenFrom: now)
        }
    }

    private init(_ day: KoreanDate, _ hour: LocalizedText, _ today: KoreanDate) {
        self.day = day
        self.hour = hour
        self.today = today
    }

    var korean: String {
        day == today ? hour.korean : "\(day.label(offset: day - today).korean) \(hour.korean)"
    }

    var english: String {
        switch day - today {
        case 0: hour.english
        case 1: "\(hour.english) tomorrow"
        default: "\(hour.english) on \(day.weekdayName.english)"
        }
    }
}
