import Forecast
import KMAForecast
import NIOCore

/// A report that is sent and cached until it can next change.
protocol CacheableReport: Sendable {
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
    /// Whether no call that was not made would add to it.
    var isComplete: Bool { get }
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

    var isComplete: Bool { freshness == .fresh || freshness == .sample }
}

/// What answers an ask.
struct Answer: Sendable {
    /// The content of the response.
    let body: [UInt8]
    /// The media type of the content.
    let mediaType: String
    /// What it says, and until when; `nil` where it changes with the program alone.
    var report: (any CacheableReport)?
    /// Whether all who ask get it: what one client gets without a call is not all that others may have.
    var isShared = true
    /// Who may keep it for how long; `nil` where its report says, or the program alone changes it.
    var cacheControl: String?
}

extension CachedResponse {
    /// The response to an ask. Where its report says nothing new, the bytes of the response before stand, with their tag.
    convenience init(_ answer: Answer, to ask: Ask, since previous: CachedResponse?) {
        let report = answer.report
        let changeTag = report.map { _ in EntityTag(ofReport: answer.body) }
        let isUnchanged = changeTag != nil && previous?.changeTag == changeTag
        let maximumAge = report.map { Int($0.nextChange.timeIntervalSince($0.generatedAt)) } ?? 3_600
        self.init(
            route: ask.route,
            content: (isUnchanged ? previous?.content : nil)
                ?? Representation(
                    ByteBuffer(bytes: answer.body),
                    type: answer.mediaType,
                    changedAt: report?.generatedAt
                ),
            freshness: report?.freshness,
            changeTag: changeTag,
            checkedAt: report?.generatedAt ?? .distantPast,
            expiry: report?.nextChange ?? .distantFuture,
            answers: report?.answers ?? [:],
            cost: ask.cost,
            isShared: answer.isShared,
            caching: ask.caching,
            cacheControl: answer.isShared
                ? answer.cacheControl ?? ask.caching.control(maximumAge: maximumAge) : "no-store",
            extra: ask.fields
        )
    }
}
