import Compression
import Forecast
import HTTPTypes
import KMAForecast
import NIOConcurrencyHelpers
import NIOCore

/// A report that is sent and cached until it can next change.
protocol CacheableReport {
    /// When it was put together.
    var generatedAt: Date { get }
    /// When it can next change.
    var nextChange: Date { get }
    /// The feeds that gave nothing or only a part.
    var degraded: [Feed] { get }
    /// Whether something in it is older than it should be.
    var isStale: Bool { get }
    /// Whether it is made of sample data.
    var isSample: Bool { get }
    /// The answers it is made of; empty where the store does not tell of newer ones.
    var answers: [StoredSubject: AnswerVersion] { get }
}

extension Report: CacheableReport {}
extension AlertReport: CacheableReport {
    var answers: [StoredSubject: AnswerVersion] { source.answers }
}

extension BulletinReport: CacheableReport {
    var generatedAt: Date { current.generatedAt }
    var nextChange: Date { current.nextChange }
    var degraded: [Feed] { current.degraded }
    var isStale: Bool { current.isStale }
    var isSample: Bool { current.isSample }
    var answers: [StoredSubject: AnswerVersion] { current.answers }
}

/// Reports that are sent as one response: it changes as soon as one of them does.
extension [Report]: CacheableReport {
    var generatedAt: Date { map(\.generatedAt).max() ?? .distantPast }
    var nextChange: Date { map(\.nextChange).min() ?? .distantPast }
    var degraded: [Feed] { flatMap(\.degraded) }
    var isStale: Bool { contains(where: \.isStale) }
    var isSample: Bool { contains(where: \.isSample) }
    var answers: [StoredSubject: AnswerVersion] {
        reduce(into: [:]) { answers, report in answers.merge(report.answers) { first, _ in first } }
    }
}

extension CacheableReport {
    /// How new it is.
    fileprivate var freshness: CachedResponse.Freshness {
        if isSample { return .sample }
        if isStale { return .stale }
        return degraded.isEmpty ? .fresh : .partial
    }
}

extension CachedResponse {
    /// The response to an ask, which says what a report says. Where that is nothing new, the bytes of the response before
    /// stand, with their tag.
    convenience init(
        _ report: some CacheableReport,
        to ask: some Ask,
        body: [UInt8],
        type: String,
        since previous: CachedResponse?
    ) {
        let changeTag = EntityTag(ofReport: body)
        let unchanged = previous.flatMap { $0.changeTag == changeTag ? $0.content : nil }
        self.init(
            route: ask.route,
            content: unchanged
                ?? Representation(
                    ByteBuffer(bytes: body),
                    type: type,
                    changedAt: report.generatedAt
                ),
            freshness: report.freshness,
            changeTag: changeTag,
            checkedAt: report.generatedAt,
            expiry: report.nextChange,
            answers: report.answers,
            cost: ask.cost,
            caching: ask.caching,
            cacheControl: ask.caching.control(
                maximumAge: Int(report.nextChange.timeIntervalSince(report.generatedAt))
            ),
            extra: ask.fields
        )
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
        let compressed = Gzip.compressed(bytes)
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
            var item = item.drop { $0 == " " || $0 == "\t" }
            while item.last == " " || item.last == "\t" { item.removeLast() }
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
