import Regions

/// Requested place, by name or coordinate.
public enum PlaceRequest: Sendable, Hashable {
    case area(String)
    case point(latitude: Double, longitude: Double)

    /// Reads arguments, or the default area. Throws ``ForecastError/invalidRequest(_:)`` unless one name or coordinate.
    public init(area: String?, latitude: String?, longitude: String?, fallback: String? = nil) throws(ForecastError) {
        switch (area, latitude, longitude) {
        case (let area?, nil, nil): try self.init(area)
        case (nil, let latitude?, let longitude?): try self.init(checked: try PlaceRequest.degrees(latitude), try PlaceRequest.degrees(longitude))
        case (nil, nil, nil):
            guard let fallback else { throw .invalidRequest(.missingPlace) }
            try self.init(fallback)
        case (nil, _, _): throw .invalidRequest(.incompleteCoordinate)
        case (_?, _, _): throw .invalidRequest(.areaAndCoordinate)
        }
    }

    /// Reads a coordinate such as `37.5,127.0` or `37.5N 127.0E`, reversed if only so in Korea, else a name.
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

    /// Creates a point to four decimals, some ten metres, so that a phone repeats its question.
    public init(latitude: Double, longitude: Double) {
        func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
        self = .point(latitude: rounded(latitude), longitude: rounded(longitude))
    }

