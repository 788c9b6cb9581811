import Feeds
import Forecast
import Foundation
import Regions

@testable import KMAForecast
@testable import Rendering

/// An upstream's answer made of an input: its first byte says under which status it comes and of which issue it is,
/// the rest is the body.
struct Reading {
    static let place: Place = {
        do {
            return try Gazetteer.place(named: "서울특별시")
        } catch {
            fatalError("the tables do not know Seoul: \(error)")
        }
    }()

    private static let statuses = [
        200, 200, 200, 200, 400, 401, 403, 404, 429, 500, 502, 503, 504, 302, 204, 0,
    ]

    private var answer: HTTPAnswer
    private var style: Style
    private var issuedAt: Date

    init(_ input: Data) {
        let choice = Int(input.first ?? 0)
        answer = HTTPAnswer(status: Reading.statuses[choice & 15], body: Array(input.dropFirst()))
        // The width of the terminal and its colours go by the length, so that each form meets each of them.
        let count = input.count
        style = Style(
            language: choice >> 7 == 0 ? .korean : .english,
            ansi: ANSIStyle(isColored: count & 1 == 0, hasTrueColor: count & 2 == 0),
            columns: [1, 44, 60, 80, 200][count % 5]
        )
        issuedAt = KoreanDate(year: 2026, month: 7, day: 5).at(hour: 2 + 3 * (choice >> 4 & 7))
    }

    /// A seed: a body under status 200 from an issue of 02, 05, 08 … 23시.
    static func seed(_ body: some Sequence<UInt8>, hour: Int = 2) -> Data {
        Data([UInt8((hour - 2) / 3) << 4] + Array(body))
    }

    /// Reads the body, merges it into a week of its own, and renders that in every form: as the service and its page
    /// get it, and as the command line shows it.
    func rendered<Value>(
        _ query: FeedRequest<Value>,
        _ fill: (inout Readings, Value) -> Void
    )
        -> [UInt8]
    {
        guard let value = read(query) else { return [] }
        var readings = Readings()
        fill(&readings, value)
        let now = issuedAt.addingTimeInterval(900)
        let place = Reading.place
        let week = Week(readings, now: now, latitude: place.latitude, longitude: place.longitude)
        let zones = place.warningZones.map(\.code)
        let alerts = [Alert](readings.warnings(in: zones, at: now), zones: zones)
        let status = readings.warnings(in: nil, at: now)
        let source = FeedReport(feed: .warnings, status: .fresh, fetchedAt: now)
        let nation = AlertReport(
            place: nil,
            generatedAt: now,
            alerts: [Alert](status, zones: nil),
            isWhole: status?.unresolved.isEmpty ?? false,
            source: source
        )
        expectText([
            AlertList(report: nation, style: style).text, AlertList(report: nation, style: style).line,
            CSV.alerts(nation, style.language),
        ])
        precondition(!nation.json(style.language).isEmpty, "warnings have a JSON")
        let stations = place.airStations.map { ($0.station.name, $0.distance) }
        let air = AirQuality(readings, stations: stations, zone: place.dustZone, at: now)
        return Report(place: place, generatedAt: now, week: week, alerts: alerts, air: air, sources: [])
            .rendered(style)
    }

    /// Reads the body as the events of warnings, beside a status without any, and renders what is in force by them.
    func renderedEvents() -> [UInt8] {
        guard let request = FeedRequest.warningEvents(gateway: .any) else { return [] }
        return rendered(request) { readings, listed in
            readings.warnings = WarningStatus(warnings: [], unresolved: listed.unresolved)
            readings.warningEvents = listed.events
        }
    }

    /// Reads the body as KMA's mid-term text, and renders it in every form that has one.
    func rendered(_ request: FeedRequest<Outlook>) -> [UInt8] {
        guard let outlook = read(request) else { return [] }
        let week = Week(Readings(), now: issuedAt, latitude: 37.57, longitude: 126.98)
        let report = Report(
            place: Reading.place,
            generatedAt: issuedAt,
            week: week,
            outlook: outlook,
            sources: []
        )
        expectText([OutlookText(report: report, style: style).text, CSV.outlook(report)])
        return report.json(.outlook, style.language)
    }

    /// Reads the body for the fault in it, and says it in words.
    func faultWords() -> [UInt8] {
        do throws(FeedError) {
            let origin = Origin(.nowcast, issuedAt: issuedAt, fetchedAt: issuedAt)
            _ = try FeedRequest.nowcast(cell: Reading.place.gridCell, gateway: .any).read(answer, origin)
            return []
        } catch {
            let words = Feed.allCases.map { error.message(for: $0) }
            var json = JSONWriter()
            json.object { json in
                json.field("code", error.code.rawValue)
                json.field("detail", error.detail)
                json.field("words", words.map { $0.korean + $0.english }.joined())
            }
            return json.bytes
        }
    }

    private func read<Value>(_ query: FeedRequest<Value>) -> Value? {
        do throws(FeedError) {
            return try query.read(answer, Origin(query.feed, issuedAt: issuedAt, fetchedAt: issuedAt))
        } catch {
            return nil
        }
    }
}

extension Report {
    /// Every form of the report but the outlook's. The JSON of the week, which holds all the others.
    fileprivate func rendered(_ style: Style) -> [UInt8] {
        expectText([
            WeekTable(report: self, style: style).text, NowCard(report: self, style: style).text,
            HoursTable(report: self, style: style).text, StatusLine.week(self, style),
            StatusLine.now(self, style), CSV.days(self, style.language), CSV.hours(self, style.language),
            CSV.current(self, style.language), CSV.theme(week.themeSelection, style.language),
        ])
        for question in [Question.now, .hours, .theme] {
            precondition(!json(question, style.language).isEmpty, "\(question) has a JSON")
        }
        return json(.week, style.language)
    }
}

/// Stops at a text with a number in it that is none.
private func expectText(_ texts: [String]) {
    for text in texts {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        precondition(!words.contains("nan") && !words.contains("inf"), text)
    }
}

extension KMAGateway {
    /// A gateway that no request is sent to.
    static let any: KMAGateway = {
        guard let key = ServiceKey("key") else { fatalError("a key of three letters is a key") }
        return KMAGateway(kind: .dataPortal, baseURL: KMAGateway.Kind.dataPortal.baseURL, key: key)
    }()
}

extension KMAGateway {
    /// A gateway of the API hub that no request is sent to.
    static let anyHub = KMAGateway(kind: .hub, baseURL: KMAGateway.Kind.hub.baseURL, key: any.key)
}

extension AirKoreaGateway {
    /// A gateway that no request is sent to.
    static let any = AirKoreaGateway(key: KMAGateway.any.key)
}

extension OpenWeatherGateway {
    /// A gateway that no request is sent to.
    static let any = OpenWeatherGateway(key: KMAGateway.any.key)
}
