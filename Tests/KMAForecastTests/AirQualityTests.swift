import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Regions
import Rendering
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Air quality", .takesSlots(listeners: 1))
struct AirQualityTests {
    /// `getCtprvnRltmMesureDnsty` with a row for each station: its PM10 and the time of the measurement.
    private static func measured(_ rows: (station: String, pm10: String, time: String)...)
        -> @Sendable (Request) -> StubAnswer
    {
        let items = rows.map { row in
            #"{"stationName":"\#(row.station)","dataTime":"\#(row.time)","pm10Value":"\#(row.pm10)","pm10Grade1h":"2","pm25Value":"-"}"#
        }
        return { _ in
            .json(
                #"{"response":{"body":{"totalCount":\#(items.count),"items":[\#(items.joined(separator: ","))],"pageNo":1,"numOfRows":100},"#
                    + #""header":{"resultMsg":"NORMAL_CODE","resultCode":"00"}}}"#
            )
        }
    }

    private static let now = "2026-10-04 15:00"

    private func air(_ harness: TestHarness, at place: String = "서울 동작구") async throws -> AirQuality? {
        try await harness.forecaster(openWeather: false).report(.now, at: Gazetteer.place(named: place)).air
    }

    @Test(
        "The first of the three nearest stations with a value of the last three hours is taken for everything",
        arguments: [
            ("10", "20", now, 0), ("-", "20", now, 1), ("10", "20", "2026-10-04 12:00", 1),
            ("10", "20", "2026-10-04 13:00", 0), ("10", "-", "2026-10-03 24:00", nil),
        ]
    )
    func station(first: String, second: String, time: String, expected: Int?) async throws {
        let harness = try TestHarness(15, 30)
        let place = try Gazetteer.place(named: "서울 동작구")
        let names = place.airStations.map(\.station.name)
        harness.upstream.answers = [
            .airMeasured: Self.measured((names[1], second, Self.now), (names[0], first, time))
        ]
        let air = try await air(harness)
        #expect(air?.measurement?.station == expected.map { names[$0] })
        #expect((air?.distance == nil) == (expected == nil))
        // The forecast stands alone where nothing was measured.
        #expect(air?.forecast.isEmpty == false)
    }

    @Test(
        "Where every station is late, its value of three hours is told, as old past the last hour",
        arguments: [("14:00", FeedReport.Status.fresh), ("13:00", .stale), ("12:00", .failed)]
    )
    func late(hour: String, status: FeedReport.Status) async throws {
        let harness = try TestHarness(15, 30)
        let names = try Gazetteer.place(named: "서울 동작구").airStations.map(\.station.name)
        let time = "2026-10-04 " + hour
        harness.upstream.answers = [
            .airMeasured: Self.measured((names[0], "20", time), (names[1], "30", time))
        ]
        let place = try Gazetteer.place(named: "서울 동작구")
        let report = try await harness.forecaster(openWeather: false).report(.now, at: place)
        #expect(report.air?.measurement?.pm10.amount == (status == .failed ? nil : 20))
        #expect(report[.airMeasured]?.status == status)
        #expect(report[.airMeasured]?.error == (status == .fresh ? nil : FeedError(.noData)))
        #expect(harness.upstream.count(of: .airMeasured) == 1)
    }

    @Test(
        "One call a province an hour serves all its places, and a neighbour's province is asked if needed"
    )
    func calls() async throws {
        let harness = try TestHarness(15, 30)
        let forecaster = try harness.forecaster(openWeather: false)
        for place in ["서울 동작구", "서울 종로구", "서울특별시"] {
            _ = try await forecaster.report(.now, at: Gazetteer.place(named: place))
        }
        #expect(harness.upstream.count(of: .airMeasured) == 1)
        #expect(harness.upstream.count(of: .dustForecast) == 1)
        #expect(harness.upstream.count(of: .dustWeek) == 1)
        harness.passes(16, 19)
        _ = try await forecaster.seoul(.now)
        #expect(harness.upstream.count(of: .airMeasured) == 1)
        harness.passes(16, 21)
        _ = try await forecaster.seoul(.now)
        #expect(harness.upstream.count(of: .airMeasured) == 2)
    }

    @Test(
        "A nearer station of the next province goes before a farther one of the place's own",
        arguments: [("21", "철산동", 1), ("-", "구로구", 2)]
    )
    func neighbour(nearest: String, station: String, calls: Int) async throws {
        // 철산동 in 경기, 구로구 in 서울, 소하동 in 경기.
        let harness = try TestHarness(15, 30)
        harness.upstream.answers = [
            .airMeasured: { request in
                request["sidoName"] == "경기"
                    ? Self.measured(("소하동", "55", Self.now), ("철산동", nearest, Self.now))(request)
                    : Self.measured(("구로구", "33", Self.now))(request)
            }
        ]
        let air = try await air(harness, at: "광명시")
        #expect(air?.measurement?.station == station)
        #expect(harness.upstream.count(of: .airMeasured) == calls)
    }

