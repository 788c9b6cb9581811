import Forecast
import KMAForecast

/// What a path names: places with `+` between them, and words of time among them, as on the command line: `/서울+부산`,
/// `/내일+서울`, `/Busan+tomorrow`.
struct TextPath {
    /// The places; empty where there are words of time alone.
    let places: [PlaceRequest]
    /// The time; `nil` where none is named.
    let time: AskedTime?
    /// What is asked about, where it is no forecast.
    let topic: Sentence.Topic?

    /// Letters of what is read as words of time, several times the longest question. Longer paths are names alone.
    private static let longestSentence = 200

    /// Reads a path at a moment.
    init(_ path: String, at now: Date) throws(Problem) {
        let words = try path.dropFirst().split(separator: "+").map { word throws(Problem) in
            try QueryString.decoded(word)
        }
        let isShort = words.reduce(0) { $0 + $1.unicodeScalars.count } <= TextPath.longestSentence
        let sentence = isShort ? Sentence(words, at: now) : nil
        (time, topic) = (sentence?.time, sentence?.topic)
        do throws(ForecastError) {
            if let sentence, time != nil || topic != nil {
                places = try PlaceRequest.requests(in: sentence.places)
            } else {
                try TextPath.requireFew(words.count)
                // Each is a place of its own, and nothing at all a name that is empty.
                places = try (words.isEmpty ? [""] : words).map { name throws(ForecastError) in
                    try PlaceRequest(name)
                }
            }
            try TextPath.requireFew(places.count)
        } catch {
            throw Problem(error)
        }
    }

    private static func requireFew(_ count: Int) throws(ForecastError) {
        guard count <= PlaceRequest.maximumCount else {
            throw .invalidRequest(.tooManyPlaces(limit: PlaceRequest.maximumCount))
        }
    }
}

extension PlaceRequest {
    /// The request as `area=` takes it.
    var areaText: String {
        switch self {
        case .area(let name): name
        case .point(let latitude, let longitude): "\(latitude),\(longitude)"
        }
    }
}
