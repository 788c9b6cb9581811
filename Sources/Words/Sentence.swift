import Forecast
import Regions

/// Question in words, `내일 서울 비와?`: places, a time and a topic. Addresses and coordinates are read first. Words of weather and time are no places:
/// 내일 is tomorrow, 내일동 is in 밀양. Other words beside a place belong to the question, unless close to a name.
public struct Sentence: Sendable, Hashable {
    /// Words for places.
    public var places: [String]
    /// Places that are no part of the next: 제주랑 서귀포.
    package var joined: Set<String> = []
    /// True if the words are known to be one place.
    package var isOnePlace = false
    /// Time, if named.
    public var time: AskedTime?
    /// Topic of the question; `nil` for all.
    public var topic: Topic?
    /// Words for the country or a part of it, where no place is named.
    public private(set) var country: String?
    /// Words that the answer passes over.
    public var notUnderstood: Leftover?
    /// Invalid time, to which there is no answer.
    public var unreadableTime: UnreadableTime?
    /// Date of it that is another weekday than named.
    public var otherWeekday: KoreanDate?

    /// Subject of a question.
    public enum Topic: String, Sendable, Hashable, CaseIterable {
        // In order of preference: a question about camping may name the cold.
        case alerts, nation, rain, snow, hours
        case dust, uv, sun, humidity, wind
        case feelsLike = "feels_like"
        case temperature, sky, precipitation, now

        /// Name in JSON; `nil` if not of the weather.
        public var name: String? {
            switch self {
            case .precipitation: "rain"
            case .alerts, .nation, .hours, .now: nil
            default: rawValue
            }
        }

        /// True for rain or snow.
        public var isOfRain: Bool { [.rain, .snow, .precipitation].contains(self) }
    }

    /// Words of time for completion.
    public static let usualTimes = [
        "오늘", "내일", "모레", "글피", "주말", "오전", "오후", "저녁", "밤", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일", "today", "tomorrow", "tonight",
        "weekend", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Places at once, at most.
    public static let maximumPlaces = 20

    /// True for more than places.
    public var isQuestion: Bool { time != nil || topic != nil || notUnderstood != nil || unreadableTime != nil }

    /// True for a time alone.
    public var isTimeAlone: Bool { places.isEmpty && time != nil && (topic == nil || topic == .now) }

    /// Words of a question that its answer passes over, by reason.
    public struct Leftover: Sendable, Hashable {
        /// Subjects beside the one that is answered: the dust of 비하고 미세먼지.
        public let subjects: [String]
        /// Weather that no forecast has: 안개, 파도.
        public let withoutForecast: [String]
        /// Words without a meaning here.
        public let unknown: [String]

        package init(subjects: [String], withoutForecast: [String] = [], unknown: [String] = []) {
            (self.subjects, self.withoutForecast, self.unknown) = (subjects, withoutForecast, unknown)
        }

        /// All of the words.
        public var text: String { (subjects + withoutForecast + unknown).joined(separator: " ") }
    }

    /// Reads words, as on a command line or between blanks, at a moment.
    public init(_ words: [String], at now: Date) { self.init(words, at: now, knows: Gazetteer.knows) }

    /// `knows`, true for names of places, costs most.
    init(_ given: [String], at now: Date, knows: @escaping (String) -> Bool) {
        let words = given.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        var reader = SentenceReader(knows: knows)
        reader.read(words)
        let meanings = reader.meanings
        // Filler words alone are places; beside known places they are not: 서울 시내, 서울이랑 부산, 서울 화창해?
        let isAsked = meanings.contains { !$0.isEmpty || $0 == .unanswered || reader.hasPlace && $0 != .filler && $0 != .and }
        // 언제 와 has no place.
        let isOfVerbs = reader.places.isEmpty && words.count > 1 && meanings.contains(.question) && !knows(words.joined(separator: " "))
        let isQuestion = isAsked || isOfVerbs || reader.hasPlace && words.last?.last.map { "?？".contains($0) } == true
        guard isQuestion || reader.isOfPlaces else {
            places = reader.hasPlace ? words : given
            unreadableTime = reader.hasPlace ? reader.slip.map { UnreadableTime($0) } : nil
            return
        }
        let resolver = TimeResolver(now: now)
        let spans = resolver.passed(resolver.time(of: meanings) ?? [], of: meanings)
        let topics = Set(meanings.compactMap { spans.isEmpty ? $0.topic : $0.topicOfForecast }).subtracting(reader.hasPlace ? [.nation] : [])
        // 지금부터 저녁까지 begins now and is of more; 내일 이 시간 is not now.
        let isLater = spans.first.map { $0.lowerBound > now } ?? false
        let isNow = meanings.contains(where: \.isThisHour) && !isLater && !meanings.contains { $0.isOfSpan }
        // 비랑 바람 and 여행 날씨 are all weather, which tables show; of other subjects one is answered.
        let pairs = Set(zip(meanings.indices, meanings).filter { $1 == .and }.flatMap { index, _ in reader.topics(beside: index) })
        let isShown = pairs.count > 1 && pairs.isSubset(of: [.rain, .snow, .precipitation, .wind, .temperature, .feelsLike])
        let isOfAll = topics == [.precipitation] && meanings.contains(.weather) || isShown
        let whole: Topic? = pairs.allSatisfy(\.isOfRain) && !pairs.isEmpty ? .precipitation : nil
        let topic = isOfAll ? whole : Topic.allCases.first(where: topics.contains) ?? (isNow ? .now : nil)
        let others = isOfAll ? [] : pairs.filter { $0 != topic }.compactMap(reader.text).sorted()
        let text = reader.texts.joined(separator: " ").replacing(" ~", with: "~").replacing("~ ", with: "~")
        if spans.isEmpty && meanings.contains(where: { $0.isOfTime && (!$0.isMark || $0 == .before) }) {
            unreadableTime = UnreadableTime(text, meanings.reasonWithoutTime)
            otherWeekday = unreadableTime?.reason == .leavesOut ? nil : resolver.days.otherWeekday(of: meanings)
        } else {
            time = spans.first.map { AskedTime(text: text, $0, Array(spans.dropFirst()), topic: topic, at: now) }
            unreadableTime = reader.slip.map { UnreadableTime($0) }
        }
        if unreadableTime == nil {
            let unknown = (reader.hasPlace ? reader.regions : []) + [reader.takeRest()].compactMap(\.self)
            let leftover = Leftover(subjects: others, withoutForecast: reader.unanswered, unknown: unknown)
            notUnderstood = leftover.text.isEmpty ? nil : leftover
        }
        self.topic = topic
        country = reader.places.isEmpty && !reader.regions.isEmpty ? reader.regions.joined(separator: " ") : nil
        (places, joined, isOnePlace) = (reader.places, reader.joined, reader.isOnePlace && reader.joined.isEmpty)
    }
}

extension AskedTime {
    /// Reads words of a time alone, such as `주말` or `토요일 오전`, at a moment.
    public init?(_ words: String, at now: Date) {
        let sentence = Sentence([words], at: now)
        guard let time = sentence.time, sentence.places.isEmpty, sentence.notUnderstood == nil else { return nil }
        self = time
    }
}
