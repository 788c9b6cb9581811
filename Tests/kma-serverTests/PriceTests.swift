import Forecast
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Prices of requests")
struct PriceTests {
    private static let now = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15)
    private static let twenty = (0..<20).map { "area=\(33.2 + Double($0) / 10),126.5" }.joined(separator: "&")
    private static let points =
        "latitude=" + (0..<20).map { "\(33.2 + Double($0) / 10)" }.joined(separator: ",")
        + "&longitude=" + Array(repeating: "126.5", count: 20).joined(separator: ",")

    /// Limit of Tests/Cost/check.py: 50 ms a request in the optimised program.
    @Test(
        "A token for each place, and more for what reads years of issues",
        arguments: [
            ("/v1/week?area=Seoul", 1), ("/v1/week?\(twenty)", 20), ("/v1/prometheus?\(twenty)", 20),
            ("/v1/nation", 19), ("/v1/nation.svg", 19), ("/v1/history?area=Seoul", 1),
            ("/v1/why?area=Seoul", 1),
            ("/v1/accuracy?area=Seoul", 4), ("/v1/accuracy?area=Seoul&since=2026-09-05", 1),
            ("/v1/accuracy?area=Seoul&since=2025-10-04", 4), ("/accuracy?area=Seoul&since=2016-10-08", 31),
            ("/om/v1/forecast?\(points)&hourly=temperature_2m", 20),
            ("/om/v1/forecast?\(points)&daily=temperature_2m_max", 20),
            ("/om/v1/forecast?\(points)&daily=temperature_2m_max&past_days=92", 100),
            ("/om/v1/forecast?latitude=37.5&longitude=127&daily=temperature_2m_max_previous_day7", 2),
            ("/om/v1/air-quality?\(points)&hourly=pm10&past_days=1", 20),
        ]
    )
    func tokens(target: String, cost: Int) throws {
        let path = String(target.prefix { $0 != "?" })
        let endpoint = try #require((endpoints + integrationEndpoints).first { $0.path == path })
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: target),
            body: RequestBody(buffer: ByteBuffer())
        )
        let defaults = Defaults(area: nil, language: .english, now: Self.now)
        #expect(try endpoint.read(request, defaults).cost == cost, "\(target)")
    }

    @Test("Of what takes a processor long two are made at once, and the others in their order")
    func slots() async {
        let slots = Slots(2)
        let order = LockedValue<[Int]>([])
        let (gates, opening) = AsyncStream.makeStream(of: Void.self)
        let running = LockedValue(0)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2 {
                group.addTask {
                    await slots.run { () async throws(Never) in
                        running.withLock { $0 += 1 }
                        if number == 0 { for await _ in gates { break } } else { await slots.isAwaited() }
                        order.withLock { $0.append(number) }
                    }
                }
            }
            while running.withLock({ $0 }) < 2 { await Task.yield() }
            group.addTask {
                await slots.run { () async throws(Never) in order.withLock { $0.append(2) } }
                opening.yield()
            }
        }
        #expect(order.withLock { $0 } == [1, 2, 0])
    }
}

extension Slots {
    /// Waits until somebody waits for a slot.
    fileprivate func isAwaited() async {
        while waiting.isEmpty { await Task.yield() }
    }
}
