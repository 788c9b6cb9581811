/// Summary in a few sentences: the most severe warning, the weather now, bad air, and rain or snow.
public struct WeatherSummary: Sendable, Hashable {
    private static let feelsLikeDifference = 3.0

    /// Sentences, most pressing first.
    public var sentences: [LocalizedText]

    /// Summarizes a week at a moment, with the place's warnings, most severe first, and its air.
    public init(of week: Week, alerts: [Alert]? = nil, air: AirQuality? = nil, at now: Date) {
        let warnings = (alerts ?? []).leading(at: now).map { WeatherSummary.sentence($0, at: now) }
        let weather = [
            WeatherSummary.present(week), WeatherSummary.unusual(week, today: KoreanDate(of: now)), air?.measurement.flatMap(WeatherSummary.badAir),
            WeatherSummary.rain(of: week, at: now),
        ]
        sentences = warnings + weather.compactMap(\.self)
    }

    /// Sentence about the next rain or snow.
    public static func rain(of week: Week, at now: Date) -> LocalizedText? {
        spell(in: week, at: now) ?? dry(week, at: now)
    }

    private static func spell(in week: Week, at now: Date) -> LocalizedText? {
        guard let rain = RainPeriod(in: week, at: now) else { return nil }
        let text = sentence(rain, at: now)
        guard let sky = week.drySkyOfKMA(beside: rain), let words = sky.condition?.text else { return text }
        let chance = sky.precipitationProbability.map { ", \($0.percent)%" } ?? ""
        return LocalizedText(
            "\(text.korean) OpenWeather의 예보이고, 기상청은 \(words.korean)\(chance).",
            "\(text.english) That is OpenWeather's forecast; KMA's is \(words.english.lowercased())\(chance)."
        )
    }

    /// Sentences about rain or snow within so many seconds, then later.
    public static func rain(of week: Week, within seconds: Double?, at now: Date) -> LocalizedText? {
        guard let seconds, let all = rain(of: week, at: now) else { return rain(of: week, at: now) }
        let span = span(seconds)
        let coming = spell(in: week, at: now)
        switch (week.falls(within: seconds, of: now), coming) {
        case (true?, _): return all
        case (false?, let next?):
            let english = next.english.prefix(1).lowercased() + next.english.dropFirst()
            return LocalizedText("\(span.korean) 안에는 오지 않습니다. 다음은 \(next.korean)", "No rain or snow within \(span.english). Next: \(english)")
        case (false?, nil):
            return LocalizedText("\(span.korean) 안에는 오지 않습니다. \(all.korean)", "No rain or snow within \(span.english). \(all.english)")
        case (nil, _):
            return LocalizedText(
                "\(span.korean) 안에 비나 눈이 올지는 알 수 없습니다. \(all.korean)",
                "It is not known whether it will rain or snow within \(span.english). \(all.english)"
            )
        }
    }

    private static func span(_ seconds: Double) -> LocalizedText {
        let units = [(86_400.0, "일", "day"), (3_600, "시간", "hour")]
        let unit = units.first { seconds.truncatingRemainder(dividingBy: $0.0) == 0 } ?? (60, "분", "minute")
        let count = (seconds / unit.0).wholeNumber
        return LocalizedText("\(count)\(unit.1)", "\(count) \(unit.2)\(count == "1" ? "" : "s")")
    }

    /// Sentences as one text.
    public var text: LocalizedText? { sentences.isEmpty ? nil : sentences.joined(" ") }

    private static func sentence(_ alert: Alert, at now: Date) -> LocalizedText {
        let label = alert.label
        guard alert.isInForce(at: now) else {
            if alert.level == .preliminary { return LocalizedText("\(label.korean) 발표.", "\(label.english).") }
            return LocalizedText("\(label.korean) 발표.", "\(label.english) announced.")
        }
        return LocalizedText("\(label.korean) 발효 중.", "\(label.english) in force.")
    }

    private static func present(_ week: Week) -> LocalizedText? {
        guard let current = week.current else { return nil }
        let sky = current.condition?.text
        var words = sky.map { [LocalizedText($0.korean.inSentence, $0.english)] } ?? []
        if let temperature = current.temperature {
            let degrees = "\(temperature.oneDecimal)°"
            words.append(LocalizedText(degrees, degrees))
            if let felt = current.feelsLike?.degrees, (abs(felt - temperature) * 10).rounded() / 10 >= feelsLikeDifference {
                words.append(LocalizedText("체감 \(felt.oneDecimal)°", "feels like \(felt.oneDecimal)°"))
            }
            if let yesterday = week.yesterday { words.append(comparison(with: yesterday)) }
        }
        guard !words.isEmpty else { return nil }
        words[0].english += " now"
        let all = words.joined(", ")
        return LocalizedText("지금 \(all.korean).", "\(all.english).")
    }

    private static func comparison(with yesterday: Yesterday) -> LocalizedText {
        let degrees = Int(yesterday.difference.rounded())
        return switch degrees {
        case 0: LocalizedText("어제와 비슷함", "about the same as yesterday")
        case ..<0: LocalizedText("어제보다 \(-degrees)° 낮음", "\(-degrees)° colder than yesterday")
        default: LocalizedText("어제보다 \(degrees)° 높음", "\(degrees)° warmer than yesterday")
        }
    }

