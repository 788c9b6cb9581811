import CommandLineSupport
import Feeds
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast

extension WeatherService {
    /// `/healthz`: the process is there.
    var healthz: Endpoint {
        Endpoint(path: "/healthz", parameters: [], isLimited: false) { _, _ in .status("ok") }
    }

    /// `/readyz`: there is a feed to ask.
    var readyz: Endpoint {
        Endpoint(path: "/readyz", parameters: [], isLimited: false) { _, _ throws(Problem) in
            guard isReady else {
                var problem = Problem(
                    .keyMissing,
                    detail: LocalizedText(
                        "KMA_SERVICE_KEY도 OPENWEATHER_API_KEY도 없습니다. 하나는 있어야 합니다.",
                        "Neither KMA_SERVICE_KEY nor OPENWEATHER_API_KEY is set. One of them has to be."
                    )
                )
                problem.retryAfter = problem.code.traits.retryAfter
                throw problem
            }
            return .status("ready")
        }
    }

    /// `/metrics`: what is counted, for Prometheus.
    var metrics: Endpoint {
        Endpoint(path: "/metrics", parameters: [], isLimited: false) { visit, _ in
            var text = measures.text(at: visit.now)
            text.family("kma_upstream_calls_left", .gauge, "Calls a service still has today.")
            for quota in forecaster.quotas {
                let (service, spent) = (await quota.service, await quota.spent(at: visit.now))
                text.sample(["service": service.rawValue], Double(max(0, service.callsADay - spent)))
            }
            ProcessMeasures.write(to: &text)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text.text))
            )
        }
    }
}

extension Response {
    /// A word on how the process is.
    fileprivate static func status(_ word: String) -> Response {
        var json = JSONWriter()
        json.object { $0.field("status", word) }
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes))
        )
    }
}
