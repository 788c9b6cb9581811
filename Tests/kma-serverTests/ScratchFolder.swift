import Foundation

/// A folder of a test's own, gone once nobody holds it.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path() + "/kma-server-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // What cannot be removed is the system's to clear away.
        try? FileManager.default.removeItem(atPath: path)
    }
}
