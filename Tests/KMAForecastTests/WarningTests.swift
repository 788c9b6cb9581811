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

@Suite("Weather warnings", .takesSlots(listeners: 1))
struct WarningTests {
    /// `getPwnStatus` with a text in force.
    private static func status(_ text: String, announced: String = "202610041400", of hour: Int = 15)
        -> @Sendable (Request) -> StubAnswer
    {
        { _ in
            .json(
                #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                    + #""items":{"item":[{"other":"o 없음","t6":"\#(text)","t7":"o 없음","tmEf":"20261004\#(hour)00","#
                    + #""tmFc":\#(announced),"tmSeq":9}]},"pageNo":1,"numOfRows":10,"totalCount":1}}}"#
            )
        }
    }

    /// `getPwnCd` with rows for zones, all of heavy rain, and how many more it counts than it has.
    private static func events(_ rows: String..., lost: Int = 0) -> @Sendable (Request) -> StubAnswer {
        { _ in
            .json(
                #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                    + #""items":{"item":[\#(rows.joined(separator: ","))]},"pageNo":1,"numOfRows":5000,"#
                    + #""totalCount":\#(rows.count + lost)}}}"#
            )
        }
    }

    private static func event(_ code: String, command: String, announced: String, start: String, end: String)
        -> String
    {
        #"{"allEndTime":0,"areaCode":"\#(code)","areaName":"��","cancel":"0","command":"\#(command)","#
            + #""endTime":\#(end),"stnId":"108","tmFc":\#(announced),"tmSeq":1,"warnVar":2,"warnStress":"0","#
            + #""startTime":\#(start)}"#
    }

    private func alerts(_ harness: TestHarness, at place: String = "김천시") async throws -> AlertReport {
        try await harness.forecaster(openWeather: false).alerts(at: Gazetteer.place(named: place))
    }

    @Test("One answer in five minutes serves every place, and the next is asked for only then")
    func shared() async throws {
        let harness = try TestHarness(15)
        let forecaster = try harness.forecaster()
        for place in ["서울특별시", "김천시", "제주시"] {
            _ = try await forecaster.report(.now, at: Gazetteer.place(named: place))
            _ = try await forecaster.alerts(at: nil)
        }
        #expect(harness.upstream.count(of: .warningStatus) == 1)
        #expect(harness.upstream.count(of: .warningEvents) == 1)
        harness.passes(15, 4, 59)
        _ = try await forecaster.seoul(.now)
        #expect(harness.upstream.count(of: .warningStatus) == 1)
        harness.passes(15, 5)
        _ = try await forecaster.seoul(.now)
        #expect(harness.upstream.count(of: .warningStatus) == 2)
    }

    @Test("An older text that a server gives later does not replace the newer one")
    func olderText() async throws {
        let harness = try TestHarness(15)
        let none: @Sendable (Request) -> StubAnswer = { _ in .noData }
        harness.upstream.answers = [
            .warningStatus: Self.status("o 호우주의보 : 경상북도(김천북부)"), .warningEvents: none,
        ]
        #expect(try await alerts(harness).alerts?.count == 1)
        harness.upstream.answers[.warningStatus] = Self.status("o 없음", announced: "202610041200")
        harness.passes(15, 10)
        for _ in 0..<2 {
            let report = try await alerts(harness)
            #expect(report.alerts?.count == 1 && report.isStale)
        }
        harness.upstream.answers[.warningStatus] = Self.status("o 없음", announced: "202610041512")
        harness.passes(15, 20)
        #expect(try await alerts(harness).alerts == [])
        // Of a day that has not come nothing is said.
        harness.upstream.answers[.warningStatus] = Self.status("o 없음", announced: "202710041512")
        harness.passes(15, 30)
        #expect(try await alerts(harness).isStale)
    }

