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
    case nothingToShow([SourceReport])

    /// The code of the error.
    public var code: ErrorCode {
        switch self {
        case .place(.unknownArea): .unknownArea
        case .place(.ambiguousArea): .ambiguousArea
        case .place(.outsideKorea): .outsideKorea
        case .invalidRequest: .badInput
        case .nothingToShow: decisiveSource?.error?.code ?? .noData
        }
    }

    /// Where no feed gave anything: the source whose fault a person can do most about, by `ErrorCode.traits`.
    public var decisiveSource: SourceReport? {
        guard case .nothingToShow(let sources) = self else { return nil }
        func priority(_ source: SourceReport) -> Int { source.error?.code.traits.priority ?? .max }
        return sources.min { priority($0) < priority($1) }
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
}
