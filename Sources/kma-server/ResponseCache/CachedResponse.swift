import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOConcurrencyHelpers

/// A successful response with its headers, made once and sent to all that ask until it expires.
final class CachedResponse: Sendable {
    /// The path it belongs to, for metrics and logs.
    let route: String
    /// What is sent.
    let content: Representation
    /// How new what it says is, for metrics; `nil` where it says nothing of the weather.
    let freshness: Freshness?
    /// What it says apart from when, to tell whether a later one says anything else.
    let changeTag: EntityTag?
    /// When it was last known to be true.
    let checkedAt: Date
    /// When it can next change; the distant past where it has, by news of an answer.
    let expiry: Date
    /// Tokens of its client's limit that a request for it costs: one for each place.
    let cost: Int
    /// Whether it is the same for all who ask for it.
    let isShared: Bool
    /// The answers it is made of, by which news outdate it; empty where no news come.
    private let answers: [StoredSubject: AnswerVersion]
    /// Every header that does not change with time.
    private let fields: HTTPFields
    /// The bytes last sent.
    private let serialized = NIOLockedValueBox((plain: Serialized?.none, gzipped: Serialized?.none))

    /// The bytes of a response as they were when the clock and the response's age showed so many seconds.
    private struct Serialized {
        var second: Int
        var age: Int
        var response: SerializedResponse
    }

    /// How new a response is.
    enum Freshness: String, Sendable, CaseIterable {
        /// Every feed that should has said its newest.
        case fresh
        /// A feed is missing.
        case partial
        /// Something in it is older than it should be.
        case stale
        /// It is made of sample data.
        case sample
    }

    /// A response that holds from one instant to another; `cacheControl` is its `Cache-Control`.
    init(
        route: String,
        content: Representation,
        freshness: Freshness? = nil,
        changeTag: EntityTag? = nil,
        checkedAt: Date = .distantPast,
        expiry: Date = .distantFuture,
        answers: [StoredSubject: AnswerVersion] = [:],
        cost: Int = 1,
        caching: Caching = .shared(),
        cacheControl: String,
        extra: HTTPFields = [:]
    ) {
        self.route = route
        self.content = content
        self.freshness = freshness
        self.changeTag = changeTag
        self.checkedAt = checkedAt
        self.expiry = expiry
        self.answers = answers
        self.cost = cost
        isShared = true
        var fields = HTTPFields.isReadableFromAnywhere(route) ? HTTPFields.crossOrigin : [:]
        for field in extra { fields[field.name] = field.value }
        fields[.xContentTypeOptions] = "nosniff"
        fields[.contentType] = content.type
        fields[.contentLength] = String(content.bytes.readableBytes)
        fields[.eTag] = content.tag.field(gzipped: false)
        fields[.lastModified] = content.changedAt?.httpDate
        fields[.cacheControl] = cacheControl
        fields[.vary] = caching.field
        self.fields = fields
    }

    /// A response that is not, or no longer, what others get who ask for the same.
    private init(withdrawing response: CachedResponse, isShared: Bool) {
        route = response.route
        content = response.content
        freshness = response.freshness
        changeTag = response.changeTag
        checkedAt = response.checkedAt
        // One that is not shared stays true for its client.
        expiry = isShared ? .distantPast : response.expiry
        answers = isShared ? [:] : response.answers
        cost = response.cost
        self.isShared = isShared
        var fields = response.fields
        if !isShared { fields[.cacheControl] = "no-store" }
        self.fields = fields
    }

    /// The same, no longer true; it is only what the next one is compared with.
    var outdated: CachedResponse { CachedResponse(withdrawing: self, isShared: true) }

    /// The same for one client alone, which has spent its calls.
    var unshared: CachedResponse { CachedResponse(withdrawing: self, isShared: false) }

    /// Whether it is no longer true because of news.
    var isOutdated: Bool { expiry == .distantPast }

    /// Whether news tell of an answer that says more than one it is made of.
    func isOlder(than news: [StoredSubject: [StoredNews]]) -> Bool {
        answers.contains { subject, version in news[subject]?.contains(where: version.isOlder) ?? false }
    }

    /// Whether it may be sent without asking anyone.
    func isCurrent(at now: Date) -> Bool {
        // One from the future is a clock that has jumped back since; one of a moment ahead was made while the
        // request waited.
        now < expiry && now.timeIntervalSince(checkedAt) > -60
    }
}

