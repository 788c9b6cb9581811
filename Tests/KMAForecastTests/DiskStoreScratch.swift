import Foundation

/// A folder of a test's own, gone when the test is.
final class DiskStoreScratch: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path() + "/kma-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // What cannot be removed is the system's to clear away.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A path at which no folder can ever be: one inside a file.
    func blockedPath() throws -> String {
        try Data("x".utf8).write(to: URL(filePath: path + "/file"))
        return path + "/file/folder"
    }

    /// Names of all files and folders inside.
    var names: [String] {
        (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
    }

    /// Permissions of what is at a path inside.
    func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }
}
