import Forecast
import Foundation
import HTTPTypes
import HummingbirdTesting
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Warnings as others carry them", .takesSlots(programs: 1, listeners: 1))
struct AlertFeedTests {
    /// `getPwnStatus` with a text in force.
    private static func status(_ text: String) -> @Sendable (Request) -> StubAnswer {
        { _ in
            .json(
                #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                    + #""items":{"item":[{"other":"o 없음","t6":"\#(text)","t7":"o 없음","tmEf":"202610041500","#
                    + #""tmFc":202610041400,"tmSeq":9}]},"pageNo":1,"numOfRows":10,"totalCount":1}}}"#
            )
        }
    }

    /// `getPwnCd` with rows.
    private static func events(_ rows: [String]) -> @Sendable (Request) -> StubAnswer {
        { _ in
            .json(
                #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                    + #""items":{"item":[\#(rows.joined(separator: ","))]},"pageNo":1,"numOfRows":5000,"#
                    + #""totalCount":\#(rows.count)}}}"#
            )
        }
    }

    /// A row of heavy rain in 김천시북부, on 2026-10-04.
    private static func row(
        _ command: Int,
        at announced: String,
        start: String = "0",
        end: String = "0",
        stress: Int = 0
    )
        -> String
    {
        func time(_ text: String) -> String { text == "0" ? "0" : "20261004\(text)" }
        return
            #"{"allEndTime":0,"areaCode":"L1072610","areaName":"김천시북부","cancel":"0","command":"\#(command)","#
            + #""endTime":\#(time(end)),"stnId":"108","tmFc":\#(time(announced)),"tmSeq":1,"warnVar":2,"#
            + #""warnStress":"\#(stress)","startTime":\#(time(start))}"#
    }

    private static let issue = row(1, at: "0800", start: "0900")
    private static let change = row(7, at: "1100", start: "1100", stress: 1)
    private static let release = row(2, at: "1500", end: "1500", stress: 1)
    private static let first = "/v1/alerts/L1072610-heavy_rain-202610040800.cap"

    private func element(_ name: String, in text: String) -> String? {
        guard let start = text.range(of: "<\(name)>"), let end = text.range(of: "</\(name)>") else {
            return nil
        }
        return String(text[start.upperBound..<end.lowerBound])
    }

