import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions

/// What the service must have kept by now: whatever the upstream has given it.
struct Kept {
    /// When each URL was answered first.
    private var since: [String: Date] = [:]

    mutating func hear(_ calls: [Call]) {
        for call in calls where call.outcome == .good && since[call.url] == nil { since[call.url] = call.at }
    }

    /// Takes back what was answered since a moment: the service was killed before it could keep it.
    mutating func forgive(since moment: Date) {
        since = since.filter { $0.value < moment }
    }

    /// Whether something of a feed was kept before a moment.
    func has(_ feed: Feed, of place: Place, before moment: Date, _ truth: Truth) -> Bool {
        truth.urls(feed, place, at: moment).contains { url in since[url].map { $0 < moment } ?? false }
    }

    /// Whether a question must have an answer: some feed of it was kept that says what is asked.
    func answers(_ question: Question, of place: Place, before moment: Date, _ truth: Truth) -> Bool {
        question.feeds.contains { feed in
            // An observation without a sky is no theme.
            if question == .theme, feed == .nowcast { return false }
            return has(feed, of: place, before: moment, truth)
        }
    }
}

extension Truth {
    /// Where the newest issues of a feed stand, and the one before.
    fileprivate func urls(_ feed: Feed, _ place: Place, at now: Date) -> [String] {
        func urls<Service, Value>(_ query: FeedRequest<Service, Value>, _ schedule: IssueSchedule) -> [String]
        {
            let newest = schedule.newest(at: now)
            return [newest, schedule.previous(to: newest)].map(query.url)
        }
        switch feed {
        case .midTemperature:
            return urls(.midTemperature(zone: place.temperatureZone.code, gateway: kma), .midTerm)
        case .midLand: return urls(.midLand(zone: place.landZone.code, gateway: kma), .midTerm)
        case .outlook: return urls(.outlook(station: place.outlookStation.code, gateway: kma), .midTerm)
        case .shortTerm: return urls(.shortTerm(cell: place.gridCell, gateway: kma), .shortTerm)
        case .nowcast:
            return urls(.nowcast(cell: place.gridCell, gateway: kma), .observation)
                + urls(.nextHours(cell: place.gridCell, gateway: kma), .nextHours)
        case .openWeatherCurrent: return [current(place).url(now)]
        case .openWeatherForecast: return [forecast(place).url(now)]
        }
    }
}
