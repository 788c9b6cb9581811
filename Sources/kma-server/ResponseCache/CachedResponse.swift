import HTTPTypes
import Hummingbird
import KMAForecast
import NIOConcurrencyHelpers
import NIOCore
import SQLiteStore

final class CachedResponse: Sendable {
    let route: String
    let content: Representation
    let freshness: Freshness?
    let changeTag: EntityTag?
    let checkedAt: Date
    let expiry: Date
    let cost: Int
    let isShared: Bool
    private let answers: [StoredSubject: AnswerVersion]
    private let fields: HTTPFields
    private let serialized = NIOLockedValueBox((plain: Serialized?.none, gzipped: Serialized?.none))

    private struct Serialized {
        var second: Int
        var age: Int
        var response: SerializedResponse
    }

    enum Freshness: String, Sendable, CaseIterable {
        case fresh
        case partial
        case stale
        case sample
    }

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
        fields[.acceptRanges] = "none"
        fields[.contentType] = content.type
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

    var outdated: CachedResponse {
        CachedResponse(route: route, content: content, changeTag: changeTag, expiry: .distantPast, cacheControl: "no-store")
    }

    var isOutdated: Bool { expiry == .distantPast }

    func isOlder(than news: [StoredSubject: [StoredNews]]) -> Bool {
        answers.contains { subject, version in news[subject]?.contains(where: version.isOlder) ?? false }
    }

    func isCurrent(at now: Date) -> Bool {
        // A time ahead is a clock's jump back, or a request that waited.
        now < expiry && now.timeIntervalSince(checkedAt) > -60
    }
}

extension CachedResponse {
    /// Another status than 200 has no conditions (RFC 9110, 13.2.1).
    func response(to request: HTTPFields, at now: Date, status: HTTPResponse.Status = .ok) -> Response {
        let encoding = encoding(acceptsGzip: request.acceptGzip)
        var fields = fields(encoding, at: now)
        guard status == .ok else {
            for name in [HTTPField.Name.eTag, .lastModified] { fields[name] = nil }
            fields[.cacheControl] = "no-store"
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: encoding.body))
        }
        let condition = condition(of: request)
        guard condition != .ok else { return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: encoding.body)) }
        for name in [HTTPField.Name.contentLength, .contentType, .contentEncoding] { fields[name] = nil }
        if condition == .preconditionFailed { fields[.cacheControl] = "no-store" }
        // The client's tag may be of the other encoding.
        fields[.eTag] = request[.ifNoneMatch].flatMap { content.tag.field(namedIn: $0) } ?? fields[.eTag]
        return Response(status: condition, headers: fields)
    }

    func serializedResponse(acceptsGzip: Bool, at now: Date) -> SerializedResponse {
        let (encoding, date) = (encoding(acceptsGzip: acceptsGzip), Date())
        let (second, age) = (Int(date.timeIntervalSince1970), age(at: now))
        let last = serialized.withLockedValue { encoding.isGzip ? $0.gzipped : $0.plain }
        if let last, last.second == second, last.age == age { return last.response }
        let response = SerializedResponse(status: .ok, fields: fields(encoding, at: now), content: encoding.body, date: date)
        let entry = Serialized(second: second, age: age, response: response)
        serialized.withLockedValue { serialized in if encoding.isGzip { serialized.gzipped = entry } else { serialized.plain = entry } }
        return response
    }

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

    private func age(at now: Date) -> Int { checkedAt == .distantPast ? 0 : max(0, Int(now.timeIntervalSince(checkedAt))) }

    /// In the order of RFC 9110, 13.2.2.
    private func condition(of request: HTTPFields) -> HTTPResponse.Status {
        func isChanged(since name: HTTPField.Name) -> Bool? {
            guard let since = request[name].flatMap({ Date(httpDate: $0) }), let changedAt = content.changedAt else { return nil }
            return changedAt.timeIntervalSince(since) >= 1
        }
        let isExpected = request[.ifMatch].map { content.tag.isNamed(in: $0, weakly: false) } ?? (isChanged(since: .ifUnmodifiedSince) != true)
        guard isExpected else { return .preconditionFailed }
        let isKnown = request[.ifNoneMatch].map { content.tag.isNamed(in: $0) } ?? (isChanged(since: .ifModifiedSince) == false)
        return isKnown ? .notModified : .ok
    }
}

