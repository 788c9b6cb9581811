import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("The codes of everything that can go wrong")
struct ErrorCodeTests {
    private typealias Row = (
        code: ErrorCode, exit: Feeds.ExitStatus, http: Int, retryAfter: Int?, priority: Int,
        effect: ErrorCode.BreakerEffect, isRetryable: Bool
    )

    private static let rows: [Row] = [
        (.unknownArea, .noInput, 404, nil, 0, .none, false),
        (.ambiguousArea, .noInput, 422, nil, 0, .none, false),
        (.outsideKorea, .noInput, 404, nil, 0, .none, false),
        (.badInput, .usage, 400, nil, 0, .none, false),
        (.keyMissing, .configuration, 503, 3_600, 4, .none, false),
        (.keyRejected, .noPermission, 502, nil, 0, .opens, false),
        (.notSubscribed, .noPermission, 502, nil, 0, .opens, false),
        (.quotaExceeded, .temporaryFailure, 503, 60, 1, .none, false),
        (.rateLimited, .temporaryFailure, 503, 60, 1, .counts, true),
        (.blocked, .noPermission, 502, nil, 0, .opens, false),
        (.noData, .unavailable, 503, 300, 3, .none, false),
        (.timeout, .unavailable, 504, nil, 2, .opens, true),
        (.unreachable, .unavailable, 502, nil, 2, .counts, true),
        (.upstreamError, .unavailable, 502, nil, 2, .counts, true),
        (.malformedResponse, .unavailable, 502, nil, 2, .counts, true),
        (.recordUnreadable, .unavailable, 503, 60, 0, .none, false),
    ]

    @Test(
        "Each code has its statuses, its pause, its place among several, and its effect on a circuit breaker"
    )
    func traits() {
        #expect(Self.rows.map(\.code) == ErrorCode.allCases)
        for row in Self.rows {
            let (code, traits) = (row.code, row.code.traits)
            #expect(traits.exitStatus == row.exit && traits.httpStatus == row.http, "\(code)")
            #expect(traits.retryAfter == row.retryAfter && traits.priority == row.priority, "\(code)")
            #expect(traits.breakerEffect == row.effect, "\(code)")
            #expect(traits.isRetryable == row.isRetryable, "\(code)")
            #expect(FeedError(code).isRetryable == row.isRetryable, "\(code)")
            #expect(FeedError(code, isRetryable: !row.isRetryable).isRetryable != row.isRetryable)
            #expect(FeedError(code).wasSent)
        }
        #expect(!FeedError.offline.wasSent && !FeedError.offline.isRetryable)
        #expect(!FeedError.unsent(.timeout).isRetryable)
    }

    @Test("A pause ends at the time that is named, else after what the upstream asks for")
    func pause() {
        let now = Date(timeIntervalSince1970: 1_791_093_600)
        var fault = FeedError(.rateLimited)
        #expect(fault.pause(at: now) == nil)
        fault.retryAfter = .milliseconds(1_500)
        #expect(fault.pause(at: now) == 1.5)
        fault.retryAt = now + 60
        #expect(fault.pause(at: now) == 60)
    }

    @Test("An announcement may be an hour ahead of a clock that is behind, and no more")
    func ahead() {
        let now = Date(timeIntervalSince1970: 1_791_093_600)
        let origin = Origin(.warnings, issuedAt: now, fetchedAt: now)
        #expect(origin.mayKnow(of: now + 3_600) && !origin.mayKnow(of: now + 3_601))
    }

    @Test("A service is called a little less often than its upstream allows")
    func limits() {
        for (service, minute, day, cooldown, isOptional) in [
            (.midTerm, nil, 9_500, nil, false), (.shortTerm, nil, 9_500, nil, false),
            (.warnings, nil, 9_500, nil, true), (.observations, nil, 9_500, nil, true),
            (.airQuality, nil, 450, 600, true), (.openWeather, 55, 32_000, 600, false),
        ] as [(UpstreamAPI, Int?, Int, Double?, Bool)] {
            let limits = service.traits.limits
            #expect(limits.callsAMinute == minute && limits.callsADay == day, "\(service)")
            #expect(limits.cooldownAfterRateLimit == cooldown, "\(service)")
            #expect(service.traits.isOptional == isOptional, "\(service)")
        }
        let groups = UpstreamAPI.ConcurrencyGroup.allCases
        #expect(groups.map(\.callsAtOnce) == [4, 2, 2])
        #expect(
            groups.map(\.services)
                == [[.midTerm, .shortTerm, .warnings, .observations], [.airQuality], [.openWeather]]
        )
    }
}
