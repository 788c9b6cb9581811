import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOConcurrencyHelpers
import NIOCore
import SQLiteStore

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
        isShared: Bool = true,
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
        self.isShared = isShared
        var fields = HTTPFields.isReadableFromAnywhere(route) ? HTTPFields.crossOrigin : [:]
        for field in extra { fields[field.name] = field.value }
        fields[.xContentTypeOptions] = "nosniff"
        fields[.contentType] = content.type
        // A picture that is opened is a document.
        if content.type == "image/svg+xml", fields[.contentSecurityPolicy] == nil {
            fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
        }
        fields[.contentLength] = String(content.bytes.readableBytes)
        fields[.eTag] = content.tag.field(gzipped: false)
        fields[.lastModified] = content.changedAt?.httpDate
        fields[.cacheControl] = cacheControl
        fields[.vary] = caching.field
        self.fields = fields
    }

    /// What is left of it when it is no longer true: what the next one is compared with.
    var outdated: CachedResponse {
        CachedResponse(
            route: route,
            content: content,
            changeTag: changeTag,
            expiry: .distantPast,
            cacheControl: "no-store"
        )
    }

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

/// Bytes ready to be sent, encoded once and served as they are or gzipped.
final class Representation: Sendable {
    /// Their media type.
    let type: String
    /// The bytes.
    let bytes: ByteBuffer
    /// The tag of the bytes.
    let tag: EntityTag
    /// When they came to be; `nil` for what is built in.
    let changedAt: Date?

    /// Bytes below which compressing saves nothing: a packet holds this much either way.
    private static let packet = 1_024

    private enum Compression {
        case untried
        case tried(ByteBuffer?)
    }

    private let compression = NIOLockedValueBox(Compression.untried)

    /// Bytes of a type that came to be at an instant.
    init(_ bytes: ByteBuffer, type: String, changedAt: Date? = nil) {
        self.bytes = bytes
        self.type = type
        self.changedAt = changedAt
        tag = EntityTag(of: bytes)
    }

    /// The bytes gzipped, compressed when they are first asked for; `nil` where that saves nothing.
    var gzipped: ByteBuffer? {
        if case .tried(let bytes) = compression.withLockedValue({ $0 }) { return bytes }
        // Outside of the lock: two first requests at once compress twice, and no other request waits for either.
        let compressed =
            bytes.readableBytes > Representation.packet
            ? Gzip.compressed(Array(bytes.readableBytesView)).map(ByteBuffer.init(bytes:)) : nil
        compression.withLockedValue { $0 = .tried(compressed) }
        return compressed
    }
}

/// A strong tag of bytes: the same for the same bytes on any machine (RFC 9110, 8.8.3).
struct EntityTag: Sendable, Hashable {
    private let digits: String

    /// The tag of bytes.
    init(of bytes: ByteBuffer) {
        var hash = FNV1a()
        // Through the pointer: over the view a build for debugging takes a tenth of a second for the page.
        bytes.withUnsafeReadableBytes { bytes in
            for byte in bytes { hash.combine(byte) }
        }
        digits = String(hash.value, radix: 16)
    }

    /// The tag of what a report's JSON says, without the time of day it was put together (`generated_at`, whose date
    /// counts, because days are told relative to it) and without when a feed was asked (`fetched_at`) and whether that
    /// was just now or a moment ago (`fresh` or `cached`): warnings are asked for every five minutes, and mostly say
    /// what they said before.
    ///
    /// It is read from the bytes, so that a report is encoded once. A quotation mark inside a JSON text is escaped:
    /// what looks like one of the members is that member.
    init(ofReport json: [UInt8]) {
        let (generatedAt, status) = ([UInt8]("\"generated_at\":\"".utf8), [UInt8]("\"status\":\"".utf8))
        let fetchedAt = [UInt8]("\"fetched_at\":\"".utf8)
        let words = [[UInt8]("fresh\"".utf8), [UInt8]("cached\"".utf8)]
        let quotationMark = UInt8(ascii: "\"")
        var hash = FNV1a()
        var index = 0
        while index < json.count {
            hash.combine(json[index])
            index += 1
            guard json[index - 1] == quotationMark, index > 1, json[index - 2] == UInt8(ascii: ":") else {
                continue
            }
            let before = json[..<index]
            if before.suffix(generatedAt.count).elementsEqual(generatedAt) {
                for byte in json[index...].prefix("2026-10-04".utf8.count) { hash.combine(byte) }
                index = json[index...].firstIndex(of: quotationMark) ?? json.count
            } else if before.suffix(fetchedAt.count).elementsEqual(fetchedAt) {
                index = json[index...].firstIndex(of: quotationMark) ?? json.count
            } else if before.suffix(status.count).elementsEqual(status),
                let word = words.first(where: { json[index...].starts(with: $0) })
            {
                index += word.count
            }
        }
        digits = String(hash.value, radix: 16)
    }

    /// The tag as a header carries it; gzipped bytes are other bytes, and bear another tag.
    func field(gzipped: Bool) -> String {
        gzipped ? "\"\(digits)-gz\"" : "\"\(digits)\""
    }

    /// Whether an `If-None-Match` header names the tag, or any.
    func isNamed(in ifNoneMatch: String) -> Bool {
        field(namedIn: ifNoneMatch) != nil || EntityTag.items(of: ifNoneMatch).contains("*")
    }

    /// The tag as an `If-None-Match` header names it, of plain bytes or gzipped; `nil` where it does not. It compares
    /// weakly, so that a tag which a proxy has weakened counts (RFC 9110, 13.1.2).
    func field(namedIn ifNoneMatch: String) -> String? {
        let items = EntityTag.items(of: ifNoneMatch)
        return [field(gzipped: false), field(gzipped: true)].first { items.contains($0[...]) }
    }

    private static func items(of field: String) -> [Substring] {
        field.split(separator: ",").map { item in
            let item = item.trimmingOptionalWhitespace
            return item.hasPrefix("W/") ? item.dropFirst(2) : item
        }
    }
}

/// FNV-1a of 64 bits: the same on every machine and in every process, which Swift's own Hasher is not.
private struct FNV1a {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0100_0000_01b3
    }
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
    static func shared(vary: [HTTPField.Name] = [], isOfTheMoment: Bool = false) -> Caching {
        Caching(audience: "public", vary: vary, isOfTheMoment: isOfTheMoment)
    }

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
