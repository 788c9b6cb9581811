import Regions

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
            try self.init(area)
        case (nil, let latitude?, let longitude?):
            try self.init(
                latitude: try PlaceRequest.degrees(latitude),
                longitude: try PlaceRequest.degrees(longitude)
            )
        case (nil, nil, nil):
            guard let fallback else {
                throw .invalidRequest(.missingPlace)
            }
            try self.init(fallback)
        case (nil, _, _):
            throw .invalidRequest(.incompleteCoordinate)
        case (_?, _, _):
            throw .invalidRequest(.areaAndCoordinate)
        }
    }

    /// Reads a text: a coordinate such as `37.5,127.0` or `37.5N 127.0E`, else the name of an area.
    public init(_ text: String) throws(ForecastError) {
        switch CoordinateText(text) {
        case .none: self = .area(try PlaceRequest.name(text))
        case .half: throw .invalidRequest(.incompleteCoordinate)
        case .pair(let latitude, let longitude): try self.init(latitude: latitude, longitude: longitude)
        }
    }

    private init(latitude: Double, longitude: Double) throws(ForecastError) {
        guard abs(latitude) <= 90 else {
            if PlaceRequest.isInKorea(latitude: longitude, longitude: latitude) {
                throw .invalidRequest(.swappedCoordinate(latitude: longitude, longitude: latitude))
            }
            throw .invalidRequest(.invalidCoordinate("\(latitude)"))
        }
        guard abs(longitude) <= 180 else { throw .invalidRequest(.invalidCoordinate("\(longitude)")) }
        self = .point(latitude: latitude, longitude: longitude)
    }

    /// The places that words name, as they stand apart on a command line.
    ///
    /// As many words as possible are one place: `성남 분당구` is one, `서울 부산 제주` are three, and
    /// `서울 중구 부산 중구` two.
    public static func requests(in words: [String]) throws(ForecastError) -> [PlaceRequest] {
        guard words.count > 1 else {
            return try words.map { word throws(ForecastError) in try PlaceRequest(word) }
        }
        var requests: [PlaceRequest] = []
        var rest = words[...]
        while !rest.isEmpty {
            let known = (1...rest.count).reversed().first { count in
                let text = rest.prefix(count).joined(separator: " ")
                return CoordinateText(text).isPair || Gazetteer.knows(text)
            }
            // Words that begin with no place are most likely one name, mistyped.
            let count = known ?? (requests.isEmpty ? rest.count : 1)
            requests.append(try PlaceRequest(rest.prefix(count).joined(separator: " ")))
            rest = rest.dropFirst(count)
        }
        return requests
    }

    /// How many places may be asked for at once.
    public static let maximumCount = 20

    /// The place, or why there is no one such place.
    public func place() throws(ForecastError) -> Place {
        do throws(PlaceError) {
            switch self {
            case .area(let name): return try Gazetteer.place(named: name)
            case .point(let latitude, let longitude):
                return try Gazetteer.place(latitude: latitude, longitude: longitude)
            }
        } catch {
            if case .outsideKorea(let latitude, let longitude) = error,
                PlaceRequest.isInKorea(latitude: longitude, longitude: latitude)
            {
                throw .invalidRequest(.swappedCoordinate(latitude: longitude, longitude: latitude))
            }
            throw .place(error)
        }
    }

    private static func degrees(_ text: String) throws(ForecastError) -> Double {
        guard let degrees = CoordinateText.degrees(text) else {
            throw .invalidRequest(.invalidCoordinate(text))
        }
        return degrees
    }

    private static func isInKorea(latitude: Double, longitude: Double) -> Bool {
        (try? Gazetteer.place(latitude: latitude, longitude: longitude)) != nil
    }
}

extension PlaceRequest {
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
