import Foundation
import TestSupport
import Testing

@Suite("Standard output and standard error of a program", .takesSlots(programs: 1))
struct StandardStreamsTests {
    @Test("A slow reader of a non-blocking pipe gets all of the output, and the program ends well")
    func slowReader() async throws {
        let program = try Program()
        let arguments = ["week", "--area", "서울", "--sample", "--json"]
        let whole = try await program.run(arguments)

        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK)
        #if os(Linux)
        // F_SETPIPE_SZ: one page, so that the answer does not fit.
        _ = fcntl(writer, 1_031, 4_096)
        #endif
        let running = try program.start(arguments, terminal: writer)
        close(writer)
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 1_024)
                repeat {
                    usleep(1_000)
                    let count = read(reader, &buffer, buffer.count)
                    if count <= 0 { break }
                    bytes += buffer[..<count]
                } while true
                close(reader)
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
        #expect(try await running.outcome().status == 0)
        #expect(text == whole.standardError + whole.output)
    }

    @Test(
        "Where nobody reads standard error, warnings and errors are dropped and the exit status stays",
        arguments: [("week --area 서울 --sample", 0), ("week --area Tokyo", 66), ("week --bogus", 64)]
            as [(String, Int32)]
    )
    func fullStandardError(arguments: String, status: Int32) async throws {
        let run = try await Program().shell(
            """
            mkfifo full; exec 3<>full
            head -c 1000000 /dev/zero >&3 & writer=$!
            sleep 0.3
            timeout -k 1 20 "$kma" \(arguments) 2>&3
            status=$?
            kill $writer; exit $status
            """
        )
        #expect(run.status == status)
        #expect(run.output.contains("서울특별시") == (status == 0))
    }

    @Test(
        "CSV ends every record with CR LF, as RFC 4180 says",
        arguments: ["week", "now", "hours", "theme", "outlook", "areas"]
    )
    func csvLineEnds(command: String) async throws {
        let place = command == "areas" ? ["중구"] : ["--area", "서울", "--sample"]
        let run = try await Program().run([command, "--format", "csv"] + place)
        #expect(run.status == 0)
        let bytes = Array(run.output.utf8)
        #expect(bytes.suffix(2) == [13, 10])
        let lineFeeds = bytes.indices.filter { bytes[$0] == 10 }
        #expect(lineFeeds.count > 1)
        #expect(lineFeeds.allSatisfy { $0 > 0 && bytes[$0 - 1] == 13 })
    }
}
