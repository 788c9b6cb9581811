import Forecast
import Regions

/// A question in words, such as `내일 서울 비와?`: the words of places, a time, and what is asked about.
///
/// Addresses and coordinates are read first, as wholes. Words of weather and time are never names of places, also where a
/// village has the name: 내일 is tomorrow, and 내일동 is in 밀양. Beside a place the rest is part of the question, unless it
/// is nearly the name of a place.
public struct Sentence: Sendable, Hashable {
    /// The words that are left for places.
    public var places: [String]
    /// The time; `nil` where none is named.
    public var time: AskedTime?
    /// Topic of the question; `nil` for all.
    public var topic: Topic?
    /// Words beside a place and a question that say nothing here.
    public var notUnderstood: String?
    /// Words of a time that there is not, or that one of them turns round: nothing is answered.
    public var unreadableTime: String?

    /// Subject of a question.
    public enum Topic: String, Sendable, Hashable, CaseIterable {
        // The order is the one in which they count, where there are several.
        case alerts, nation, rain, snow, precipitation, hours
        case dust, uv, sun, humidity, wind
        case feelsLike = "feels_like"
        case temperature
        /// The weather of this hour.
        case now

        /// Name in JSON; `nil` for what is no value of the weather.
        public var name: String? {
            switch self {
            case .precipitation: "rain"
            case .alerts, .nation, .hours, .now: nil
            default: rawValue
            }
        }

        /// Whether it is asked if something falls.
        public var isOfRain: Bool { [.rain, .snow, .precipitation].contains(self) }
    }

    /// The words of time that are offered while one is typed.
    public static let usualTimes = [
        "오늘", "내일", "모레", "글피", "주말", "오전", "오후", "저녁", "밤", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일",
        "today", "tomorrow", "tonight", "weekend", "monday", "tuesday", "wednesday", "thursday", "friday",
        "saturday",
        "sunday",
    ]

    /// Whether more than places is asked.
    public var isQuestion: Bool {
        time != nil || topic != nil || notUnderstood != nil || unreadableTime != nil
    }

    /// Whether there is a time and nothing else.
    public var isTimeAlone: Bool { places.isEmpty && time != nil && (topic == nil || topic == .now) }

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
        let isQuestion = meanings.contains { !$0.isEmpty }
        let isAsked = meanings.contains(.question) && reader.hasPlace
        guard !meanings.isEmpty, isQuestion || isAsked || reader.splitsPlaces() else {
            // 서울&부산 and 서울이랑 부산 are two.
            places = meanings.isEmpty && reader.isCut && reader.splitsPlaces() ? reader.places : words
            return
        }
        places = []
        let span = TimeResolver(now: now).time(of: meanings)
        let topics = Set(meanings.compactMap(\.topic))
        topic = Topic.allCases.first(where: topics.contains) ?? (meanings.contains(.now) ? .now : nil)
        let (text, topic) = (reader.texts.joined(separator: " "), self.topic)
        time = span.map { AskedTime(text: text, from: $0.from, to: $0.to, topic: topic, at: now) }
        let isUnread = reader.isTurned || span == nil && meanings.contains { $0.isOfTime && $0 != .between }
        if isUnread {
            (time, unreadableTime) = (nil, text)
        } else if !reader.splitsPlaces() {
            notUnderstood = reader.takeRest()
        }
        places = reader.places
    }

    /// The places that the words name. Throws ``ForecastError/invalidRequest(_:)`` where no time can be read from them.
    public func requests() throws(ForecastError) -> [PlaceRequest] {
        if let unreadableTime { throw .invalidRequest(.unreadableTime(unreadableTime)) }
        return try PlaceRequest.requests(in: places)
    }
}

extension AskedTime {
    /// Reads words that name a time and nothing else, such as `주말` or `토요일 오전`, at a moment; `nil` for any others.
    public init?(_ words: String, at now: Date) {
        let sentence = Sentence([words], at: now)
        guard let time = sentence.time, sentence.places.isEmpty, sentence.notUnderstood == nil else {
            return nil
        }
        self = time
    }
}
