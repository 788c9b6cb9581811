import Rendering
import Feeds
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOHTTP1
import Regions

/// Problem document (RFC 9457).
struct Problem: Error, Sendable {
    var status: HTTPResponse.Status
    var code: ErrorCode
    var title: LocalizedText
    var detail: LocalizedText
    var candidates: [PlaceName]?
    var suggestions: [PlaceName]?
    var retryAfter: Int?
    var allow: String?
    var refusalReason: RefusalReason?
    var isLasting = false

    enum RefusalReason: String, Sendable, CaseIterable {
        case requests
        /// New places.
        case misses
        case streams
        case connections
        case malformed
    }

    init(_ code: ErrorCode, status: HTTPResponse.Status? = nil, title: LocalizedText? = nil, detail: LocalizedText) {
        self.status = status ?? HTTPResponse.Status(code: code.traits.httpStatus)
        self.code = code
        self.title = title ?? code.traits.title
        self.detail = detail
    }

    static func badInput(_ korean: String, _ english: String, status: HTTPResponse.Status? = nil, title: LocalizedText? = nil) -> Problem {
        Problem(.badInput, status: status, title: title, detail: LocalizedText(korean, english))
    }

    static func limited(
        _ limit: RefusalReason,
        status: HTTPResponse.Status = .tooManyRequests,
        retryAfter seconds: Int,
        _ korean: String,
        _ english: String
    ) -> Problem {
        var problem = Problem(.rateLimited, status: status, detail: LocalizedText(korean, english))
        problem.refusalReason = limit
        problem.retryAfter = seconds
        return problem
    }
}

extension Problem {
    static func notFound(_ path: Substring) -> Problem {
        .badInput(
            "‘\(path.prefix(80))’ 경로는 없습니다. 쓸 수 있는 경로는 /openapi.json 에 있습니다.",
            "There is no path ‘\(path.prefix(80))’. The paths are listed in /openapi.json.",
            status: .notFound,
            title: LocalizedText("없는 경로입니다", "No such path")
        )
    }

    /// RFC 9110, 15.5.7.
    static let notAcceptable = badInput(
        "이 주소에는 글과 페이지가 있습니다. Accept: text/plain이나 text/html을 보내거나, 주소에 ?format=json을 붙여 주세요.",
        "There is a text and a page here. Send Accept: text/plain or text/html, or add ?format=json to the address.",
        status: .notAcceptable,
        title: LocalizedText("보낼 수 없는 형식입니다", "Not acceptable")
    )

    static func methodNotAllowed(allow: String) -> Problem {
        var problem = badInput(
            "이 경로는 \(allow)만 받습니다.",
            "This path takes \(allow) only.",
            status: .methodNotAllowed,
            title: LocalizedText("쓸 수 없는 메서드입니다", "Method not allowed")
        )
        problem.allow = allow
        return problem
    }

    static func uriTooLong(limit: Int) -> Problem {
        .badInput(
            "주소는 \(limit)바이트까지 받습니다.",
            "An address may have at most \(limit) bytes.",
            status: .uriTooLong,
            title: LocalizedText("주소가 너무 깁니다", "The address is too long")
        )
    }

    static let internalError = Problem(
        .upstreamError,
        status: .internalServerError,
        title: LocalizedText("내부 오류", "Internal error"),
        detail: LocalizedText("서비스에서 오류가 났습니다.", "Internal server error.")
    )

    static var noKey: Problem {
        var problem = Problem(
            .keyMissing,
            detail: LocalizedText(
                "KMA_SERVICE_KEY도 OPENWEATHER_API_KEY도 없습니다. 하나는 있어야 합니다.",
                "Neither KMA_SERVICE_KEY nor OPENWEATHER_API_KEY is set. One of them has to be."
            )
        )
        problem.retryAfter = problem.code.traits.retryAfter
        return problem
    }

    static func unexpectedBody(status: HTTPResponse.Status) -> Problem {
        .badInput("이 경로는 본문이 있는 요청을 받지 않습니다.", "This path takes no requests with a body.", status: status)
    }

    static func messageTooLong(limit: Int) -> Problem {
        .badInput("본문은 \(limit)바이트까지 받습니다.", "A body may have at most \(limit) bytes.", status: .contentTooLarge)
    }

    static var malformedHost: Problem { .badInput("Host 헤더가 하나 있어야 합니다.", "The request needs one valid Host header.") }

    /// RFC 9110, 15.6.6.
    static var unsupportedVersion: Problem {
        .badInput("이 서비스는 HTTP/1.1과 HTTP/1.0을 씁니다.", "This service speaks HTTP/1.1 and HTTP/1.0.", status: .httpVersionNotSupported)
    }

    static var malformedTarget: Problem { .badInput("요청 대상은 /로 시작하는 경로여야 합니다.", "The request target must be a path that starts with /.") }

    static var unreadable: Problem { .badInput("HTTP 요청을 읽지 못했습니다.", "The request is not HTTP.") }

    init(_ error: HTTPParserError) {
        switch error {
        case .invalidVersion: self = .unsupportedVersion
        case .headerOverflow:
            self.init(
                .badInput,
                status: .requestHeaderFieldsTooLarge,
                detail: LocalizedText("요청 헤더가 너무 큽니다.", "The headers of the request are too large.")
            )
        default: self = .unreadable
        }
    }

    init(_ error: ForecastError) {
        let search = LocalizedText("/v1/areas?q= 로 이름을 찾아보세요.", "Look names up at /v1/areas?q=")
        self.init(error.code, title: error.decisiveSource?.error?.refusal?.title, detail: error.message(searchingBy: search))
        retryAfter = error.code.traits.retryAfter
        switch error {
        case .place(.unknownArea(_, let places)), .place(.severalAreas(_, let places)): suggestions = places
        case .place(.ambiguousArea(_, let candidates)): self.candidates = candidates
        case .place(.outsideKorea), .timeForPlace, .invalidRequest, .nothingToShow, .record: return
        }
    }

    func response(_ language: Language) -> Response { Response(status: status, headers: fields, content: json(language)) }

    func json(_ language: Language) -> [UInt8] {
        JSONWriter.object { json in
            json.field("type", "urn:kma:problem:\(code.rawValue)")
            json.field("title", title[language])
            json.field("status", status.code)
            json.field("detail", detail[language])
            json.field("code", code.rawValue)
            if let candidates { candidates.write("candidates", to: &json) }
            if let suggestions { suggestions.write("suggestions", to: &json) }
        }
    }

    var fields: HTTPFields {
        var fields: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"]
        fields[.retryAfter] = retryAfter.map(String.init)
        fields[.allow] = allow
        // It counts against others, and serves only a stream.
        if refusalReason == .streams { fields[.connection] = "close" }
        return fields
    }
}

extension [PlaceName] {
    fileprivate func write(_ member: String, to json: inout JSONWriter) {
        json.array(member, self) { $0.element($1.korean) }
        json.array(member + "_en", self) { $0.element($1.english) }
    }
}
