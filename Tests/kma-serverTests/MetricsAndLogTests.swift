import CommandLineSupport
import Feeds
import Forecast
import HTTPTypes
import HummingbirdTesting
import KMAForecast
import Logging
import NIOConcurrencyHelpers
import Rendering
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Metrics and logs", .takesSlots(programs: 1, listeners: 1))
struct MetricsAndLogTests {
    @Test("Metrics count requests by path and status, answers by freshness, calls by feed and outcome")
    func metrics() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.html(status: 502), on: .midLand)
        let service = try TestService(over: upstream, openWeather: false)
        _ = try await service.get("/v1/week?area=Busan")
        _ = try await service.get("/v1/week?area=Busan")
        _ = try await service.get("/v1/week?area=nowhere")
        _ = try await service.get("/any/path/at/all")
        service.wait(seconds: 60)
        let metrics = try await service.get("/metrics")
        #expect(metrics.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = Set(metrics.text.split(separator: "\n"))
        for line in [
            "kma_build_info{version=\"\(Version.current)\"} 1",
            "kma_http_request_seconds_count{route=\"/v1/week\",status=\"200\"} 2",
            "kma_http_request_seconds_count{route=\"/v1/week\",status=\"404\"} 1",
            "kma_http_request_seconds_count{route=\"-\",status=\"404\"} 1",
            "kma_answers_total{freshness=\"partial\"} 2",
            "kma_upstream_call_seconds_count{feed=\"kma.mid_temperature\",outcome=\"ok\"} 1",
            "kma_upstream_call_seconds_count{feed=\"kma.mid_land\",outcome=\"upstream_error\"} 2",
            "kma_issue_age_seconds{feed=\"kma.mid_temperature\"} \(9 * 3_600 + 60)",
            "kma_upstream_calls_left{service=\"MidFcstInfoService\"} \(UpstreamAPI.midTerm.traits.limits.callsADay - 3)",
            "kma_streams_open 0",
        ] {
            #expect(lines.contains(line[...]), "\(line)")
        }
    }

    @Test("Every line of the metrics is of Prometheus' text format")
    func format() async throws {
        let service = try TestService()
        _ = try await service.get("/v1/week?area=Busan")
        let sample = /[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? -?[0-9.e+-]+/
        let comment = /# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))/
        for line in try await service.get("/metrics").text.split(separator: "\n") {
            #expect(line.wholeMatch(of: sample) != nil || line.wholeMatch(of: comment) != nil, "\(line)")
        }
    }

    @Test("Buckets are cumulative, and what is slower than all of them is counted in the last")
    func histogram() {
        var histogram = Histogram()
        for seconds in [0.0001, 0.0005, 0.002, 99] { histogram.record(seconds) }
        #expect(histogram.count == 4)
        #expect(histogram.counts.reduce(0, +) == 3)
        #expect(histogram.counts[0] == 2)
    }

    @Test("One line a request tells the path as we know it, and nothing of the query")
    func logs() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let lines = NIOLockedValueBox<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingHandler(lines: lines) }
        let folder = try TemporaryFolder()
        let settings = try Settings(
            environment: [
                "AIRKOREA_BASE_URL": upstream.airKoreaURL,
                "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
                "OPENWEATHER_BASE_URL": upstream.url, "OPENWEATHER_API_KEY": upstream.keys.openWeather,
                "KMA_CACHE_DIR": folder.path,
            ],
            readFile: { _ in "" }
        )
        var sources = ForecasterConfiguration(settings, transport: .forTests)
        sources.now = { TestService.afternoon }
        let service = ServerDependencies(sources, defaults: Defaults(language: .korean), logger: logger)
        try await buildApplication(service, ServerOptions()).test(.router) { client in
            for target in ["/v1/week?area=Busan", "/v1/week?area=secretplace", "/no/such?x=secretplace"] {
                _ = try await client.execute(uri: target, method: .get)
            }
        }
        let said = lines.withLockedValue { $0 }
        let requests = said.filter { $0.contains("msg=request") }
        #expect(requests.map { $0.contains("route=/v1/week") } == [true, true, false])
        #expect(
            requests.allSatisfy { $0.contains("method=GET") && $0.contains("ms=") && $0.contains("bytes=") }
        )
        #expect(said.count { $0.contains("msg=upstream") } >= 7)
        for line in said {
            #expect(!line.contains("secretplace"))
            #expect(!line.contains(upstream.keys.portal) && !line.contains(upstream.keys.openWeather))
            #expect(!line.contains(upstream.url))
        }
    }

    @Test(
        "A value with spaces, quotes or line breaks stays in one line",
        arguments: [
            ("plain", "plain"), ("", "\"\""), ("two words", "\"two words\""), ("a\"b", "\"a\\\"b\""),
            ("a\nb", "\"a\\nb\""), ("k=v", "\"k=v\""),
        ]
    )
    func quoting(value: String, written: String) {
        let handler = LogfmtHandler(level: .info)
        let line = handler.line(.info, "event", ["key": "\(value)"])
        #expect(line.hasSuffix(" level=info msg=event key=\(written)\n"))
    }
}

/// Keeps what would be written.
private struct RecordingHandler: LogHandler {
    let lines: NIOLockedValueBox<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = LogfmtHandler(level: .info).line(event.level, "\(event.message)", event.metadata ?? [:])
        lines.withLockedValue { $0.append(line) }
    }
}
