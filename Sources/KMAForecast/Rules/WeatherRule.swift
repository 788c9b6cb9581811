import Forecast

/// A question about the weather of a place that is decided at every issue, such as `rain tomorrow` or `최저<0`: it holds,
/// it does not, or that is not known.
public struct WeatherRule: Sendable, Hashable {
    /// The words as they were given, with single blanks.
    public var text: String
    /// What is asked.
    public var subject: Subject
    /// The words of the time that is asked about; `nil` for today and tomorrow.
    public var time: String?

    /// What is asked.
    public enum Subject: Sendable, Hashable {
        /// A warning of a kind, or of any, that is at least so severe.
        case alert(WarningKind?, atLeast: WarningLevel)
        /// Rain or snow.
        case rain
        /// Snow, also mixed with rain.
        case snow
        /// The background of every day, or every step, of the time.
        case sky(Theme)
        /// A number below or above another.
        case value(Quantity, Comparison, Double)
        /// Fine dust that is at least so bad: the worse of PM10 and PM2.5.
        case dust(AirGrade)
        /// Anything said otherwise than yesterday.
        case change
    }

    /// A number of the forecast.
    public enum Quantity: Sendable, Hashable, CaseIterable {
        /// The low of a day in °C.
        case low
        /// The high of a day in °C.
        case high
        /// The temperature now or of a step in °C.
        case temperature
        /// What it feels like now or in a step in °C.
        case feelsLike
        /// The chance of precipitation in per cent.
        case probability
        /// The wind now or of a step in m/s.
        case wind
    }

    /// How a number is compared.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
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

        /// Whether the lowest of several numbers decides, and not the highest.
        var isOfLowest: Bool { self == .below || self == .atMost }
    }

    /// Whether it is about warnings alone, and asks no forecast.
    public var isAboutWarnings: Bool { if case .alert = subject { true } else { false } }

    /// Rules that are offered while one is typed.
    public static let examples = [
        "alert", "rain tomorrow", "snow weekend", "low<0", "high>=33", "probability>=60 tomorrow", "dust bad",
        "changed", "특보", "내일 비", "주말 눈", "최저<0", "최고>=33", "내일 강수확률>=60", "미세먼지 나쁨", "변경",
    ]
}

/// What is remembered of a rule from one decision to the next.
public struct RuleState: Sendable, Hashable {
    /// Whether it held when it was last decided.
    public var holds: Bool
    /// The day in Korea on which it last fired; `nil` where it never did.
    public var firedOn: KoreanDate?

    /// A state; without values, that of a rule that was never decided.
    public init(holds: Bool = false, firedOn: KoreanDate? = nil) {
        self.holds = holds
        self.firedOn = firedOn
    }

    /// The state after a decision on a day, and whether the rule fires: where it holds and did not before, once a day. What is
    /// not known changes nothing.
    public func decided(_ holds: Bool?, on day: KoreanDate) -> (state: RuleState, fires: Bool) {
        guard let holds else { return (self, false) }
        let fires = holds && !self.holds && firedOn != day
        return (RuleState(holds: holds, firedOn: fires ? day : firedOn), fires)
    }
}

/// Why words are no rule.
public enum RuleError: Error, Sendable, Hashable {
    /// There are none, or more than anybody writes.
    case empty
    /// Words that mean nothing here.
    case unknown(String)
    /// A time alone, a number alone, or several things at once.
    case unclear
    /// A number of the forecast without one to compare it with.
    case withoutNumber
    /// Warnings are those that stand, and have no other time.
    case alertWithTime(String)
    /// A time that is over.
    case past(String)
}

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
