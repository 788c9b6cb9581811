import Foundation

/// The files of this repository, as the tests read them.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false))
    }

    /// Paths from the root of all Swift files below some folders.
    static func swiftFiles(in folders: String...) throws -> [String] {
        try folders.flatMap { folder in
            try FileManager.default
                .subpathsOfDirectory(atPath: root.appending(path: folder).path(percentEncoded: false))
                .filter { $0.hasSuffix(".swift") }
                .map { "\(folder)/\($0)" }
        }
        .sorted()
    }

    /// The programs that people get, by their names in Package.swift.
    static func programs() throws -> [String] {
        try text(of: "Package.swift").matches(of: /\.executable\(name: "([^"]+)"/).map { String($0.output.1) }
    }
}
