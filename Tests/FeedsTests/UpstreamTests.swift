import Feeds
import Foundation
import SampleFeeds
import StubUpstream
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The stand-in upstream", .timeLimit(.minutes(15)))
struct UpstreamTests {
    let upstream: Upstream

    init() throws {
        upstream = try Upstream(now: Upstream.noon)
    }

    @Test(
        "Every endpoint answers a right request with the sample of the time it is told",
        arguments: Endpoint.allCases
    )
    func samples(endpoint: Endpoint) async {
        let target = Upstream.target(endpoint)
        let answer = await upstream.client.get(target)
        #expect(answer.status == 200 && answer.ending == .whole)
        #expect(answer.body == SampleFeeds.answer(to: target, at: Upstream.noon).body)
        // Where nothing is in force there are no events either.
        #expect(!answer.text.contains("NO_DATA") || endpoint == .warningEvents)
        #expect(answer.header("Date") == "Sun, 04 Oct 2026 06:00:00 GMT")
    }

    @Test("A later time makes the older issue disappear")
    func clock() async {
        let target = Upstream.target(.midTemperature)
        upstream.now = Upstream.noon.addingTimeInterval(86_400)
        #expect(await upstream.client.get(target).text.contains("NO_DATA"))
    }

    @Test("A test's own answer takes the place of the sample's, and sees the request")
    func ownAnswers() async {
        upstream.answers[.midLand] = { .json(#"{"zone":"\#($0["regId"] ?? "")"}"#) }
        #expect(await upstream.client.get(Upstream.target(.midLand)).text == #"{"zone":"11B00000"}"#)
        #expect(await upstream.client.get(Upstream.target(.midTemperature)).text.contains("taMin4"))
    }

    @Test(
        "A key of data.go.kr has to arrive encoded once",
        arguments: [
            (Upstream.portalKey, 200, "NORMAL_SERVICE"),
            ("Ab+Cd/Ef01+23/45gh==", 403, "SERVICE_KEY_IS_NOT_REGISTERED_ERROR"),
            ("Ab%252BCd%252FEf01%252B23%252F45gh%253D%253D", 403, "SERVICE_KEY_IS_NOT_REGISTERED_ERROR"),
            ("wrong", 403, "SERVICE_KEY_IS_NOT_REGISTERED_ERROR"),
            ("", 401, "SERVICE_KEY_IS_NULL"),
        ]
    )
    func portalKeys(key: String, status: Int, text: String) async {
        let answer = await upstream.client.get(Upstream.target(.midTemperature, key: key))
        #expect(answer.status == status)
        #expect(answer.text.contains(text))
    }

    @Test("The API hub takes its own key under its own name, and refuses in its own form")
    func hubKeys() async {
        let target = "/api/typ02/openApi/MidFcstInfoService/getMidTa?regId=11B10101&tmFc=202610040600"
        #expect(await upstream.client.get(target + "&authKey=\(upstream.keys.hub)").text.contains("taMin4"))
        let refused = await upstream.client.get(target + "&serviceKey=\(Upstream.portalKey)")
        #expect(refused.status == 401)
        #expect(refused.text.contains(#""message" : "유효한 인증키가 아닙니다.""#))
    }

    @Test("OpenWeather refuses a wrong key with a number for cod")
    func openWeatherKey() async {
        let answer = await upstream.client.get(Upstream.target(.current, key: "wrong"))
        #expect(answer.status == 401)
        #expect(answer.text.hasPrefix(#"{"cod":401, "message": "Invalid API key."#))
    }

    @Test(
        "The firewall of data.go.kr refuses tracing baggage and a nameless client; OpenWeather accepts both"
    )
    func firewall() async {
        let baggage = ["User-Agent: kma/test", "baggage: sentry-environment=production"]
        let refused = await upstream.client.get(Upstream.target(.midLand), headers: baggage)
        #expect(refused.status == 400)
        #expect(refused.text.contains("INVALID_REQUEST_PARAMETER_ERROR"))
        #expect(await upstream.client.get(Upstream.target(.midLand), headers: []).status == 403)
        #expect(await upstream.client.get(Upstream.target(.current), headers: []).status == 200)
    }

    @Test("Anything but GET, and any other path, is refused")
    func otherRequests() async {
        #expect(await upstream.client.get(Upstream.target(.midLand), method: "POST").status == 405)
        #expect(await upstream.client.get("/1360000/MidFcstInfoService/getMidTaX?serviceKey=x").status == 404)
        #expect(await upstream.client.get("/", method: "GET /").status == 400)
    }

    @Test("Every request is remembered with its path, parameters and headers")
    func requests() async throws {
        _ = await upstream.client.get(Upstream.target(.forecast))
        _ = await upstream.client.get(
            Upstream.target(.forecast),
            headers: ["User-Agent: kma/2", "X-Test: a: b"]
        )
        #expect(upstream.count(of: .forecast) == 2 && upstream.count(of: .current) == 0)
        let request = try #require(upstream.requests.last)
        #expect(request.path == "/data/2.5/forecast")
        #expect(request["lat"] == "37.57" && request["lang"] == nil)
        #expect(request.header("user-agent") == "kma/2" && request.header("x-test") == "a: b")
        upstream.forgetRequests()
        #expect(upstream.requests.isEmpty)
    }

    @Test(
        "A key anywhere but in its own parameter is a leak",
        arguments: [
            ("", "X-A: b", false), ("", "Referer: http://x/?serviceKey=\(Upstream.portalKey)", true),
            ("", "X-Key: \(Keys().portal)", true), ("&key=\(Upstream.portalKey)", "X-A: b", true),
            ("&appid=\(Keys().openWeather)", "X-A: b", true),
        ]
    )
    func leaks(parameter: String, header: String, isLeaked: Bool) async {
        _ = await upstream.client.get(
            Upstream.target(.midLand) + parameter,
            headers: ["User-Agent: kma/test", header]
        )
        #expect(upstream.leaks.count == (isLeaked ? 1 : 0))
    }

    @Test("Requests under way at one time are counted")
    func inFlight() async {
        let gate = Gate(guests: 5)
        upstream.answers[.current] = { _ in
            gate.enter()
            return .json("{}")
        }
        await withDiscardingTaskGroup { group in
            for _ in 0..<5 { group.addTask { _ = await upstream.client.get(Upstream.target(.current)) } }
        }
        #expect(upstream.mostInFlight == 5)
    }

    @Test("A client of the real kind is served over one connection after another")
    func session() async throws {
        let session = URLSession(configuration: .ephemeral)
        for endpoint in Endpoint.allCases {
            let url = try #require(URL(string: upstream.url + Upstream.target(endpoint)))
            let (body, response) = try await session.data(from: url)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            #expect(Array(body) == SampleFeeds.answer(to: Upstream.target(endpoint), at: Upstream.noon).body)
        }
        #expect(upstream.leaks.isEmpty)
    }

    @Test("Once stopped, nobody is there")
    func stopping() async throws {
        #expect(await upstream.client.get(Upstream.target(.current)).status == 200)
        upstream.stop()
        upstream.stop()
        #expect(await upstream.client.get(Upstream.target(.current)).ending == .refused)
        // Nor does another listener get the port, which the system gives out at random.
        let other = Socket.made()
        defer { other.close() }
        let port = try #require(URL(string: upstream.url)?.port)
        #expect(!other.binds(to: UInt16(port)))
    }
}

/// Lets nobody through until so many stand before it.
private final class Gate: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    init(guests: Int) {
        Thread.detachNewThread { [arrived, opened] in
            for _ in 0..<guests { arrived.wait() }
            for _ in 0..<guests { opened.signal() }
        }
    }

    func enter() {
        arrived.signal()
        opened.wait()
    }
}
