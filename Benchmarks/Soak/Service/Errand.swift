import Forecast
import Foundation
import KMAForecast
import Regions

/// One request, and what must come of it.
struct Errand: Sendable {
    enum Expected: Sendable {
        /// The weather, or a problem where the upstream has given nothing of it.
        case weather(Question, Place, Language)
        /// A day's theme, which is in the week's feeds.
        case dayTheme(Place, KoreanDate, Language)
        /// Names of areas.
        case areas([SaidPlace])
        /// That the service is up.
        case ready
        case metrics
        /// Whatever is wrong with the request.
        case refusal(status: Int, code: String)
    }

    var method = "GET"
    var target: String
    var isGzipWelcome = false
    /// The tag of an answer that is at hand already.
    var knownTag: String?
    var expected: Expected

    /// What it is counted as.
    var name: String {
        switch expected {
        case .weather(let question, _, _): question.rawValue
        case .dayTheme: "theme of a day"
        case .areas: "areas"
        case .ready: "readyz"
        case .metrics: "metrics"
        case .refusal(let status, _): "wrong input, \(status)"
        }
    }

    /// Its headers.
    var headers: [(name: String, value: String)] {
        var headers: [(String, String)] = []
        // Said in any case, lest a client's library say something else.
        headers.append(("Accept-Encoding", isGzipWelcome ? "gzip" : "identity"))
        if let knownTag { headers.append(("If-None-Match", knownTag)) }
        return headers
    }
}

/// What came back.
struct Received: Sendable {
    var status: Int
    /// Names in lower case.
    var headers: [String: String]
    /// As it was before any compression.
    var body: Data
    var sentAt: Date
    var receivedAt: Date
}
