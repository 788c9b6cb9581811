import Feeds
import Forecast
import Foundation
import Regions
import SampleFeeds

/// The bodies of one moment at one place, and the requests they answer.
struct SampleBodies {
    let place: Place
    let now: Date
    let midTemperature: Body<MidTemperature>
    let midLand: Body<MidLand>
    let shortTerm: Body<SlotForecast>
    let current: Body<ObservedWeather>
    let forecast: Body<SlotForecast>

    /// Of Gyeonggi at half past six in the evening, when KMA's short-term body is the longest it gets: 1,052 rows.
    init() throws {
        now = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 18, minute: 30)
        place = try Gazetteer.place(named: "경기도")
        let kind = KMAGateway.Kind.dataPortal
        guard let key = ServiceKey("sample") else { throw MissingKey() }
        let kma = KMAGateway(kind: kind, baseURL: kind.baseURL, key: key)
        let openWeather = OpenWeatherGateway(key: key)
        let midIssue = IssueSchedule.midTerm.newest(at: now)
        midTemperature = Body(
            .midTemperature(zone: place.temperatureZone.code, gateway: kma),
            issuedAt: midIssue,
            now
        )
        midLand = Body(.midLand(zone: place.landZone.code, gateway: kma), issuedAt: midIssue, now)
        shortTerm = Body(
            .shortTerm(cell: place.gridCell, gateway: kma),
            issuedAt: IssueSchedule.shortTerm.newest(at: now),
            now
        )
        current = Body(
            .openWeatherCurrent(latitude: place.latitude, longitude: place.longitude, gateway: openWeather),
            issuedAt: now,
            now
        )
        forecast = Body(
            .openWeatherForecast(latitude: place.latitude, longitude: place.longitude, gateway: openWeather),
            issuedAt: now,
            now
        )
    }

    /// Readings of the four bodies of the mid-term forecast and OpenWeather.
    func readings() throws -> Readings {
        var readings = Readings()
        readings.midTemperature = try midTemperature.read()
        readings.midLand = try midLand.read()
        readings.current = try current.read()
        readings.openWeather = try forecast.read()
        return readings
    }

    /// File names and contents, for measuring the same bodies elsewhere.
    var files: [(name: String, contents: Data)] {
        [
            ("mid-temperature.json", midTemperature.data), ("mid-land.json", midLand.data),
            ("short-term.json", shortTerm.data), ("current.json", current.data),
            ("forecast.json", forecast.data),
        ]
    }

    struct MissingKey: Error {}
}

/// One body, and how to read it.
struct Body<Value: Sendable> {
    private let query: FeedRequest<Value>
    private let issuedAt: Date
    private let answer: HTTPAnswer

    init(_ query: FeedRequest<Value>, issuedAt: Date, _ now: Date) {
        self.query = query
        self.issuedAt = issuedAt
        answer = SampleFeeds.answer(to: query.url(issuedAt), at: now)
    }

    var data: Data { Data(answer.body) }

    func read() throws -> Value {
        try query.read(answer, Origin(query.feed, issuedAt: issuedAt, fetchedAt: issuedAt))
    }
}