extension CachedResponse {
    /// The response to a request: whole, gzipped, or 304 where the client has the bytes already.
    ///
    /// Under another status than 200 it is what a person sees who asked for something else. There are no conditions on
    /// that (RFC 9110, 13.2.1), and so no validators either: those are of the address where it is 200.
    func response(to request: HTTPFields, at now: Date, status: HTTPResponse.Status = .ok) -> Response {
        let encoding = encoding(acceptsGzip: request.acceptGzip)
        var fields = fields(encoding, at: now)
        guard status == .ok else {
            for name in [HTTPField.Name.eTag, .lastModified] { fields[name] = nil }
            fields[.cacheControl] = "no-store"
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: encoding.body))
        }
        guard isKnown(to: request) else {
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: encoding.body))
        }
        for name in [HTTPField.Name.contentLength, .contentType, .contentEncoding] { fields[name] = nil }
        // The tag that the client named, which may be that of the other encoding.
        fields[.eTag] = request[.ifNoneMatch].flatMap(content.tag.field(namedIn:)) ?? fields[.eTag]
        return Response(status: .notModified, headers: fields)
    }

    /// The whole response as the bytes of the wire, which are made once a second: as long as the time and the age
    /// stay as they are.
    func serializedResponse(acceptsGzip: Bool, at now: Date) -> SerializedResponse {
        let (encoding, date) = (encoding(acceptsGzip: acceptsGzip), Date())
        let (second, age) = (Int(date.timeIntervalSince1970), age(at: now))
        let last = serialized.withLockedValue { encoding.isGzip ? $0.gzipped : $0.plain }
        if let last, last.second == second, last.age == age { return last.response }
        let response = SerializedResponse(
            status: .ok,
            fields: fields(encoding, at: now),
            content: encoding.body,
            date: date
        )
        let entry = Serialized(second: second, age: age, response: response)
        serialized.withLockedValue { serialized in
            if encoding.isGzip { serialized.gzipped = entry } else { serialized.plain = entry }
        }
        return response
    }

    /// The bytes that a client takes.
    private func encoding(acceptsGzip: Bool) -> (body: ByteBuffer, isGzip: Bool) {
        guard acceptsGzip, let gzipped = content.gzipped else { return (content.bytes, false) }
        return (gzipped, true)
    }

    private func fields(_ encoding: (body: ByteBuffer, isGzip: Bool), at now: Date) -> HTTPFields {
        var fields = fields
        if checkedAt != .distantPast { fields[.age] = String(age(at: now)) }
        guard encoding.isGzip else { return fields }
        fields[.eTag] = content.tag.field(gzipped: true)
        fields[.contentEncoding] = "gzip"
        fields[.contentLength] = String(encoding.body.readableBytes)
        return fields
    }

    private func age(at now: Date) -> Int {
        checkedAt == .distantPast ? 0 : max(0, Int(now.timeIntervalSince(checkedAt)))
    }

    /// Whether the client has the bytes already. A tag decides where one is named, else the time.
    private func isKnown(to request: HTTPFields) -> Bool {
        if let tags = request[.ifNoneMatch] { return content.tag.isNamed(in: tags) }
        guard let since = request[.ifModifiedSince].flatMap({ Date(httpDate: $0) }),
            let changedAt = content.changedAt
        else { return false }
        // The header counts in whole seconds.
        return changedAt.timeIntervalSince(since) < 1
    }
}

extension HTTPFields {
    /// Whether `Accept-Encoding` takes gzip (RFC 9110, 12.5.3).
    var acceptGzip: Bool {
        guard let field = self[.acceptEncoding] else { return false }
        var acceptsAny = false
        for item in field.lowercased().split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            switch parts.first {
            case "gzip", "x-gzip": return weight != 0
            case "*": acceptsAny = weight != 0
            default: continue
            }
        }
        return acceptsAny
    }
}

extension Date {
    /// The instant as headers write it: `Sun, 04 Oct 2026 06:00:00 GMT` (RFC 9110, 5.6.7).
    var httpDate: String {
        // A clock in Korea, set back by its nine hours, shows Greenwich.
        let time = KoreanTime(addingTimeInterval(-KoreanTime.offset))
        let (year, month, day) = time.date.civil
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [time.hour, time.minute, time.second].map(padded).joined(separator: ":")
        return "\(time.date.weekdayName.english), \(padded(day)) \(months[month - 1]) \(year) \(clock) GMT"
    }
}
