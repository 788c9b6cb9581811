import Forecast
import KMAForecast

/// Identity of an ask: equal for two asks with the same response, however they are spelt, and for no others.
///
/// Its parts are values that were read, each in a field or an element of its own. A text of several parts would let one
/// part pass for another: a day `-` for no day.
struct AskKey: Sendable, Hashable {
    /// The path it belongs to, as metrics and logs name it.
    let route: String
    /// The places, in their order; empty for the whole country, and if no place is asked about.
    var places: [PlaceRequest] = []
    /// The time that days and hours are limited to; `nil` for all there is.
    var time: String?
    /// The day that is asked about, or the first of several.
    var day: KoreanDate?
    /// Audience of the response, which its headers name.
    var caching = Caching.shared()
    /// What else tells two responses of the path apart: language, format and numbers, at the same positions for all asks of
    /// a path.
    var form: [String?] = []

    /// Bytes of the texts in it, which somebody may have made up.
    var byteCount: Int {
        let names = places.reduce(0) { $0 + ($1.areaText.utf8.count + 32) }
        return form.reduce(names + (time?.utf8.count ?? 0) + 64) { $0 + ($1?.utf8.count ?? 0) + 16 }
    }
}

extension AskedTime {
    /// Its words, and until when they mean it. Afterwards they are another question.
    var key: String { "\(Int(holdsUntil.timeIntervalSince1970)) \(asksForRain) \(text)" }
}
