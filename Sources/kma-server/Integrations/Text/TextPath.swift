import KMAForecast

/// Places and words of time in a path: `/서울+부산`, `/내일+서울`, `/Busan+tomorrow`.
struct TextPath {
    let places: [PlaceRequest]
    let time: AskedTime?
    let topic: Sentence.Topic?
    let notUnderstood: Sentence.Leftover?

    /// Letters of several long questions; longer paths are names alone.
    private static let longestSentence = 200
    private static let mostWords = 40

    init(_ path: String, at now: Date) throws(Problem) {
        let words = try path.dropFirst().split(separator: "+").map { word throws(Problem) in try QueryString.decoded(word) }
        let isShort = words.count <= TextPath.mostWords && words.reduce(0) { $0 + $1.unicodeScalars.count } <= TextPath.longestSentence
        let sentence = isShort ? Sentence(words, at: now) : nil
        (time, topic) = (sentence?.time, sentence?.topic)
        notUnderstood = sentence?.notUnderstood
        do throws(ForecastError) {
            if let sentence, !words.isEmpty {
                places = try sentence.requests()
            } else {
                guard words.count <= PlaceRequest.maximumCount else { throw .invalidRequest(.tooManyPlaces(limit: PlaceRequest.maximumCount)) }
                places = try (words.isEmpty ? [""] : words).map { name throws(ForecastError) in try PlaceRequest(name) }
            }
        } catch { throw Problem(error) }
    }
}

extension PlaceRequest {
    var areaText: String {
        switch self {
        case .area(let name): name
        case .point(let latitude, let longitude): "\(latitude),\(longitude)"
        }
    }
}