final class Representation: Sendable {
    let type: String
    let bytes: ByteBuffer
    let tag: EntityTag
    let changedAt: Date?

    /// Bytes that fit a packet, compressed or not.
    private static let packet = 1_024

    private enum Compression {
        case untried
        case tried(ByteBuffer?)
    }

    private let level: Gzip.Level
    private let compression = NIOLockedValueBox(Compression.untried)

    init(_ bytes: ByteBuffer, type: String, changedAt: Date? = nil, level: Gzip.Level = .fastest) {
        (self.bytes, self.level, self.type, self.changedAt) = (bytes, level, type, changedAt)
        tag = EntityTag(of: bytes)
    }

    var gzipped: ByteBuffer? {
        if case .tried(let bytes) = compression.withLockedValue({ $0 }) { return bytes }
        // Outside of the lock: two first requests compress twice, and none waits.
        let compressed =
            bytes.readableBytes > Representation.packet ? Gzip.compressed(Array(bytes.readableBytesView), level).map(ByteBuffer.init(bytes:)) : nil
        compression.withLockedValue { $0 = .tried(compressed) }
        return compressed
    }
}

/// Strong tag of the bytes, the same on any machine (RFC 9110, 8.8.3).
struct EntityTag: Sendable, Hashable {
    private let digits: String

    init(of bytes: ByteBuffer) {
        var hash = FNV1a()
        // Through the pointer: a debug build takes 0.1 s over the view.
        bytes.withUnsafeReadableBytes { bytes in for byte in bytes { hash.combine(byte) } }
        digits = String(hash.value, radix: 16)
    }

    /// Tag of what an answer says: warnings of every five minutes mostly say the same.
    init(of body: Answer.Body) {
        var hash = FNV1a()
        var start = 0
        for range in body.passing + [body.bytes.count..<body.bytes.count] {
            for byte in body.bytes[start..<range.lowerBound] { hash.combine(byte) }
            start = range.upperBound
        }
        digits = String(hash.value, radix: 16)
    }

    func field(gzipped: Bool) -> String { gzipped ? "\"\(digits)-gz\"" : "\"\(digits)\"" }

    func isNamed(in tags: String, weakly: Bool = true) -> Bool {
        field(namedIn: tags, weakly: weakly) != nil || tags.split(separator: ",").contains { $0.trimmingOptionalWhitespace == "*" }
    }

    /// Compared weakly for `If-None-Match`, as proxies weaken tags (RFC 9110, 13.1.2).
    func field(namedIn tags: String, weakly: Bool = true) -> String? {
        let items = tags.split(separator: ",").map { item in
            let item = item.trimmingOptionalWhitespace
            return weakly && item.hasPrefix("W/") ? item.dropFirst(2) : item
        }
        return [field(gzipped: false), field(gzipped: true)].first { items.contains($0[...]) }
    }
}

private struct FNV1a {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0100_0000_01b3 }
}

struct Caching: Sendable, Hashable {
    private let audience: String
    var vary: [HTTPField.Name]
    /// True if 내일 would be wrong after the expiry.
    var isOfTheMoment = false

    static func shared(vary: [HTTPField.Name] = [], isOfTheMoment: Bool = false) -> Caching {
        Caching(audience: "public", vary: vary, isOfTheMoment: isOfTheMoment)
    }

    /// Depends on `User-Agent`, of which shared caches would have thousands.
    static let negotiated = Caching(audience: "private", vary: [.accept, .userAgent])

    static let addressed = Caching(audience: "private", vary: [])

    /// True if all get the same for a target with plain headers (``HTTPFields/arePlain``).
    var isByTarget: Bool { audience != Caching.negotiated.audience && !vary.contains(.acceptLanguage) }

    /// Caches keep it longer while they revalidate and in an outage, unless of the moment.
    func control(maximumAge: Int) -> String {
        let afterwards = isOfTheMoment ? "must-revalidate" : "stale-while-revalidate=60, stale-if-error=10800"
        return "\(audience), max-age=\(maximumAge), \(afterwards)"
    }

    /// One line: nginx before 1.23 heeds only the last.
    var field: String { (vary + [.acceptEncoding]).map(\.rawName).joined(separator: ", ") }
}
