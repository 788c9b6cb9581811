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
            try self.init(checked: try PlaceRequest.degrees(latitude), try PlaceRequest.degrees(longitude))
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

    /// Reads a text: a coordinate such as `37.5,127.0` or `37.5N 127.0E`, also the wrong way round where only so it is in
    /// Korea, else the name of an area.
    public init(_ text: String) throws(ForecastError) {
        switch CoordinateText(text) {
        case .none: self = .area(try PlaceRequest.name(text))
        case .half: throw .invalidRequest(.incompleteCoordinate)
        case .pair(let latitude, let longitude): try self.init(checked: latitude, longitude)
        }
    }

    private init(checked latitude: Double, _ longitude: Double) throws(ForecastError) {
        guard abs(latitude) <= 90 else {
            if PlaceRequest.isInKorea(latitude: longitude, longitude: latitude) {
                throw .invalidRequest(.swappedCoordinate(latitude: longitude, longitude: latitude))
            }
            throw .invalidRequest(.invalidCoordinate("\(latitude)"))
        }
        guard abs(longitude) <= 180 else { throw .invalidRequest(.invalidCoordinate("\(longitude)")) }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// A point in degrees to four decimals, some ten metres: what a phone measures finer would be another question each
    /// time, with the same answer.
    public init(latitude: Double, longitude: Double) {
        func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
        self = .point(latitude: rounded(latitude), longitude: rounded(longitude))
    }

    /// The places that words name, as they stand apart on a command line or by commas.
    ///
    /// As many words as possible are one place: `성남 분당구` is one, `서울 부산 제주` are three, and
    /// `서울 중구 부산 중구` two. Throws ``ForecastError/invalidRequest(_:)`` for more places than may be asked about, and for
    /// more words than they could have.
    public static func requests(in words: [String]) throws(ForecastError) -> [PlaceRequest] {
        let parts = words.flatMap(PlacePart.parts(of:))
        // One word may be a name with commas, and is told as it was typed where it is none.
        guard parts.count > 1, words.count > 1 || !isOnePlace(words[0]) else {
            return try words.map { word throws(ForecastError) in try PlaceRequest(word) }
        }
        guard parts.count <= maximumWords else {
            throw .invalidRequest(.tooManyPlaces(limit: maximumCount))
        }
        var requests: [PlaceRequest] = []
        var rest = parts[...]
        while !rest.isEmpty {
            guard requests.count < maximumCount else {
                throw .invalidRequest(.tooManyPlaces(limit: maximumCount))
            }
            let whole = rest.count > longestName ? [rest.count] : []
            let lengths = whole + (1...min(rest.count, longestName)).reversed()
            let known = lengths.first { isOnePlace(PlacePart.text(of: rest.prefix($0))) }
            // Words that begin with no place are most likely one name, mistyped.
            let count = known ?? (requests.isEmpty ? rest.count : 1)
            requests.append(try PlaceRequest(PlacePart.text(of: rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        return requests
    }

    /// Words that one place among others has at most. All that is left may be one place of more: of hundreds of words, every
    /// beginning would take seconds to look up.
    private static let longestName = 12

    private static func isOnePlace(_ text: String) -> Bool {
        CoordinateText(text).isPair || Gazetteer.understands(text)
    }

    /// How many places may be asked for at once.
    public static let maximumCount = 20
    /// Words that so many places have at most; most have one or two.
    private static let maximumWords = 3 * maximumCount

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

/// A part of what is typed for places, up to a comma or the end of a word.
private struct PlacePart {
    let text: String
    var isBeforeComma = false

    static func parts(of word: String) -> [PlacePart] {
        var parts = word.split { ",，、;".contains($0) }
            .map { PlacePart(text: $0.trimming { $0.isWhitespace }, isBeforeComma: true) }
            .filter { !$0.text.isEmpty }
        if word.last.map({ !",，、;".contains($0) }) == true, let last = parts.indices.last {
            parts[last].isBeforeComma = false
        }
        // Nothing but commas is no place, which is told.
        return parts.isEmpty ? [PlacePart(text: word)] : parts
    }

    /// The parts as one text. English names are read by their commas: `Goseong-gun, North Gyeongsang`.
    static func text(of parts: ArraySlice<PlacePart>) -> String {
        parts.enumerated().reduce(into: "") { text, part in
            text += part.element.text
            if part.offset < parts.count - 1 { text += part.element.isBeforeComma ? ", " : " " }
        }
    }
}

extension StringProtocol {
    /// Without the characters of a kind at both ends.
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
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
