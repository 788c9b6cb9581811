import Forecast
import Foundation
import KMAForecast
import Regions
import Testing

@testable import kma_server

@Suite("Whose calls are made")
struct NewPlaceLimiterTests {
    @Test("So many new places a minute, and the next after its share of the minute")
    func missesAMinute() throws {
        let limiter = NewPlaceLimiter(NewPlaceLimiter.Rate(perMinute: 3, perDay: nil))
        let client = ClientAddress(forwardedFor: "203.0.113.1")
        let start = ContinuousClock.now
        func take(_ number: Int, after seconds: Int = 0) throws {
            let location = NewPlaceLimiter.Location(FairnessTests.places[number])
            try limiter.spend(location, for: client, at: FairnessTests.now, start + .seconds(seconds))
        }
        for number in 0..<3 { try take(number) }
        #expect { try take(3) } throws: { ($0 as? Problem)?.retryAfter == 20 }
        try take(3, after: 20)
        #expect(throws: Problem.self) { try take(4, after: 20) }
    }

    @Test(
        "A new place costs a client one however often it is asked for in a day, and another day as much again"
    )
    func countedAgain() throws {
        let limiter = NewPlaceLimiter(NewPlaceLimiter.Rate(perMinute: nil, perDay: 1))
        let clients = ["203.0.113.1", "203.0.113.2"].map(ClientAddress.init(forwardedFor:))
        let location = NewPlaceLimiter.Location(FairnessTests.places[0])
        for day in 0..<2 {
            let time = FairnessTests.now.addingTimeInterval(Double(day) * 86_400)
            for client in clients {
                #expect(try limiter.spend(location, for: client, at: time))
                #expect(try !limiter.spend(location, for: client, at: time))
                #expect(throws: Problem.self) { try limiter.admit(client, at: time) }
            }
        }
    }

    @Test("Clients and places are remembered in a bounded number, and another day gives the places back")
    func bounded() throws {
        let limiter = NewPlaceLimiter(NewPlaceLimiter.Rate(perMinute: nil, perDay: 2))
        let start = ContinuousClock.now
        for number in 0..<60_000 {
            let client = ClientAddress(
                forwardedFor: "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"
            )
            var place = FairnessTests.places[0]
            place.latitude = 33 + Double(number) / 100
            try limiter.spend(NewPlaceLimiter.Location(place), for: client, at: FairnessTests.now, start)
        }
        #expect(limiter.remembered.clients <= ClientLimiter.capacity)
        #expect(limiter.remembered.locations <= 2 * NewPlaceLimiter.locations)

        let client = ClientAddress(forwardedFor: "203.0.113.1")
        func take(_ number: Int, at time: Date) throws {
            try limiter.spend(
                NewPlaceLimiter.Location(FairnessTests.places[number]),
                for: client,
                at: time,
                start
            )
        }
        for number in [1, 2, 1, 2] { try take(number, at: FairnessTests.now) }
        #expect(throws: Problem.self) { try take(3, at: FairnessTests.now) }
        try take(3, at: FairnessTests.now.addingTimeInterval(86_400))
    }
}
