import Feeds
import Forecast
import Testing

@testable import KMAForecast

@Suite("The calls in the air to one service")
struct ConcurrencyLimiterTests {
    @Test("So many calls have a lane, the next waits and gets the first that is given back")
    func width() {
        var lanes = LaneAssignment(width: 2)
        let hasLane1 = lanes.request(1, for: .shortTerm)
        #expect(hasLane1)
        let hasLane2 = lanes.request(2, for: .nowcast)
        #expect(hasLane2)
        let hasLane3 = lanes.request(3, for: .nowcast)
        #expect(!hasLane3)
        let started11 = lanes.release(.shortTerm)
        #expect(started11 == [], "the nowcast has the lane it may have")
        let started12 = lanes.release(.nowcast)
        #expect(started12 == [3])
    }

    @Test("One feed never holds every lane, so that one which hangs leaves its sister a way through")
    func fairness() {
        var lanes = LaneAssignment(width: 2)
        let hasLane4 = lanes.request(1, for: .shortTerm)
        #expect(hasLane4)
        let hasLane5 = lanes.request(2, for: .shortTerm)
        #expect(!hasLane5)
        let hasLane6 = lanes.request(3, for: .nowcast)
        #expect(hasLane6)
        let hasLane7 = lanes.request(4, for: .nowcast)
        #expect(!hasLane7)
        let started13 = lanes.release(.nowcast)
        #expect(started13 == [4], "the short-term call that came first waits for its own feed")
        let started14 = lanes.release(.shortTerm)
        #expect(started14 == [2])
    }

    @Test("A call that gave up waiting gets no lane")
    func withdrawn() {
        var lanes = LaneAssignment(width: 1)
        let hasLane8 = lanes.request(1, for: .outlook)
        #expect(hasLane8)
        let hasLane9 = lanes.request(2, for: .outlook)
        #expect(!hasLane9)
        let hasLane10 = lanes.request(3, for: .midLand)
        #expect(!hasLane10)
        lanes.withdraw(2)
        let started15 = lanes.release(.outlook)
        #expect(started15 == [3])
    }

    @Test("Waiting for a lane is bounded")
    func bounded() async {
        let limiter = ConcurrencyLimiter(width: 1)
        #expect(await limiter.acquire(for: .outlook, within: .seconds(60)))
        #expect(await !limiter.acquire(for: .outlook, within: .milliseconds(10)))
        await limiter.release(.outlook)
        #expect(await limiter.acquire(for: .outlook, within: .milliseconds(10)))
    }

    @Test("KMA's services together stay at four calls at once, which its limit a second allows")
    func sum() {
        let services: [UpstreamService] = [.midTerm, .shortTerm]
        #expect(services.map(\.limits.callsAtOnce).reduce(0, +) == 4)
    }
}
