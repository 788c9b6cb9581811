import Forecast
import HTTPTypes
import KMAForecast
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
