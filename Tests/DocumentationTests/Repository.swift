import Foundation

/// The files of this repository.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false))
    }

    /// Every page for people: at the root, in docs/, and what explains other folders.
    static func pages() throws -> [String] {
        let folders = ["", ".github/", "docs/", "Data/", "Tests/Benchmarks/", "Tests/Fuzz/"]
        return try folders.flatMap { folder in
            try FileManager.default
                .contentsOfDirectory(atPath: root.appending(path: folder).path(percentEncoded: false))
                .filter { $0.hasSuffix(".md") }
                .map { folder + $0 }
        }
        .sorted()
    }

    /// The path from the root that a link in a page leads to.
    static func path(_ link: String, from page: String) -> String {
        var parts = page.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": parts = parts.dropLast()
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    /// Paths from the root of all Swift files below some folders.
    static func swiftFiles(in folders: String...) throws -> [String] {
        try folders.flatMap { folder in
            try FileManager.default
                .subpathsOfDirectory(atPath: root.appending(path: folder).path(percentEncoded: false))
                .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
                .map { "\(folder)/\($0)" }
        }
        .sorted()
    }

    /// The executable products of Package.swift.
    static func programs() throws -> [String] {
        try text(of: "Package.swift").matches(of: /\.executable\(name: "([^"]+)"/).map { String($0.output.1) }
    }

    /// The targets of Sources, by their folders.
    static func targets() throws -> Set<String> {
        Set(try swiftFiles(in: "Sources").map { String($0.split(separator: "/")[1]) })
    }
}
