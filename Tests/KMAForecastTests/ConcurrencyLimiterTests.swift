import Feeds
import Forecast
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The calls in the air to the services of one group")
struct ConcurrencyLimiterTests {
    private static func call(
        _ number: Int,
        _ feed: Feed,
        by client: String = "",
        isNewPlace: Bool = false,
        isSupplementary: Bool = false
    ) -> LaneAssignment.Call {
        let claim: Caller.Claim = isSupplementary ? .beside : isNewPlace ? .new : .known
        return LaneAssignment.Call(number: number, feed: feed, caller: Caller(client: client, claim: claim))
    }

    @Test("So many calls have a lane, the next waits and gets the first that is given back")
    func width() {
        var lanes = LaneAssignment(width: 2)
        let outcomes = [
            lanes.request(Self.call(1, .shortTerm)), lanes.request(Self.call(2, .nowcast)),
            lanes.request(Self.call(3, .nowcast)),
        ]
        #expect(outcomes == [.started, .started, .waits])
        let afterForecast = lanes.release(.shortTerm)
        #expect(afterForecast == [], "the nowcast has the lane it may have")
        let afterNowcast = lanes.release(.nowcast)
        #expect(afterNowcast == [3])
    }

    @Test("One feed never holds every lane, so that one which hangs leaves its sister a way through")
    func feeds() {
        var lanes = LaneAssignment(width: 2)
        let outcomes = [
            lanes.request(Self.call(1, .shortTerm)), lanes.request(Self.call(2, .shortTerm)),
            lanes.request(Self.call(3, .nowcast)), lanes.request(Self.call(4, .nowcast)),
        ]
        #expect(outcomes == [.started, .waits, .started, .waits])
        let afterNowcast = lanes.release(.nowcast)
        #expect(afterNowcast == [4], "the short-term call that came first waits for its own feed")
        let afterForecast = lanes.release(.shortTerm)
        #expect(afterForecast == [2])
    }

    @Test(
        "One of several services never holds every lane, so that a hanging one leaves the other a way through"
    )
    func services() {
        var lanes = LaneAssignment(width: 4, services: 2)
        let outcomes = [Feed.shortTerm, .nowcast, .shortTerm, .nowcast, .midLand].enumerated().map {
            lanes.request(Self.call($0.offset, $0.element))
        }
        #expect(outcomes == [.started, .started, .started, .waits, .started])
        let afterMidTerm = lanes.release(.midLand)
        #expect(afterMidTerm == [], "three are what a service may hold")
    }