    /// Reads places, most words first: `성남 분당구` is one, `서울 중구 부산 중구` two. Throws ``ForecastError/invalidRequest(_:)`` for too many.
    public static func requests(in words: [String], isOnePlace isKnown: Bool = false) throws(ForecastError) -> [PlaceRequest] {
        let parts = words.flatMap(PlacePart.parts(of:))
        if isKnown, parts.count <= longestName { return [try PlaceRequest(PlacePart.text(of: parts[...]))] }
        guard parts.count > 1, words.count > 1 || !isOnePlace(words[0]) else {
            return try words.map { word throws(ForecastError) in try PlaceRequest(word) }
        }
        guard parts.count <= maximumWords else { throw .invalidRequest(.tooManyPlaces(limit: maximumCount)) }
        var requests: [PlaceRequest] = []
        var rest = parts[...]
        while !rest.isEmpty {
            guard requests.count < maximumCount else { throw .invalidRequest(.tooManyPlaces(limit: maximumCount)) }
            let reach = min(rest.count, rest.prefix { !$0.isBeforeBreak }.count + 1)
            let whole = reach > longestName ? [reach] : []
            let lengths = whole + (1...min(reach, longestName)).reversed()
            let known = lengths.first { isOnePlace(PlacePart.text(of: rest.prefix($0))) }
            let count = known ?? (requests.isEmpty ? reach : 1)
            requests.append(try PlaceRequest(PlacePart.text(of: rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        return requests
    }

    /// Words of one place: of hundreds, each beginning takes seconds to search.
    private static let longestName = 12

    private static func isOnePlace(_ text: String) -> Bool { CoordinateText(text).isPair || Gazetteer.understands(text) || Gazetteer.isCampus(text) }

    /// Places at once, at most.
    public static let maximumCount = Sentence.maximumPlaces
    private static let maximumWords = 3 * maximumCount

    /// Place; throws if there is not exactly one.
    public func place() throws(ForecastError) -> Place {
        do throws(PlaceError) {
            switch self {
            case .area(let name): return try Gazetteer.place(named: name)
            case .point(let latitude, let longitude): return try Gazetteer.place(latitude: latitude, longitude: longitude)
            }
        } catch {
            if case .outsideKorea(let latitude, let longitude) = error, PlaceRequest.isInKorea(latitude: longitude, longitude: latitude) {
                throw .invalidRequest(.swappedCoordinate(latitude: longitude, longitude: latitude))
            }
            if case .unknownArea(let query, _) = error {
                let sentence = Sentence([query], at: .distantPast)
                // 오늘 is a time there, and no village.
                if let time = sentence.time { throw .timeForPlace(time.text) }
                if let country = sentence.country { throw .place(.unknownArea(query: country, suggestions: [])) }
            }
            throw .place(error)
        }
    }

    private static func degrees(_ text: String) throws(ForecastError) -> Double {
        guard let degrees = CoordinateText.degrees(text) else { throw .invalidRequest(.invalidCoordinate(text)) }
        return degrees
    }

    private static func isInKorea(latitude: Double, longitude: Double) -> Bool {
        (try? Gazetteer.place(latitude: latitude, longitude: longitude)) != nil
    }
}

private struct PlacePart {
    let text: String
    var isBeforeComma = false
    /// True before another place, whatever its name: 제주; 서귀포.
    var isBeforeBreak = false

    static func parts(of word: String) -> [PlacePart] {
        // Commas of geo: and of a map's link part no places.
        if CoordinateText(word).isPair { return [PlacePart(text: word)] }
        var parts = word.split { ",，、;".contains($0) }.map { PlacePart(text: $0.trimming { $0.isWhitespace }, isBeforeComma: true) }.filter {
            !$0.text.isEmpty
        }
        guard let last = parts.indices.last else { return [PlacePart(text: word)] }
        parts[last].isBeforeComma = word.last.map { ",，、;".contains($0) } ?? false
        parts[last].isBeforeBreak = word.hasSuffix(";")
        return parts
    }

    /// English names have commas: `Goseong-gun, North Gyeongsang`.
    static func text(of parts: ArraySlice<PlacePart>) -> String {
        parts.enumerated().reduce(into: "") { text, part in
            text += part.element.text
            if part.offset < parts.count - 1 { text += part.element.isBeforeComma ? ", " : " " }
        }
    }
}

extension StringProtocol {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}

extension PlaceRequest {
    /// Throws ``ForecastError/invalidRequest(_:)`` for an empty or unprintable name.
    public static func name(_ text: String) throws(ForecastError) -> String {
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { throw .invalidRequest(.emptyName) }
        try requirePrintable(text)
        return text
    }

    /// Throws ``ForecastError/invalidRequest(_:)`` for characters refused by ``name(_:)``.
    public static func requirePrintable(_ text: String) throws(ForecastError) {
        for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control || scalar.turnsWriting {
            throw .invalidRequest(.unprintableName(codePoint: scalar.value))
        }
    }
}

extension Unicode.Scalar {
    /// Unicode Standard Annex 9: marks, embeddings, overrides, isolates.
    fileprivate var turnsWriting: Bool {
        switch value {
        case 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Sentence {
    /// Fault of an invalid time; `nil` for a valid one, or none.
    public var timeFault: RequestError? { otherWeekday.map(RequestError.otherWeekday) ?? unreadableTime.map(RequestError.unreadableTime) }

    /// Places of the words. Throws ``ForecastError/invalidRequest(_:)`` for an invalid time.
    public func requests() throws(ForecastError) -> [PlaceRequest] {
        if let timeFault { throw .invalidRequest(timeFault) }
        if let country { throw .place(.unknownArea(query: country, suggestions: [])) }
        let parted = places.dropLast().map { joined.contains($0) ? $0 + ";" : $0 } + places.suffix(1)
        return try PlaceRequest.requests(in: parted, isOnePlace: isOnePlace)
    }
}

extension AskedTime {
    /// Time of words alone. Throws ``ForecastError/invalidRequest(_:)`` for words that are none.
    public static func read(_ words: String, at now: Date) throws(ForecastError) -> AskedTime {
        if let time = AskedTime(words, at: now) { return time }
        throw .invalidRequest(Sentence([words], at: now).timeFault ?? .unreadableTime(UnreadableTime(words)))
    }
}

extension Forecaster {
    /// Answers a question about `부산`, `Haeundae` or `37.5,127.0`.
    public func report(_ question: Question, named name: String) async throws(ForecastError) -> Report {
        try await report(question, at: try PlaceRequest(name).place())
    }

    /// Answers a question about a point in degrees north and east, WGS84.
    public func report(_ question: Question, latitude: Double, longitude: Double) async throws(ForecastError) -> Report {
        try await report(question, at: try PlaceRequest(latitude: latitude, longitude: longitude).place())
    }
}
