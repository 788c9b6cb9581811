import Forecast
import KMAForecast

/// Identity of a question by values: a joined text would confuse a day `-` with none.
struct AskKey: Sendable, Hashable {
    let route: String
    var places: [PlaceRequest] = []
    var time: String?
    var day: KoreanDate?
    var caching = Caching.shared()
    /// Language, format and numbers at a path's fixed positions.
    var form: [String?] = []

    var byteCount: Int {
        let names = places.reduce(0) { $0 + ($1.areaText.utf8.count + 32) }
        return form.reduce(names + (time?.utf8.count ?? 0) + 64) { $0 + ($1?.utf8.count ?? 0) + 16 }
    }
}

extension AskedTime { var key: String { "\(Int(holdsUntil.timeIntervalSince1970)) \(topic?.rawValue ?? "") \(text)" } }