    @Test(
        "A warning is an Alert, then an Update and a Cancel that refer to it, and no message is ever edited"
    )
    func life() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream)
        var seen: [String: String] = [:]
        let steps = [
            ([Self.issue], "o 호우주의보 : 경상북도(김천북부)"),
            ([Self.issue, Self.change], "o 호우경보 : 경상북도(김천북부)"),
            ([Self.release, Self.change, Self.issue], "o 없음"),
        ]
        for (events, status) in steps {
            upstream.answers = [.warningStatus: Self.status(status), .warningEvents: Self.events(events)]
            service.wait(seconds: 301)
            upstream.now += 301
            let feed = try await service.get("/v1/alerts.atom?area=\("김천시".encoded)")
            #expect(feed.status == .ok)
            let links = feed.text.matches(of: /href="(alerts\/L[^"]+)"/).map { String($0.output.1) }
            #expect(links.count == events.count)
            // Readers open the first alternate or the last: feed and entries have one each, the page.
            let parts = feed.text.split(separator: "<entry>")
            #expect(parts.allSatisfy { $0.matches(of: /rel="alternate" type="text\/html"/).count == 1 })
            #expect(parts.allSatisfy { $0.matches(of: /rel="alternate"/).count == 1 })
            for link in links {
                let message = try await service.get("/v1/\(link)")
                #expect(message.headers[.contentType] == "application/cap+xml; charset=utf-8")
                #expect(seen[link] == nil || seen[link] == message.text, "\(link)")
                seen[link] = message.text
            }
        }
        let messages = seen.sorted { $0.key < $1.key }.map(\.value)
        #expect(messages.map { element("msgType", in: $0) } == ["Alert", "Update", "Cancel"])
        #expect(
            messages.map { element("references", in: $0) } == [
                nil, "kma,L1072610-heavy_rain-202610040800,2026-10-04T08:00:00+09:00",
                "kma,L1072610-heavy_rain-202610041100,2026-10-04T11:00:00+09:00",
            ]
        )
        #expect(messages.allSatisfy { element("status", in: $0) == "Actual" && !$0.contains("<note>") })
        #expect(messages[0].contains("<onset>2026-10-04T09:00:00+09:00</onset>"))
        #expect(messages[1].contains("<severity>Severe</severity>") && messages[1].contains("호우경보로 변경"))
        #expect(messages[2].contains("<responseType>AllClear</responseType>"))
        #expect(messages.allSatisfy { $0.contains("<senderName>기상청</senderName>") })
        // 48 hours after the end it is gone.
        upstream.answers[.warningStatus] = Self.status("o 없음")
        service.wait(seconds: 48 * 3_600)
        upstream.now += 48 * 3_600
        #expect(try await service.get(Self.first).status == .notFound)
        #expect(try await !service.get("/v1/alerts.atom").text.contains("<entry>"))
    }

    @Test("The announcements of the last weeks are asked for once a day, and the newest every five minutes")
    func calls() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream)
        _ = try await service.get("/v1/alerts.atom")
        _ = try await service.get("/v1/alerts.atom?area=Busan")
        #expect(upstream.count(of: .warningEvents) == 2)
        service.wait(seconds: 301)
        upstream.now += 301
        _ = try await service.get("/v1/alerts.atom")
        #expect(upstream.count(of: .warningEvents) == 3)
        #expect(upstream.requests.filter { $0["numOfRows"] == "10000" }.count == 1)
    }

    @Test(
        "Without earlier announcements there is a problem, and no feed that would later be another"
    )
    func noHistory() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.html(status: 502), on: [.warningEvents])
        let service = try TestService(over: upstream)
        #expect(try await service.get("/v1/alerts").status == .ok)
        #expect(try await service.get("/v1/alerts.atom").status == .badGateway)
        #expect(try await service.get(Self.first).status == .badGateway)
    }

    @Test(
        "A warning in force without a known announcement is in the feed, without a message that would change"
    )
    func untimed() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.answers = [
            .warningStatus: Self.status("o 호우주의보 : 경상북도(김천북부)"), .warningEvents: { _ in .noData },
        ]
        let service = try TestService(over: upstream)
        let feed = try await service.get("/v1/alerts.atom?area=\("김천시".encoded)").text
        #expect(feed.contains("<title>김천시북부 호우주의보 발효 중</title>"))
        #expect(feed.contains("<id>urn:x-kma:alert:L1072610-heavy_rain-advisory-2026-10-04</id>"))
        #expect(feed.contains("<updated>2026-10-04T14:00:00+09:00</updated>") && !feed.contains(".cap"))
        // RFC 4287, 4.1.2: an entry without content has a page.
        let entry = try #require(feed.firstRange(of: "<entry>").map { feed[$0.upperBound...] })
        let page = "../\("경상북도 김천시".encoded)"
        #expect(entry.contains(#"<link rel="alternate" type="text/html" href="\#(page)""#))
        // The country's entries lead to their areas, and links keep the language that was chosen.
        let country = try await service.get("/v1/alerts.atom?lang=en").text
        #expect(country.contains(#"type="text/html" href="../?lang=en""#))
        #expect(country.firstMatch(of: /rel="alternate" type="([^"]+)"/)?.output.1 == "text/html")
        #expect(country.contains(#"type="text/html" href="\#(page)?lang=en""#))
        let message = "/v1/alerts/L1072610-heavy_rain-advisory-2026-10-04.cap"
        #expect(try await service.get(message).status == .notFound)
        #expect(try await !service.get("/v1/alerts.atom?area=Busan").text.contains("<entry>"))
    }

    @Test("The feed says of itself that it is old where nothing newer can be had")
    func stale() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream)
        _ = try await service.get("/v1/alerts.atom")
        upstream.fault(.html(status: 502), on: Endpoint.warnings)
        service.wait(seconds: 3_600)
        upstream.now += 3_600
        let feed = try await service.get("/v1/alerts.atom?lang=en")
        #expect(feed.text.contains("<subtitle>As of 10/4 15:00 KST."))
    }

    @Test(
        "An identifier of no announcement is not found, however it is written",
        arguments: [
            "L0000000-dry-202601010500", "%3Cscript%3E", "a%20b", "..%2F..%2Fetc", "%EA%B0%80-high_seas-1",
            String(repeating: "a", count: 300),
        ]
    )
    func unknown(id: String) async throws {
        let response = try await TestService().get("/v1/alerts/\(id).cap")
        #expect(response.status == .notFound)
        #expect(try response.json["code"] as? String == "no_data")
    }

    @Test("An exercise is told as one: the sample's feed, messages and calendar say that they are made up")
    func sample() async throws {
        let service = try TestService()
        service.clock.withLockedValue { $0 = KoreanDate(year: 2027, month: 1, day: 27).at(hour: 15) }
        let feed = try await service.get("/v1/alerts.atom").text
        #expect(feed.contains("<subtitle>예시 자료"))
        let link = try #require(feed.firstMatch(of: /href="(alerts\/L[^"]+)"/)?.output.1)
        let message = try await service.get("/v1/\(link)").text
        #expect(element("status", in: message) == "Exercise" && element("note", in: message) != nil)
        let calendar = try await service.get("/v1/week.ics?area=Seoul")
        #expect(calendar.headers[.contentType] == "text/calendar; charset=utf-8")
        #expect(calendar.text.replacing("\r\n ", with: "").contains("예시 자료"))
    }

    @Test("The calendar has CR LF at the end of each line of at most 75 bytes, and an event for each day")
    func calendar() async throws {
        let text = try await TestService(area: "Seoul").get("/v1/week.ics").text
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.last == "" && lines.dropLast().allSatisfy { (1...75).contains($0.utf8.count) })
        #expect(lines.count { $0 == "BEGIN:VEVENT" } == 11)
        #expect(lines.contains { $0.hasPrefix("PRODID:") && $0.hasSuffix("//KO") })
    }

    @Test("A place is the same in calendars and feeds, however it is asked for, and another point is another")
    func identity() async throws {
        let service = try TestService()
        func unique(_ query: String) async throws -> Set<Substring> {
            let calendar = try await service.get("/v1/week.ics?\(query)").text.replacing("\r\n ", with: "")
            let feed = try await service.get("/v1/alerts.atom?\(query)").text
            let id = try #require(element("id", in: feed))
            return Set(calendar.split(separator: "\r\n").filter { $0.hasPrefix("UID:") } + [id[...]])
        }
        let busan = try await unique("area=Busan")
        #expect(busan.count == 12)
        for query in ["area=\("부산".encoded)", "area=\("부산광역시".encoded)", "area=BUSAN"] {
            #expect(try await unique(query) == busan)
        }
        let points = ["lat=37.57&lon=126.98", "lat=37.5&lon=126.98"]
        #expect(try await unique(points[0]).isDisjoint(with: try await unique(points[1])))
    }
}
