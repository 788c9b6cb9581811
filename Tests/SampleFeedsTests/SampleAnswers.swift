import Feeds
import Forecast
import Foundation
import SampleFeeds
import Testing

/// Asks the sample feeds and reads their JSON with Foundation's parser, knowing nothing of the feeds' own decoders.
struct SampleAnswers {
    typealias Object = [String: Any]

    var now: Date

    init(_ day: String, hour: Int, minute: Int = 0) throws {
        now = try #require(KoreanDate(day)).at(hour: hour, minute: minute)
    }

    func text(_ target: String) -> String {
        String(decoding: SampleFeeds.answer(to: target, at: now).body, as: UTF8.self)
    }

    func object(_ target: String) throws -> Object {
        let body = Data(SampleFeeds.answer(to: target, at: now).body)
        return try #require(try JSONSerialization.jsonObject(with: body) as? Object)
    }

    /// `resultCode` of KMA's header.
    func code(_ target: String) throws -> String {
        let response = try #require(try object(target)["response"] as? Object)
        return try #require((response["header"] as? Object)?["resultCode"] as? String)
    }

    /// Items of KMA's envelope, with `totalCount`.
    func items(_ target: String) throws -> (rows: [Object], total: Int) {
        let response = try #require(try object(target)["response"] as? Object)
        let body = try #require(response["body"] as? Object)
        let rows = try #require((body["items"] as? Object)?["item"] as? [Object])
        return (rows, try #require(body["totalCount"] as? Int))
    }

    func midTemperature(_ zone: String, _ tmFc: String) throws -> Object {
        try #require(try items("/MidFcstInfoService/getMidTa?regId=\(zone)&tmFc=\(tmFc)").rows.first)
    }

    func midLand(_ zone: String, _ tmFc: String) throws -> Object {
        try #require(try items("/MidFcstInfoService/getMidLandFcst?regId=\(zone)&tmFc=\(tmFc)").rows.first)
    }

    /// Every row of getVilageFcst for a cell.
    func shortTerm(_ baseDate: String, _ baseTime: String, x: Int, y: Int) throws -> [Object] {
        try items(
            "/VilageFcstInfoService_2.0/getVilageFcst?base_date=\(baseDate)&base_time=\(baseTime)"
                + "&nx=\(x)&ny=\(y)&numOfRows=1100"
        ).rows
    }

    /// `list` of OpenWeather's forecast in °C.
    func forecast(_ latitude: Double, _ longitude: Double) throws -> [Object] {
        let answer = try object("/data/2.5/forecast?lat=\(latitude)&lon=\(longitude)&units=metric")
        return try #require(answer["list"] as? [Object])
    }
}

/// Keys of a flat JSON object in the order they are written in.
func writtenKeys(of object: Substring) -> [String] {
    object.matches(of: /"(\w+)":/).map { String($0.output.1) }
}
