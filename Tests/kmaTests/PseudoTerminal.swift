import Foundation
import TestSupport

/// A terminal of so many columns for a program to run on, and all that was written to it.
///
/// Its end is a zero byte, which no program writes: as long as another one that a test starts has the terminal open as well,
/// there is no other.
final class PseudoTerminal: Sendable {
    private let seen: AsyncStream<[UInt8]>

    /// The end to give to a program.
    let end: Int32

    init(columns: UInt16) throws {
        var ends: (master: Int32, program: Int32) = (-1, -1)
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ends.master, &ends.program, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
        end = ends.program
        // Other programs that start meanwhile must not hold it open.
        for end in [ends.master, ends.program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (seen, reader) = AsyncStream.makeStream(of: [UInt8].self)
        self.seen = seen
        Thread.detachNewThread { [master = ends.master] in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while case let count = read(master, &buffer, buffer.count), count > 0 {
                reader.yield(Array(buffer[..<count].prefix { $0 != 0 }))
                if buffer[..<count].contains(0) { break }
            }
            close(master)
            reader.finish()
        }
    }

    /// All that was written, once nobody writes any more; line ends as a program writes them.
    func text() async -> String {
        _ = write(end, [0 as UInt8], 1)
        let bytes = await seen.reduce(into: []) { $0 += $1 }
        close(end)
        return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}

extension Program {
    /// Runs it inside the test on a terminal, and returns all that the terminal was sent.
    func onTerminal(columns: UInt16, _ arguments: String...) async throws -> String {
        try await onTerminal(columns: columns, arguments)
    }

    /// Runs it inside the test on a terminal, and returns all that the terminal was sent.
    func onTerminal(columns: UInt16, _ arguments: [String]) async throws -> String {
        let terminal = try PseudoTerminal(columns: columns)
        _ = try await run(arguments, terminal: terminal.end)
        return await terminal.text()
    }
}

extension String {
    /// Without colours.
    var uncolored: String {
        replacing(/\u{1B}\[[0-9;]*m/, with: "")
    }

    /// Cells a terminal gives it: two for Hangul and what else UAX #11 calls wide, one for the rest of our words.
    var cells: Int {
        unicodeScalars.reduce(0) { cells, scalar in
            let isWide =
                switch scalar.value {
                case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: true
                default: false
                }
            return cells + (isWide ? 2 : 1)
        }
    }
}
