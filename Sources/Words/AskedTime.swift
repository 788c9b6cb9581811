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

    /// Days of the time, in order.
    public var days: [KoreanDate] {
        spans.reduce(into: []) { days, span in
            let first = KoreanDate(of: span.lowerBound)
            let last = max(first, KoreanDate(of: span.upperBound.addingTimeInterval(-1)))
            days += (first...last).dates.filter { $0 != days.last }
        }
    }

    /// True for a past time.
    public func isOver(at now: Date) -> Bool { to <= now }

    /// True for whole days.
    public var isWholeDays: Bool { spans.allSatisfy { [$0.lowerBound, $0.upperBound].allSatisfy { $0 == KoreanDate(of: $0).start } } }
}

extension ClosedRange<KoreanDate> {
    /// Days in order.
    package var dates: [KoreanDate] { (0...(upperBound - lowerBound)).map { lowerBound + $0 } }
}
