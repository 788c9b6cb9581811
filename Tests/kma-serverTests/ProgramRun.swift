import Foundation
import Testing

/// A run of the program to its end.
struct ProgramRun {
    let status: Int32
    let said: String

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let folder = try ScratchFolder()
        let process = try BuiltProgram.process(arguments, environment, in: folder)
        try process.run()
        process.waitUntilExit()
        status = process.terminationReason == .exit ? process.terminationStatus : -1
        said = try String(contentsOf: BuiltProgram.log(in: folder), encoding: .utf8)
    }
}

/// The program as it was built beside these tests.
enum BuiltProgram {
    /// A process of the program, in a folder and an environment of its own.
    static func process(
        _ arguments: [String],
        _ environment: [String: String],
        in folder: ScratchFolder
    ) throws -> Process {
        let process = Process()
        process.executableURL = location
        process.arguments = arguments
        process.environment = environment.merging(["KMA_CACHE_DIR": folder.path + "/cache"]) { $1 }
        process.currentDirectoryURL = URL(filePath: folder.path)
        try Data().write(to: log(in: folder))
        let handle = try FileHandle(forWritingTo: log(in: folder))
        process.standardOutput = handle
        process.standardError = handle
        return process
    }

    /// What it says goes here.
    static func log(in folder: ScratchFolder) -> URL {
        URL(filePath: folder.path + "/log")
    }

    private static var location: URL? {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
        return bundles.map { $0.deletingLastPathComponent().appending(path: "kma-server") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path()) }
    }
}
