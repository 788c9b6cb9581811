#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What all of OpenWeather's answers share: a status first, then a body that may be anything.
enum OpenWeatherResponse {
    /// The body of a good answer; throws the fault of any other.
    static func body<Body: Decodable>(_ type: Body.Type, in answer: HTTPAnswer) throws(FeedError) -> Body {
        switch answer.status {
        case 200: break
        // 401 is the key's fault on both products used here; 403 is not documented.
        case 403: throw FeedError(.blocked, "HTTP 403")
        // It asks for ten minutes of silence, so a second try a moment later is no help.
        case 429: throw FeedError(.rateLimited, "HTTP 429", isRetryable: false)
        default: throw FeedError(status: answer.status)
        }
        do {
            return try JSONDecoder().decode(Body.self, from: answer.body)
        } catch {
            throw FeedError(.malformedResponse)
        }
    }
}

/// `weather[]`: one or two items, of which the first is primary.
struct WeatherItem: Decodable {
    var id: Int
    var icon: String?
}

/// `rain` and `snow`: absent, null, empty, or mm over one or three hours.
struct Volume: Decodable {
    var lastHour: LenientNumber?
    var lastThreeHours: LenientNumber?

    enum CodingKeys: String, CodingKey {
        case lastHour = "1h"
        case lastThreeHours = "3h"
    }
}

/// `wind`: m/s and degrees, any of them absent.
struct Wind: Decodable {
    var speed: LenientNumber?
    var deg: LenientNumber?
    var gust: LenientNumber?

    /// 0…359; north comes as 0 and as 360.
    var direction: Int? {
        deg?.whole.map { ($0 % 360 + 360) % 360 }
    }
}
