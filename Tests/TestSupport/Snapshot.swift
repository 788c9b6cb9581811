import Foundation

/// A text that stands beside the tests and is what the programs say, byte for byte.
///
/// With `KMA_UPDATE_SNAPSHOTS=1` in the environment the texts are written anew, to be read before they are committed.
public struct Snapshot {
    private let name: String
    private let file: URL

    /// A text by its name, in the folder `Snapshots` beside the file of the test.
    public init(name: String, beside test: String = #filePath) {
        self.name = name
        file = URL(fileURLWithPath: test).deletingLastPathComponent()
            .appendingPathComponent("Snapshots")
            .appendingPathComponent(name + ".txt")
    }

    /// The first line in which a text differs from the one that stands there; `nil` where none does.
    public func difference(from text: String) throws -> String? {
        if ProcessInfo.processInfo.environment["KMA_UPDATE_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let standing = try String(contentsOf: file, encoding: .utf8)
        guard text != standing else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let standingLines = standing.split(separator: "\n", omittingEmptySubsequences: false)
        let number = zip(lines, standingLines).prefix { $0 == $1 }.count
        let line = number < lines.count ? String(lines[number]) : "the end"
        let standingLine = number < standingLines.count ? String(standingLines[number]) : "the end"
        return "\(name), line \(number + 1): “\(line)” where “\(standingLine)” stands"
    }
}
