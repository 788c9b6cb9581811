import Forecast
import Foundation
import HTTPTypes
import HummingbirdTesting
import KMAForecast
import NIOCore
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Times over HTTP", .takesSlots(programs: 1))
struct AskedTimeTests {
    private static let curl: HTTPFields = [.userAgent: "curl/8.5.0"]

    private static func dates(_ response: TestResponse) throws -> [String] {
        try #require(try response.json["days"] as? [[String: Any]]).compactMap { $0["date"] as? String }
    }

    @Test("A running service answers for a time in a parameter and in a path, as the command line does")
    func program() async throws {
        let client = RawClient(
            try await RunningService(environment: ["KMA_NOW": "2026-11-25T15:20:00+09:00"])
        )
        let body = try await client.body("/v1/week?area=Seoul&on=" + "내일 오전".encoded)
        let json = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        let asked = try #require(json["asked"] as? [String: Any])
        #expect(asked["text"] as? String == "내일 오전")
        #expect(asked["from"] as? String == "2026-11-26T00:00:00+09:00")
        #expect(asked["to"] as? String == "2026-11-26T12:00:00+09:00")
        let text = try await client.body("/" + "내일".encoded + "+" + "서울".encoded + "?format=table")
        let command = try await Program(["KMA_NOW": "2026-11-25T15:20:00+09:00"]).process("내일", "서울", "-s")
        // Below it the service says what the command tells on standard error.
        #expect(String(decoding: text, as: UTF8.self).hasPrefix(command.output))
    }

    @Test(
        "Days and hours lie in the given time, and each question says which it was",
        arguments: [
            ("내일", ["2026-10-05"]), ("tomorrow", ["2026-10-05"]), ("2026-10-06", ["2026-10-06"]),
            ("토요일", ["2026-10-10"]), ("모레~수요일", ["2026-10-06", "2026-10-07"]), ("지금", ["2026-10-04"]),
        ]
    )
    func days(words: String, dates: [String]) async throws {
        let service = try TestService()
        let response = try await service.get("/v1/week?area=Busan&on=\(words.encoded)")
        #expect(try Self.dates(response) == dates)
        #expect((try response.json["asked"] as? [String: Any])?["text"] as? String == words)
        guard words == "내일" else { return }
        #expect(try await service.get("/v1/week?area=Busan").json["asked"] is NSNull)
        let several = try await service.get("/v1/week?area=Busan&area=Seoul&on=\(words.encoded)")
        #expect(several.text.matches(of: /"asked":\{/).count == 2)
    }

