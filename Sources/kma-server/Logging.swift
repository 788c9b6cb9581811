import CommandLineSupport
import EtcdStore
import Forecast
import HTTPTypes
import KMAForecast
import Logging
import NIOConcurrencyHelpers

struct LogfmtHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let output: LogOutput

    init(level: Logger.Level, output: LogOutput = .standardError) {
        logLevel = level
        self.output = output
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // The framework's; they follow a failure reported elsewhere.
        if "\(event.message)".hasSuffix("CancellationError()") { return }
        output.write(line(event.level, "\(event.message)", event.metadata ?? [:])) { count in line(.warning, "\(count) lines dropped", [:]) }
    }

    func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) -> String {
        var line = "time=\(KoreanTime(Date()).rfc3339) level=\(level.rawValue) msg="
        line += LogfmtHandler.quoted(message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(LogfmtHandler.quoted("\(value)"))" }
        return line + "\n"
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
        if isPlain, !text.isEmpty { return text }
        let escaped = text.reduce(into: "") { escaped, character in
            switch character {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n", "\r", "\r\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return "\"\(escaped)\""
    }
}

/// Output without waiting, since event loops log; unread lines are dropped and counted.
final class LogOutput: Sendable {
    static let standardError = LogOutput { StandardError.write($0, within: .zero) }

    private let writeNow: @Sendable (String) -> Bool
    private let dropped = NIOLockedValueBox((total: 0, untold: 0))

    init(_ writeNow: @escaping @Sendable (String) -> Bool) { self.writeNow = writeNow }

    var droppedLines: Int { dropped.withLockedValue(\.total) }

    func write(_ line: String, report: (Int) -> String) {
        // Taken first, as two event loops must not report the same lines.
        let untold = dropped.withLockedValue { dropped in
            defer { dropped.untold = 0 }
            return dropped.untold
        }
        guard untold == 0 || writeNow(report(untold)) else { return countDropped(with: untold) }
        if !writeNow(line) { countDropped(with: 0) }
    }

    private func countDropped(with untold: Int) {
        dropped.withLockedValue { dropped in
            dropped.total += 1
            dropped.untold += untold + 1
        }
    }
}

extension Logger {
    /// Never the URL, which holds the key.
    func logCall(_ call: UpstreamCall) {
        log(
            level: call.fault == nil ? .info : .warning,
            "upstream",
            metadata: [
                "feed": "\(call.feed.rawValue)", "outcome": "\(call.fault?.rawValue ?? "ok")", "ms": "\(call.duration.inSeconds.milliseconds)",
            ]
        )
    }

    /// `-` if unreadable; nothing if the client has gone.
    func logRequest(_ method: String, route: String, status: HTTPResponse.Status, duration: Duration, bytes: Int?) {
        log(
            level: status == .clientClosedRequest ? .debug : .info,
            "request",
            metadata: [
                "method": "\(method)", "route": "\(route)", "status": "\(status.code)", "ms": "\(duration.inSeconds.milliseconds)",
                "bytes": "\(bytes.map(String.init) ?? "-")",
            ]
        )
    }

    func logStore(_ problem: StoreProblem?) {
        guard let problem else { return notice("cache", metadata: ["usable": "true"]) }
        warning("cache", metadata: metadata(of: problem))
    }

    func logLedger(_ problem: StoreProblem?, at path: String?) {
        guard let problem else { return notice("ledger", metadata: ["usable": "true"]) }
        warning("ledger", metadata: metadata(of: problem).merging(["path": "\(path ?? "")"]) { own, _ in own })
    }

    private func metadata(of problem: StoreProblem) -> Logger.Metadata {
        let reason = [problem.name, problem.detail].compactMap { $0 }.joined(separator: ": ")
        return ["usable": "\(problem.isOver)", "reason": "\(reason)"]
    }

    func logCluster(_ event: ClusterEvent) {
        switch event {
        case .isUp: notice("cluster", metadata: ["up": "true"])
        case .isDown(let reason): warning("cluster", metadata: ["up": "false", "reason": "\(reason)"])
        case .operation, .callsDrawn: break
        }
    }
}

extension Double { fileprivate var milliseconds: Double { (self * 100_000).rounded() / 100 } }
