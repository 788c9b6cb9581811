#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
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
    /// Who may keep a response.
    enum Audience: String {
        /// Every cache on the way: it is the same for all who send the headers that `Vary` names.
        case everybody = "public"
        /// The client alone: it depends on who asks. Shared caches do not tell clients apart by `User-Agent`, or have an
        /// entry for each of thousands.
        case client = "private"
    }

    /// How much longer a cache may show a response: while it fetches the next one, and while we are down as long as
    /// an answer of OpenWeather may stand in.
    static let staleDirectives = "stale-while-revalidate=60, stale-if-error=10800"

    /// The response to a route that says what a report says. Where that is nothing new, the bytes of the response before
    /// stand, with their tag.
    convenience init(
        _ report: some CacheableReport,
        body: [UInt8],
        type: String = "application/json",
        route: String,
        for audience: Audience = .everybody,
        extra: HTTPFields = .crossOrigin,
        since previous: CachedResponse?
    ) {
        let changeTag = EntityTag(ofReport: body)
        let unchanged = previous.flatMap { $0.changeTag == changeTag ? $0.content : nil }
        let lifetime = Int(report.nextChange.timeIntervalSince(report.generatedAt))
        self.init(
            route: route,
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
            cacheControl: "\(audience.rawValue), max-age=\(lifetime), \(CachedResponse.staleDirectives)",
            extra: extra
        )
    }
}
