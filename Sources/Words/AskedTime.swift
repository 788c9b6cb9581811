import Forecast

/// Time of a question, in words and instants: 월수금 is three spans.
public struct AskedTime: Sendable, Hashable {
    /// Words as given.
    public var text: String
    /// Spans in order, apart from each other; one at least.
    public let spans: [Range<Date>]
    /// Topic of the question; `nil` for all.
    public var topic: Sentence.Topic?
    /// Validity of the words: 내일 is another day after midnight.
    public var holdsUntil: Date

    package init(text: String, _ first: Range<Date>, _ others: [Range<Date>] = [], topic: Sentence.Topic?, at now: Date) {
        (self.text, self.topic) = (text, topic)
        spans = [first] + others
        let hour = 3_600 - now.timeIntervalSince1970.truncatingRemainder(dividingBy: 3_600)
        holdsUntil = now.addingTimeInterval(hour)
        let ends = spans.flatMap { [$0.lowerBound, $0.upperBound] }
        holdsUntil = isWholeDays ? (KoreanDate(of: now) + 1).start : ends.filter { $0 > now }.reduce(holdsUntil, min)
    }

    /// Start of the time.
    public var from: Date { spans[0].lowerBound }
    /// End, exclusive.
    public var to: Date { spans[spans.count - 1].upperBound }

    /// First day of the time.
    public var firstDay: KoreanDate { KoreanDate(of: from) }

    /// Days of the time in order, apart from each other; as ranges, since a time may end in the year 9999.
    public var days: [Range<KoreanDate>] {
        spans.map { KoreanDate(of: $0.lowerBound)..<KoreanDate(of: $0.upperBound.addingTimeInterval(-1)) + 1 }.apart()
    }

    /// True for a past time.
    public func isOver(at now: Date) -> Bool { to <= now }

    /// True for whole days.
    public var isWholeDays: Bool { spans.allSatisfy { [$0.lowerBound, $0.upperBound].allSatisfy { $0 == KoreanDate(of: $0).start } } }
}

extension [Range<KoreanDate>] {
    /// True for one of the days.
    package func holds(_ date: KoreanDate) -> Bool { contains { $0.contains(date) } }

    /// Days one by one.
    package var dates: [KoreanDate] { flatMap { range in (0..<(range.upperBound - range.lowerBound)).map { range.lowerBound + $0 } } }

    /// Number of days.
    package var length: Int { reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }
}

extension Array {
    /// Ranges in order, those that meet as one.
    func apart<Bound>() -> [Range<Bound>] where Element == Range<Bound> {
        filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { apart, range in
            if let last = apart.last, range.lowerBound <= last.upperBound {
                apart[apart.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                apart.append(range)
            }
        }
    }
}
