import Forecast
import Regions

/// Sentence such as `내일 서울 비와?`: words of places, a time, and a topic.
///
/// Words of weather and time are no names of places here: 내일 is tomorrow, 내일동 is in 밀양. Other words count as
/// places, and are reported as unknown names.
public struct Sentence: Sendable, Hashable {
    /// Words for places.
    public var places: [String]
    /// Time, if named.
    public var time: AskedTime?
    /// Topic other than the forecast.
    public var topic: Topic?

    /// Topic of a sentence.
    public enum Topic: Sendable, Hashable {
        /// Rain or snow.
        case rain
        /// Weather of this hour.
        case now
        case alerts
    }

    /// Words of time for completion.
    public static let usualTimes = [
        "오늘", "내일", "모레", "글피", "주말", "오전", "오후", "저녁", "밤", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일",
        "today", "tomorrow", "tonight", "weekend", "monday", "tuesday", "wednesday", "thursday", "friday",
        "saturday",
        "sunday",
    ]

    /// True for a time alone.
    public var isTimeAlone: Bool { places.isEmpty && time != nil && topic != .rain && topic != .alerts }

    /// Reads words, as on a command line or between blanks, at a moment.
    public init(_ words: [String], at now: Date) {
        self.init(words, at: now, knows: Gazetteer.knows)
    }

    /// Reads words; `knows`, true for names of places, costs far more than all else.
    init(_ words: [String], at now: Date, knows: @escaping (String) -> Bool) {
        var reader = SentenceReader(knows: knows)
        reader.read(words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })
        let meanings = reader.meanings
        // Filler words alone are names of places; beside known places they are not: 서울 시내, 서울이랑 부산.
        guard meanings.contains(where: { $0 != .filler }) else {
            let areKnown = !meanings.isEmpty && !reader.places.isEmpty && reader.places.allSatisfy(knows)
            (places, time, topic) = (areKnown ? reader.places : words, nil, nil)
            return
        }
        let topics = Set(meanings.compactMap(\.topic))
        let span = TimeResolver(now: now).time(of: meanings)
        let isNow = meanings.contains(.now)
        topic = topics.contains(.rain) ? .rain : topics.contains(.alerts) ? .alerts : isNow ? .now : nil
        time = span.map {
            AskedTime(
                text: reader.texts.joined(separator: " "),
                from: $0.from,
                to: $0.to,
                asksForRain: topics.contains(.rain),
                at: now
            )
        }
        // A time without an instant, such as 부터 or 2월 30일, is an unknown name, which gets no other answer.
        let isUnread =
            span == nil && meanings.contains { ![.filler, .between].contains($0) && $0.topic == nil }
        places = isUnread ? (reader.texts.isEmpty ? reader.tokens : reader.texts) : reader.places
    }
}

extension AskedTime {
    /// Reads words of a time alone, such as `주말` or `토요일 오전`, at a moment.
    public init?(_ words: String, at now: Date) {
        let sentence = Sentence([words], at: now)
        guard let time = sentence.time, sentence.places.isEmpty else { return nil }
        self = time
    }
}

extension TimeWord {
    fileprivate var topic: Topic? {
        if case .topic(let topic) = self { topic } else { nil }
    }
}
