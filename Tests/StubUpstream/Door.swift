import Foundation

/// What an upstream looks at before it looks at the weather.
struct Door: Sendable {
    var keys: Keys

    /// Why a request is turned away; `nil` for one that may pass.
    func refusal(of request: Request, to endpoint: Endpoint) -> Reply? {
        guard request.method == "GET" else { return .text("Method Not Allowed", status: 405) }
        if endpoint.isKMA, let reply = firewall(request) { return reply }
        if !endpoint.isKMA { return openWeather(request) }
        return request.isHub ? hub(request) : portal(request)
    }

    /// data.go.kr's web firewall: it takes tracing baggage for an attack and a nameless client for a robot.
    private func firewall(_ request: Request) -> Reply? {
        if request.headers.contains(where: { $0.value.contains("environment=") }) {
            return Fault.gateway(.invalidParameter, .json).reply
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

    private func portal(_ request: Request) -> Reply? {
        guard let key = request["serviceKey"], !key.isEmpty else {
            return Fault.gateway(.keyIsNull, .json).reply
        }
        return key == keys.portal ? nil : Fault.gateway(.keyNotRegistered, .json).reply
    }

    private func hub(_ request: Request) -> Reply? {
        request["authKey"] == keys.hub ? nil : Fault.hub(.badKey).reply
    }

    private func openWeather(_ request: Request) -> Reply? {
        request["appid"] == keys.openWeather ? nil : Fault.openWeather(.badKey, cod: .number).reply
    }

    /// Whether a key stands anywhere in a request but in the one parameter it belongs in.
    func isLeaked(by request: Request) -> Bool {
        let own = request.endpoint.map { $0.isKMA ? (request.isHub ? "authKey" : "serviceKey") : "appid" }
        let texts =
            request.headers.map(\.value) + [request.path]
            + request.rawQuery.filter { $0.name != own }.map(\.value)
        return texts.contains { text in
            let decoded = text.removingPercentEncoding ?? text
            return keys.all.contains { text.contains($0) || decoded.contains($0) }
        }
    }
}