    @Test(
        "Words mean another day after midnight: no earlier response is sent, nor may a cache show it"
    )
    func midnight() async throws {
        let service = try TestService()
        let target = "/v1/week?area=Busan&on=" + "내일".encoded
        // 23:50.
        service.wait(seconds: 8 * 3_600 + 50 * 60)
        let before = try await service.get(target)
        #expect(try Self.dates(before) == ["2026-10-05"])
        let control = try #require(before.headers[.cacheControl])
        let age = try #require(control.firstMatch(of: /max-age=(\d+)/).flatMap { Int($0.1) })
        #expect((1...600).contains(age))
        #expect(control.contains("must-revalidate") && !control.contains("stale"))
        // The day itself is another question, also where it is asked first.
        service.wait(seconds: 660)
        #expect(try Self.dates(try await service.get("/v1/week?area=Busan&on=2026-10-05")) == ["2026-10-05"])
        for _ in 0..<2 { #expect(try Self.dates(try await service.get(target)) == ["2026-10-06"]) }
    }

    @Test("The same question is one response, and is remembered by its target until it means something else")
    func cached() async throws {
        let service = try TestService()
        let cache = service.dependencies.responseCache
        let target = "/v1/hours?area=Busan&on=" + "지금".encoded
        _ = try await service.get(target)
        func kept() -> CachedResponse? {
            cache.current(target: target, at: service.clock.withLockedValue { $0 })
        }
        let first = try #require(kept())
        service.wait(seconds: 60)
        _ = try await service.get("/v1/hours?on=" + "지금".encoded + "&area=Busan&lang=ko")
        #expect(kept() === first)
        service.wait(seconds: 3_600)
        #expect(kept() == nil)
        _ = try await service.get(target)
        let next = try #require(kept())
        #expect(next !== first)
    }

    @Test(
        "Invalid times, and times without a forecast, are reported",
        arguments: [
            ("/v1/week?area=Busan&on=" + "부산".encoded, 400), ("/v1/week?area=Busan&on=", 400),
            ("/v1/week?area=Busan&on=" + "비".encoded, 400), ("/v1/week?area=Busan&on=13/45", 400),
            ("/v1/week?area=Busan&on=" + String(repeating: "내일 ", count: 40).encoded, 400),
            ("/v1/week?area=Busan&on=" + "어제".encoded, 404), ("/v1/week?area=Busan&on=2027-01-01", 404),
            ("/v1/hours?area=Busan&on=2026-10-13", 404), ("/v1/now?area=Busan&on=tomorrow", 400),
            ("/v1/week?area=Busan&on=tomorrow&on=today", 400), ("/v1/outlook?area=Busan&on=tomorrow", 400),
            ("/v1/theme?area=Busan&on=x", 400), ("/v1/theme?area=Busan&on=tomorrow&date=2026-10-05", 400),
            ("/v1/theme?area=Busan&on=" + "어제".encoded, 404), ("/v1/theme?area=Busan&on=2027-01-01", 404),
        ] as [(String, Int)]
    )
    func refused(target: String, status: Int) async throws {
        let response = try await TestService().get(target)
        #expect(response.status.code == status)
        if status == 404 { #expect(try response.json["code"] as? String == "no_data") }
    }

    @Test("A date with another weekday is refused with its own")
    func otherWeekday() async throws {
        let words = ["10월", "5일", "금요일"]
        let path = (["부산"] + words).map(\.encoded).joined(separator: "+")
        let query = words.joined(separator: " ").encoded
        for target in ["/v1/week?area=Busan&on=\(query)", "/\(path)?format=line"] {
            let response = try await TestService().get(target)
            #expect(response.status == .badRequest && response.text.contains("10월 5일(월)"), "\(response.text)")
        }
    }

    @Test(
        "A time that is over or too far is refused before any call",
        arguments: ["/v1/week", "/v1/hours", "/v1/rain", "/v1/theme", "/v1/why"]
    )
    func noCall(path: String) async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream)
        for words in ["어제", "2027-01-01"] {
            let response = try await service.get("\(path)?area=Busan&on=\(words.encoded)")
            #expect(response.status == .notFound)
            let text = try await service.get("/\("부산".encoded)+\(words.encoded)?format=line")
            #expect(text.status == .notFound)
        }
        #expect(upstream.requests.isEmpty)
    }

    @Test(
        "Words of time stand anywhere in a path",
        arguments: [
            ["내일", "서울"], ["서울", "내일"], ["서울 내일"], ["내일서울날씨"], ["서울", "2026-10-05"],
        ]
    )
    func path(words: [String]) async throws {
        let service = try TestService()
        let path = "/" + words.map(\.encoded).joined(separator: "+")
        let response = try await service.get(path + "?format=ndjson")
        #expect(response.status == .ok)
        #expect(try Self.dates(response) == ["2026-10-05"])
        #expect((try response.json["place"] as? [String: Any])?["name"] as? String == "서울특별시")
        let text = try await service.get(path, headers: Self.curl).text
        #expect(text.contains("내일") && !text.contains("모레"))
    }

    @Test("Several places, rain, now and a time alone are asked in a path as on the command line")
    func topics() async throws {
        let service = try TestService(area: "부산")
        func text(_ words: String, _ query: String = "") async throws -> String {
            let path = "/" + words.split(separator: " ").map { String($0).encoded }.joined(separator: "+")
            let response = try await service.get(path + query, headers: Self.curl)
            #expect(response.status == .ok, "\(words)")
            return response.text
        }
        let days = try await text("서울 내일 부산 제주", "?line").split(separator: "\n")
        #expect(days.map { $0.prefix(2) } == ["서울", "부산", "제주"])
        let rain = try await text("내일 서울 비와?".replacing("?", with: ""), "?line")
        #expect(rain.split(separator: "\n").count == 1 && rain.contains("비"))
        #expect(try await text("rain in Seoul tomorrow", "?line") == rain)
        #expect(try await text("지금 서울") == (try await text("서울", "?view=now")))
        #expect(try await text("주말").hasPrefix(" 부산광역시"))
        #expect(try await service.get("/Seoul+tomorrow?view=theme", headers: Self.curl).status == .badRequest)
        #expect(try await TestService().get("/tomorrow", headers: Self.curl).status == .badRequest)
    }

