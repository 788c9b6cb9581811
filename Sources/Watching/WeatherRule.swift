import Forecast
import KMAForecast

/// Question about the weather at every issue, such as `rain tomorrow` or `최저<0`.
package struct WeatherRule: Sendable, Hashable {
    package var text: String
    package var subject: Subject
    /// Today and tomorrow by default.
    package var time: String?

    package enum Subject: Sendable, Hashable {
        case alert(WarningKind?, atLeast: WarningLevel)
        case rain
        case snow
        case sky(Theme)
        case value(Quantity, Comparison, Double)
        /// Worse of PM10 and PM2.5.
        case dust(AirGrade)
        case change
    }

    package enum Quantity: Sendable, Hashable, CaseIterable {
        case low
        case high
        case temperature
        case feelsLike
        case probability
        case wind
    }

    package enum Comparison: String, Sendable, Hashable, CaseIterable {
        case below = "<"
        case atMost = "<="
        case above = ">"
        case atLeast = ">="

        func holds(_ value: Double, _ limit: Double) -> Bool {
            switch self {
            case .below: value < limit
            case .atMost: value <= limit
            case .above: value > limit
            case .atLeast: value >= limit
            }
        }
    }

    package var isAboutWarnings: Bool { if case .alert = subject { true } else { false } }

    package static let examples = [
        "alert", "rain tomorrow", "snow weekend", "low<0", "high>=33", "probability>=60 tomorrow", "dust bad", "changed", "특보", "내일 비", "주말 눈",
        "최저<0", "최고>=33", "내일 강수확률>=60", "미세먼지 나쁨", "변경",
    ]
}

package struct RuleState: Sendable, Hashable {
    package var holds: Bool
    package var firedOn: KoreanDate?

    package init(holds: Bool = false, firedOn: KoreanDate? = nil) { (self.holds, self.firedOn) = (holds, firedOn) }

    package func decided(_ holds: Bool?, on day: KoreanDate) -> (state: RuleState, fires: Bool) {
        guard let holds else { return (self, false) }
        let fires = holds && !self.holds && firedOn != day
        return (RuleState(holds: holds, firedOn: fires ? day : firedOn), fires)
    }
}

package enum RuleError: Error, Sendable, Hashable {
    case empty
    case unknown(String)
    case unclear
    case withoutNumber
    /// Warnings have no other time than now.
    case alertWithTime(String)
    case past(String)
}

extension WeatherRule.Quantity {
    struct Value {
        var number: Double?
        var date: KoreanDate
        var origin: Origin?
    }

    func values(in report: Report) -> [Value] {
        let week = report.week
        let today = KoreanDate(of: report.generatedAt)
        switch self {
        case .low, .high:
            return week.days.compactMap { day in
                let stated = self == .low ? day.said.low : day.said.high
                let isWhole = stated?.covers(day.date.hours) != false
                if day.date == today, !isWhole { return nil }
                return Value(number: isWhole ? stated?.value : nil, date: day.date, origin: stated?.origin)
            }
        case .temperature: return now(report) { $0.temperature } + steps(week) { $0.temperature }
        case .feelsLike:
            // Outside the formulas it feels as it is.
            return now(report) { $0.feelsLike?.degrees ?? $0.temperature } + steps(week) { $0.feelsLike?.degrees ?? $0.temperature }
        case .wind: return now(report) { $0.windSpeed } + steps(week) { $0.windSpeed }
        case .probability:
            return steps(week) { $0.precipitationProbability.map { Double($0.percent) } }
                + report.daysBeyondSteps.map { day in
                    let percent = day.whole?.precipitationProbability?.percent
                    return Value(number: percent.map(Double.init), date: day.date, origin: day.said.whole?.origin)
                }
        }
    }

    private func steps(_ week: Week, _ number: (Slot) -> Double?) -> [Value] {
        week.hours.map { Value(number: number($0), date: KoreanDate(of: $0.time), origin: $0.origin) }
    }

    private func now(_ report: Report, _ number: (ObservedWeather) -> Double?) -> [Value] {
        guard let current = report.week.current, let number = number(current) else { return [] }
        return [Value(number: number, date: KoreanDate(of: report.generatedAt), origin: current.origin)]
    }

    func text(_ number: Double) -> LocalizedText {
        switch self {
        case .low: LocalizedText("최저 \(number.oneDecimal)°", "low \(number.oneDecimal)°")
        case .high: LocalizedText("최고 \(number.oneDecimal)°", "high \(number.oneDecimal)°")
        case .temperature: LocalizedText("기온 \(number.oneDecimal)°", "\(number.oneDecimal)°")
        case .feelsLike: LocalizedText("체감 \(number.oneDecimal)°", "feels like \(number.oneDecimal)°")
        case .probability: LocalizedText("강수확률 \(number.wholeNumber)%", "chance of rain \(number.wholeNumber)%")
        case .wind: LocalizedText("바람 \(number.oneDecimal)m/s", "wind \(number.oneDecimal) m/s")
        }
    }
}
