import CommandLineSupport
import Feeds
import Forecast
import Foundation
import HTTPTypes
import KMAForecast
import NIOCore
import Regions
import Rendering
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

/// An answer of KMA's warnings, and what is right to say of it.
struct WarningCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Texts of data.go.kr in force and preliminary, and the moment they describe.
    var inForce = "o 없음"
    var preliminary = "o 없음"
    var describedAt = "202610041500"
    /// Rows of `getPwnCd`: of three days, and of sixty if they differ.
    var events: [String] = []
    var history: [String]?
    /// Rows of the API hub; `nil` if it has no such answer.
    var hub: [String]?
    var now = "202610041520"
    /// Alerts by area, the country by an empty one; `nil` for not known.
    let expected: [String: [String]?]
    /// Whether a part could not be read.
    var isUnread = false

    /// A row of `getPwnCd`.
    static func event(
        _ kind: Int,
        _ level: Int,
        _ zone: String,
        at issued: String,
        start: String = "0",
        end: String = "0"
    )
        -> String
    {
        #"{"allEndTime":0,"areaCode":"\#(zone)","areaName":"-","cancel":"0","command":"1","endTime":\#(end),"stnId":"108","#
            + #""tmFc":\#(issued),"tmSeq":1,"warnVar":\#(kind),"warnStress":\#(level),"startTime":\#(start)}"#
    }

    static let all =
        // Each sea is read in WarningStatusResponseTests.
        SeaZoneName.wholes.prefix(1).map { sea in
            WarningCase(
                testDescription: sea,
                inForce: "o 풍랑주의보 : \(sea), 남해동부앞바다\\r\\no 강풍주의보 : 울산(울산동부)",
                hub: [
                    "S1000000, 동해, S1100000, \(sea), 202610041400, 202610041400, 풍랑, 주의, 발표, ,=",
                    "S1000000, \(sea), S1200000, 남해동부앞바다, 202610041400, 202610041400, 풍랑, 주의, 발표, ,=",
                    "L1160000, 울산광역시, L1082800, 울산동부, 202610041400, 202610041400, 강풍, 주의, 발표, ,=",
                ],
                expected: [
                    "": ["강풍주의보 울산동부", "풍랑주의보 \(sea), 남해동부앞바다"], "울산 중구": ["강풍주의보 울산동부"],
                    "강원특별자치도": [], "서울": [],
                ]
            )
        } + [
            WarningCase(
                testDescription: "nothing readable",
                inForce: "o 강풍주의보 : 부산광역시 일부",
                hub: ["L1150000, 부산광역시, L9999999, -, 202610041400, 202610041400, 강풍, 주의, 발표, ,="],
                expected: ["": nil, "부산 해운대구": nil],
                isUnread: true
            ),
            WarningCase(
                testDescription: "one of two readable",
                inForce: "o 강풍주의보 : 부산광역시 일부, 울산(울산동부)",
                expected: ["": ["강풍주의보 울산동부"], "울산 중구": ["강풍주의보 울산동부"], "태백시": nil],
                isUnread: true
            ),
            WarningCase(
                testDescription: "no text of preliminary ones",
                inForce: "o 강풍주의보 : 울산(울산동부)",
                preliminary: " ",
                expected: ["": ["강풍주의보 울산동부"], "태백시": nil],
                isUnread: true
            ),
            WarningCase(
                testDescription: "parts of the day without hours, two times of one kind",
                preliminary: "(1) 대설 예비특보\\r\\no 10월 05일 밤 : 강원도(태백)\\r\\no 10월 06일 아침 : 강원도(정선평지)",
                hub: [
                    "L1020000, 강원도, L1020300, 태백시, 202610041400, 202610052358, 대설, 예비, 발표, ,=",
                    "L1022600, 정선군, L1022610, 정선군평지, 202610041400, 202610060859, 대설, 예비, 발표, ,=",
                ],
                expected: [
                    "": ["대설 예비특보 태백시 10-05T18", "대설 예비특보 정선군평지 10-06T06"],
                    "강원특별자치도": ["대설 예비특보 태백시 10-05T18", "대설 예비특보 정선군평지 10-06T06"],
                    "태백시": ["대설 예비특보 태백시 10-05T18"], "정선군": ["대설 예비특보 정선군평지 10-06T06"],
                    "울산 중구": [],
                ]
            ),
            WarningCase(
                testDescription: "the last minute of a part",
                preliminary: "(1) 강풍 예비특보\\r\\no 10월 04일 밤(18시~24시) : 부산(부산동부)\\r\\n"
                    + "o 10월 05일 새벽(03시~06시) : 울산(울산동부)",
                hub: [
                    "L1150000, 부산광역시, L1082500, 부산동부, 202610041400, 202610042358, 강풍, 예비, 발표, ,=",
                    "L1160000, 울산광역시, L1082800, 울산동부, 202610041400, 202610050559, 강풍, 예비특보, 발표, ,=",
                ],
                expected: [
                    "": ["강풍 예비특보 부산동부 10-04T18", "강풍 예비특보 울산동부 10-05T03"],
                    "부산 해운대구": ["강풍 예비특보 부산동부 10-04T18"], "울산": ["강풍 예비특보 울산동부 10-05T03"],
                ]
            ),
            WarningCase(
                testDescription: "an end announced ahead",
                inForce: "o 없음",
                describedAt: "202610051800",
                events: [
                    event(8, 0, "L1020300", at: "202610041000", start: "202610041000"),
                    event(8, 0, "L1020300", at: "202610041500", end: "202610051800"),
                ],
                hub: [
                    "L1020000, 강원도, L1020300, 태백시, 202610041000, 202610041000, 대설, 주의, 발표, 05일 늦은 오후(15시~18시),="
                ],
                expected: [
                    "": ["대설주의보 태백시 10-04T10 ~ 5일 18시"], "태백시": ["대설주의보 태백시 10-04T10 ~ 5일 18시"], "울산": [],
                ]
            ),
            WarningCase(
                testDescription: "a level to change",
                inForce: "o 폭염경보 : 서울(서울동북권)\\r\\no 호우주의보 : 강원도(태백)",
                describedAt: "202610051100",
                events: [
                    event(12, 1, "L1100200", at: "202610041500", start: "202610051100"),
                    event(2, 0, "L1020300", at: "202610041500", start: "202610041800"),
                    event(2, 1, "L1020300", at: "202610040800", start: "202610040900"),
                ],
                history: [event(12, 0, "L1100200", at: "202609201600", start: "202609211100")],
                hub: [
                    "L1100000, 서울, L1100200, 서울동북권, 202609201600, 202609211100, 폭염, 주의, 발표, ,=",
                    "L1100000, 서울, L1100200, 서울동북권, 202610041500, 202610051100, 폭염, 경보, 변경, ,=",
                    "L1020000, 강원도, L1020300, 태백시, 202610040800, 202610040900, 호우, 경보, 발표, ,=",
                    "L1020000, 강원도, L1020300, 태백시, 202610041500, 202610041800, 호우, 주의, 변경, ,=",
                ],
                expected: [
                    "": [
                        "호우경보 태백시 10-04T09", "폭염경보 서울동북권 10-05T11", "호우주의보 태백시 10-04T18",
                        "폭염주의보 서울동북권 09-21T11",
                    ],
                    "서울 노원구": ["폭염경보 서울동북권 10-05T11", "폭염주의보 서울동북권 09-21T11"],
                    "태백시": ["호우경보 태백시 10-04T09", "호우주의보 태백시 10-04T18"],
                ]
            ),
            WarningCase(
                testDescription: "a level that has changed",
                inForce: "o 폭염경보 : 서울(서울동북권)",
                describedAt: "202610051100",
                events: [
                    event(12, 1, "L1100200", at: "202610041500", start: "202610051100"),
                    event(12, 0, "L1100200", at: "202610021600", start: "202610031100"),
                ],
                now: "202610051100",
                expected: ["": ["폭염경보 서울동북권 10-05T11"], "서울 노원구": ["폭염경보 서울동북권 10-05T11"]]
            ),
            WarningCase(
                testDescription: "announcements that lag behind a text of a later moment",
                inForce: "o 강풍주의보 : 울산(울산동부)",
                describedAt: "202610041800",
                expected: ["": ["강풍주의보 울산동부 10-04T18"], "울산 중구": ["강풍주의보 울산동부 10-04T18"]]
            ),
            WarningCase(
                testDescription: "two kinds in one head, and glued bullets",
                inForce: "o폭염중대경보·호우주의보 : 태백\\r\\n(1)강풍주의보 : 태백",
                preliminary: "1) 풍랑경보 예비특보\\r\\no10월 05일 낮(12시~15시) : 태백",
                expected: [
                    "태백시": ["폭염중대경보 태백시", "호우주의보 태백시", "강풍주의보 태백시", "풍랑 예비특보 태백시 10-05T12"]
                ]
            ),
        ]
}

