import Foundation

/// Checks what an upstream checks before it answers: method, headers and key.
struct RequestValidator: Sendable {
    var keys: Keys

    /// The refusal of a request; `nil` for one that is answered.
    func refusal(of request: Request, to endpoint: Endpoint) -> StubAnswer? {
        guard request.method == "GET" else { return .text("Method Not Allowed", status: 405) }
        if endpoint.isKorean, let reply = firewall(request) { return reply }
        if !endpoint.isKorean { return openWeather(request) }
        return request.isHub ? hub(request) : portal(request)
    }

    /// Refuses as data.go.kr's web firewall does: tracing baggage counts as an attack, no `User-Agent` as a robot.
    private func firewall(_ request: Request) -> StubAnswer? {
        if request.headers.contains(where: { $0.value.contains("environment=") }) {
            return Fault.gateway(.invalidParameter, .json).answer
        }
        guard let agent = request.header("user-agent"), !agent.isEmpty else {
            return .html(
                "<html><body>The request / response that are contrary to the Web firewall security policies"
                    + " have been blocked.</body></html>",
                status: 403
            )
        }
        return nil
    }

    private func portal(_ request: Request) -> StubAnswer? {
        guard let key = request["serviceKey"], !key.isEmpty else {
            return Fault.gateway(.keyIsNull, .json).answer
        }
        return key == keys.portal ? nil : Fault.gateway(.keyNotRegistered, .json).answer
    }

    private func hub(_ request: Request) -> StubAnswer? {
        request["authKey"] == keys.hub ? nil : Fault.hub(.badKey).answer
    }

    private func openWeather(_ request: Request) -> StubAnswer? {
        request["appid"] == keys.openWeather ? nil : Fault.openWeather(.badKey, cod: .number).answer
    }

    /// Whether a key stands anywhere in a request but in the one parameter it belongs in.
    func isLeaked(by request: Request) -> Bool {
        let own = request.endpoint.map { $0.isKorean ? (request.isHub ? "authKey" : "serviceKey") : "appid" }
        let texts =
            request.headers.map(\.value) + [request.path]
            + request.rawQuery.filter { $0.name != own }.map(\.value)
        return texts.contains { text in
            let decoded = text.removingPercentEncoding ?? text
            return keys.all.contains { text.contains($0) || decoded.contains($0) }
        }
    }
}

/// The keys an upstream accepts, in plain spelling.
public struct Keys: Sendable {
    /// data.go.kr's `serviceKey`.
    public var portal: String
    /// The API hub's `authKey`.
    public var hub: String
    /// OpenWeather's `appid`.
    public var openWeather: String

    /// Keys to test with; data.go.kr's holds every character that goes wrong in a query.
    public init(
        portal: String = "Ab+Cd/Ef01+23/45gh==",
        hub: String = "hub-Key_0123456789",
        openWeather: String = "0123456789abcdef0123456789abcdef"
    ) {
        self.portal = portal
        self.hub = hub
        self.openWeather = openWeather
    }

    /// All three.
    var all: [String] { [portal, hub, openWeather] }
}
