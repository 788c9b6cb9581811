#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// The calls a service still has, counted across processes and restarts, so that we stop before the upstream does.
///
/// A count is a file that grows by one byte a call; its name holds the time it counts for, so it resets itself.
public actor QuotaTracker {
    /// A limit of so many calls in a stretch of time.
    struct Limit: Sendable {
        var calls: Int
        var stretch: Stretch
    }

    enum Stretch: Sendable {
        case minute
        case koreanDay
    }

    /// The service whose calls are counted.
    public let service: UpstreamService
    private let directory: String?
    /// The silence as this process heard of it, for a disk that does not keep it.
    private var rememberedSilence: Date?

    /// The quota of a service, counted in a folder that processes share; `nil` counts nothing.
    public init(service: UpstreamService, directory: String?) {
        self.service = service
        self.directory = directory.map { $0 + "/calls" }
    }

    /// Counts a call that is about to be made, or refuses it.
    func spend(at now: Date) throws(FeedError) {
        if let until = cooldownUntil(at: now) { throw silence(until: until) }
        guard let directory else { return }
        for limit in service.limits {
            let count: Int
            do {
                try PrivateFile.makeDirectory(directory)
                count = try PrivateFile.count(in: path(of: limit.stretch, at: now))
                if count == 1 { dropCounts(before: now) }
            } catch {
                // A disk that cannot be written to costs the count, not the answer.
                continue
            }
            if count > limit.calls {
                switch limit.stretch {
                case .minute: throw FeedError(.rateLimited, "\(limit.calls)/min", isRetryable: false)
                case .koreanDay: throw FeedError(.quotaExceeded, "\(limit.calls)/day")
                }
            }
        }
    }

    /// Takes note of a fault that asks for silence: a spent day until midnight in Korea, and OpenWeather's 429 for
    /// the ten minutes its documentation asks for.
    func note(_ fault: FeedError, at now: Date) {
        let until: Date
        switch (fault.code, service) {
        case (.quotaExceeded, _): until = (KoreanDate(of: now) + 1).start
        case (.rateLimited, .openWeather): until = now.addingTimeInterval(600)
        default: return
        }
        rememberedSilence = until
        guard let directory else { return }
        do {
            try PrivateFile.makeDirectory(directory)
            try PrivateFile.replace(silencePath, with: Data("\(until.timeIntervalSince1970)".utf8))
        } catch {
            // Unkept, the silence lasts as long as this process remembers it.
            return
        }
    }

    /// Until when the upstream wants to be left alone; `nil` where it does not.
    ///
    /// A silence longer than a day was written under a clock that has jumped back since, and does not count.
    public func cooldownUntil(at now: Date) -> Date? {
        [rememberedSilence, keptSilence].compactMap { $0 }
            .filter { now < $0 && $0.timeIntervalSince(now) <= 86_400 }
            .max()
    }

    /// Calls made on the Korean day of an instant.
    public func spent(at now: Date) -> Int {
        guard directory != nil else { return 0 }
        // A count that is not there is none.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path(of: .koreanDay, at: now))
        return (attributes?[.size] as? Int) ?? 0
    }

    private var keptSilence: Date? {
        guard directory != nil, let contents = FileManager.default.contents(atPath: silencePath) else {
            return nil
        }
        return Double(String(decoding: contents, as: UTF8.self)).map(Date.init(timeIntervalSince1970:))
    }

    /// Removes the counts of minutes and days that are over.
    private func dropCounts(before now: Date) {
        guard let directory else { return }
        let current = [Stretch.minute, .koreanDay].map { path(of: $0, at: now) }
        // A folder that cannot be listed has nothing to tidy.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            let path = "\(directory)/\(name)"
            if name.hasPrefix(service.rawValue + ".2"), !current.contains(path) { PrivateFile.remove(path) }
        }
    }

    private func silence(until: Date) -> FeedError {
        switch service {
        case .openWeather: FeedError(.rateLimited, "until \(KoreanTime(until).clock) KST", isRetryable: false)
        case .midTerm, .shortTerm: FeedError(.quotaExceeded, "until \(KoreanTime(until).clock) KST")
        }
    }

    private var silencePath: String { "\(directory ?? "")/\(service.rawValue).silence" }

    private func path(of stretch: Stretch, at now: Date) -> String {
        let time = KoreanTime(now)
        let name = stretch == .koreanDay ? String(time.compact.prefix(8)) : time.compact
        return "\(directory ?? "")/\(service.rawValue).\(name)"
    }
}

extension UpstreamService {
    /// Calls a Korean day may see: data.go.kr's 10,000 of a development account, and OpenWeather's million a month
    /// spread over its days; each a little less, for calls that others make with the same key.
    public var callsADay: Int {
        switch self {
        case .midTerm, .shortTerm: 9_500
        case .openWeather: 32_000
        }
    }

    fileprivate var limits: [QuotaTracker.Limit] {
        let day = QuotaTracker.Limit(calls: callsADay, stretch: .koreanDay)
        switch self {
        case .midTerm, .shortTerm: return [day]
        // The free plan's 60 a minute.
        case .openWeather: return [QuotaTracker.Limit(calls: 55, stretch: .minute), day]
        }
    }
}
