import Foundation
import Testing

/// A text that stands beside the tests and is what the program prints, byte for byte.
///
/// With `KMA_UPDATE_SNAPSHOTS=1` in the environment the texts are written anew, to be read before they are committed.
struct Snapshot {
    let name: String

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Snapshots")

    /// Compares a text with the one that stands there, and tells the first line that differs.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = Snapshot.folder.appendingPathComponent(name + ".txt")
        if ProcessInfo.processInfo.environment["KMA_UPDATE_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(at: Snapshot.folder, withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let standing = try String(contentsOf: file, encoding: .utf8)
        guard text != standing else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let standingLines = standing.split(separator: "\n", omittingEmptySubsequences: false)
        let number = zip(lines, standingLines).prefix { $0 == $1 }.count
        let line = number < lines.count ? String(lines[number]) : "the end"
        let standingLine = number < standingLines.count ? String(standingLines[number]) : "the end"
        Issue.record(
            "\(name), line \(number + 1): “\(line)” where “\(standingLine)” stands",
            sourceLocation: sourceLocation
        )
    }
}