    @Test("The events give the times, and one that is yet to come is told with its time")
    func times() async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers = [
            .warningStatus: Self.status("o 호우주의보 : 경상북도(김천북부)"),
            .warningEvents: Self.events(
                Self.event(
                    "L1072610",
                    command: "1",
                    announced: "202610041400",
                    start: "202610041800",
                    end: "0"
                )
            ),
        ]
        let alert = try #require(try await alerts(harness).alerts?.first)
        #expect(alert.issuedAt == TestHarness.time(14))
        #expect(alert.effectiveAt == TestHarness.time(18))
        #expect(!alert.isInForce(at: TestHarness.time(15)))
        #expect(!alert.coversAll && alert.zones.map(\.name) == ["김천시북부"])
    }

    @Test("A warning whose release is announced for later is in force until then, although the text lacks it")
    func announcedRelease() async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers = [
            .warningStatus: Self.status("o 없음"),
            .warningEvents: Self.events(
                Self.event(
                    "L1072600",
                    command: "2",
                    announced: "202610041400",
                    start: "0",
                    end: "202610041600"
                ),
                Self.event(
                    "L1072600",
                    command: "1",
                    announced: "202610040800",
                    start: "202610040900",
                    end: "0"
                ),
                Self.event(
                    "L1020300",
                    command: "2",
                    announced: "202610041300",
                    start: "0",
                    end: "202610041330"
                )
            ),
        ]
        let alert = try #require(try await alerts(harness).alerts?.first)
        #expect(alert.endsAt == TestHarness.time(16) && alert.coversAll)
        #expect(alert.effectiveAt == TestHarness.time(9))
        #expect(try await alerts(harness, at: "태백시").alerts == [])
        harness.passes(16, 1)
        #expect(try await alerts(harness).alerts == [])
    }

    @Test("A garbled zone name makes the feed partial and its zone unknown, and never reads as no warning")
    func garbled() async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers = [.warningStatus: Self.status("o 호우경보 : 경상북도(김천\u{FFFD}\u{FFFD})")]
        let report = try await harness.forecaster().report(.week, at: Gazetteer.place(named: "김천시"))
        #expect(report.alerts == nil)
        #expect(report[.warnings]?.status == .partial)
        #expect(report.degraded == [.warnings])
        #expect(try await alerts(harness, at: "울릉군").alerts == [])
    }

    @Test("A page of events that lost rows costs the times, and no warning")
    func lostRows() async throws {
        let harness = try TestHarness(15)
        let event = Self.event(
            "L1072610",
            command: "1",
            announced: "202610041400",
            start: "202610041800",
            end: "0"
        )
        harness.upstream.answers = [
            .warningStatus: Self.status("o 호우주의보 : 경상북도(김천북부)"),
            .warningEvents: Self.events(event, lost: 3),
        ]
        let report = try await alerts(harness)
        #expect(report.source.status == .partial)
        #expect(report.source.error == FeedError(.malformedResponse, "totalCount"))
        #expect(report.alerts?.map(\.label.korean) == ["호우주의보"])
        #expect(report.alerts?.first?.effectiveAt == nil)
    }

    @Test(
        "A text of a later hour is no answer for now where the announcements cannot be read",
        arguments: [15, 18]
    )
    func unknownNow(hour: Int) async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers = [
            .warningStatus: Self.status("o 없음", of: hour), .warningEvents: Self.events(lost: 3),
        ]
        let report = try await alerts(harness)
        #expect(report.alerts == (hour == 15 ? [] : nil))
        #expect(report.degraded == [.warnings])
    }

    @Test("No events (03) are a valid answer")
    func noEvents() async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers = [.warningEvents: { _ in .noData }]
        let report = try await harness.forecaster().seoul()
        #expect(report[.warnings]?.status == .fresh)
        #expect(report.alerts != nil)
    }

    @Test("The API hub's table in EUC-KR says the same as the text of data.go.kr")
    func hub() async throws {
        let harness = try TestHarness(15)
        harness.clock.advance(to: KoreanDate(year: 2027, month: 1, day: 20).at(hour: 15))
        for place in ["서울특별시", "강원특별자치도 철원군", "제주시", "김천시"] {
            let place = try Gazetteer.place(named: place)
            let portal = try await harness.forecaster().alerts(at: place)
            let hub = try await harness.forecaster(hub: true).alerts(at: place)
            #expect(portal.alerts != nil && portal.alerts == hub.alerts, "\(place.name)")
        }
        #expect(harness.upstream.count(of: .warningTable) > 0)
    }

    @Test(
        "A key without approval is no fault of the week, and the refusal is remembered for six hours",
        arguments: [
            Fault.gateway(.keyNotRegistered, .json), .gateway(.permissionDenied, .json),
            .header(.accessDenied),
            .plain(.forbidden),
        ]
    )
    func withoutApproval(fault: Fault) async throws {
        let harness = try TestHarness(9)
        harness.upstream.fault(fault, on: Endpoint.warnings)
        let report = try await harness.forecaster().seoul()
        #expect(report.alerts == nil)
        #expect(report[.warnings]?.status == .notSubscribed)
        #expect(report[.warnings]?.error?.code == .notSubscribed)
        #expect(report.degraded.isEmpty && report.week.days.count == 11)
        let asked = harness.upstream.count(of: .warningStatus)
        // Another run of the program goes by what this one stored.
        harness.passes(14, 59)
        #expect(try await harness.forecaster().seoul()[.warnings]?.status == .notSubscribed)
        #expect(harness.upstream.count(of: .warningStatus) == asked)
        harness.upstream.clearFaults()
        harness.passes(15, 1)
        #expect(try await harness.forecaster().seoul()[.warnings]?.status == .fresh)
    }

    @Test("The doctor says what to apply for, and asks although a refusal is remembered")
    func doctor() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.gateway(.keyNotRegistered, .json), on: Endpoint.warnings)
        _ = try await harness.forecaster().seoul()
        let configuration = try harness.forecaster().configuration
        let diagnosis = await Doctor(configuration).examine()
        #expect(diagnosis.isLive)
        let check = try #require(diagnosis.checks.first { $0.subject == .service(.warnings) })
        #expect(check.status == .warning)
        #expect(check.message.korean.contains("https://www.data.go.kr/data/15000415/openapi.do"))
        harness.upstream.clearFaults()
        let later = await Doctor(configuration).examine()
        #expect(later.checks.first { $0.subject == .service(.warnings) }?.status == .good)
        #expect(try await harness.forecaster().seoul()[.warnings]?.status == .fresh)
    }

    @Test(
        "A fault of the warnings costs the week nothing else",
        arguments: Fault.kma.oneOfEachCode
    )
    func fault(fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault, on: Endpoint.warnings)
        let report = try await harness.forecaster().seoul()
        #expect(report.week.days.count == 11)
        #expect(report.sources.filter { $0.feed != .warnings }.allSatisfy { $0.status == .fresh })
        let source = try #require(report[.warnings])
        #expect(report.alerts == nil)
        // No data is a valid answer of the events, and leaves them without what they belong to.
        if fault.expected.kind == .noData { return #expect(source.status == .partial) }
        let isRefusal = [.keyRejected, .notSubscribed].contains(fault.expected.kind)
        #expect(source.status == (isRefusal ? .notSubscribed : .failed))
        #expect(source.error?.code == (isRefusal ? .notSubscribed : fault.expected.kind))
        #expect(report.degraded == (isRefusal ? [] : [.warnings]))
    }

    @Test("A week does not wait for warnings that hang, and says that they came late")
    func late() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.hang, on: Endpoint.warnings)
        let report = try await harness.forecaster(optionalTimeout: .seconds(2)).seoul()
        #expect(report.week.days.count == 11)
        #expect(report[.warnings]?.status == .failed)
        #expect(report[.warnings]?.error == FeedError(.timeout, "late"))
        #expect(report.alerts == nil && report.degraded == [.warnings])
        #expect(report.nextChange <= TestHarness.time(15, 0, 10))
    }

    @Test("Warnings of the whole country are those of its zones and seas")
    func nation() async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers = [
            .warningStatus: Self.status("o 풍랑경보 : 남해서부동쪽먼바다\\r\\no 호우주의보 : 서울")
        ]
        let report = try await harness.forecaster().alerts(at: nil)
        #expect(report.alerts?.map(\.label.korean) == ["풍랑경보", "호우주의보"])
        #expect(report.alerts?.map(\.zones.count) == [1, 4])
    }
}
