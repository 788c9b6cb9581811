#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import NIOConcurrencyHelpers

/// A successful answer with its headers, made once and sent to whoever asks until it expires.
final class CachedResponse: Sendable {
    /// The path it belongs to, for counters and logs.
    let route: String
    /// What is sent.
    let content: Representation
    /// How new what it says is, for counters; `nil` where it says nothing of the weather.
    let freshness: Freshness?
    /// What it says apart from when, to tell whether a later one says anything else.
    let changeTag: EntityTag?
    /// When it was last known to be true.
    let checkedAt: Date
    /// When it can next change.
    let expiry: Date
    /// Every header that does not change with time.
    private let fields: HTTPFields
    /// What was last sent, gzipped or not.
    private let sealed = NIOLockedValueBox<[Bool: Sealed]>([:])

    /// A reply that was sealed when the clock and the answer's age showed so many seconds.
    private struct Sealed {
        var second: Int
        var age: Int
        var reply: SerializedResponse
    }

    /// How new an answer is.
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

    /// An answer that holds from one instant to another; `policy` is its `Cache-Control`.
    init(
        route: String,
        content: Representation,
        freshness: Freshness? = nil,
        changeTag: EntityTag? = nil,
        checkedAt: Date = .distantPast,
        expiry: Date = .distantFuture,
        policy: String,
        extra: HTTPFields = [:]
    ) {
        self.route = route
        self.content = content
        self.freshness = freshness
        self.changeTag = changeTag
        self.checkedAt = checkedAt
        self.expiry = expiry
        var fields = extra
        fields[.contentType] = content.type
        fields[.contentLength] = String(content.bytes.readableBytes)
        fields[.eTag] = content.tag.field(gzipped: false)
        fields[.lastModified] = content.changedAt?.httpDate
        fields[.cacheControl] = policy
        fields.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        self.fields = fields
    }

    /// Whether it may be sent without asking anyone.
    func isCurrent(at now: Date) -> Bool {
        // One from the future is a clock that has jumped back since; one of a moment ahead was made while the
        // request waited.
        now < expiry && now.timeIntervalSince(checkedAt) > -60
    }
}

extension CachedResponse {
    /// The reply to a request: whole, gzipped, or that nothing has changed.
    func reply(to request: HTTPFields, at now: Date) -> Reply {
        let whole = whole(gzipped: request.welcomeGzip, at: now)
        guard isKnown(to: request) else { return whole }
        var fields = whole.fields
        for name in [HTTPField.Name.contentLength, .contentType, .contentEncoding] { fields[name] = nil }
        return Reply(status: .notModified, fields: fields)
    }

    /// The reply to a request for all of it, in bytes that are made once a second: so long the time and the age stay
    /// as they are. `nil` where less may do.
    func serializedResponse(to request: HTTPFields, at now: Date) throws -> SerializedResponse? {
        guard request[.ifNoneMatch] == nil, request[.ifModifiedSince] == nil else { return nil }
        let (isGzipWelcome, date) = (request.welcomeGzip, Date())
        let (second, age) = (Int(date.timeIntervalSince1970), age(at: now))
        return try sealed.withLockedValue { sealed in
            if let last = sealed[isGzipWelcome], last.second == second, last.age == age { return last.reply }
            let reply = try SerializedResponse(whole(gzipped: isGzipWelcome, at: now), at: date)
            sealed[isGzipWelcome] = Sealed(second: second, age: age, reply: reply)
            return reply
        }
    }

    private func age(at now: Date) -> Int {
        checkedAt == .distantPast ? 0 : max(0, Int(now.timeIntervalSince(checkedAt)))
    }

    private func whole(gzipped isGzipWelcome: Bool, at now: Date) -> Reply {
        var fields = fields
        if checkedAt != .distantPast { fields[.age] = String(age(at: now)) }
        guard isGzipWelcome, let gzipped = content.gzipped else {
            return Reply(status: .ok, fields: fields, body: content.bytes)
        }
        fields[.eTag] = content.tag.field(gzipped: true)
        fields[.contentEncoding] = "gzip"
        fields[.contentLength] = String(gzipped.readableBytes)
        return Reply(status: .ok, fields: fields, body: gzipped)
    }

    /// Whether the one who asks has the bytes already. A tag decides where one is named, else the time.
    private func isKnown(to request: HTTPFields) -> Bool {
        if let tags = request[.ifNoneMatch] { return content.tag.isNamed(in: tags) }
        guard let since = request[.ifModifiedSince].flatMap(Date.init(httpDate:)),
            let changedAt = content.changedAt
        else { return false }
        // The header counts in whole seconds.
        return changedAt.timeIntervalSince(since) < 1
    }
}

extension HTTPFields {
    fileprivate var welcomeGzip: Bool { self[.acceptEncoding]?.welcomesGzip ?? false }
}

extension String {
    /// Whether an `Accept-Encoding` header takes gzip (RFC 9110, 12.5.3).
    fileprivate var welcomesGzip: Bool {
        var isAnythingWelcome = false
        for item in split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            switch parts.first {
            case "gzip", "x-gzip": return weight != 0
            case "*": isAnythingWelcome = weight != 0
            default: continue
            }
        }
        return isAnythingWelcome
    }
}
