import Forecast

/// Meaning of a word of weather or time, apart from the day it is said on.
enum TimeWord: Hashable, Sendable {
    /// So many days from today.
    case day(Int)
    /// Of this week, or of one so many weeks later; without a week the next one from today on.
    case weekday(Int, week: Int?)
    /// Monday to Sunday, so many weeks from now.
    case week(Int)
    /// Saturday and Sunday of this week, or of one so many weeks later; without a week the next ones.
    case weekend(Int?)
    /// Monday to Friday, as ``weekend(_:)``.
    case workdays(Int?)
    case date(year: Int?, month: Int, day: Int)
    case dayOfMonth(Int)
    case monthEnd
    case holiday(Holiday)
    /// The days off in a row around what else is named, else the next such row.
    case daysOff
    /// So many days from today on.
    case days(Int)
    /// Hours of a day.
    case part(Part)
    case clock(hour: Int, minute: Int)
    /// From now on, minutes.
    case within(Int)
    /// Minutes from now.
    case after(Int)
    case now
    /// Behind a beginning.
    case from
    /// Behind an end.
    case until
    /// Between the beginning and the end.
    case range
    /// Behind or before two times, which are a beginning and an end.
    case between
    /// A date that there is not, or a word that turns a time round: with it nothing is a time.
    case unreadable
    /// Weather of any kind.
    case weather
    case topic(Sentence.Topic)
    /// A word of any question, such as 언제, or a form of a verb or adjective, which may be part of a name as well.
    case question
    /// Says nothing of its own.
    case filler

    /// A part of a day, by its hours. 오전, 오후 and 밤 are halves and the last quarter, as in the forecasts' texts.
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

        /// Whether an hour up to 12 is one after noon.
        var isAfterNoon: Bool { [.afternoon, .evening, .night].contains(self) }
    }

    var topic: Sentence.Topic? {
        if case .topic(let topic) = self { topic } else { nil }
    }

    /// Whether it says nothing of a time or the weather.
    var isEmpty: Bool { self == .filler || self == .question }

    /// Whether it tells of a time.
    var isOfTime: Bool { topic == nil && !isEmpty && self != .weather }
}
