#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Forecast
import KMAForecast

/// Keeps what is remembered of alarms between two decisions, and over a restart.
public protocol RuleStateStore: Sendable {
    /// What is remembered of an alarm; `nil` for nothing.
    func state(of id: String) async -> RuleState?
    /// Remembers it. `name`: the alarm for people. Returns why it cannot, or `nil`.
    func store(_ state: RuleState, of id: String, name: String) async -> String?
}

/// States in a folder, a file each: `holds 2026-10-04`, or `- -`, and behind it the name of the alarm.
public struct RuleStateFolder: RuleStateStore {
    private let path: String

    /// A folder, which is made when something is first remembered. Only its owner can read it.
    public init(_ path: String) {
        self.path = path
    }

    /// What is remembered of an alarm; `nil` where there is no file that can be read.
    public func state(of id: String) -> RuleState? {
        guard let data = FileManager.default.contents(atPath: "\(path)/\(id)") else { return nil }
        let words =
            String(decoding: data, as: UTF8.self).split(separator: "\n").first?.split(separator: " ") ?? []
        guard words.count == 2, words[0] == "holds" || words[0] == "-" else { return nil }
        return RuleState(holds: words[0] == "holds", firedOn: KoreanDate(words[1]))
    }

    /// In place of what was there, whole or not at all.
    public func store(_ state: RuleState, of id: String, name: String) -> String? {
        let day = state.firedOn.map { "\($0)" } ?? "-"
        let text = "\(state.holds ? "holds" : "-") \(day)\n\(name.filter { !$0.isNewline })\n"
        // Why there is no folder is why there can be no file in it.
        try? FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let temporary = "\(path)/.\(id)-\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return fault() }
        let bytes = Array(text.utf8)
        let isWritten =
            bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) == bytes.count } && fsync(file) == 0
        var reason = isWritten ? nil : fault()
        close(file)
        if reason == nil, rename(temporary, "\(path)/\(id)") != 0 { reason = fault() }
        if reason != nil { unlink(temporary) }
        return reason
    }

    /// What the system says of the last call that failed.
    private func fault() -> String { "\(path): \(String(cString: strerror(errno)))" }
}

/// States for as long as the program lives, where there is no folder for them.
public actor RuleStateMemory: RuleStateStore {
    private var states: [String: RuleState] = [:]

    /// Nothing is remembered yet.
    public init() {}

    /// What is remembered of an alarm.
    public func state(of id: String) -> RuleState? { states[id] }

    /// Remembers it.
    public func store(_ state: RuleState, of id: String, name: String) -> String? {
        states[id] = state
        return nil
    }
}
