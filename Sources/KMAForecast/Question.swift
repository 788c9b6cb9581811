import Feeds
import Forecast
import Regions

/// What is asked about a place.
public enum Question: String, Sendable, Hashable, CaseIterable {
    /// Eleven days, and all the rest.
    case week
    /// The weather now.
    case now
    /// The next hours.
    case hours
    /// The background for now.
    case theme
    /// KMA's mid-term text.
    case outlook

    /// The feeds that help to answer it, in the order in which reports name them.
    public var feeds: [Feed] { FeedCatalog.feeds(for: self) }

    /// Whether a report answers it with anything at all.
    func isAnswered(by report: Report) -> Bool {
        switch self {
        case .week: !report.week.days.isEmpty || report.week.current != nil
        case .now: report.week.current != nil || !report.week.hours.isEmpty
        case .hours: !report.week.hours.isEmpty
        case .theme: report.week.themeSelection.feed != nil
        case .outlook: report.outlook != nil
        }
    }
}

/// A place as it is asked for: by name or by coordinate.
public enum PlaceRequest: Sendable, Hashable {
    /// A name, such as `성남시 분당구`.
    case area(String)
    /// Degrees north and east, WGS84.
    case point(latitude: Double, longitude: Double)

    /// Reads what was given, or falls back on the area that is set. Throws ``ForecastError/invalidRequest(_:)`` for half a
    /// coordinate, a coordinate that is no number, both at once, or nothing at all, and for a name that is empty or
    /// cannot be printed.
    public init(
        area: String?,
        latitude: String?,
        longitude: String?,
        fallback: String? = nil
    ) throws(ForecastError) {
        switch (area, latitude, longitude) {
        case (let area?, nil, nil):
            self = .area(try PlaceRequest.name(area))
        case (nil, let latitude?, let longitude?):
            self = .point(
                latitude: try PlaceRequest.degrees(latitude, within: 90),
                longitude: try PlaceRequest.degrees(longitude, within: 180)
            )
        case (nil, nil, nil):
            guard let fallback else {
                throw .invalidRequest(.missingPlace)
            }
            self = .area(try PlaceRequest.name(fallback))
        case (nil, _, _):
            throw .invalidRequest(.incompleteCoordinate)
        case (_?, _, _):
            throw .invalidRequest(.areaAndCoordinate)
        }
    }

    /// The place, or why there is no one such place.
    public func place() throws(ForecastError) -> Place {
        do throws(PlaceError) {
            switch self {
            case .area(let name): return try Gazetteer.place(named: name)
            case .point(let latitude, let longitude):
                return try Gazetteer.place(latitude: latitude, longitude: longitude)
            }
        } catch {
            throw .place(error)
        }
    }

    /// Checks a name that somebody gave for an area. Throws ``ForecastError/invalidRequest(_:)`` for one that is empty,
    /// or holds characters that control a terminal or turn the direction of writing: no area has them, and shown again
    /// they would make a message say something else.
    public static func name(_ text: String) throws(ForecastError) -> String {
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw .invalidRequest(.emptyName)
        }
        try requirePrintable(text)
        return text
    }

    /// Throws ``ForecastError/invalidRequest(_:)`` for a text with characters that ``name(_:)`` refuses.
    public static func requirePrintable(_ text: String) throws(ForecastError) {
        for scalar in text.unicodeScalars
        where scalar.properties.generalCategory == .control || scalar.turnsWriting {
            throw .invalidRequest(.unprintableName(codePoint: scalar.value))
        }
    }

    private static func degrees(_ text: String, within limit: Double) throws(ForecastError) -> Double {
        // Swift reads hexadecimal numbers, too.
        guard text.utf8.allSatisfy("+-.0123456789eE".utf8.contains), let degrees = Double(text),
            abs(degrees) <= limit
        else { throw .invalidRequest(.invalidCoordinate(text)) }
        return degrees
    }
}

extension Unicode.Scalar {
    /// Whether it changes the direction in which the text around it is written (Unicode Standard Annex 9): marks,
    /// embeddings, overrides and isolates.
    fileprivate var turnsWriting: Bool {
        switch value {
        case 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
