#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

/// Every feed, in the order in which reports name them.
///
/// A new feed has its requests in `Feeds`, its entry here, its rule of merging in `Forecast` and its name in
/// ``Feed``; nothing else knows it.
enum FeedCatalog {
    /// The services, each with its feeds.
    static let services = [midTerm, shortTerm, warnings, airQuality, openWeather]

    /// The services of a configuration, each with a client of its own; those of one group share a limiter, those of one
    /// key what is known of it.
    static func connect(_ configuration: ForecasterConfiguration) -> [ServiceConnection] {
        let gateways: [(any UpstreamGateway)?] = [
            configuration.kma, configuration.airKorea, configuration.openWeather,
        ]
        let keys = Set(gateways.compactMap { $0?.key })
        let standings = Dictionary(uniqueKeysWithValues: keys.map { ($0, KeyStanding()) })
        return ServiceGroup.allCases.flatMap { group in
            let limiter = ConcurrencyLimiter(group)
            let members = services.filter { $0.service.traits.group == group }
            return members.map { $0.connect(configuration, limiter, standings) }
        }
    }

    /// The feeds of all services.
    static let feeds = services.flatMap(\.feeds)

    /// The feeds that help to answer a question.
    static func feeds(for question: Question) -> [Feed] {
        feeds.filter { $0.questions.contains(question) }.map(\.feed)
    }

    /// The feeds that say the same as another.
    static func substitutes(of feed: Feed) -> Set<Feed> {
        feeds.first { $0.feed == feed }?.substitutes ?? []
    }
}

extension FeedCatalog {
    private static let midTerm = ServiceDefinition(
        KMAMidTerm.self,
        gateway: { $0.kma },
        scope: \.scope,
        feeds: [
            FeedDefinition(
                .midTemperature,
                for: [.week],
                zones: { Gazetteer.temperatureZones.map(\.code) },
                FeedPart(
                    .byIssue(.midTerm, reserve: Freshness.forecastReserve),
                    zone: \.temperatureZone.code,
                    request: { zone, gateway in .midTemperature(zone: zone, gateway: gateway) },
                    merge: { $1.midTemperature = $0 }
                )
            ),
            FeedDefinition(
                .midLand,
                for: [.week],
                zones: { Gazetteer.landZones.map(\.code) },
                FeedPart(
                    .byIssue(.midTerm, reserve: Freshness.forecastReserve),
                    zone: \.landZone.code,
                    request: { zone, gateway in .midLand(zone: zone, gateway: gateway) },
                    merge: { $1.midLand = $0 }
                )
            ),
            FeedDefinition(
                .outlook,
                for: [.outlook],
                FeedPart(
                    .byIssue(.midTerm, reserve: Freshness.forecastReserve),
                    request: { place, gateway in
                        .outlook(station: place.outlookStation.code, gateway: gateway)
                    },
                    merge: { $1.outlook = $0 }
                )
            ),
        ],
        // The outlook of the whole country.
        probedFeed: .outlook,
        probe: { gateway in FeedRequest.outlook(station: "108", gateway: gateway) },
        probedIssue: IssueSchedule.midTerm.newest
    )

    private static let shortTerm = ServiceDefinition(
        KMAShortTerm.self,
        gateway: { $0.kma },
        scope: \.scope,
        feeds: [
            FeedDefinition(
                .shortTerm,
                for: [.week, .now, .hours],
                FeedPart(
                    .byIssue(.shortTerm, reserve: Freshness.forecastReserve),
                    request: { place, gateway in .shortTerm(cell: place.gridCell, gateway: gateway) },
                    // The day's low, and after 14:00 its high, stand only in its issue of 02:00.
                    issueOfToday: IssueOfToday(hour: 2) { place, gateway in
                        .today(cell: place.gridCell, gateway: gateway)
                    },
                    merge: { $1.shortTerm = $0 }
                )
            ),
            FeedDefinition(
                .nowcast,
                for: [.week, .now, .hours, .theme],
                FeedPart(
                    .byIssue(.observation, reserve: Freshness.nowReserve),
                    request: { place, gateway in .nowcast(cell: place.gridCell, gateway: gateway) },
                    merge: { $1.nowcast = $0 },
                    whenStale: { $0.staleObservations.insert(.nowcast) },
                    comparedWith: EarlierIssue(age: 86_400, questions: [.week, .now]) {
                        $1.nowcastOfYesterday = $0
                    }
                ),
                FeedPart(
                    .byIssue(.nextHours, reserve: Freshness.nowReserve),
                    request: { place, gateway in .nextHours(cell: place.gridCell, gateway: gateway) },
                    merge: { $1.nextHours = $0 }
                )
            ),
        ],
        probedFeed: .nowcast,
        probe: { gateway in capital.cell.map { FeedRequest.nowcast(cell: $0, gateway: gateway) } },
        probedIssue: IssueSchedule.observation.newest
    )