    @Test("Clients take turns, however many calls one of them has waiting")
    func clients() {
        var lanes = LaneAssignment(width: 1)
        _ = lanes.request(Self.call(0, .outlook, by: "busy"))
        for number in 1...9 { _ = lanes.request(Self.call(number, .outlook, by: "busy")) }
        _ = lanes.request(Self.call(10, .outlook, by: "one"))
        _ = lanes.request(Self.call(11, .outlook, by: "two"))
        _ = lanes.request(Self.call(12, .outlook, by: "two"))
        let order = (0..<12).flatMap { _ in lanes.release(.outlook) }
        #expect(order == [10, 11, 1, 12, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test("Of a client's calls that of a feed without a lane goes first, then that of the longest line")
    func feedsOfOneClient() {
        var lanes = LaneAssignment(width: 3)
        for (number, feed) in [Feed.shortTerm, .nowcast, .nowcast].enumerated() {
            _ = lanes.request(Self.call(number, feed))
        }
        let line = [Feed.nowcast, .shortTerm, .shortTerm, .warnings]
        for (number, feed) in line.enumerated() { _ = lanes.request(Self.call(number + 3, feed)) }
        let order = [Feed.nowcast, .warnings, .nowcast].flatMap { lanes.release($0) }
        #expect(order == [6, 4, 3])
    }

    @Test("The turns of clients that wait for nothing are forgotten")
    func forgotten() {
        var lanes = LaneAssignment(width: 1)
        _ = lanes.request(Self.call(0, .outlook))
        _ = lanes.request(Self.call(1, .outlook, by: "one"))
        var order = lanes.release(.outlook) + lanes.release(.outlook)
        _ = lanes.request(Self.call(2, .outlook))
        _ = lanes.request(Self.call(3, .outlook, by: "one"))
        _ = lanes.request(Self.call(4, .outlook, by: "two"))
        order += lanes.release(.outlook) + lanes.release(.outlook)
        #expect(order == [1, 3, 4])
    }

    @Test("A call about a known place goes before one about a new place, whoever came first")
    func knownPlaces() {
        var lanes = LaneAssignment(width: 1)
        _ = lanes.request(Self.call(0, .outlook))
        _ = lanes.request(Self.call(1, .outlook, by: "one", isNewPlace: true))
        _ = lanes.request(Self.call(2, .outlook, by: "two", isNewPlace: true))
        _ = lanes.request(Self.call(3, .outlook, by: "two"))
        _ = lanes.request(Self.call(4, .outlook))
        let order = (0..<4).flatMap { _ in lanes.release(.outlook) }
        #expect(order == [3, 4, 1, 2])
    }

    @Test("A call that an answer can do without goes last")
    func supplementary() {
        var lanes = LaneAssignment(width: 1)
        _ = lanes.request(Self.call(0, .outlook))
        _ = lanes.request(Self.call(1, .outlook, by: "one", isSupplementary: true))
        _ = lanes.request(Self.call(2, .outlook, by: "two", isNewPlace: true))
        _ = lanes.request(Self.call(3, .outlook))
        let order = (0..<3).flatMap { _ in lanes.release(.outlook) }
        #expect(order == [3, 2, 1])
    }

    @Test("A call that gave up waiting gets no lane")
    func withdrawn() {
        var lanes = LaneAssignment(width: 1)
        for (number, feed) in [Feed.outlook, .outlook, .midLand].enumerated() {
            _ = lanes.request(Self.call(number, feed))
        }
        lanes.withdraw(1)
        let started = lanes.release(.outlook)
        #expect(started == [2])
    }

    @Test("The line is bounded, and whoever has most calls in it loses the last of them")
    func bounded() {
        var lanes = LaneAssignment(width: 1)
        _ = lanes.request(Self.call(0, .outlook))
        for number in 1...LaneAssignment.capacity {
            let outcome = lanes.request(Self.call(number, .outlook, by: "busy"))
            #expect(outcome == .waits)
        }
        let ofAnother = lanes.request(Self.call(-1, .outlook, by: "one"))
        #expect(ofAnother == .refused(LaneAssignment.capacity))
        let oneMore = lanes.request(Self.call(-2, .outlook, by: "busy"))
        #expect(oneMore == .refused(-2))
    }

    @Test("Waiting for a lane is bounded")
    func timeout() async {
        let clock = ManualClock()
        let limiter = ConcurrencyLimiter(.openWeather, clock: clock)
        let feed = Feed.openWeatherCurrent
        #expect(await limiter.acquire(for: feed, .program, within: .seconds(60)))
        async let late = limiter.acquire(for: feed, .program, within: .seconds(10))
        await clock.hasSleepers()
        clock.advance(by: .seconds(10))
        #expect(await !late)
        await limiter.release(feed)
        #expect(await limiter.acquire(for: feed, .program, within: .seconds(10)))
    }

    @Test("A call that may wait for less gives up first, and one that may for longer still gets its lane")
    func timeouts() async {
        let clock = ManualClock()
        let limiter = ConcurrencyLimiter(.openWeather, clock: clock)
        let feed = Feed.openWeatherCurrent
        #expect(await limiter.acquire(for: feed, .program, within: .seconds(60)))
        async let patient = limiter.acquire(for: feed, .program, within: .seconds(60))
        await clock.hasSleepers()
        // After the first has given up, the limiter sleeps twice until the time of the patient one.
        for (seconds, sleepers) in [(20, 2), (10, 3)] {
            async let hasty = limiter.acquire(for: feed, .program, within: .seconds(seconds))
            await clock.hasSleepers(sleepers)
            clock.advance(by: .seconds(seconds))
            #expect(await !hasty)
        }
        await limiter.release(feed)
        #expect(await patient)
    }

    @Test("KMA's services together stay at four calls at once, which its limit a second allows")
    func sum() {
        #expect(UpstreamAPI.ConcurrencyGroup.dataPortal.callsAtOnce == 4)
        #expect(
            UpstreamAPI.ConcurrencyGroup.dataPortal.services == [
                .midTerm, .shortTerm, .warnings, .observations,
            ]
        )
    }

    @Test(
        "Forty new places of forty clients take less than 20 s at 0.3 s an answer"
    )
    func fortyPlaces() {
        let group = UpstreamAPI.ConcurrencyGroup.dataPortal
        var lanes = LaneAssignment(width: group.callsAtOnce, services: group.services.count)
        var feeds: [Int: Feed] = [:]
        var running: [(end: Int, number: Int)] = []
        for client in 0..<40 {
            // Feeds of a week: a city's temperatures, the two parts of the nowcast, two issues of the
            // forecast, which come last. Four places share a province.
            let ofProvince: [Feed] = client < 10 ? [.midLand] : []
            for feed in ofProvince + [.midTemperature, .nowcast, .nowcast, .shortTerm, .shortTerm] {
                let number = feeds.count
                feeds[number] = feed
                let call = Self.call(number, feed, by: "\(client)", isNewPlace: true)
                if lanes.request(call) == .started { running.append((300, number)) }
            }
        }
        var milliseconds = 0
        while let next = running.min(by: { $0.end < $1.end }) {
            running.removeAll { $0.number == next.number }
            milliseconds = next.end
            let started = feeds[next.number].map { lanes.release($0) } ?? []
            running += started.map { (milliseconds + 300, $0) }
        }
        #expect(milliseconds < 18_000)
    }
}
