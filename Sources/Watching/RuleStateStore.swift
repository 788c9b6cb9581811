import CLibrary
import Forecast

package protocol RuleStateStore: Sendable {
    func state(of id: String) async -> RuleState?
    /// Returns the reason if it cannot; `name` is for people.
    func store(_ state: RuleState, of id: String, name: String) async -> String?
}

/// A file each: `holds 2026-10-04` or `- -`, then the name of the alarm.
package struct RuleStateFolder: RuleStateStore {
    private let path: String

    package init(_ path: String) { self.path = path }

    package func state(of id: String) -> RuleState? {
        guard let data = FileManager.default.contents(atPath: "\(path)/\(id)") else { return nil }
        let words = String(decoding: data, as: UTF8.self).split(separator: "\n").first?.split(separator: " ") ?? []
        guard words.count == 2, words[0] == "holds" || words[0] == "-" else { return nil }
        return RuleState(holds: words[0] == "holds", firedOn: KoreanDate(words[1]))
    }

    package func store(_ state: RuleState, of id: String, name: String) -> String? {
        let day = state.firedOn.map { "\($0)" } ?? "-"
        let text = "\(state.holds ? "holds" : "-") \(day)\n\(name.filter { !$0.isNewline })\n"
        // The write reports why there is no folder.
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let temporary = "\(path)/.\(id)-\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return fault() }
        let bytes = Array(text.utf8)
        let isWritten = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) == bytes.count } && fsync(file) == 0
        var reason = isWritten ? nil : fault()
        close(file)
        if reason == nil, rename(temporary, "\(path)/\(id)") != 0 { reason = fault() }
        if reason != nil { unlink(temporary) }
        return reason
    }

    private func fault() -> String { "\(path): \(String(cString: strerror(errno)))" }
}

package actor RuleStateMemory: RuleStateStore {
    private var states: [String: RuleState] = [:]

    package init() {}

    package func state(of id: String) -> RuleState? { states[id] }

    package func store(_ state: RuleState, of id: String, name: String) -> String? {
        states[id] = state
        return nil
    }
}
