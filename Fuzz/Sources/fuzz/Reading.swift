import CommandLineSupport
import Feeds
import Forecast
import Foundation
@testable import KMAForecast
import Regions

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
    private var issuedAt: Date

    init(_ input: Data) {
        let choice = Int(input.first ?? 0)
        answer = HTTPAnswer(status: Reading.statuses[choice & 15], body: Data(input.dropFirst()))
        issuedAt = KoreanDate(year: 2026, month: 7, day: 5).at(hour: 2 + 3 * (choice >> 4 & 7))
    }

    /// A seed: a body under status 200 from an issue of 02, 05, 08 … 23시.
    static func seed(_ body: Data, hour: Int = 2) -> Data {
        Data([UInt8((hour - 2) / 3) << 4]) + body
    }

    /// Reads the body, merges what it says into a week of its own, and writes that as JSON.
    func json<Service, Value>(_ query: FeedRequest<Service, Value>, _ fill: (inout Readings, Value) -> Void)
        -> [UInt8]
    {
        guard let value = read(query) else { return [] }
        var readings = Readings()
        fill(&readings, value)
        let now = issuedAt.addingTimeInterval(900)
        let place = Reading.place
        let week = Week(readings, now: now, latitude: place.latitude, longitude: place.longitude)
        return Report(place: place, generatedAt: now, week: week, outlook: nil, sources: [])
            .json(.week, .korean)
    }

    /// Reads the body as KMA's mid-term text, which has a JSON of its own.
    func json(_ query: FeedRequest<KMAMidTerm, Outlook>) -> [UInt8] {
        guard let outlook = read(query) else { return [] }
        let week = Week(Readings(), now: issuedAt, latitude: 37.57, longitude: 126.98)
        return Report(
            place: Reading.place,
            generatedAt: issuedAt,
            week: week,
            outlook: outlook,
            sources: []
        )
        .json(.outlook, .english)
    }

    /// Reads the body for the fault in it, and says it in words.
    func faultWords() -> [UInt8] {
        do throws(FeedError) {
            _ = try FeedRequest.nowcast(cell: Reading.place.gridCell, gateway: .any).read(answer, issuedAt)
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

    private func read<Service, Value>(_ query: FeedRequest<Service, Value>) -> Value? {
        do throws(FeedError) {
            return try query.read(answer, issuedAt)
        } catch {
            return nil
        }
    }
}

extension KMAGateway {
    /// A door that nobody goes through.
    static let any: KMAGateway = {
        guard let key = ServiceKey("key") else { fatalError("a key of three letters is a key") }
        return KMAGateway(kind: .dataPortal, baseURL: KMAGateway.Kind.dataPortal.baseURL, key: key)
    }()
}

extension OpenWeatherGateway {
    /// A door that nobody goes through.
    static let any = OpenWeatherGateway(key: KMAGateway.any.key)
}
