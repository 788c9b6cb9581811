import Forecast
import Regions

/// What a person asks for in words, such as `내일 서울 비와?`: the words of places, a time, and what is asked about.
///
/// Words of weather and time are never names of places here, also where a village has the name: 내일 is tomorrow, and
/// 내일동 is in 밀양. What is neither stays among the words of places, where it is told as an unknown name.
public struct Sentence: Sendable, Hashable {
    /// The words that are left for places.
    public var places: [String]
    /// The time; `nil` where none is named.
    public var time: AskedTime?
    /// What is asked about, where it is no forecast.
    public var topic: Topic?

    /// What is asked about.
    public enum Topic: Sendable, Hashable {
        /// Whether rain or snow falls.
        case rain
        /// The weather of this hour.
        case now
        /// Warnings.
        case alerts
    }

    /// The words of time that are offered while one is typed.
    public static let usualTimes = [
        "오늘", "내일", "모레", "글피", "주말", "오전", "오후", "저녁", "밤", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일",
        "today", "tomorrow", "tonight", "weekend", "monday", "tuesday", "wednesday", "thursday", "friday",
        "saturday",
        "sunday",
    ]

    /// Whether there is a time and nothing else.
    public var isTimeAlone: Bool { places.isEmpty && time != nil && topic != .rain && topic != .alerts }

    /// Reads words, as they stand apart on a command line or by blanks, at a moment.
    public init(_ words: [String], at now: Date) {
        self.init(words, at: now, knows: Gazetteer.knows)
    }

    /// Reads words; `knows` says whether a text is the name of a place, which costs far more than all else.
    init(_ words: [String], at now: Date, knows: @escaping (String) -> Bool) {
        var reader = SentenceReader(knows: knows)
        reader.read(words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })
        let meanings = reader.meanings
        // Words that say nothing of their own, alone, are names of places: `in` is one as much as any. Beside known places
        // they are not: 서울 시내, 서울이랑 부산.
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
        // A time that names no instant, such as 부터 alone or 2월 30일, is an unknown name, and nothing is answered beside it.
        let isUnread =
            span == nil && meanings.contains { ![.filler, .between].contains($0) && $0.topic == nil }
        places = isUnread ? (reader.texts.isEmpty ? reader.tokens : reader.texts) : reader.places
    }
}

extension AskedTime {
    /// Reads words that name a time and nothing else, such as `주말` or `토요일 오전`, at a moment; `nil` for any others.
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