@Suite("Warnings by every way out, over both gateways", .takesSlots(programs: 1, listeners: 1))
struct WarningTests {
    private static func envelope(_ items: [String]) -> StubAnswer {
        items.isEmpty
            ? .noData
            : .json(
                #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","items":"#
                    + #"{"item":[\#(items.joined(separator: ","))]},"pageNo":1,"totalCount":\#(items.count)}}}"#
            )
    }

    private func service(_ warning: WarningCase, hub: Bool) throws -> (TestService, Upstream) {
        let now = try #require(KoreanTime.instant(compact: warning.now))
        let upstream = try Upstream(now: now)
        let status =
            #"{"other":"o 없음","t6":"\#(warning.inForce)","t7":"\#(warning.preliminary)","tmEf":"\#(warning.describedAt)","#
            + #""tmFc":202610041400,"tmSeq":7}"#
        let table = "#START7777\n" + (warning.hub ?? []).map { $0 + "\n" }.joined() + "#7777END\n"
        upstream.answers = [
            .warningStatus: { _ in Self.envelope([status]) },
            .warningEvents: { request in
                let isLong = request["numOfRows"] == "10000"
                return Self.envelope(warning.events + (isLong ? warning.history ?? [] : []))
            },
            .warningTable: { _ in
                StubAnswer(
                    status: 200,
                    headers: [("Content-Type", "text/plain;charset=EUC-KR")],
                    body: EUCKR.bytes(table)
                )
            },
        ]
        let folder = try TemporaryFolder()
        let settings = try Settings(
            environment: [
                "KMA_BASE_URL": hub ? upstream.hubURL : upstream.portalURL,
                "KMA_GATEWAY": hub ? "apihub" : "data.go.kr",
                "KMA_SERVICE_KEY": hub ? upstream.keys.hub : upstream.keys.portal,
                "KMA_CACHE_DIR": folder.path,
                "AIRKOREA_BASE_URL": upstream.airKoreaURL, "OPENWEATHER_BASE_URL": upstream.url,
            ],
            readFile: { _ in "" }
        )
        var sources = ForecasterConfiguration(settings, transport: .forTests)
        sources.timeout = .seconds(60)
        sources.optionalTimeout = .seconds(60)
        let service = TestService(sources, folder)
        service.clock.withLockedValue { $0 = now }
        return (service, upstream)
    }

