import Forecast

extension WeatherRule.Quantity {
    /// A number of a day or a step, and where it comes from; `nil` where the forecast lacks it.
    struct Value {
        var number: Double?
        var date: KoreanDate
        var feed: Feed?
    }

    /// The numbers of a report that is limited to a time. Of today a low or high counts only where it is that of the whole
    /// day: in the evening the high of what is left says nothing of the day.
    func values(in report: Report) -> [Value] {
        let week = report.week
        let today = KoreanDate(of: report.generatedAt)
        switch self {
        case .low, .high:
            return week.days.compactMap { day in
                if day.date == today, !day.areExtremesWhole { return nil }
                let number = self == .low ? day.extremes.minimum : day.extremes.maximum
                return Value(number: number, date: day.date, feed: day.feeds.first)
            }
        case .temperature: return now(report) { $0.temperature } + steps(week) { $0.temperature }
        case .feelsLike:
            // Outside the formulas it feels as it is.
            return now(report) { $0.feelsLike?.degrees ?? $0.temperature }
                + steps(week) { $0.feelsLike?.degrees ?? $0.temperature }
        case .wind: return now(report) { $0.windSpeed } + steps(week) { $0.windSpeed }
        case .probability:
            return steps(week) { $0.precipitationProbability.map { Double($0.percent) } }
                + report.daysBeyondSteps.map { day in
                    let percent = day.whole?.precipitationProbability?.percent
                    return Value(number: percent.map(Double.init), date: day.date, feed: day.skyFeed)
                }
        }
    }

    private func steps(_ week: Week, _ number: (Slot) -> Double?) -> [Value] {
        week.hours.map { Value(number: number($0), date: KoreanDate(of: $0.time), feed: $0.feed) }
    }

    private func now(_ report: Report, _ number: (Observation) -> Double?) -> [Value] {
        guard let current = report.week.current, let number = number(current) else { return [] }
        return [Value(number: number, date: KoreanDate(of: report.generatedAt), feed: current.feed)]
    }

    /// A number in words: `최저 -3°`.
    func text(_ number: Double) -> LocalizedText {
        switch self {
        case .low: LocalizedText("최저 \(number.oneDecimal)°", "low \(number.oneDecimal)°")
        case .high: LocalizedText("최고 \(number.oneDecimal)°", "high \(number.oneDecimal)°")
        case .temperature: LocalizedText("기온 \(number.oneDecimal)°", "\(number.oneDecimal)°")
        case .feelsLike: LocalizedText("체감 \(number.oneDecimal)°", "feels like \(number.oneDecimal)°")
        case .probability:
            LocalizedText("강수확률 \(number.wholeNumber)%", "chance of rain \(number.wholeNumber)%")
        case .wind: LocalizedText("바람 \(number.oneDecimal)m/s", "wind \(number.oneDecimal) m/s")
        }
    }
}
