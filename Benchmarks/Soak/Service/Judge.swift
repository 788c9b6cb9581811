import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions
import StubUpstream

/// Hears of everything that is asked and answered, before and behind the service, and holds the one to the other.
actor Judge {
    let upstream: Upstream
    let truth: Truth
    let secrets: [String]
    var memory: Memory
    var kept = Kept()
    var heads = HeadCheck()
    var calls = CallCheck()
    var tally = Tally()
    /// OpenWeather's calls by the minute, for the service stops itself before the sixtieth.
    var openWeatherCalls: [Int: Int] = [:]

    init(_ stage: Stage) throws {
        upstream = stage.upstream
        truth = stage.truth()
        secrets = stage.secrets
        let seoul = try Gazetteer.place(named: "서울특별시")
        memory = Memory(
            kma: .nowcast(cell: seoul.gridCell, gateway: truth.kma),
            openWeather: truth.current(seoul)
        )
    }

    /// Judges what came of an errand to a service of a preference.
    func judge(_ received: Received, of errand: Errand, _ preference: Preference) {
        hear()
        var complaints = received.leaks(of: secrets)
        let isKnown = heads.isTold(received, errand.target)
        switch (errand.expected, received.status) {
        case (.refusal(let status, let code), _):
            complaints += received.problem(status: [status]) { $0.code == code ? nil : "code \($0.code)" }
        case (.ready, _), (.metrics, _):
            complaints += received.status == 200 ? [] : ["status \(received.status)"]
        case (_, 200), (_, 304):
            complaints += heads.complaints(about: received, to: errand)
            if received.status == 200, errand.method == "GET", !isKnown {
                complaints += body(received, of: errand, preference)
            }
        default:
            complaints += failure(received, of: errand)
        }
        note(complaints, errand)
        let isAnswered = received.status < 500
        tally.count(received.status == 304 ? "\(errand.name), 304" : errand.name, isAnswered: isAnswered)
    }

    /// Judges the first event of a stream.
    func judge(event data: Data, of errand: Errand, _ preference: Preference) {
        hear()
        let now = Date()
        let received = Received(status: 200, headers: [:], body: data, sentAt: now, receivedAt: now)
        note(received.leaks(of: secrets) + body(received, of: errand, preference), errand)
        tally.count("stream")
    }

    /// Takes note of what went wrong without an answer.
    func note(_ complaints: [String], _ errand: Errand) {
        tally.note(
            complaints,
            at: "\(KoreanTime(Date()).rfc3339) \(errand.method) \(errand.target.prefix(120))"
        )
    }

    func count(_ what: String) {
        tally.count(what)
    }

    func note(_ complaints: [String], at name: String) {
        tally.note(complaints, at: name)
    }

    func note(_ held: Resources) {
        tally.note(held)
    }

    /// The tag of the newest answer to a target.
    func tag(of target: String) -> String? { heads.newestTag[target] }

    /// Whether nothing was wrong.
    var isWell: Bool { tally.wrong == 0 && tally.isFlat }

    func show(seconds: Double) {
        tally.show(calls, seconds: seconds)
    }
}
