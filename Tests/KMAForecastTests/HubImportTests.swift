import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Regions
import SampleFeeds
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast
@testable import Record

@Suite("The import of past issues from the API hub", .takesSlots(listeners: 1))
struct HubImportTests {
    private let upstream: Upstream
    private let ledger = MemoryLedger()
    private let counter = MemoryStore()

    /// 2026-10-04 15:00 in Korea.
    private static let now = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15)
    private static let since = KoreanDate(year: 2026, month: 10, day: 1)
    /// From the 1st: of four days one issue is not out yet.
    private static let issues = 7
    private static let zones = 176 + 10

    init() throws {
        upstream = try Upstream(now: Self.now, keepsAlive: false)
    }

    private func importer(
        of places: [Place]? = nil,
        into other: MemoryLedger? = nil,
        timeout: Duration = .seconds(60)
    ) throws -> HubImport {
        let key = try #require(ServiceKey(upstream.keys.hub))
        return HubImport(
            HubGateway(baseURL: upstream.url, key: key),
            into: other ?? ledger,
            of: places,
            transport: .live,
            counter: counter,
            timeout: timeout,
            clock: ManualClock(sleepsEnd: .atOnce),
            now: { Self.now }
        )
    }

    /// The issues of a table that the ledger has, by zone.
    private func kept(_ feed: Feed, _ zone: String) async -> Set<Date> {
        let rows = await ledger.days(
            of: [LedgerSubject(feed: feed, name: zone)],
            on: Self.since...Self.since + 20,
            issued: nil
        )
        return Set(rows.map(\.issuedAt))
    }

    @Test("Two calls bring all zones of a third of a month, and a second run makes none")
    func whole() async throws {
        let result = try await importer().run(since: Self.since)
        #expect(result.fault == nil && result.calls == 2 && upstream.requests.count == 2)
        #expect(result.issues == Self.issues * Self.zones && result.missing.isEmpty)
        #expect(await kept(.midTemperature, "11B10101").count == Self.issues)
        #expect(await kept(.midLand, "11G00000").count == Self.issues)
        #expect(upstream.leaks.isEmpty)
        let again = try await importer().run(since: Self.since)
        #expect(again.calls == 0 && again.issues == 0)
        #expect(upstream.requests.count == 2)
    }

    @Test("Of one place, its two zones are asked for and no others")
    func oneplace() async throws {
        let result = try await importer(of: [Gazetteer.place(named: "부산")]).run(since: Self.since)
        #expect(result.issues == Self.issues * 2)
        #expect(upstream.requests.map { $0["reg"] } == ["11H20201", "11H20000"])
        // All zones come later all the same.
        #expect(try await importer().run(since: Self.since).issues == Self.issues * Self.zones)
    }

    @Test("The calls of a day that are spent are there again the next day, where no store counts them")
    func nextDay() async throws {
        let key = try #require(ServiceKey(upstream.keys.hub))
        let client = HubClient(
            gateway: HubGateway(baseURL: upstream.url, key: key),
            transport: .live,
            counter: nil,
            now: { [upstream] in upstream.now },
            limit: 2
        )
        let issue = Self.since.at(hour: 6)
        for _ in 1...2 { _ = try await client.issues(.temperature, [issue], zone: nil) }
        let error = await #expect(throws: FeedError.self) {
            try await client.issues(.temperature, [issue], zone: nil)
        }
        #expect(error?.code == .quotaExceeded)
        upstream.now = Self.now.addingTimeInterval(86_400)
        _ = try await client.issues(.temperature, [issue], zone: nil)
        #expect(await client.calls == 3)
    }

    @Test("Parts are thirds of months with the issues that are out")
    func parts() {
        let parts = HubImport.parts(since: KoreanDate(year: 2026, month: 9, day: 15), until: Self.now)
        #expect(parts.map(\.day.description) == ["2026-09-15", "2026-09-21", "2026-10-01"])
        #expect(parts.map(\.issues.count) == [12, 20, 7])
        #expect(HubImport.parts(since: KoreanDate(year: 2027, month: 1, day: 1), until: Self.now).isEmpty)
    }

    @Test(
        "A hub that hangs once is asked for less at a time, and one that still hangs stops the import"
    )
    func hanging() async throws {
        upstream.fault(.hang, on: .temperatureTable, times: 1)
        let result = try await importer(timeout: .seconds(1)).run(since: Self.since)
        #expect(result.fault == nil && result.issues == Self.issues * Self.zones)

        upstream.fault(.hang, on: Endpoint.hubTables)
        let ledger = MemoryLedger()
        let key = try #require(ServiceKey(upstream.keys.hub))
        let stopped = await HubImport(
            HubGateway(baseURL: upstream.url, key: key),
            into: ledger,
            transport: .live,
            counter: counter,
            timeout: .milliseconds(200),
            clock: ManualClock(sleepsEnd: .atOnce),
            now: { Self.now }
        ).run(since: Self.since)
        #expect(stopped.fault?.code == .timeout && stopped.issues == 0)
    }

    @Test(
        "A refusal ends the import at once, with what it is",
        arguments: [
            (Fault.hub(.notSubscribed), ErrorCode.notSubscribed), (.hub(.badKey), .keyRejected),
            (.hub(.quota), .quotaExceeded), (.hub(.quotaUnder200), .quotaExceeded),
        ]
    )
    func refused(fault: Fault, code: ErrorCode) async throws {
        upstream.fault(fault, on: Endpoint.hubTables)
        let result = try await importer().run(since: Self.since)
        #expect(result.fault?.code == code && result.calls == 1 && result.issues == 0)
    }

    @Test("A hub that refuses to answer for all zones is asked for each")
    func byZone() async throws {
        upstream.answers[.landTable] = { request in
            guard request["reg"]?.isEmpty == true else {
                let sample = SampleFeeds.answer(to: request.target, at: Self.now)
                return StubAnswer(status: 200, headers: [], body: sample.body)
            }
            return .json(#"{"result":{"status":400,"message":"reg"}}"#, status: 400)
        }
        let result = try await importer().run(since: Self.since)
        #expect(result.fault == nil && result.issues == Self.issues * Self.zones)
        #expect(upstream.requests.count { $0.endpoint == .temperatureTable } == 1)
    }

    @Test("Half a span under a whole table's end is noticed, and the other half asked for by issue")
    func half() async throws {
        upstream.answers[.temperatureTable] = { request in
            let sample = SampleFeeds.answer(to: request.target, at: Self.now)
            let lines = String(decoding: sample.body, as: UTF8.self).split(separator: "\n")
            let isSpan = request["tmfc1"] != request["tmfc2"]
            let kept = lines.filter {
                $0.hasPrefix("#") || !isSpan || !$0.contains(",20261003") || $0.contains("0600,2026")
            }
            let cut = kept.filter { $0.hasPrefix("#") || !isSpan || !$0.contains(",202610031800,") }
            return StubAnswer(status: 200, headers: [], body: Array(cut.joined(separator: "\n").utf8))
        }
        let result = try await importer().run(since: Self.since)
        #expect(result.missing.isEmpty && result.issues == Self.issues * Self.zones)
        #expect(upstream.requests.count { $0.endpoint == .temperatureTable } == 2)
    }

    @Test("A table that is cut off is asked for in halves")
    func cut() async throws {
        upstream.fault(.cutJSON, on: .temperatureTable, times: 1)
        let result = try await importer().run(since: Self.since)
        #expect(result.fault == nil && result.missing.isEmpty && result.issues == Self.issues * Self.zones)
        #expect(result.calls == 4)
    }

    @Test("A month that the hub does not have is told, and the others come")
    func missing() async throws {
        upstream.answers[.temperatureTable] = { request in
            let isSeptember = request["tmfc1"]?.hasPrefix("202609") == true
            let time = isSeptember ? Date(timeIntervalSince1970: 0) : Self.now
            let sample = SampleFeeds.answer(to: request.target, at: time)
            return StubAnswer(status: 200, headers: [], body: sample.body)
        }
        let result = try await importer().run(since: KoreanDate(year: 2026, month: 9, day: 29))
        #expect(result.fault == nil && result.missing.count == 4)
        #expect(result.missing.allSatisfy { $0.feed == .midTemperature && $0.issuedAt < Self.since.start })
        #expect(await kept(.midTemperature, "11B10101").count == Self.issues)
    }

    @Test(
        "Words in broken EUC-KR follow the codes beside them, and unreadable rows are counted"
    )
    func broken() async throws {
        upstream.answers[.landTable] = { request in
            var body = SampleFeeds.answer(to: request.target, at: Self.now).body
            // The second byte of each syllable of the words is lost, and one row is no row.
            body = body.enumerated().map { index, byte in
                index > 0 && byte >= 0x80 && body[index - 1] >= 0x80 && index % 2 == 0
                    ? UInt8(ascii: "?") : byte
            }
            body += Array("11B00000,x,y,A02,109,2,WB01,WB00,?,?,0,=\n".utf8)
            return StubAnswer(status: 200, headers: [], body: body)
        }
        let result = try await importer(of: [Gazetteer.place(named: "서울")]).run(since: Self.since)
        #expect(result.fault == nil && result.missing.isEmpty && result.unreadableRows == 1)
        let land = LedgerSubject(feed: .midLand, name: "11B00000")
        let rows = await ledger.days(of: [land], on: Self.since...Self.since + 20, issued: nil)
        #expect(!rows.isEmpty && rows.allSatisfy { $0.day.sky?.condition != nil })
    }

    @Test("Columns in another order than the hub's help says bring the same days")
    func columns() async throws {
        let seoul = try Gazetteer.place(named: "서울")
        _ = try await importer(of: [seoul]).run(since: Self.since)
        upstream.answers[.temperatureTable] = { request in
            let body = SampleFeeds.answer(to: request.target, at: Self.now).body
            let lines = String(decoding: body, as: UTF8.self).split(separator: "\n").map { line in
                if line.hasPrefix("# REG_ID") {
                    return "# " + line.dropFirst(2).split(separator: " ").reversed().joined(separator: " ")
                }
                guard line.hasSuffix(",=") else { return String(line) }
                return line.dropLast(2).split(separator: ",").reversed().joined(separator: ",") + ",="
            }
            return StubAnswer(status: 200, headers: [], body: Array(lines.joined(separator: "\n").utf8))
        }
        let other = MemoryLedger()
        let result = try await importer(of: [seoul], into: other).run(since: Self.since)
        #expect(result.fault == nil && result.missing.isEmpty && result.unreadableRows == 0)
        let subject = LedgerSubject(feed: .midTemperature, name: "11B10101")
        let (days, turned) = (
            await ledger.days(of: [subject], on: Self.since...Self.since + 20, issued: nil),
            await other.days(of: [subject], on: Self.since...Self.since + 20, issued: nil)
        )
        #expect(!days.isEmpty && Set(turned.map(\.day)) == Set(days.map(\.day)))
    }

    @Test("The calls of a day are counted across programs, and the 19,001st is not made")
    func ceiling() async throws {
        let key = try #require(ServiceKey(upstream.keys.hub))
        let scope = StoreScope(gateway: "typ01 \(upstream.url)", key: key)
        let count = CallCount(scope: scope, service: .midTerm, period: "20261004")
        for _ in 1..<HubClient.callsADay { _ = await counter.countCall(count, limit: HubClient.callsADay) }
        let result = try await importer().run(since: Self.since)
        #expect(result.fault?.code == .quotaExceeded && result.calls == 1 && upstream.requests.count == 1)
    }

    @Test("Values of data.go.kr for the same issue are compared, and differences reported")
    func compared() async throws {
        let issue = Self.since.at(hour: 6)
        let zone = LedgerSubject(feed: .midTemperature, name: "11B10101")
        let request = MidTermTable.temperature.url(
            issued: issue...issue,
            zone: zone.name,
            gateway: HubGateway(key: try #require(ServiceKey("abc")))
        )
        let tabled = try MidTermTable.temperature.read(SampleFeeds.answer(to: request, at: Self.now))
        var days = try #require(tabled.issues.first?.days)
        let first = days[0].extremes
        days[0].extremes = Extremes(minimum: first.minimum.map { $0 - 1 }, maximum: first.maximum)
        try await ledger.add(
            [
                LedgerIssue(
                    subject: zone,
                    issuedAt: issue,
                    fetchedAt: issue,
                    origin: .portal,
                    body: [],
                    days: days
                )
            ],
            []
        )
        let result = try await importer().run(since: Self.since)
        #expect(result.compared == days.count && result.different == 1)
        #expect(result.differences.map(\.issuedAt) == [issue])
        #expect(result.differences.first?.kept == days[0])
    }

    @Test("Kept issues that the hub is asked for again are compared day by day, and nothing is added")
    func witness() async throws {
        _ = try await importer(of: [Gazetteer.place(named: "부산")]).run(since: Self.since)
        let zone = LedgerSubject(feed: .midTemperature, name: "11H20201")
        let rows = await ledger.days(of: [zone], on: Self.since...Self.since + 20, issued: nil)
        var issues = Dictionary(grouping: rows, by: \.issuedAt).sorted { $0.key < $1.key }.map(\.value)
        #expect(issues.count == Self.issues)
        let calls = upstream.requests.count
        let clean = try await importer().compare(issues)
        #expect(clean.issues == Self.issues && clean.compared == rows.count && clean.different == 0)
        #expect(clean.calls == Self.issues && upstream.requests.count == calls + Self.issues)
        let said = issues[2][1].day.extremes
        issues[2][1].day.extremes = Extremes(minimum: said.minimum.map { $0 + 1 }, maximum: said.maximum)
        let edited = try await importer().compare(issues)
        #expect(edited.different == 1 && edited.differences.first?.issuedAt == issues[2][1].issuedAt)
        #expect(edited.differences.first?.origin == .hub)
        // An issue that the hub never gave, and a key that it refuses.
        var unknown = [issues[0][0]]
        unknown[0].issuedAt = HubImport.firstDay.at(hour: 5)
        #expect(try await importer().compare([unknown]).missing.count == 1)
        upstream.fault(.hub(.badKey), on: Endpoint.hubTables)
        let refused = try await importer().compare(issues)
        #expect(refused.fault?.code == .keyRejected && refused.issues == 0)
        #expect(await ledger.days(of: [zone], on: Self.since...Self.since + 20, issued: nil) == rows)
    }
}
