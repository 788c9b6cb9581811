import Foundation

/// A built program of this package, run as somebody does who has no key and no settings.
struct Program {
    /// The moment of all examples in the documentation.
    static let now = "2026-11-29T15:00:00+09:00"

    var name: String

    struct Output {
        var text: String
        var aside: String
        var status: Int32
    }

    func run(_ arguments: [String], settings: [String: String] = [:]) throws -> Output {
        let home = FileManager.default.temporaryDirectory.appending(path: "kma-documentation-\(UUID())")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }

        let process = Process()
        process.executableURL = Program.folder.appending(path: name)
        process.arguments = arguments
        process.currentDirectoryURL = home
        process.environment = settings.merging(["HOME": home.path(percentEncoded: false)]) { given, _ in given
        }
        // Files, not pipes: a pipe that nobody reads would stop a program with much to say.
        let (output, aside) = (home.appending(path: "output"), home.appending(path: "aside"))
        for file in [output, aside] { try Data().write(to: file) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: aside)
        try process.run()
        process.waitUntilExit()
        return Output(
            text: try String(contentsOf: output, encoding: .utf8),
            aside: try String(contentsOf: aside, encoding: .utf8),
            status: process.terminationStatus
        )
    }

    /// Where SwiftPM puts what it builds: beside the tests.
    private static var folder: URL {
        #if os(macOS)
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return tests.bundleURL.deletingLastPathComponent()
        #else
        return Bundle.main.bundleURL
        #endif
    }
}
