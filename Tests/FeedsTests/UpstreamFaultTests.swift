import Feeds
import Foundation
import StubUpstream
import Testing

@Suite("Faults of the stand-in upstream", .timeLimit(.minutes(15)))
struct UpstreamFaultTests {
    let upstream: Upstream

    init() throws {
        upstream = try Upstream(now: Upstream.noon)
    }

    @Test("A code in KMA's header comes alone under 200", arguments: Fault.HeaderCode.allCases)
    func headerCodes(code: Fault.HeaderCode) async {
        upstream.fault(.header(code))
        let answer = await upstream.client.get(Upstream.target(.midTemperature))
        let parts = code.rawValue.split(separator: " ", maxSplits: 1)
        #expect(answer.status == 200)
        #expect(
            answer.text
                == #"{"response":{"header":{"resultCode":"\#(parts[0])","resultMsg":"\#(parts[1])"}}}"#
        )
    }

    @Test(
        "A gateway code has its name in the field of its generation",
        arguments: Fault.GatewayCode.allCases,
        Fault.GatewayForm.allCases
    )
    func gatewayCodes(code: Fault.GatewayCode, form: Fault.GatewayForm) async {
        upstream.fault(.gateway(code, form))
        let answer = await upstream.client.get(Upstream.target(.midLand))
        let parts = code.rawValue.split(separator: " ", maxSplits: 2)
        switch form {
        case .legacyXML:
            #expect(answer.status == 200)
            #expect(
                answer.text.contains(
                    "<returnAuthMsg>\(parts[1])</returnAuthMsg>\n<returnReasonCode>\(parts[0])<"
                )
            )
        case .xml:
            #expect(answer.status >= 400)
            #expect(answer.text.hasPrefix("<?xml"))
            #expect(
                answer.text.contains(
                    "<errMsg>\(parts[1])</errMsg>\n  <returnAuthMsg>\(parts[2])</returnAuthMsg>"
                )
            )
        case .json:
            #expect(answer.status >= 400)
            #expect(
                answer.text.contains(
                    #""errMsg":"\#(parts[1])","returnAuthMsg":"\#(parts[2])","returnReasonCode":"\#(parts[0])""#
                )
            )
        }
    }

    @Test("The portal's proxy speaks plain text under its status", arguments: Fault.PlainText.allCases)
    func plainTexts(text: Fault.PlainText) async {
        upstream.fault(.plain(text))
        let answer = await upstream.client.get(Upstream.target(.outlook))
        #expect("\(answer.status) \(answer.text)" == text.rawValue)
        #expect(answer.header("Content-Type") == "text/plain;charset=UTF-8")
    }

    @Test(
        "The hub refuses in its own envelope, a spent quota even under 200",
        arguments: [
            (.badKey, 401, "유효한 인증키가 아닙니다."), (.notSubscribed, 403, "활용신청이 필요한 API 입니다."),
            (.notAllowed, 403, "허용되지 않은 API 입니다."), (.quota, 403, "API 호출 한도를 초과했습니다."),
            (.quotaUnder200, 200, "API 호출 한도를 초과했습니다."), (.busy, 429, "현재 요청을 처리할 수 없습니다."),
        ] as [(Fault.HubCode, Int, String)]
    )
    func hubCodes(code: Fault.HubCode, status: Int, message: String) async {
        upstream.fault(.hub(code))
        let answer = await upstream.client.get(Upstream.target(.midLand))
        #expect(answer.status == status)
        #expect(answer.text.contains(message))
    }

    @Test(
        "OpenWeather's errors carry cod as a number or as a string",
        arguments: Fault.OpenWeatherCode.allCases,
        Fault.CodForm.allCases
    )
    func openWeatherCodes(code: Fault.OpenWeatherCode, form: Fault.CodForm) async throws {
        upstream.fault(.openWeather(code, cod: form))
        let answer = await upstream.client.get(Upstream.target(.forecast))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        let status = try #require(Int(code.rawValue.prefix(3)))
        #expect(answer.status == status)
        #expect(form == .number ? object["cod"] as? Int == status : object["cod"] as? String == "\(status)")
        #expect(object["message"] as? String == String(code.rawValue.dropFirst(4)))
    }

    @Test("A page comes as HTML, an empty body as nothing, the flat form without an envelope")
    func otherBodies() async {
        for status in [200, 502] {
            upstream.fault(.html(status: status), on: .midLand, times: 1)
            upstream.fault(.empty(status: status), on: .midLand, times: 1)
            let page = await upstream.client.get(Upstream.target(.midLand))
            #expect(page.status == status && page.text.hasPrefix("<!DOCTYPE html>"))
            let nothing = await upstream.client.get(Upstream.target(.midLand))
            #expect(nothing.status == status && nothing.body.isEmpty && nothing.ending == .whole)
        }
        upstream.fault(.flat(.quota), on: .midLand)
        #expect(await upstream.client.get(Upstream.target(.midLand)).text.hasPrefix(#"{"responseTime":""#))
    }

    @Test("Cut JSON is whole to HTTP; a connection ended in mid-body is not")
    func cuts() async {
        let whole = await upstream.client.get(Upstream.target(.midTemperature)).body
        upstream.fault(.cutJSON, on: .midTemperature, times: 1)
        let cut = await upstream.client.get(Upstream.target(.midTemperature))
        #expect(cut.ending == .whole && !cut.body.isEmpty && cut.body.count < whole.count)
        #expect(whole.starts(with: cut.body))
        upstream.fault(.hangUpMidBody, on: .midTemperature, times: 1)
        let ended = await upstream.client.get(Upstream.target(.midTemperature))
        #expect(ended.ending == .closed && ended.header("Content-Length") == "\(whole.count)")
        #expect(whole.starts(with: ended.body) && !ended.body.isEmpty)
    }

    @Test("Too large is past four mebibytes, and really sent")
    func oversized() async {
        upstream.fault(.oversized)
        let answer = await upstream.client.get(Upstream.target(.midLand))
        #expect(answer.ending == .whole && answer.body.count > 4 << 20)
    }

    @Test("A reset has no answer and no goodbye")
    func reset() async {
        upstream.fault(.reset)
        let answer = await upstream.client.get(Upstream.target(.midLand))
        #expect(answer.ending == .reset && answer.head.isEmpty)
    }

    @Test("A hung connection is taken and never answered")
    func hang() async {
        upstream.fault(.hang)
        let answer = await upstream.client.get(Upstream.target(.midLand))
        #expect(answer.ending == .silence && answer.head.isEmpty)
        #expect(upstream.count(of: .midLand) == 1)
    }

    @Test("A slow answer comes in drips and is right in the end")
    func slow() async {
        let body = "{" + String(repeating: " ", count: 30) + "}"
        upstream.answers[.midLand] = { _ in .json(body) }
        upstream.fault(.slow(milliseconds: 2))
        let answer = await upstream.client.get(Upstream.target(.midLand))
        #expect(answer.ending == .whole && answer.text == body)
        #expect(answer.pieces > 20)
    }

    @Test("A late answer is the right one, and a wrong type changes nothing but the label")
    func lateAndMislabelled() async {
        let right = await upstream.client.get(Upstream.target(.midLand)).body
        upstream.fault(.late(milliseconds: 20), on: .midLand, times: 1)
        upstream.fault(.wrongContentType, on: .midLand, times: 1)
        #expect(await upstream.client.get(Upstream.target(.midLand)).body == right)
        let mislabelled = await upstream.client.get(Upstream.target(.midLand))
        #expect(mislabelled.body == right && mislabelled.header("Content-Type") == "text/html;charset=EUC-KR")
    }

    @Test("A redirect leads where it is told to, and a client that follows is seen")
    func redirect() async throws {
        let elsewhere = try Upstream(now: Upstream.noon)
        upstream.fault(.redirect(to: elsewhere.url + "/elsewhere"))
        let answer = await upstream.client.get(Upstream.target(.midLand))
        #expect(answer.status == 302 && answer.header("Location") == elsewhere.url + "/elsewhere")
        #expect(elsewhere.requests.isEmpty)
        _ = await elsewhere.client.get("/elsewhere")
        #expect(elsewhere.requests.map(\.path) == ["/elsewhere"])
    }

    @Test(
        "The newest issue may be missing while the one before it is there",
        arguments: [
            (
                "MidFcstInfoService/getMidTa?regId=11B10101&tmFc=202610040600",
                "MidFcstInfoService/getMidTa?regId=11B10101&tmFc=202610031800"
            ),
            (
                "VilageFcstInfoService_2.0/getVilageFcst?base_date=20261004&base_time=1400&nx=60&ny=127",
                "VilageFcstInfoService_2.0/getVilageFcst?base_date=20261004&base_time=1100&nx=60&ny=127"
            ),
            (
                "VilageFcstInfoService_2.0/getUltraSrtNcst?base_date=20261004&base_time=1400&nx=60&ny=127",
                "VilageFcstInfoService_2.0/getUltraSrtNcst?base_date=20261004&base_time=1300&nx=60&ny=127"
            ),
        ]
    )
    func newestMissing(newest: String, before: String) async {
        upstream.now = Upstream.noon.addingTimeInterval(-600)
        upstream.fault(.newestIssueEmpty)
        func get(_ target: String) async -> String {
            await upstream.client.get("/1360000/\(target)&serviceKey=\(Upstream.portalKey)").text
        }
        #expect(await get(newest).contains("NO_DATA"))
        #expect(await get(before).contains("NORMAL_SERVICE"))
    }

    @Test("A fault happens as often as it is told, in turn, and only where it is told")
    func times() async {
        upstream.fault(.header(.application), on: .midLand, times: 2)
        upstream.fault(.header(.quota), on: .midLand, times: 1)
        var codes: [String?] = []
        for _ in 0..<4 {
            let text = await upstream.client.get(Upstream.target(.midLand)).text
            codes.append(text.firstMatch(of: /"resultCode":"(\d\d)"/).map { String($0.output.1) })
        }
        #expect(codes == ["01", "01", "22", "00"])
        upstream.fault(.header(.unknown), on: Endpoint.kma)
        #expect(await upstream.client.get(Upstream.target(.current)).status == 200)
        #expect(await upstream.client.get(Upstream.target(.outlook)).text.contains("99"))
        upstream.clearFaults()
        #expect(await upstream.client.get(Upstream.target(.outlook)).text.contains("NORMAL_SERVICE"))
    }

    @Test("An outage fails every request to its service until it is ended, and none to the others")
    func outages() async {
        upstream.startOutage(of: .shortTerm, .html(status: 502))
        upstream.fault(.header(.quota), on: .nowcast, times: 1)
        for endpoint in Endpoint.allCases {
            let isDown = endpoint.service == .shortTerm
            #expect(await upstream.client.get(Upstream.target(endpoint)).status == (isDown ? 502 : 200))
        }
        upstream.endOutage(of: .shortTerm)
        #expect(
            await upstream.client.get(Upstream.target(.nowcast)).text.contains("22"),
            "faults wait for its end"
        )
        #expect(await upstream.client.get(Upstream.target(.nowcast)).text.contains("NORMAL_SERVICE"))
        #expect(upstream.mostInFlight(of: .shortTerm) == 1)
    }

    @Test("A wrong key is a wrong key, whatever fault is set")
    func keysFirst() async {
        upstream.fault(.header(.quota))
        #expect(await upstream.client.get(Upstream.target(.midLand, key: "wrong")).status == 403)
    }
}
