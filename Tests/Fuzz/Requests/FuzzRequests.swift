import Foundation
import LibFuzzer
import TestSupport

/// `fuzz-requests [libFuzzer's arguments]`, or `fuzz-requests --seeds FOLDER` to write the first inputs.
///
/// An input is two bytes that say how the rest is sent, and the rest, which goes to a service of this process over a
/// real socket (``FuzzedService``).
@main
struct FuzzRequests {
    /// libFuzzer's callback is a C function and can hold nothing. Set before the first call.
    nonisolated(unsafe) private static var service: FuzzedService?

    static func main() async throws {
        if CommandLine.arguments.dropFirst().first == "--seeds",
            let folder = CommandLine.arguments.dropFirst(2).first
        {
            return try writeSeeds(under: folder)
        }
        service = try await FuzzedService()
        // libFuzzer ends the process itself.
        Thread.detachNewThread {
            var count = CommandLine.argc
            var arguments = Optional(CommandLine.unsafeArgv)
            exit(
                LLVMFuzzerRunDriver(&count, &arguments) { start, count in
                    FuzzRequests.service?.check(Array(UnsafeBufferPointer(start: start, count: count)))
                    return 0
                }
            )
        }
        try await Task.sleep(for: .seconds(365 * 86_400))
    }

    /// The requests of the table, each at once and in pieces of eleven bytes.
    private static func writeSeeds(under folder: String) throws {
        let url = URL(filePath: folder)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (number, request) in RawRequest.all.enumerated() where request.bytes.utf8.count < 4_000 {
            for size in [UInt8(0), 11] {
                try Data([size, 0] + request.bytes.utf8)
                    .write(to: url.appending(path: "\(number)-\(size)"))
            }
        }
    }
}
