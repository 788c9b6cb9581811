import Forecast
import HTTPTypes
import KMAForecast
import NIOCore
import Rendering

/// What a request asks.
protocol Ask: Sendable {
    /// The path it belongs to, as metrics and logs name it.
    var route: String { get }
    /// What tells it from every other ask of the service, and is the same for all requests that get the same response,
    /// however they are spelt: the response is cached by it. It begins with ``route``, and the
    /// texts that somebody has made up come last or hold no line break.
    var key: String { get }
    /// Tokens of its client's limit: one for each place.
    var cost: Int { get }
    /// Who may keep the response.
    var caching: Caching { get }
    /// Headers of its response beside those that every response has.
    var fields: HTTPFields { get }
    /// Makes the response; given the one before, whose bytes stand where nothing has changed.
    func response(
        from handler: AskHandler,
        for client: AskingClient,
        since previous: CachedResponse?
    ) async throws(Problem) -> CachedResponse
}

extension Ask {
    var cost: Int { 1 }
    var caching: Caching { .shared() }
    var fields: HTTPFields { [:] }
}

/// Who may keep a response, and which headers of a request it depends on.
struct Caching: Sendable, Hashable {
    /// Who may keep it, in the words of `Cache-Control`.
    private let audience: String
    /// The headers it depends on, beside `Accept-Encoding`.
    var vary: [HTTPField.Name]
    /// Whether it is right only until it expires: that of 내일 is of the wrong day after midnight.
    var isOfTheMoment = false

    /// Every cache on the way: it is the same for all who send the same of these headers.
    static func shared(vary: [HTTPField.Name] = []) -> Caching { Caching(audience: "public", vary: vary) }

    /// The client alone: it depends on who asks. Shared caches do not tell clients apart by `User-Agent`, or have an entry
    /// for each of thousands.
    static let negotiated = Caching(audience: "private", vary: [.accept, .userAgent])

    /// Nobody but the client: it names the address that the service was asked at.
    static let addressed = Caching(audience: "private", vary: [])

    /// Whether all who send the same target get it, if their headers are plain (``HTTPFields/arePlain``).
    var isByTarget: Bool { audience != Caching.negotiated.audience && !vary.contains(.acceptLanguage) }

    /// `Cache-Control` of a response that holds for so many seconds. A cache may show it for longer while it fetches the
    /// next one, and while we are down as long as an answer of OpenWeather may stand in; but not what is of the moment.
    func control(maximumAge: Int) -> String {
        let afterwards = isOfTheMoment ? "must-revalidate" : "stale-while-revalidate=60, stale-if-error=10800"
        return "\(audience), max-age=\(maximumAge), \(afterwards)"
    }

    /// The value of `Vary`. It is one line: of several nginx before 1.23 heeds the last alone, and would give one client
    /// what was meant for another.
    var field: String { (vary + [.acceptEncoding]).map(\.rawName).joined(separator: ", ") }
}

/// How what is known, the reports of places or the warnings, becomes the content of a response.
struct Renderer<Content: CacheableReport>: Sendable {
    /// What tells it from other renderers of the same path.
    let key: String
    /// The media type of the content.
    let mediaType: String
    /// The content.
    let body: @Sendable (Content) throws(Problem) -> [UInt8]

    init(
        _ key: String,
        as mediaType: String = "application/json",
        body: @escaping @Sendable (Content) throws(Problem) -> [UInt8]
    ) {
        (self.key, self.mediaType, self.body) = (key, mediaType, body)
    }
}

/// A question about places.
struct ForecastAsk: Ask {
    let route: String
    /// Whose feeds are asked.
    let question: Question
    /// One at least.
    let places: [PlaceRequest]
    /// The time that days and hours are limited to; `nil` for all there is.
    let time: AskedTime?
    /// Whether the days say how their values came about.
    let isExplained: Bool
    let renderer: Renderer<[Report]>
    let caching: Caching

    init(
        route: String,
        question: Question,
        places: [PlaceRequest],
        time: AskedTime? = nil,
        isExplained: Bool = false,
        renderer: Renderer<[Report]>,
        caching: Caching = .shared()
    ) {
        (self.route, self.question, self.places, self.time) = (route, question, places, time)
        self.isExplained = isExplained
        self.renderer = renderer
        var caching = caching
        caching.isOfTheMoment = time != nil
        self.caching = caching
    }

    var cost: Int { places.count }
    // Places and times hold no line breaks, and the renderer's texts come last.
    var key: String {
        "\(route)\n\(places.map(\.key).joined(separator: "\n"))\n\(time?.key ?? "")\n\(renderer.key)"
    }

    func response(
        from handler: AskHandler,
        for client: AskingClient,
        since previous: CachedResponse?
    ) async throws(Problem) -> CachedResponse {
        let (reports, isWhole) = try await handler.reports(
            question,
            at: places,
            isExplained: isExplained,
            key: key,
            for: client
        )
        let limited = try limited(reports)
        let body = try renderer.body(limited)
        return CachedResponse(
            limited,
            to: self,
            body: body,
            type: renderer.mediaType,
            since: previous
        )
        .shared(isWhole: isWhole)
    }

    /// The reports of the time that is asked about.
    private func limited(_ reports: [Report]) throws(Problem) -> [Report] {
        guard let time else { return reports }
        return try reports.map { report throws(Problem) in
            do throws(ForecastError) {
                return try report.limited(to: time, for: question)
            } catch {
                // A time like any other, and no forecast for it.
                throw Problem(.noData, status: .notFound, detail: error.message)
            }
        }
    }
}

extension CachedResponse {
    /// The response for all who ask; where no calls could be made for it, and so one client gets less than others may have,
    /// for that client alone.
    func shared(isWhole: Bool) -> CachedResponse {
        isWhole || freshness == .fresh || freshness == .sample ? self : unshared
    }
}

/// A question that one report answers.
protocol ReportAsk: Ask {
    associatedtype Content: CacheableReport
    /// How the report becomes the content of the response.
    var renderer: Renderer<Content> { get }
    /// What answers the question.
    func report(from handler: AskHandler, for client: AskingClient) async throws(Problem) -> Content
}

extension ReportAsk {
    func response(
        from handler: AskHandler,
        for client: AskingClient,
        since previous: CachedResponse?
    ) async throws(Problem) -> CachedResponse {
        let report = try await report(from: handler, for: client)
        return CachedResponse(
            report,
            to: self,
            body: try renderer.body(report),
            type: renderer.mediaType,
            since: previous
        )
    }
}

/// A question about the warnings of a place, or of the whole country without one.
struct AlertAsk: ReportAsk {
    let route: String
    let place: PlaceRequest?
    let renderer: Renderer<AlertReport>

    var key: String { "\(route)\n\(place?.key ?? "-")\n\n\(renderer.key)" }

    func report(from handler: AskHandler, for client: AskingClient) async throws(Problem) -> AlertReport {
        try await handler.alerts(at: place, for: client)
    }
}

/// A question about what KMA announced of the warnings of a place, or of the whole country without one.
struct BulletinAsk: ReportAsk {
    let route: String
    let place: PlaceRequest?
    let renderer: Renderer<BulletinReport>

    var key: String { "\(route)\n\(place?.key ?? "-")\n\n\(renderer.key)" }

    func report(from handler: AskHandler, for client: AskingClient) async throws(Problem) -> BulletinReport {
        try await handler.bulletins(at: place, for: client)
    }
}
