import Foundation
import StubUpstream

/// The faults of a day: most of them short, some rare ones that keep a feed away for long, and one spent quota.
struct Mischief {
    private static let passing: [Fault] = [
        .header(.application), .header(.timeOut), .flat(.invalidParameter), .plain(.receiving),
        .gateway(.application, .legacyXML), .gateway(.perSecond, .xml), .html(status: 200),
        .html(status: 502),
        .empty(status: 200), .empty(status: 502), .cutJSON, .hangUpMidBody, .reset, .oversized,
        .wrongContentType, .late(milliseconds: 30), .redirect(to: "http://127.0.0.1:1/"),
    ]
    private static let lasting: [Fault] = [
        .hang, .gateway(.keyNotRegistered, .json), .plain(.unauthorized), .slow(milliseconds: 50),
    ]
    private static let openWeather: [Fault] = [
        .openWeather(.internalError, cod: .string), .openWeather(.badGateway, cod: .number),
        .html(status: 502), .empty(status: 200), .cutJSON, .hangUpMidBody, .reset,
        .late(milliseconds: 30),
    ]

    var chance: Chance

    /// Sets the faults of one minute; those of the last one are over.
    mutating func play(on upstream: Upstream, minute: Int, quotaAt: Int) {
        upstream.clearFaults()
        if minute == quotaAt {
            upstream.fault(.gateway(.quota, .json), on: .midTemperature, times: 1)
            upstream.fault(.openWeather(.blocked, cod: .number), on: .current, times: 1)
        }
        if chance.happens(0.35) {
            let endpoint = Endpoint.kma.randomElement(using: &chance) ?? .midLand
            let fault = Mischief.passing.randomElement(using: &chance) ?? .reset
            upstream.fault(fault, on: endpoint, times: Int.random(in: 1...2, using: &chance))
        }
        if chance.happens(0.2) {
            let endpoint = Endpoint.openWeather.randomElement(using: &chance) ?? .current
            let fault = Mischief.openWeather.randomElement(using: &chance) ?? .reset
            upstream.fault(fault, on: endpoint, times: Int.random(in: 1...2, using: &chance))
        }
        if chance.happens(0.1) { upstream.fault(.newestIssueEmpty, on: Endpoint.kma) }
        if chance.happens(0.01) {
            let endpoint = Endpoint.kma.randomElement(using: &chance) ?? .midLand
            upstream.fault(Mischief.lasting.randomElement(using: &chance) ?? .hang, on: endpoint, times: 1)
        }
        // Everything is down for a minute.
        if chance.happens(0.005) { upstream.fault(.reset) }
    }
}
