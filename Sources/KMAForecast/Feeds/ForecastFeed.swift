import Feeds
import Forecast
import Regions

/// A feed with a key: a function of a place.
///
/// Each feed is a file of this folder: a struct with the repositories of its requests. ``FeedCatalog`` lists them. Adding one
/// is its folder in `Feeds` (request, answer, times of issue), its struct here, its line in the catalogue, its field of
/// `Readings` with the rule of merging, and its name in `Feed`.
protocol ForecastFeed: Sendable {
    /// What is known of the feed without a key.
    static var traits: FeedTraits { get }

    /// What the feed gives to the answer of a question about a place. An answer at hand may be `maximumAge` seconds old.
    func read(_ place: Place, for question: Question, maximumAge: Double?) async -> FeedReading
    /// Whether answers for a place are at hand, however old.
    func knows(_ place: Place) async -> Bool
    /// Fetches what is newest of one of its zones; `nil` where the feed does not go by zone.
    func refresh(zone: String) async -> FeedReport?
    /// Takes up that somebody else has stored an answer.
    func apply(_ news: StoredNews) async
}

extension ForecastFeed {
    func knows(_ place: Place) async -> Bool { true }
    func refresh(zone: String) async -> FeedReport? { nil }
}

/// A feed of which one answer is about the whole country.
protocol NationwideFeed: ForecastFeed {
    /// What the feed says of the country.
    func read(maximumAge: Double?) async -> FeedReading
}

extension NationwideFeed {
    func read(_ place: Place, for question: Question, maximumAge: Double?) async -> FeedReading {
        await read(maximumAge: maximumAge)
    }
}

/// What is known of a feed without its service.
struct FeedTraits: Sendable {
    /// What one answer of a feed is about.
    enum Coverage: Sendable {
        /// A place: a grid cell, a point, an office.
        case place
        /// A zone, of which there are few; the codes of those that can be fetched ahead.
        case zone(codes: @Sendable () -> [String])
        /// The whole country.
        case country
    }

    let feed: Feed
    /// The questions that the feed helps to answer.
    let questions: Set<Question>
    /// The questions that it is asked for only where their feeds answer nothing.
    var fallbackFor: Set<Question> = []
    /// What one of its answers is about.
    let coverage: Coverage
    /// The calls it takes to keep it fresh for one place, or one zone, over a day.
    let callsADay: Int
    /// Feeds that say the same. Without a key for its service, the feed is not missed where one of them answered.
    var substitutes: Set<Feed> = []

    /// Whether one answer is about the whole country.
    var isNationwide: Bool { if case .country = coverage { true } else { false } }
    /// Whether each place has answers of its own.
    var isByPlace: Bool { if case .place = coverage { true } else { false } }
}

/// What one feed gives to a report: what is told of it, and its values.
struct FeedReading: Sendable {
    var report: FeedReport
    /// Puts the values where the merge looks for them.
    private(set) var fill: @Sendable (inout Readings) -> Void = { _ in }

    /// An answer, and where its value goes.
    init<Value>(
        _ answer: FeedAnswer<Value>,
        _ fill: @escaping @Sendable (inout Readings, Value) -> Void
    ) {
        report = answer.report
        if let value = answer.value { self.fill = { fill(&$0, value) } }
    }

    /// Nothing, for want of a key.
    init(missingKeyFor feed: Feed) {
        report = FeedReport(feed: feed, status: .missingKey, error: FeedError(.keyMissing))
    }

    /// This reading with another of the same feed, told as one.
    func combined(with other: FeedReading, at now: Date) -> FeedReading {
        var both = adding(other.fill)
        both.report = report.combined(with: other.report, at: now)
        return both
    }

    /// This reading with more values, of which nothing is told.
    func adding(_ more: @escaping @Sendable (inout Readings) -> Void) -> FeedReading {
        var both = self
        both.fill = { [fill] readings in
            fill(&readings)
            more(&readings)
        }
        return both
    }
}
