import Foundation
import Logging
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import kma_server

@Suite("Lines of the log that nobody reads", .takesSlots(programs: 1))
struct DroppedLogLinesTests {
    @Test(
        "Lines that cannot be written are dropped and counted before the next that can"
    )
    func counted() {
        let written = NIOLockedValueBox<[String]>([])
        let isFull = NIOLockedValueBox(false)
        let output = LogOutput { line in
            guard !isFull.withLockedValue({ $0 }) else { return false }
            written.withLockedValue { $0.append(line) }
            return true
        }
        func write(_ line: String) { output.write(line) { "\($0) dropped" } }
        write("1")
        isFull.withLockedValue { $0 = true }
        for line in 2...4 { write("\(line)") }
        isFull.withLockedValue { $0 = false }
        for line in 5...6 { write("\(line)") }
        isFull.withLockedValue { $0 = true }
        write("7")
        isFull.withLockedValue { $0 = false }
        write("8")
        #expect(written.withLockedValue { $0 } == ["1", "3 dropped", "5", "6", "1 dropped", "8"])
        #expect(output.droppedLines == 4)
    }

    @Test(
        "A service whose standard error is full answers all the same, counts what it drops, and says so later"
    )
    func fullPipe() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(reader, F_SETFL, fcntl(reader, F_GETFL) | O_NONBLOCK)
        defer { close(reader) }
        let folder = try TemporaryFolder()
        let running = try RunningProcess(
            Program.path(of: "kma-server"),
            ["--sample", "--port", "0"],
            ["HOME": folder.path, "KMA_CACHE_DIR": folder.path],
            in: folder,
            terminal: writer
        )
        close(writer)
        defer { running.signal(SIGTERM) }

        var log = ""
        func read(until pattern: some RegexComponent) async throws {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            try await until("a line of the log") {
                let count = Foundation.read(reader, &buffer, buffer.count)
                if count > 0 { log += String(decoding: buffer[..<count], as: UTF8.self) }
                return log.firstMatch(of: pattern) != nil
            }
        }
        try await read(until: /http:\/\/127.0.0.1:\d+\D/)
        let port = try #require(log.firstMatch(of: /127.0.0.1:(\d+)/).flatMap { Int($0.1) })
        let client = RawClient(port: port)
        // Nobody reads now: a pipe of 64 KiB is full after some 500 lines.
        while try await client.metric("kma_log_lines_dropped_total") < 20 {
            #expect(try await client.status("/v1/now?area=Busan") == 200)
        }
        // Read again, it says how many are missing with the next line that it has.
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while Foundation.read(reader, &buffer, buffer.count) > 0 {}
        log = ""
        #expect(try await client.status("/v1/now?area=Busan") == 200)
        try await read(until: /level=warning msg="\d+ lines dropped"\n.*msg=request/)
        let told = try #require(log.firstMatch(of: /"(\d+) lines dropped"/).flatMap { Double($0.1) })
        #expect(told >= 20)
        #expect(try await client.metric("kma_log_lines_dropped_total") == told)
    }
}
