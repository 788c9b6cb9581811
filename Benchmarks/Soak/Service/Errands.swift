import Forecast
import Foundation
import KMAForecast
import Regions

/// What people ask for, by chance.
struct Errands {
    var chance: Chance
    /// Places that are asked about again and again.
    let warm: [Place]

    /// The next one.
    mutating func next() -> Errand {
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<4: Errand.wrong.randomElement(using: &chance) ?? Errand.wrong[0]
        case 4..<6: Errand(target: "/readyz", expected: .ready)
        case 6..<7: Errand(target: "/metrics", expected: .metrics)
        case 7..<12: areas()
        case 12..<15: weather(of: cold())
        default: weather(of: known())
        }
    }

    /// A question about a place, in whatever way a client asks.
    private mutating func weather(of place: (place: Place, query: String)) -> Errand {
        let language: Language = chance.happens(0.2) ? .english : .korean
        let suffix = language == .english ? "&lang=en" : chance.happens(0.1) ? "&lang=ko" : ""
        var errand: Errand
        if chance.happens(0.03) {
            let date = KoreanDate(of: Date()) + Int.random(in: 0...8, using: &chance)
            errand = Errand(
                target: "/v1/theme?\(place.query)&date=\(date)\(suffix)",
                expected: .dayTheme(place.place, date, language)
            )
        } else {
            let question = Question.allCases.randomElement(using: &chance) ?? .week
            errand = Errand(
                target: "/v1/\(question.rawValue)?\(place.query)\(suffix)",
                expected: .weather(question, place.place, language)
            )
        }
        // The client's library would unzip a head's body, which is none.
        if chance.happens(0.1) { errand.method = "HEAD" } else { errand.isGzipWelcome = chance.happens(0.3) }
        return errand
    }

    /// A place that many ask about, by name.
    private mutating func known() -> (Place, String) {
        let place = warm.randomElement(using: &chance) ?? warm[0]
        return (place, "area=" + Errands.escaped(place.name))
    }

    /// A point that perhaps nobody has asked about.
    mutating func cold() -> (place: Place, query: String) {
        while true {
            let near = warm.randomElement(using: &chance) ?? warm[0]
            func shifted(_ degrees: Double) -> Double {
                ((degrees + Double.random(in: -0.3...0.3, using: &chance)) * 1_000).rounded() / 1_000
            }
            let (latitude, longitude) = (shifted(near.latitude), shifted(near.longitude))
            // A point in the sea is another one's.
            guard let place = try? Gazetteer.place(latitude: latitude, longitude: longitude) else { continue }
            return (place, "lat=\(latitude)&lon=\(longitude)")
        }
    }

    /// The weather now at a point that perhaps nobody has asked about.
    mutating func coldNow() -> Errand {
        let (place, query) = cold()
        return Errand(target: "/v1/now?\(query)", expected: .weather(.now, place, .korean))
    }

    /// A question about a place by its name.
    static func weather(_ question: Question, of place: Place) -> Errand {
        Errand(
            target: "/v1/\(question.rawValue)?area=\(escaped(place.name))",
            expected: .weather(question, place, .korean)
        )
    }

    /// Where the stream of a place is.
    static func stream(of place: Place) -> String {
        "/v1/stream?area=\(escaped(place.name))"
    }

    private mutating func areas() -> Errand {
        let words = ["", "중앙", "강릉", "Seo", "동", "zzz"].randomElement(using: &chance) ?? ""
        let limit = Int.random(in: 1...100, using: &chance)
        let areas = Gazetteer.search(words, limit: limit).map(SaidPlace.init)
        return Errand(target: "/v1/areas?q=\(Errands.escaped(words))&limit=\(limit)", expected: .areas(areas))
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