    /// An alert of JSON in words: label, zones, begin and end.
    private func words(_ alerts: Any?, withTimes: Bool) throws -> [String]? {
        if alerts is NSNull { return nil }
        return try #require(alerts as? [[String: Any]]).map { alert in
            let zones = (alert["zones"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            let start = (alert["effective_at"] as? String).map { " \($0.prefix(13).dropFirst(5))" } ?? ""
            let end = (alert["ends"] as? String).map { " ~ \($0)" } ?? ""
            return "\(alert["label"] ?? "") \(zones.joined(separator: ", "))" + (withTimes ? start + end : "")
        }
    }

    private func ask(_ tool: String, _ area: String, of service: TestService) async throws -> [String: Any] {
        let arguments = area.isEmpty ? "{}" : #"{"area":"\#(area)"}"#
        let message =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
        let response = try await service.get(
            "/mcp",
            method: .post,
            headers: [.contentType: "application/json"],
            body: ByteBuffer(string: message)
        )
        return try #require(try response.json["result"] as? [String: Any], "\(response.text)")
    }

    @Test(
        "Country, province and place say the same in JSON, table, CSV, line, MCP, Atom and CAP",
        arguments: WarningCase.all
    )
    func everyWay(warning: WarningCase) async throws {
        for hub in warning.hub == nil ? [false] : [false, true] {
            let (service, upstream) = try service(warning, hub: hub)
            for (area, alerts) in warning.expected {
                // The table of the hub has times that the text lacks.
                let withTimes = !hub || alerts?.contains { $0.contains("T") } ?? false
                try await expect(alerts, area, warning, withTimes, of: service)
            }
            _ = upstream
        }
    }

    private func expect(
        _ alerts: [String]?,
        _ area: String,
        _ warning: WarningCase,
        _ withTimes: Bool,
        of service: TestService
    ) async throws {
        let query = area.isEmpty ? "" : "?area=\(area.encoded)"
        let json = try await service.get("/v1/alerts\(query)").json
        #expect(try words(json["alerts"], withTimes: withTimes) == alerts, "/v1/alerts \(area)")
        #expect((json["degraded"] as? [String])?.isEmpty == !warning.isUnread)
        let call = try await ask("alerts", area, of: service)
        let structured = try #require(call["structuredContent"] as? [String: Any])
        #expect(try words(structured["alerts"], withTimes: withTimes) == alerts, "MCP \(area)")
        let spoken = ((call["content"] as? [[String: Any]])?.first?["text"] as? String) ?? ""
        if !area.isEmpty {
            for path in ["week", "now"] {
                let json = try await service.get("/v1/\(path)\(query)").json
                #expect(try words(json["alerts"], withTimes: withTimes) == alerts, "/v1/\(path) \(area)")
            }
            // Without the time of the warnings' answer they are not known.
            let metrics = try await service.get("/v1/prometheus\(query)").text
            #expect(metrics.contains("kma_alert{") == (alerts?.isEmpty == false), "\(area): \(metrics)")
            #expect(metrics.contains(",feed=\"kma.warnings\"") == (alerts != nil), "\(area): \(metrics)")
        }
        let place = area.isEmpty ? nil : try Gazetteer.place(named: area)
        let report = try await service.dependencies.forecaster.alerts(at: place)
        let style = Style(
            language: .korean,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: 200
        )
        func text(_ format: Format) -> String { Output.alerts.text(report, in: format, style) }
        for (way, text) in [
            ("MCP", spoken), ("table", text(.table)), ("line", text(.line)), ("csv", text(.csv)),
        ] {
            #expect(
                !text.contains("특보가 없습니다") || (alerts?.isEmpty == true && way != "csv"),
                "\(way) \(area): \(text)"
            )
            if alerts == nil { #expect(text.contains("특보를 확인하지 못했습니다."), "\(way) \(area): \(text)") }
            for alert in alerts ?? [] {
                let label = String(alert.prefix(alert.contains("예비특보") ? 7 : 20).prefix { $0 != " " })
                #expect(text.contains(label), "\(way) \(area): \(text)")
            }
            if alerts?.isEmpty == false, area.isEmpty, warning.isUnread {
                #expect(text.contains("읽지 못한 특보"), "\(way): \(text)")
            }
        }
        #expect(text(.csv).split(separator: "\r\n").count > 1 || alerts?.isEmpty == true)
        try await expectFeed(json, query, alerts, of: service)
    }

    /// Every warning of an answer that is no preliminary one has an entry on each of its zones, and its message if KMA's
    /// announcement is known.
    private func expectFeed(
        _ json: [String: Any],
        _ query: String,
        _ alerts: [String]?,
        of service: TestService
    )
        async throws
    {
        let feed = try await service.get("/v1/alerts.atom\(query)").text
        if alerts == nil { #expect(feed.contains("<subtitle>읽지 못한 특보")) }
        for alert in (json["alerts"] as? [[String: Any]]) ?? []
        where alert["level"] as? String != "preliminary" {
            let label = try #require(alert["label"] as? String)
            for zone in alert["zones"] as? [[String: Any]] ?? [] {
                let name = try #require(zone["name"] as? String)
                let entry = feed.components(separatedBy: "<entry>").first {
                    $0.contains("<title>\(name) \(label)")
                }
                #expect(entry != nil, "\(name) \(label): \(feed)")
                let link = entry?.firstMatch(of: /href="(alerts\/[^"]+)"/).map { String($0.output.1) }
                #expect((link == nil) == (alert["issued_at"] is NSNull))
                guard let link else { continue }
                let message = try await service.get("/v1/\(link)")
                #expect(message.status == .ok && message.text.contains("<event>\(label)</event>"))
            }
        }
    }

    @Test("A text that says nothing is malformed, and never none", arguments: ["", " ", "o", "o \\r\\n o"])
    func empty(text: String) async throws {
        let (service, upstream) = try service(
            WarningCase(testDescription: "", inForce: text, expected: [:]),
            hub: false
        )
        // First: with the circuit open it would be refused like a call that fails.
        #expect(try await service.get("/v1/alerts.atom").text.contains("<subtitle>읽지 못한 특보"))
        for path in ["/v1/alerts", "/v1/alerts?area=Seoul", "/v1/week?area=Seoul"] {
            let json = try await service.get(path).json
            #expect(json["alerts"] is NSNull, "\(path)")
            let sources = try #require(json["sources"] as? [[String: Any]])
            let source = try #require(sources.first { $0["feed"] as? String == "kma.warnings" })
            #expect(
                (source["error"] as? [String: Any])?["code"] as? String == "malformed_response",
                "\(path)"
            )
            #expect((json["degraded"] as? [String])?.contains("kma.warnings") == true, "\(path)")
        }
        let call = try await ask("alerts", "", of: service)
        #expect((call["structuredContent"] as? [String: Any])?["alerts"] is NSNull)
        let spoken = (call["content"] as? [[String: Any]])?.first?["text"] as? String
        #expect(spoken?.contains("확인하지 못했습니다") == true)
        _ = upstream
    }
}