    private static func badAir(_ measurement: AirMeasurement) -> LocalizedText? {
        let dust = [("미세먼지", "PM10", measurement.pm10), ("초미세먼지", "PM2.5", measurement.pm25)]
        let bad = dust.compactMap { korean, english, value -> LocalizedText? in
            guard let grade = value.grade, grade >= .bad else { return nil }
            return LocalizedText("\(korean) \(grade.label.korean)", "\(english) is \(grade.label.english.lowercased())")
        }
        guard !bad.isEmpty else { return nil }
        if bad.count == 2, let grade = measurement.pm10.grade, grade == measurement.pm25.grade {
            return LocalizedText("미세먼지·초미세먼지 \(grade.label.korean).", "PM10 and PM2.5 are \(grade.label.english.lowercased()).")
        }
        let all = bad.joined(", ", " and ")
        return LocalizedText("\(all.korean).", "\(all.english).")
    }

    static func sentence(_ rain: RainPeriod, at now: Date) -> LocalizedText {
        let amountText = amount(of: rain)
        let what = LocalizedText(rain.text.korean.inSentence, rain.text.english)
        let start = rain.startsAt.map { Moment($0, seenFrom: now, byDay: rain.startsLate) }
        // The end of a late spell is too uncertain.
        let end = rain.startsLate ? nil : rain.endsAt.map { Moment(endingAt: $0, seenFrom: now, byDay: rain.endsLate) }
        let (korean, english): (String, String) =
            switch (start, end) {
            case (let start?, let end?) where start.day == end.day:
                ("\(start.korean)부터 \(end.koreanHour)까지 \(what.korean)", "\(what.english) from \(start.englishHour) to \(end.english)")
            case (let start?, let end?):
                ("\(start.korean)부터 \(end.korean)까지 \(what.korean)", "\(what.english) from \(start.english) to \(end.english)")
            case (let start?, nil): ("\(start.korean)부터 \(what.korean)", "\(what.english) from \(start.english)")
            case (nil, let end?): ("\(end.korean)까지 \(what.korean)", "\(what.english) until \(end.english)")
            case (nil, nil): ("\(what.korean) 계속", "\(what.english) continues")
            }
        return LocalizedText(korean + (amountText.map { ", \($0.korean)" } ?? "") + ".", english + (amountText.map { ", \($0.english)" } ?? "") + ".")
    }

    /// `nil` for traces, and for late steps, which are a sample of their day.
    private static func amount(of rain: RainPeriod) -> LocalizedText? {
        if rain.startsLate || rain.endsLate { return nil }
        let isSnow = rain.kind == .snow && (rain.snowfall ?? .zero) != .zero
        let unit = isSnow ? "cm" : "mm"
        let drops = ["빗방울", "빗방울눈날림", "눈날림"]
        if let sum = isSnow ? rain.snowfall : rain.amount, sum.low == 0, drops.contains(rain.text.korean) { return nil }
        if let trace = isSnow ? rain.snowTrace : rain.trace {
            let text = trace.text(unit)
            return LocalizedText("시간당 \(text.korean)", "\(text.english) an hour")
        }
        return (isSnow ? rain.snowfall : rain.amount).flatMap { $0 == .zero ? nil : $0.text(unit) }
    }

    private static func dry(_ week: Week, at now: Date) -> LocalizedText? {
        let until = week.rainKnownUntil(from: now)
        let chance = week.likelyChance(after: until ?? now)
        guard let end = until.map({ Moment(endingAt: $0, seenFrom: now) }) else {
            return chance.map { LocalizedText("지금부터 강수확률 \($0.percent)%.", "\($0.percent)% chance of rain or snow from now on.") }
        }
        return LocalizedText(
            "\(end.korean)까지 비나 눈 예보 없음" + (chance.map { ", 이후 강수확률 \($0.percent)%." } ?? "."),
            "No rain or snow forecast until \(end.english)" + (chance.map { ", then a chance of \($0.percent)%." } ?? ".")
        )
    }
}

private struct Moment {
    let day: KoreanDate
    let hour: LocalizedText?
    let today: KoreanDate
}

extension Moment {
    init(_ instant: Date, seenFrom now: Date, byDay: Bool) {
        let time = KoreanTime(instant)
        let hour = byDay ? nil : LocalizedText("\(time.hour)시", time.clock)
        self.init(day: time.date, hour: hour, today: KoreanDate(of: now))
    }

    /// Midnight is 24:00 of the day before.
    init(endingAt instant: Date, seenFrom now: Date, byDay: Bool = false) {
        self.init(instant, seenFrom: now, byDay: byDay)
        if day.start == instant { self = Moment(day: day + -1, hour: hour.map { _ in LocalizedText("24시", "midnight") }, today: today) }
    }

    var korean: String {
        guard let hour else { return day.dayWithWeekday.korean }
        return day == today ? hour.korean : "\(day.label(offset: day - today).korean) \(hour.korean)"
    }

    var english: String {
        guard let hour else { return day.dayWithWeekday.english }
        return switch day - today {
        case 0: hour.english
        case 1: "\(hour.english) tomorrow"
        case 2...6: "\(hour.english) on \(day.weekdayName.english)"
        default: "\(hour.english) on \(day.dayWithWeekday.english)"
        }
    }

    var koreanHour: String { hour?.korean ?? korean }

    var englishHour: String { hour?.english ?? english }
}

extension String { fileprivate var inSentence: String { replacing("비/눈", with: "비나 눈") } }
