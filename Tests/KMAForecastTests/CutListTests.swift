import Feeds
import Forecast
import Foundation
import Regions
import StubUpstream
import TestSupport
import Testing
import Words

@testable import KMAForecast

/// Lists of a forecast that count what they have, and not what the issue has.
@Suite("Lists that end too soon, or are of another time", .takesSlots(listeners: 1))
struct CutListTests {
    private typealias JSON = [String: Any]

    /// The sample's answer with its list changed.
    private static func answer(_ request: Request, at now: Date, _ change: ([JSON]) -> [JSON]) -> StubAnswer {
        var body = object(SampleAnswer(request, at: now).text)
        if let list = body["list"] as? [JSON] {
            body["list"] = change(list)
        } else if var response = body["response"] as? JSON, var content = response["body"] as? JSON,
            let items = content["items"] as? JSON, let rows = items["item"] as? [JSON]
        {
            let changed = change(rows)
            content["items"] = ["item": changed]
            content["totalCount"] = changed.count
            response["body"] = content
            body["response"] = response
        }
        let data = (try? JSONSerialization.data(withJSONObject: body)) ?? Data()
        return .json(String(decoding: data, as: UTF8.self))
    }

    private static func object(_ text: String) -> JSON {
        ((try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? JSON) ?? [:]
    }

    @Test(
        "A short-term answer without the last day of its issue is one in part, whatever it counts",
        arguments: [
            (14, Int.max, FeedReport.Status.fresh), (14, 300, .partial), (17, Int.max, .fresh),
            (17, 600, .partial),
        ]
    )
    func shortTerm(hour: Int, rows: Int, status: FeedReport.Status) async throws {
        let harness = try TestHarness(hour, 20)
        let now = TestHarness.time(hour, 20)
        harness.upstream.answers[.shortTerm] = { Self.answer($0, at: now) { Array($0.prefix(rows)) } }
        let report = try await harness.forecaster(openWeather: false, isKept: false).seoul()
        #expect(report[.shortTerm]?.status == status)
        #expect(report.degraded.contains(.shortTerm) == (status == .partial))
    }

    @Test(
        "Hours that a cut list lacks are a fault of its feed, and those beyond its issue no forecast's",
        arguments: [(300, 1, nil), (300, 2, .malformedResponse), (300, 5, .badInput), (.max, 5, .badInput)]
            as [(Int, Int, ErrorCode?)]
    )
    func hours(rows: Int, lead: Int, code: ErrorCode?) async throws {
        let harness = try TestHarness(14, 20)
        let now = TestHarness.time(14, 20)
        harness.upstream.answers[.shortTerm] = { Self.answer($0, at: now) { Array($0.prefix(rows)) } }
        let forecaster = try harness.forecaster(openWeather: false, isKept: false)
        let report = try await forecaster.report(.hours, at: Gazetteer.place(named: "서울특별시"))
        let hours = (TestHarness.day + lead).hours
        let time = AskedTime(text: "hours", hours, topic: nil, at: now)
        var fault: ErrorCode?
        do { _ = try report.limited(to: time, for: .hours) } catch { fault = error.code }
        #expect(fault == code)
    }

    /// Changes to OpenWeather's list of forty steps.
    enum Change: String, CaseIterable {
        case none, dayOld, dayAhead, first, withoutChances

        func callAsFunction(_ list: [[String: Any]]) -> [[String: Any]] {
            switch self {
            case .none: list
            case .dayOld, .dayAhead:
                list.map { step in
                    var step = step
                    step["dt"] = (step["dt"] as? Int ?? 0) + (self == .dayOld ? -86_400 : 86_400)
                    return step
                }
            case .first: Array(list.prefix(4))
            case .withoutChances: list.map { $0.filter { $0.key != "pop" } }
            }
        }
    }

    @Test(
        "A list of OpenWeather that is of another day, ends too soon or has no chances is one in part",
        arguments: Change.allCases
    )
    func openWeather(change: Change) async throws {
        let harness = try TestHarness(15, 20)
        let now = TestHarness.time(15, 20)
        harness.upstream.answers[.forecast] = { Self.answer($0, at: now, change.callAsFunction) }
        let report = try await harness.forecaster(kma: false, isKept: false).seoul()
        #expect(report[.openWeatherForecast]?.status == (change == .none ? .fresh : .partial))
        #expect(report.degraded.contains(.openWeatherForecast) == (change != .none))
    }
}
