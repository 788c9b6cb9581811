import Forecast
import Foundation
import Testing

@testable import Feeds

/// What a test puts on the wire, and how the feeds read it.
enum Wire {
    /// 06:00 of 2026-10-04 in Korea.
    static let issue = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 6)

    static func answer(_ body: String, status: Int = 200) -> HTTPAnswer {
        HTTPAnswer(status: status, body: Data(body.utf8))
    }

    /// KMA's envelope of a good answer around the text of its items.
    static func service(items: String, code: String = #""00""#) -> String {
        #"{"response":{"header":{"resultCode":\#(code),"resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
            + #""items":\#(items),"pageNo":1,"numOfRows":10,"totalCount":1}}}"#
    }

    /// The same around the fields of one item.
    static func service(fields: String) -> String {
        service(items: #"{"item":[{"regId":"11B20601",\#(fields)}]}"#)
    }

    static func gateway(_ kind: KMAGateway.Kind = .dataPortal, key: String = "abc") throws -> KMAGateway {
        KMAGateway(kind: kind, baseURL: kind.baseURL, key: try #require(ServiceKey(key)))
    }

    static func midTemperature(_ body: String, status: Int = 200, issue: Date = issue) throws
        -> MidTemperature
    {
        try FeedRequest.midTemperature(zone: "11B20601", gateway: gateway())
            .read(answer(body, status: status), issue)
    }

    static func midLand(_ body: String, issue: Date = issue) throws -> MidLand {
        try FeedRequest.midLand(zone: "11B00000", gateway: gateway()).read(answer(body), issue)
    }

    static func outlook(_ body: String) throws -> Outlook {
        try FeedRequest.outlook(station: "109", gateway: gateway()).read(answer(body), issue)
    }

    static func current(_ body: String, status: Int = 200) throws -> Observation {
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        return try FeedRequest.openWeatherCurrent(latitude: 37.26, longitude: 127.03, gateway: gateway)
            .read(answer(body, status: status), issue)
    }

    static func forecast(_ body: String, status: Int = 200) throws -> SlotForecast {
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        return try FeedRequest.openWeatherForecast(latitude: 37.26, longitude: 127.03, gateway: gateway)
            .read(answer(body, status: status), issue)
    }
}
