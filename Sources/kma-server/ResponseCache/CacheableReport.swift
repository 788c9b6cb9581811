import Forecast
import KMAForecast
import NIOCore
import Rendering

protocol CacheableReport: Sendable {
    var generatedAt: Date { get }
    var nextChange: Date { get }
    var degraded: [Feed] { get }
    var isStale: Bool { get }
    var isSample: Bool { get }
    var answers: [StoredSubject: AnswerVersion] { get }
    /// True if no skipped call would add to it.
    var isComplete: Bool { get }
}

extension Report: CacheableReport {}
extension AlertReport: CacheableReport { var answers: [StoredSubject: AnswerVersion] { source.answers } }

extension BulletinReport: CacheableReport {
    var generatedAt: Date { current.generatedAt }
    var nextChange: Date { current.nextChange }
    var degraded: [Feed] { current.degraded }
    var isStale: Bool { current.isStale }
    var isSample: Bool { current.isSample }
    var answers: [StoredSubject: AnswerVersion] { current.answers }
}

extension [Report]: CacheableReport {
    var generatedAt: Date { map(\.generatedAt).max() ?? .distantPast }
    var nextChange: Date { map(\.nextChange).min() ?? .distantPast }
    var degraded: [Feed] { flatMap(\.degraded) }
    var isStale: Bool { contains(where: \.isStale) }
    var isSample: Bool { contains(where: \.isSample) }
    var answers: [StoredSubject: AnswerVersion] { reduce(into: [:]) { answers, report in answers.merge(report.answers) { first, _ in first } } }
}

extension CacheableReport {
    fileprivate var freshness: CachedResponse.Freshness {
        if isSample { return .sample }
        if isStale { return .stale }
        return degraded.isEmpty ? .fresh : .partial
    }

    var isComplete: Bool { freshness == .fresh || freshness == .sample }
}

struct Answer: Sendable {
    struct Body: Sendable {
        var bytes: [UInt8] = []
        /// Ranges that tell of the making alone: see ``JSONWriter/passing``.
        var passing: [Range<Int>] = []

        mutating func append<Fault>(_ members: (inout JSONWriter) throws(Fault) -> Void) throws(Fault) {
            var json = JSONWriter()
            try json.object(members)
            passing += json.passing.map { bytes.count + $0.lowerBound..<bytes.count + $0.upperBound }
            bytes += json.bytes
        }
    }

    let body: Body
    let mediaType: String
    var report: (any CacheableReport)?
    /// False for a client's answer without a call; others may have more.
    var isShared = true
    /// Header of its own; `nil` for the report's.
    var cacheControl: String?
}

extension CachedResponse {
    convenience init(_ answer: Answer, to ask: Ask, since previous: CachedResponse?) {
        let report = answer.report
        let changeTag = report.map { _ in EntityTag(of: answer.body) }
        let isUnchanged = changeTag != nil && previous?.changeTag == changeTag
        let maximumAge = report.map { Int($0.nextChange.timeIntervalSince($0.generatedAt)) } ?? 3_600
        self.init(
            route: ask.route,
            content: (isUnchanged ? previous?.content : nil)
                ?? Representation(ByteBuffer(bytes: answer.body.bytes), type: answer.mediaType, changedAt: report?.generatedAt),
            freshness: report?.freshness,
            changeTag: changeTag,
            checkedAt: report?.generatedAt ?? .distantPast,
            expiry: report?.nextChange ?? .distantFuture,
            answers: report?.answers ?? [:],
            cost: ask.cost,
            isShared: answer.isShared,
            caching: ask.caching,
            cacheControl: answer.isShared ? answer.cacheControl ?? ask.caching.control(maximumAge: maximumAge) : "no-store",
            extra: ask.fields
        )
    }
}
