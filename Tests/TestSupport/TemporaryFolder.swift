import Foundation

/// A folder for one test, removed when the last reference to it goes.
public final class TemporaryFolder: Sendable {
    /// Its path.
    public let path: String

    /// Makes one; throws where the system's temporary folder cannot be written to.
    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/kma-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // One that cannot be removed is left to the system.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a text to a file in it.
    public func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }

    /// The files below any folder, by their paths inside it.
    public static func files(below path: String) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: [:]) { files, name in
            // A folder has no contents of its own.
            files[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
        }
    }

    /// A path at which no folder can ever be: one inside a file.
    public func blockedPath() throws -> String {
        try write("x", to: "file")
        return path + "/file/folder"
    }

    /// Names of all files and folders inside, sorted.
    public var names: [String] {
        (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
    }

    /// The permissions of what is at a path inside.
    public func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }
}