    @Test("A picture is of the time in its path, and of one place")
    func picture() async throws {
        let service = try TestService()
        let path = "/" + "내일".encoded + "+" + "서울".encoded
        let picture = try await service.get(path + ".svg")
        #expect(picture.status == .ok && picture.headers[.cacheControl]?.contains("must-revalidate") == true)
        #expect(picture.text.utf8.count < (try await service.get("/Seoul.svg")).text.utf8.count)
        #expect(try await service.get(path + "+Busan.svg").status == .badRequest)
    }

    @Test("A time to come has its own background, and not that of now")
    func background() async throws {
        let service = try TestService()
        for day in ["내일", "모레", "토요일"] {
            let query = "?area=Busan&on=" + day.encoded
            let theme = try await service.get("/v1/theme" + query).json
            let week = try await service.get("/v1/week" + query).json
            let shown = try #require(week["theme"] as? [String: Any])
            let name = try #require(theme["name"] as? String)
            #expect(shown["name"] as? String == name && shown["night"] as? Bool == false)
            #expect(week["current"] is NSNull)
            let module = try await service.get("/" + day.encoded + "+Busan?format=waybar").json
            #expect(module["class"] as? String == name)
        }
    }

    @Test("A browser at words of time gets the page of the place among them")
    func page() async throws {
        let service = try TestService()
        let browser: HTTPFields = [.accept: "text/html"]
        let page = try await service.get("/" + "내일".encoded + "+" + "서울".encoded, headers: browser)
        #expect(page.status == .ok)
        #expect(page.text.contains("<html data-area=\"서울\" data-day=\"2026-10-05\" "))
        #expect(page.text.contains("<title>서울특별시 날씨</title>"))
        #expect(try await !service.get("/" + "서울".encoded, headers: browser).text.contains("data-area="))
        #expect(try await service.get("/Atlantis+tomorrow", headers: browser).status == .notFound)
        // Words of time alone are no place of that name.
        let none = try await service.get("/tomorrow", headers: browser)
        #expect(none.status == .ok && none.text.contains("<html data-area=\"\" "))
        #expect(none.headers.allSatisfy { $0.name.canonicalName != "link" })
    }

    @Test("A path of hundreds of words is refused or answered, and never costs more than its places")
    func long() async throws {
        let service = try TestService()
        for words in [
            Array(repeating: "내일", count: 40), Array(repeating: "내일서울", count: 40),
            Array(repeating: "비", count: 300), Array(repeating: "서울", count: 21) + ["내일"],
            ["서울"] + Array(repeating: "내일", count: 40), Array(repeating: "가나다", count: 60),
        ] {
            let response = try await service.get(
                "/" + words.map(\.encoded).joined(separator: "+") + "?format=json"
            )
            #expect([200, 400, 404, 414, 422].contains(response.status.code))
        }
        let path = try TextPath("/" + ["서울", "부산", "내일"].map(\.encoded).joined(separator: "+"), at: Date())
        #expect(path.places.count == 2)
    }

    @Test("A stream of tomorrow follows the day that is tomorrow")
    func stream() async throws {
        let service = try TestService()
        let query = "area=Busan&on=" + "내일".encoded
        try await service.listen("/v1/stream?\(query)") { events in
            let first = try #require(try await events.next())
            #expect(first.data == (try await service.get("/v1/week?\(query)").text))
            service.wait(seconds: 86_400)
            let second = try #require(try await events.next())
            #expect(second.data == (try await service.get("/v1/week?\(query)").text))
            #expect(
                second.data.contains("\"2026-10-06\"")
                    && !second.data.contains("\"date\":\"2026-10-05\",\"offset\"")
            )
        }
    }
}
