import Feeds
import Forecast
import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Observations filled into the ledger", .takesSlots(listeners: 1))
struct ObservationFillTests {
    private static func fill(_ harness: TestHarness, _ ledger: any Ledger) throws -> ObservationFill {
        try #require(try harness.forecaster(ledger: ledger).observationFill)
    }

    private static func days(_ ledger: MemoryLedger, _ station: Int = 108) async -> [ObservedDay] {
        await ledger.observations(at: station, on: TestHarness.day + -400...TestHarness.day)
    }

    @Test(
        "One call brings a year up to yesterday, and the next is made after tomorrow's publication, of a week"
    )
    func year() async throws {
        let harness = try TestHarness(15)
        let ledger = MemoryLedger()
        let fill = try Self.fill(harness, ledger)
        try await fill.fill(station: 108)
        let days = await Self.days(ledger)
        #expect(days.count == 365 && days.last?.date == TestHarness.day + -1)
        #expect(harness.callsSinceLastLook() == [.observedDays: 1])

        try await Self.fill(harness, ledger).fill(station: 108)
        harness.passes(24 + 11, 9)
        try await Self.fill(harness, ledger).fill(station: 108)
        #expect(harness.upstream.requests.isEmpty)
        harness.passes(24 + 11, 10)
        try await Self.fill(harness, ledger).fill(station: 108)
        let request = try #require(harness.upstream.requests.first)
        #expect(request["startDt"] == "20260928" && request["endDt"] == "20261004")
        #expect(await ledger.observations(at: 108, on: TestHarness.day...TestHarness.day).count == 1)
    }

    @Test("Days before the last year are filled back to the first issue kept, a year a turn")
    func back() async throws {
        let harness = try TestHarness(15)
        let ledger = MemoryLedger()
        let issue = LedgerIssue(
            subject: LedgerSubject(feed: .midTemperature, name: "11B10101"),
            issuedAt: (TestHarness.day + -900).at(hour: 6),
            fetchedAt: (TestHarness.day + -900).at(hour: 7),
            origin: .hub,
            body: [],
            days: []
        )
        await ledger.add([issue], [], through: nil)
        func first() async -> KoreanDate? {
            await ledger.observations(at: 108, on: TestHarness.day + -1_000...TestHarness.day).first?.date
        }
        let starts = [-730, -900, -900]
        for (turn, start) in starts.enumerated() {
            harness.passes(24 * turn + 15, 0)
            let fill = try Self.fill(harness, ledger)
            try await fill.fill(station: 108)
            #expect(await first() == TestHarness.day + start, "turn \(turn)")
        }
        #expect(harness.callsSinceLastLook() == [.observedDays: 5])
    }

    @Test("Before ten past eleven the day before yesterday is the newest that is asked for")
    func morning() async throws {
        let harness = try TestHarness(11, 9)
        let ledger = MemoryLedger()
        try await Self.fill(harness, ledger).fill(station: 108)
        #expect(await Self.days(ledger).last?.date == TestHarness.day + -2)
    }

    @Test("A day that was corrected within a week is corrected")
    func corrected() async throws {
        let harness = try TestHarness(15)
        let ledger = MemoryLedger()
        let old = ObservedDay(
            station: 108,
            date: TestHarness.day + -3,
            minimum: -20,
            maximum: -10,
            rain: .measured(99),
            fetchedAt: TestHarness.time(-24)
        )
        try await ledger.add([], [old])
        try await Self.fill(harness, ledger).fill(station: 108)
        let day = await ledger.observations(at: 108, on: old.date...old.date)
        #expect(day.count == 1 && day.first?.minimum != -20)
        #expect(await ledger.observationCount == 366, "what was known is kept as well")
    }

