import Feeds
import Forecast
import Foundation

/// The faults and the empty answers the upstream has given so far, by feed.
struct Memory {
    private(set) var faults: [Feed: Set<ErrorCode>] = [:]
    private(set) var emptyAt: [Feed: Date] = [:]
    private let probe: FeedRequest<KMAShortTerm, Observation>
    private let openWeatherProbe: FeedRequest<OpenWeather, Observation>

    /// What an answer means is what the program's own readers take it for; that they take it right has its own tests.
    init(kma: FeedRequest<KMAShortTerm, Observation>, openWeather: FeedRequest<OpenWeather, Observation>) {
        probe = kma
        openWeatherProbe = openWeather
    }

    mutating func hear(_ calls: [Call]) {
        for call in calls {
            guard let feed = Feed(url: call.url) else { continue }
            switch call.outcome {
            case .good: break
            case .empty:
                emptyAt[feed] = call.at
                faults[feed, default: []].insert(.noData)
            case .faulty: faults[feed, default: []].insert(kind(of: call, feed))
            }
        }
    }

    private func kind(of call: Call, _ feed: Feed) -> ErrorCode {
        do throws(FeedError) {
            if let fault = call.fault { throw FeedError(fault) }
            guard let answer = call.answer else { return .malformedResponse }
            _ = try (feed.service == .openWeather ? openWeatherProbe.read : probe.read)(answer, call.at)
            return .malformedResponse
        } catch {
            return error.code
        }
    }
}

extension Feed {
    /// The feed a URL is of.
    fileprivate init?(url: String) {
        let operations: [(String, Feed)] = [
            ("getMidTa", .midTemperature), ("getMidLandFcst", .midLand), ("getMidFcst", .outlook),
            ("getVilageFcst", .shortTerm), ("getUltraSrt", .nowcast), ("2.5/weather", .openWeatherCurrent),
            ("2.5/forecast", .openWeatherForecast),
        ]
        guard let feed = operations.first(where: { url.contains("/\($0.0)") })?.1 else { return nil }
        self = feed
    }
}
