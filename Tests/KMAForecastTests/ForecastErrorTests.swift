import Feeds
import Forecast
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The error where there is nothing to show", .takesSlots(listeners: 1))
struct ForecastErrorTests {
    private static func error(_ sources: KeyValuePairs<Feed, ErrorCode>) -> ForecastError {
        .nothingToShow(sources.map { FeedReport(feed: $0, status: .failed, error: FeedError($1)) })
    }

    /// Faults by feed, the code that decides, and the feeds of which a line is written.
    struct Case: Sendable {
        let sources: KeyValuePairs<Feed, ErrorCode>
        let code: ErrorCode
        let lines: [Feed]
    }

    @Test(
        "An optional service decides nothing, KMA's come first, and each service that failed has one line",
        arguments: [
            Case(
                sources: [.shortTerm: .timeout, .warnings: .notSubscribed],
                code: .timeout,
                lines: [.shortTerm]
            ),
            Case(
                sources: [
                    .midTemperature: .unreachable, .midLand: .unreachable, .shortTerm: .timeout,
                    .airMeasured: .keyRejected, .openWeatherCurrent: .keyRejected,
                ],
                code: .unreachable,
                lines: [.midTemperature, .shortTerm, .openWeatherCurrent]
            ),
            Case(
                sources: [.shortTerm: .noData, .midLand: .quotaExceeded, .openWeatherForecast: .keyRejected],
                code: .quotaExceeded,
                lines: [.midLand, .shortTerm, .openWeatherForecast]
            ),
            Case(
                sources: [.shortTerm: .keyMissing, .openWeatherForecast: .keyRejected],
                code: .keyRejected,
                lines: [.openWeatherForecast]
            ),
            Case(
                sources: [
                    .shortTerm: .keyMissing, .warnings: .keyMissing, .openWeatherForecast: .keyMissing,
                ],
                code: .keyMissing,
                lines: [.shortTerm, .openWeatherForecast]
            ),
            Case(sources: [.warnings: .notSubscribed], code: .notSubscribed, lines: [.warnings]),
            Case(sources: [:], code: .noData, lines: []),
        ]
    )
    func decision(of faults: Case) {
        let error = Self.error(faults.sources)
        #expect(error.code == faults.code)
        #expect(error.failures.map(\.feed) == faults.lines)
    }

    @Test(
        "A key without approval for the warnings does not hide that KMA is down, also from the next run",
        arguments: [Fault.empty(status: 502), .reset, .header(.quota), .html(status: 200)]
    )
    func outage(fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.gateway(.permissionDenied, .json), on: Endpoint.warnings + Endpoint.airKorea)
        harness.upstream.fault(fault, on: Endpoint.kma)
        for minute in [0, 30] {
            harness.passes(15, minute)
            let error = await #expect(throws: ForecastError.self) {
                try await harness.forecaster(openWeather: false).seoul()
            }
            #expect(error?.code == fault.expected.kind)
        }
    }
}
