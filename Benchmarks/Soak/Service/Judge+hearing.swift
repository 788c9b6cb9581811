import CommandLineSupport
import Feeds
import Forecast
import Foundation

extension Judge {
    /// Hears that a service has been told to end or was killed: what it was fetching may be lost.
    func forgive(since moment: Date) {
        hear()
        calls.forgive(since: moment)
        kept.forgive(since: moment)
    }

    /// Hears what was asked of the upstream since it last did.
    func hear() {
        let requests = upstream.takeRequests()
        guard !requests.isEmpty else { return }
        note(requests.filter(upstream.isLeak).map { "a key sent astray: \($0.path)" }, at: "upstream")
        // A clock that stands still is that of the beginning.
        let shift = upstream.now.timeIntervalSince(Date())
        let heard = requests.map { request in
            Call(
                request,
                to: upstream.url,
                at: request.receivedAt.addingTimeInterval(abs(shift) < 60 ? 0 : shift)
            )
        }
        truth.hear(heard)
        memory.hear(heard)
        kept.hear(heard)
        tally.note(calls.complaints(about: heard), at: KoreanTime(Date()).rfc3339)
        for call in heard where call.url.contains("/data/2.5/") {
            openWeatherCalls[Judge.minute(of: call.at), default: 0] += 1
        }
    }

    /// Holds the calls that the service has counted against those that came.
    func compare(counted: Int) {
        hear()
        print("calls counted    \(counted), \(calls.calls) came")
        // A kill may come between the count and the call.
        let atOnce = 4 + 16
        guard !(calls.calls...calls.calls + 3 * atOnce).contains(counted) else { return }
        note(["\(counted) calls counted, \(calls.calls) came"], at: "at the end")
    }

    /// What may be told of sources at a moment.
    func sources(at now: Date) -> SourceCheck {
        var check = SourceCheck(now: now, faults: memory.faults, emptyAt: memory.emptyAt)
        check.haste = WeatherCheck.haste
        let minutes = Set([now, now.addingTimeInterval(WeatherCheck.haste)].map(Judge.minute))
        if minutes.contains(where: { openWeatherCalls[$0, default: 0] >= 50 }) {
            check.ownFaults = [.openWeatherCurrent: .rateLimited, .openWeatherForecast: .rateLimited]
        }
        return check
    }

    private static func minute(of instant: Date) -> Int { Int(instant.timeIntervalSince1970 / 60) }
}
