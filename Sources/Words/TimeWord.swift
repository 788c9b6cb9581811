import Forecast

/// Meaning of a word of weather or time, whatever the day.
enum TimeWord: Hashable, Sendable {
    case day(Int)
    /// Of a week from this on; without one the next from today on.
    case weekday(Int, week: Int?)
    case week(Int)
    /// Of a week from this on; without one the next.
    case weekend(Int?)
    /// Monday to Friday, as ``weekend(_:)``.
    case workdays(Int?)
    case date(year: Int?, month: Int, day: Int)
    case dayOfMonth(Int)
    /// Month of a day, from this one on.
    case month(Int)
    /// January is 1.
    case namedMonth(Int)
    /// Last five days of a month.
    case monthEnd
    case holiday(Holiday)
    /// Row of days off around another word, else the next one.
    case daysOff
    case days(Int)
    case part(Part)
    case clock(hour: Int, minute: Int)
    /// Minutes from now on.
    case within(Int)
    /// Minutes from now.
    case after(Int)
    case now
    /// Behind a beginning.
    case from
    /// Behind an end.
    case until
    /// Mark between beginning and end.
    case range
    /// Word for two times, beginning and end.
    case between
    /// Invalid date, or a word that reverses a time.
    case unreadable
    case weather
    case topic(Sentence.Topic)
    /// Word of any question, such as 언제, or a verb, which may be part of a name.
    case question
    /// Weather of which there is nothing here, such as waves.
    case unanswered
    /// Word without a meaning of its own.
    case filler

    /// Part of a day; 오전, 오후 and 밤 are halves and the last quarter, as in forecasts' texts.
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

    var topic: Sentence.Topic? { if case .topic(let topic) = self { topic } else { nil } }

    var isEmpty: Bool { [.filler, .question, .unanswered].contains(self) }

    /// True for marks of a span of time, and for its length.
    var isOfSpan: Bool {
        if case .within = self { return true }
        return [.from, .until, .range].contains(self)
    }

    var isOfTime: Bool { topic == nil && !isEmpty && self != .weather }
}
