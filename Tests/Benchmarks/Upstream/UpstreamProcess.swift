import Foundation
import StubUpstream

/// The stub upstream as a process, for benchmarks that are not written in Swift.
///
/// It prints the settings with which a program asks it, one `NAME=VALUE` a line and an empty line after the last. Its
/// feeds are those of the time that `KMA_NOW` says. On a line `hold` the newest issues of KMA are not there yet, on
/// `release` they are. Each line that it reads is answered with three numbers: the requests so far, the distinct ones among
/// them, and the most of one service that were under way at one time. It ends with its standard input, and so with the
/// program that started it.
@main
struct UpstreamProcess {
    /// 2026-10-04 15:00 in Korea, an hour after an issue.
    private static let now = Date(timeIntervalSince1970: 1_791_093_600)
    /// As slow as KMA is on a bad day.
    private static let late = Fault.late(milliseconds: 300)

    static func main() throws {
        let upstream = try Upstream(now: now)
        upstream.fault(late)
        tell("KMA_NOW=\(now.formatted(.iso8601))")
        tell("KMA_BASE_URL=\(upstream.portalURL)")
        tell("AIRKOREA_BASE_URL=\(upstream.airKoreaURL)")
        tell("OPENWEATHER_BASE_URL=\(upstream.url)")
        tell("KMA_SERVICE_KEY=\(upstream.keys.portal)")
        tell("OPENWEATHER_API_KEY=\(upstream.keys.openWeather)")
        // Of the API hub, which a program is told by whoever wants it asked.
        tell("STUB_HUB_KEY=\(upstream.keys.hub)")
        tell("")
        while let line = readLine() {
            switch line {
            case "hold", "release":
                upstream.clearFaults()
                upstream.fault(line == "hold" ? .newestIssueEmpty : late)
            default: break
            }
            let requests = upstream.requests
            let distinct = Set(requests.map(\.target)).count
            let most = Set(requests.compactMap(\.endpoint?.service)).map(upstream.mostInFlight).max()
            tell("\(requests.count) \(distinct) \(most ?? 0)")
        }
    }

    /// Writes a line at once: what goes into a pipe is otherwise held back.
    private static func tell(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
