import Feeds
import Forecast
import Regions

/// Reason for an empty answer.
public enum ForecastError: Error, Sendable, Equatable {
    case place(PlaceError)
    /// Time such as 내일 where a place belongs.
    case timeForPlace(String)
    case invalidRequest(RequestError)
    case nothingToShow([FeedReport])
    case record(StoreProblem)

    /// Code of the error.
    public var code: ErrorCode {
        switch self {
        case .place(.unknownArea), .place(.severalAreas), .timeForPlace: .unknownArea
        case .place(.ambiguousArea): .ambiguousArea
        case .place(.outsideKorea): .outsideKorea
        case .invalidRequest: .badInput
        case .nothingToShow: decisiveSource?.error?.code ?? .noData
        case .record: .recordUnreadable
        }
    }

    /// Source whose fault decides the error; a missing issue is no fault.
    public var decisiveSource: FeedReport? { failures.first { $0.error?.code != .noData } ?? failures.first }

    /// Failed source of each service, KMA's first; one without a key only if no other failed, an optional one only if asked alone.
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
        let ranked = decisive.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
        return ranked.map(\.element).reduce(into: []) { kept, source in
            if !kept.contains(where: { $0.feed.service == source.feed.service }) { kept.append(source) }
        }
    }
}

/// Fault of a request.
public enum RequestError: Error, Sendable, Hashable {
    case missingPlace
    case incompleteCoordinate
    case areaAndCoordinate
    case emptyName
    case unprintableName(codePoint: UInt32)
    case invalidCoordinate(String)
    case swappedCoordinate(latitude: Double, longitude: Double)
    case tooManyPlaces(limit: Int)
    case noForecast(for: KoreanDate, available: ClosedRange<KoreanDate>?)
    case timeIsOver(String)
    case unreadableTime(UnreadableTime)
    case otherWeekday(KoreanDate)
}
