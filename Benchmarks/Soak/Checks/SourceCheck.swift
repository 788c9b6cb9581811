import Feeds
import Forecast
import Foundation
import KMAForecast

/// Whether what a report tells of its sources is so.
struct SourceCheck {
    let now: Date
    /// Faults that the upstream has put before a feed, by kind.
    let faults: [Feed: Set<ErrorCode>]
    /// When the upstream last said that it has nothing for a feed.
    let emptyAt: [Feed: Date]
    /// Seconds that an answer may take to be made, in which the clock goes on.
    var haste = 0.0
    /// Faults of its own that the program may tell of: its limit of calls is reached.
    var ownFaults: [Feed: ErrorCode] = [:]

    /// What is not so; `nil` where all is well.
    func complaint(about source: SourceReport) -> String? {
        if source.hasValue == (source.status == .failed || source.status == .missingKey) {
            return "\(source.status) with\(source.hasValue ? "" : "out") a value"
        }
        if let error = source.error, !isKnown(error, of: source.feed) {
            return "an error nobody caused: \(error.code.rawValue) \(error.detail ?? "")"
        }
        switch source.status {
        case .fresh:
            guard let fetchedAt = source.fetchedAt, (0...haste).contains(fetchedAt.timeIntervalSince(now))
            else {
                return "fresh, and not fetched now"
            }
            return complaint(aboutIssueOf: source)
        case .cached:
            return complaint(aboutIssueOf: source)
        case .stale:
            return source.error == nil ? "stale without a reason" : complaint(aboutReserveOf: source)
        case .partial:
            return source.error == nil ? "partial without a reason" : nil
        case .failed:
            return source.error == nil ? "failed without a reason" : nil
        case .missingKey, .sample:
            return "\(source.status), and there are keys"
        }
    }

    private func complaint(aboutIssueOf source: SourceReport) -> String? {
        if source.error != nil { return "\(source.status) with an error" }
        guard let schedule = source.feed.schedule else {
            guard let fetchedAt = source.fetchedAt else { return "never fetched" }
            // Told in whole seconds, two times that are less than ten minutes apart may look like ten minutes.
            let age = now.timeIntervalSince(fetchedAt)
            let isYoung = age >= -haste && (haste > 0 ? age <= 600 : age < 600)
            return isYoung ? nil : "older than ten minutes: \(age) s"
        }
        guard let issue = source.issuedAt else { return "of no issue" }
        let newest = schedule.newest(at: now)
        if issue == newest || issue == schedule.newest(at: now.addingTimeInterval(haste)) { return nil }
        // The next six hours come half an hour off the observation, and either may be the one that is told.
        if source.feed == .nowcast, issue == IssueSchedule.nextHours.newest(at: now) { return nil }
        if let empty = emptyAt[source.feed], now.timeIntervalSince(empty) < 300 { return nil }
        return "of \(KoreanTime(issue).compact), and \(KoreanTime(newest).compact) is there"
    }

    private func complaint(aboutReserveOf source: SourceReport) -> String? {
        let reserve = source.feed.service == .openWeather || source.feed == .nowcast ? 3.0 : 48
        guard let time = source.issuedAt ?? source.fetchedAt else { return "of no time" }
        return now.timeIntervalSince(time) <= reserve * 3_600 ? nil : "stale for more than \(reserve) hours"
    }

    /// Whether an error is one that the upstream has caused.
    func isKnown(_ error: FeedError, of feed: Feed) -> Bool {
        if faults[feed]?.contains(error.code) == true || ownFaults[feed] == error.code { return true }
        // A spent day, or OpenWeather's silence, is the whole service's.
        let kin = Feed.allCases.filter { $0.service == feed.service }
        let isSilence =
            error.code == .quotaExceeded || (feed.service == .openWeather && error.code == .rateLimited)
        return isSilence && kin.contains { faults[$0]?.contains(error.code) == true }
    }
}

extension Feed {
    /// When its issues come; `nil` where it has none.
    var schedule: IssueSchedule? {
        switch self {
        case .midTemperature, .midLand, .outlook: .midTerm
        case .shortTerm: .shortTerm
        case .nowcast: .observation
        case .openWeatherCurrent, .openWeatherForecast: nil
        }
    }
}