    @Test(
        "A fault of 에어코리아 costs the week nothing else",
        arguments: (Fault.kma + Fault.airKorea).oneOfEachCode
    )
    func fault(fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault, on: Endpoint.airKorea)
        let report = try await harness.forecaster().seoul()
        #expect(report.week.days.count == 11)
        #expect(
            report.sources.filter { $0.feed.service != .airQuality }.allSatisfy { $0.status == .fresh }
        )
        #expect(report.air == nil)
        let isRefusal = [.keyRejected, .notSubscribed].contains(fault.expected.kind)
        for feed in [Feed.airMeasured, .airForecast] {
            #expect(report[feed]?.status == (isRefusal ? .notSubscribed : .failed))
        }
        #expect(report.degraded == (isRefusal ? [] : [.airMeasured, .airForecast]))
    }

    @Test("After a 429 에어코리아 is left alone for ten minutes, and KMA is not")
    func tooMany() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.plain(.rateLimit), on: Endpoint.airKorea)
        let forecaster = try harness.forecaster()
        _ = try await forecaster.seoul()
        harness.upstream.clearFaults()
        _ = harness.callsSinceLastLook()
        harness.passes(15, 9)
        #expect(try await forecaster.seoul()[.airMeasured]?.error?.code == .rateLimited)
        #expect(harness.callsSinceLastLook()[.airMeasured] == nil)
        harness.passes(15, 11)
        #expect(try await forecaster.seoul().air?.measurement != nil)
    }

    @Test("A week waits for 에어코리아 no longer than two seconds, and says that the air came late")
    func late() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.hang, on: Endpoint.airKorea)
        let report = try await harness.forecaster(optionalTimeout: .seconds(2)).seoul()
        #expect(report.week.days.count == 11)
        #expect(report.air == nil)
        #expect(report[.airMeasured]?.error == FeedError(.timeout, "late"))
        #expect(report.degraded == [.airMeasured, .airForecast])
        #expect(report.nextChange <= TestHarness.time(15, 0, 10))
    }

    @Test("A late answer that is stored is shown as stale")
    func lateAndStale() async throws {
        let harness = try TestHarness(15, 30)
        let forecaster = try harness.forecaster(openWeather: false, optionalTimeout: .seconds(2))
        _ = try await forecaster.seoul()
        harness.passes(16, 30)
        harness.upstream.fault(.hang, on: .airMeasured)
        let report = try await forecaster.seoul()
        #expect(report[.airMeasured]?.status == .stale)
        #expect(report.air?.measurement?.observedAt == TestHarness.time(15))
    }

    @Test("The forecast is of the place's zone from today on, and the week's begins where the daily one ends")
    func forecast() async throws {
        let harness = try TestHarness(15)
        let air = try #require(try await air(harness, at: "강릉시"))
        #expect(air.zone == "영동")
        #expect(air.forecast.map { $0.date - TestHarness.day } == [0, 1, 2, 3, 4, 5])
        #expect(air.forecast.prefix(2).allSatisfy { $0.grades.pm10 != nil && $0.grades.pm25 != nil })
        #expect(air.forecast.dropFirst(2).allSatisfy { $0.grades.pm25Level != nil && $0.grades.pm10 == nil })
    }

    @Test(
        "An island without a station nearby is told of no missing key and no fault",
        arguments: ["백령도", "독도"]
    )
    func noStation(island: String) async throws {
        let harness = try TestHarness(15)
        let place = try Gazetteer.place(named: island)
        let report = try await harness.forecaster(openWeather: false).report(.week, at: place)
        #expect(report[.airMeasured] == nil && report[.airForecast]?.hasValue == true)
        #expect(
            report.degraded.isEmpty
                && report.sources.allSatisfy {
                    $0.error?.code != .keyMissing || $0.feed.service == .openWeather
                }
        )
        #expect(report.air?.measurement == nil && report.air?.forecast.isEmpty == false)
        #expect(harness.upstream.count(of: .airMeasured) == 0)
    }

    @Test(
        "A key of 에어코리아's own that is refused is not told as valid, as nothing else can show that it is",
        arguments: [Fault.GatewayCode.keyNotRegistered, .keyExpired]
    )
    func ownKey(code: Fault.GatewayCode) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.gateway(code, .legacyXML), on: Endpoint.airKorea)
        var settings = try harness.settings()
        let gateway = try #require(settings.airKorea)
        settings.airKorea = AirKoreaGateway(baseURL: gateway.baseURL, key: try #require(ServiceKey("other")))
        var configuration = ForecasterConfiguration(settings, transport: .live)
        configuration.now = { [upstream = harness.upstream] in upstream.now }
        let report = try await Forecaster(configuration).seoul()
        for feed in [Feed.airMeasured, .airForecast] {
            #expect(report[feed]?.status == .failed && report[feed]?.error?.code == .keyRejected)
            let message = try #require(report[feed]?.errorMessage)
            #expect(message.korean.contains("AIRKOREA_SERVICE_KEY"))
        }
        #expect(report.degraded == [.airMeasured, .airForecast])
    }

    @Test("With a key of the API hub 에어코리아 needs one of its own, and is not missed without it")
    func hub() async throws {
        let harness = try TestHarness(15)
        #expect(try await harness.forecaster(hub: true).seoul().air?.measurement != nil)
        var settings = try harness.settings(hub: true)
        settings.airKorea = nil
        var configuration = ForecasterConfiguration(settings, transport: .live)
        configuration.now = { [upstream = harness.upstream] in upstream.now }
        let report = try await Forecaster(configuration).seoul()
        #expect(report[.airMeasured]?.status == .missingKey)
        #expect(report.degraded.isEmpty && report.air == nil)
    }
}

extension Fault {
    /// Faults of any server on the way to 에어코리아, without the slow ones.
    fileprivate static let airKorea = anyone.filter { $0 != .hang && $0 != .slow(milliseconds: 50) }
}
