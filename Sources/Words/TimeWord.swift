import Forecast

enum TimeWord: Hashable, Sendable {
    case day(Int)
    /// Next from today on, without a week.
    case weekday(Int, week: Int?)
    case week(Int)
    case weekend(Int?)
    case workdays(Int?)
    case date(year: Int?, month: Int, day: Int)
    case dayOfMonth(Int)
    /// Month, counted from this one.
    case month(Int)
    case namedMonth(Int)
    /// Last five days.
    case monthEnd
    case lastDayOfMonth
    case holiday(Holiday)
    /// Days off around another word, else the next ones.
    case daysOff
    case days(Int)
    case part(Part)
    case clock(hour: Int, minute: Int)
    /// Minutes.
    case within(Int)
    /// Minutes.
    case after(Int)
    case now
    case from
    case until
    case range
    case between
    /// Invalid date, or a word that reverses a time.
    case unreadable
    case weather
    case topic(Sentence.Topic)
    /// Weather that has warnings: of a named time the forecast is asked, else the warnings.
    case phenomenon(Sentence.Topic)
    /// Any question, such as 언제, or a verb, which may be part of a name.
    case question
    /// Weather of which there is nothing here, such as waves.
    case unanswered
    case filler

    /// 오전, 오후 and 밤 are halves and the last quarter, as in forecasts' texts.
    enum Part: Hashable, Sendable {
        case dawn, earlyMorning, morning, noon, daytime, afternoon, evening, night

        var hours: Range<Int> {
            switch self {
            case .dawn: 0..<6
            case .earlyMorning: 6..<9
            case .morning: 0..<12
            case .noon: 11..<14
            case .daytime: 9..<18
            case .afternoon: 12..<24
            case .evening: 18..<21
            case .night: 18..<24
            }
        }

        var isAfterNoon: Bool { [.afternoon, .evening, .night].contains(self) }
    }

    var topic: Sentence.Topic? {
        switch self {
        case .topic(let topic): topic
        case .phenomenon: .alerts
        default: nil
        }
    }

    var topicOfForecast: Sentence.Topic? { if case .phenomenon(let topic) = self { topic } else { topic } }

    var isEmpty: Bool { [.filler, .question, .unanswered].contains(self) }

    var isOfSpan: Bool {
        if case .within = self { return true }
        return [.from, .until, .range].contains(self)
    }

    var isOfTime: Bool { topic == nil && !isEmpty && self != .weather }
}