    private static let warnings = ServiceDefinition(
        KMAWarnings.self,
        gateway: { $0.kma },
        scope: \.scope,
        feeds: [
            FeedDefinition(
                .warnings,
                for: [.week, .now],
                FeedPart(
                    nationwide: .warnings,
                    request: { .warnings(gateway: $0) },
                    merge: { $1.warnings = $0 }
                ),
                FeedPart(
                    nationwide: .warnings,
                    request: { .warningEvents(gateway: $0) },
                    merge: { $1.warningEvents = $0 }
                )
            )
        ],
        probedFeed: .warnings,
        probe: { gateway in FeedRequest.warnings(gateway: gateway) },
        probedIssue: { $0 }
    )

    private static let airQuality = ServiceDefinition(
        AirKorea.self,
        gateway: { $0.airKorea },
        scope: { StoreScope(gateway: $0.baseURL, key: $0.key) },
        feeds: [
            FeedDefinition(
                .airMeasured,
                for: [.week, .now],
                FeedPart(
                    .byIssue(.airMeasured, reserve: Freshness.nowReserve),
                    // The nearest station first; the others' provinces only where it has no value.
                    requests: { place, gateway in
                        place.airStations.map(\.station.province).uniqued.map {
                            .airMeasured(province: $0, gateway: gateway)
                        }
                    },
                    until: { measurements, asked, place, now in
                        let stations = place.airStations
                        let provinces = stations.map(\.station.province).uniqued.prefix(asked)
                        let known = stations.prefix { provinces.contains($0.station.province) }
                        return measurements.contains { measurement in
                            measurement.isUsable(at: now)
                                && known.contains { $0.station.name == measurement.station }
                        }
                    },
                    merge: { $1.airMeasurements += $0 }
                )
            ),
            FeedDefinition(
                .airForecast,
                for: [.week, .now],
                FeedPart(
                    nationwide: .byIssue(.dustForecast, reserve: Freshness.forecastReserve),
                    request: { .dustForecast(gateway: $0) },
                    merge: { $1.dustForecast = $0.filled(by: $1.dustForecast) }
                ),
                FeedPart(
                    nationwide: .byIssue(.dustWeek, reserve: Freshness.forecastReserve),
                    request: { .dustWeek(gateway: $0) },
                    merge: { $1.dustForecast = $1.dustForecast.filled(by: $0) }
                )
            ),
        ],
        probedFeed: .airMeasured,
        probe: { gateway in FeedRequest.airMeasured(province: "서울", gateway: gateway) },
        probedIssue: IssueSchedule.airMeasured.newest
    )

    private static let openWeather = ServiceDefinition(
        OpenWeather.self,
        gateway: { $0.openWeather },
        scope: { StoreScope(gateway: $0.baseURL, key: $0.key) },
        feeds: [
            FeedDefinition(
                .openWeatherCurrent,
                for: [.week, .now, .hours, .theme],
                replaceableBy: [.nowcast],
                FeedPart(
                    .openWeather,
                    request: { place, gateway in
                        .openWeatherCurrent(
                            latitude: place.latitude,
                            longitude: place.longitude,
                            gateway: gateway
                        )
                    },
                    merge: { $1.current = $0 },
                    whenStale: { $0.staleObservations.insert(.openWeatherCurrent) }
                )
            ),
            FeedDefinition(
                .openWeatherForecast,
                for: [.week, .now, .hours, .theme],
                replaceableBy: [.shortTerm, .nowcast],
                FeedPart(
                    .openWeather,
                    request: { place, gateway in
                        .openWeatherForecast(
                            latitude: place.latitude,
                            longitude: place.longitude,
                            gateway: gateway
                        )
                    },
                    issueOfToday: nil,
                    merge: { $1.openWeather = $0 }
                )
            ),
        ],
        probedFeed: .openWeatherCurrent,
        probe: { gateway in
            FeedRequest.openWeatherCurrent(
                latitude: capital.latitude,
                longitude: capital.longitude,
                gateway: gateway
            )
        },
        probedIssue: { $0 }
    )

    /// Seoul's city hall, where a service is probed that any place will do for.
    private static let capital = (latitude: 37.5665, longitude: 126.978, cell: GridCell(x: 60, y: 127))
}

extension KMAGateway {
    fileprivate var scope: StoreScope { StoreScope(gateway: "\(kind.rawValue) \(baseURL)", key: key) }
}

extension Freshness {
    /// OpenWeather asks for no more than one call in ten minutes a place.
    fileprivate static let openWeather = Freshness.byAge(600)

    /// A warning may come at any minute; one answer in five minutes serves everybody.
    fileprivate static let warnings = Freshness.byAge(300)
}
