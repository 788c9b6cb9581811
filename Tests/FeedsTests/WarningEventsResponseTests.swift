import Forecast
import Regions
import Testing

@testable import Feeds

@Suite("The issues and releases of warnings")
struct WarningEventsResponseTests {
    private static func row(_ kind: Int, _ level: String = "0", _ fields: String = "") -> String {
        #"{"areaCode":"L1100200","areaName":"서울동북권","warnVar":\#(kind),"warnStress":"\#(level)","#
            + #""tmFc":202610041400,"startTime":202610041500,"endTime":0\#(fields)}"#
    }

    private static func read(_ rows: String...) throws -> [WarningEvent] { try list(rows).events }

    private static func list(_ rows: [String]) throws -> WarningEvents {
        let request = try #require(FeedRequest.warningEvents(gateway: try Wire.gateway()))
        let items = #"{"item":[\#(rows.joined(separator: ","))]}"#
        return try request.read(Wire.answer(Wire.service(items: items)), Wire.issue)
    }

    @Test("The numbers of kinds and levels mean what KMA's table of codes says, and others make no event")
    func codes() throws {
        let kinds: [Int: WarningKind] = [
            1: .strongWind, 2: .heavyRain, 3: .coldWave, 4: .dry, 5: .stormSurge, 6: .highSeas, 7: .typhoon,
            8: .heavySnow, 9: .yellowDust, 12: .heatWave, 13: .tropicalNight,
        ]
        for number in 0...14 {
            #expect(try Self.read(Self.row(number)).first?.kind == kinds[number], "\(number)")
        }
        let levels: [WarningLevel?] = [.advisory, .warning, .severe, nil]
        #expect(try (0...3).map { try Self.read(Self.row(2, "\($0)")).first?.level } == levels)
    }

    @Test("A row has the times of its event, and one that is cancelled is none")
    func times() throws {
        let event = try #require(try Self.read(Self.row(2)).first)
        let day = KoreanDate(year: 2026, month: 10, day: 4)
        #expect(event.zone == AlertZone(code: "L1100200", name: "서울동북권"))
        #expect(event.issuedAt == day.at(hour: 14) && event.startsAt == day.at(hour: 15))
        #expect(event.endsAt == nil)
        #expect(try Self.read(Self.row(2, "0", #","cancel":"0""#)).count == 1)
        #expect(try Self.read(Self.row(2, "0", #","cancel":"1""#)).isEmpty)
    }

    @Test(
        "A row that cannot be read makes its zones unknown, of which the text's time decides",
        arguments: [
            (#""warnVar":2"#, #""warnVar":14"#, 1), (#""warnStress":"0""#, #""warnStress":"3""#, 1),
            (#""tmFc":202610041400"#, #""tmFc":"4일""#, 1),
            (#""startTime":202610041500"#, #""startTime":"15시""#, 1),
            (#""startTime":202610041500"#, #""startTime":206210041500"#, 1),
            (#""startTime":202610041500"#, #""startTime":202607041500"#, 1),
            (#""startTime":202610041500"#, #""startTime":202609041500"#, -1),
            (#""endTime":0"#, #""endTime":202701041500"#, 1),
            (#""areaCode":"L1100200""#, #""areaCode":"L1100900""#, .max),
            (#""areaCode":"L1100200","areaName":"서울동북권""#, #""areaCode":"l1100200","areaName":"x""#, .max),
            (#""areaCode":"L1100200","areaName":"서울동북권""#, #""areaCode":"S1100200","areaName":"새바다""#, -1),
            (#""areaCode":"L1100200""#, #""areaCode":"L1100200 ""#, -1),
            (#""startTime":202610041500"#, #""startTime":"2026-10-04 15:00 ""#, -1),
        ]
    )
    func unread(part: String, instead: String, zones: Int) throws {
        let listed = try Self.list([Self.row(2).replacing(part, with: instead)])
        #expect(listed.events.count == (zones < 0 ? 1 : 0))
        let all = WarningZones.ofKorea.leaves.count
        #expect(listed.unresolved.first?.zones.count ?? -1 == min(zones, all))
        // One that is cancelled says nothing.
        #expect(try Self.list([Self.row(14, "0", #","cancel":"Y""#)]) == WarningEvents())
    }

    @Test("No events are a valid answer, and every other fault is one")
    func none() throws {
        func read(_ code: String) throws -> WarningEvents {
            let request = try #require(FeedRequest.warningEvents(gateway: try Wire.gateway()))
            return try request.read(Wire.answer(CodeEnvelope.serviceJSON.body(code, "X")), Wire.issue)
        }
        #expect(try read("03") == WarningEvents())
        #expect(throws: FeedError(.upstreamError, "01 APPLICATION_ERROR")) { try read("01") }
    }

    @Test("data.go.kr is asked for three days, or for sixty, in one page; the hub has the times in its rows")
    func url() throws {
        let gateway = try Wire.gateway()
        let three = try #require(FeedRequest.warningEvents(gateway: gateway))
        #expect(three.url(Wire.issue).contains("numOfRows=5000&pageNo=1&fromTmFc=20261002&toTmFc=20261004&"))
        let sixty = try #require(FeedRequest.warningHistory(gateway: gateway))
        #expect(sixty.url(Wire.issue).contains("numOfRows=10000&pageNo=1&fromTmFc=20260806&toTmFc=20261004&"))
        #expect(try FeedRequest.warningEvents(gateway: Wire.gateway(.hub)) == nil)
    }
}
