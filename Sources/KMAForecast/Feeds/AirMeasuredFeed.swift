import Feeds
import Forecast
import Regions

struct AirMeasuredFeed: ForecastFeed {
    static let traits = FeedTraits(
        feed: .airMeasured,
        questions: [.week, .now],
        coverage: .zone { [] },
        callsADay: freshness.callsADay,
        region: { $0.airStations.first?.station.province ?? "" }
    )
    private static let freshness = Freshness.byIssue(.airMeasured, maximumAge: Freshness.maximumObservationAge)
    private let gateway: AirKoreaGateway
    private let repository: FeedRepository<[AirMeasurement]>

    init(_ client: UpstreamClient, _ gateway: AirKoreaGateway) {
        self.gateway = gateway
        repository = FeedRepository(.airMeasured, Self.freshness, client)
    }

    func covers(_ place: Place) -> Bool { !place.airStations.isEmpty }

    func read(_ place: Place, for question: Question, by caller: Caller) async -> FeedReading {
        let stations = place.airStations.map(\.station)
        var whole: FeedReading?
        var asked: Set<String> = []
        for province in stations.map(\.province).uniqued {
            let answer = await repository.answer(.airMeasured(province: province, gateway: gateway), for: caller)
            asked.insert(province)
            let reading = FeedReading(answer) { $0.airMeasurements += $1 }
            whole = whole?.combined(with: reading, at: repository.now()) ?? reading
            let known = stations.prefix { asked.contains($0.province) }.map(\.name)
            let isEnough = answer.value?.contains { measurement in measurement.isUsable(at: repository.now()) && known.contains(measurement.station) }
            if isEnough == true { break }
        }
        return whole ?? FeedReading(missingKeyFor: .airMeasured)
    }

    var repositories: [any NewsReader] { [repository] }
}
