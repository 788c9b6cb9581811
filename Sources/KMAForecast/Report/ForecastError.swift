import Feeds
import Forecast
import Regions

/// Why there is nothing to show.
public enum ForecastError: Error, Sendable, Equatable {
    /// The name or the point does not lead to one place.
    case place(PlaceError)
    /// The request itself cannot be understood.
    case invalidRequest(RequestError)
    /// No feed gave anything to show; the report of each.
    case nothingToShow([FeedReport])
    /// The record of issues cannot be read.
    case record(StoreProblem)

    /// The code of the error.
    public var code: ErrorCode {
        switch self {
        case .place(.unknownArea): .unknownArea
        case .place(.ambiguousArea): .ambiguousArea
        case .place(.outsideKorea): .outsideKorea
        case .invalidRequest: .badInput
        case .nothingToShow: decisiveSource?.error?.code ?? .noData
        case .record: .recordUnreadable
        }
    }

    /// Where no feed gave anything: the source whose fault decides the error.
    ///
    /// That there is nothing yet is no fault: one that is decides before it, whosever it is.
    public var decisiveSource: FeedReport? {
        failures.first { $0.error?.code != .noData } ?? failures.first
    }

    /// Where no feed gave anything: of each service that failed the source that says most, in the order in which a person
    /// should hear of them.
    ///
    /// KMA's services come first, because they are what the forecast is made of, then the one whose fault a person can do
    /// most about, by `ErrorCode.traits`. A service without a key counts only where no other failed, and an optional one,
    /// which adds to a forecast and makes none, only where it alone was asked.
    public var failures: [FeedReport] {
        guard case .nothingToShow(let sources) = self else { return [] }
        let failed = sources.filter { $0.error != nil }
        let needed = failed.filter { !$0.feed.service.traits.isOptional }
        let called = needed.filter { $0.error?.code != .keyMissing }
        let decisive = called.isEmpty ? (needed.isEmpty ? failed : needed) : called
        func rank(_ source: FeedReport) -> Int {
            let priority = source.error?.code.traits.priority ?? 0
            return source.feed.service == .openWeather ? priority + 100 : priority
        }
        // Sorted by hand: those of equal rank stay in the order of the feeds.
        let ranked = decisive.enumerated().sorted {
            (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
        }
        return ranked.map(\.element).reduce(into: []) { kept, source in
            if !kept.contains(where: { $0.feed.service == source.feed.service }) { kept.append(source) }
        }
    }
}

/// What is wrong with a request.
public enum RequestError: Error, Sendable, Hashable {
    /// Neither an area nor a coordinate is given, and no area is set.
    case missingPlace
    /// Only one of latitude and longitude is given.
    case incompleteCoordinate
    /// Both an area and a coordinate are given.
    case areaAndCoordinate
    /// The name of the area is empty.
    case emptyName
    /// The name has a character that no name has: one that controls a terminal or turns the direction of writing.
    case unprintableName(codePoint: UInt32)
    /// A latitude or longitude that is no number of degrees, as it was given.
    case invalidCoordinate(String)
    /// Latitude and longitude the wrong way round, as a point in Korea shows; the point as it must be meant.
    case swappedCoordinate(latitude: Double, longitude: Double)
    /// More places at once than are answered; how many are.
    case tooManyPlaces(limit: Int)
    /// There is no forecast of the sky for a day; the days there are, where there are any.
    case noForecast(for: KoreanDate, available: ClosedRange<KoreanDate>?)
    /// A time that is over, in the words it was given in, of which nothing is forecast any more.
    case timeIsOver(String)
}