    @Test("A station that is gone is asked once a day, and leaves the others their turn")
    func gone() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.header(.noData), on: .observedDays, times: 1)
        let ledger = MemoryLedger()
        let fill = try Self.fill(harness, ledger)
        #expect(await fill.fill(stations: [999, 108]) == nil)
        #expect(await Self.days(ledger).count == 365)
        #expect(await fill.fill(stations: [999, 108]) == nil)
        #expect(harness.upstream.requests.count == 2)
    }

    @Test("A single day, which comes without the list around it, is taken with what it has")
    func single() async throws {
        let harness = try TestHarness(15)
        let yesterday = TestHarness.day + -1
        harness.upstream.answers[.observedDays] = { _ in Self.answer(yesterday, rain: "") }
        let ledger = MemoryLedger()
        try await Self.fill(harness, ledger).fill(station: 108)
        let days = await Self.days(ledger)
        #expect(days.map(\.date) == [yesterday])
        #expect(days.first?.minimum == nil && days.first?.maximum == 21.4 && days.first?.rain == .blank)
    }

    private static func answer(_ date: KoreanDate, rain: String) -> StubAnswer {
        .json(
            #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                + #""items":{"item":{"stnId":"108","stnNm":"서울","tm":"\#(date)","avgTa":"","minTa":"","#
                + #""minTaHrmt":"","maxTa":"21.4","maxTaHrmt":"2400","sumRn":"\#(rain)","iscs":""}},"#
                + #""pageNo":1,"numOfRows":999,"totalCount":1}}}"#
        )
    }

    @Test("A value that cannot be read corrects none that was read, and is unknown where none was")
    func unreadableRain() async throws {
        let harness = try TestHarness(15)
        let yesterday = TestHarness.day + -1
        harness.upstream.answers[.observedDays] = { _ in Self.answer(yesterday, rain: "x") }
        for (rain, low) in [(ObservedDay.Rain.measured(3), 1.0), (.unknown, 1), (.unknown, 22)] {
            let ledger = MemoryLedger()
            let old = ObservedDay(
                station: 108,
                date: yesterday,
                minimum: low,
                maximum: 23,
                rain: rain,
                fetchedAt: TestHarness.time(1)
            )
            try await ledger.add([], [old])
            try await Self.fill(harness, ledger).fill(station: 108)
            let day = await ledger.observations(at: 108, on: yesterday...yesterday)
            #expect(day.map(\.rain) == [rain] && day.map(\.maximum) == [21.4])
            #expect(day.map(\.minimum) == [low < 21 ? low : nil], "never above the high")
        }
    }

    @Test("Without an approval nothing else is lost, and the service is left alone")
    func refused() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.gateway(.accessDenied, .json), on: .observedDays)
        let ledger = MemoryLedger()
        let fill = try Self.fill(harness, ledger)
        #expect(await fill.fill(stations: [108, 159, 143])?.code == .notSubscribed)
        #expect(harness.upstream.requests.count == 1)
        #expect(try await harness.forecaster().seoul()[.midLand]?.error == nil)
    }

    @Test("No more than fifty calls are made on a day, whoever makes them")
    func ceiling() async throws {
        let harness = try TestHarness(15)
        let fill = try Self.fill(harness, MemoryLedger())
        // Each an ASOS station of its own or none: all are calls.
        let fault = await fill.fill(stations: Array(90..<160))
        #expect(fault?.code == .quotaExceeded && fault?.wasSent == false)
        #expect(harness.upstream.count(of: .observedDays) == ObservationFill.callsADay)
        harness.upstream.forgetRequests()
        #expect(try await Self.fill(harness, MemoryLedger()).fill(stations: [200])?.code == .quotaExceeded)
        #expect(harness.upstream.requests.isEmpty)
    }

    @Test("An answer with fewer days than it counts is not taken")
    func incomplete() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.cutJSON, on: .observedDays)
        let ledger = MemoryLedger()
        await #expect(throws: FeedError.self) { try await Self.fill(harness, ledger).fill(station: 108) }
        #expect(await Self.days(ledger).isEmpty)
    }
}
