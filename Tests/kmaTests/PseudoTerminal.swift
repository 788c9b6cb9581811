import Foundation
import TestSupport

/// A terminal of so many columns for a program to run on, and all that was written to it.
///
/// `@unchecked Sendable`: the reader's thread and the test take turns behind the lock.
final class PseudoTerminal: @unchecked Sendable {
    private let master: Int32
    private let lock = NSLock()
    private var seen: [UInt8] = []
    private let finished = DispatchSemaphore(value: 0)

    /// The end to give to a program.
    let end: Int32

    init(columns: UInt16) throws {
        var ends: (master: Int32, program: Int32) = (-1, -1)
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ends.master, &ends.program, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
        master = ends.master
        end = ends.program
        // Other programs that start meanwhile must not hold it open.
        for end in [ends.master, ends.program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while case let count = read(master, &buffer, buffer.count), count > 0 {
                lock.withLock { seen += buffer[..<count] }
            }
            finished.signal()
        }
    }

    /// All that was written, once nobody writes any more; line ends as a program writes them.
    func text() -> String {
        // The last end that is open, so that the reader comes to an end.
        close(end)
        finished.wait()
        close(master)
        return lock.withLock { String(decoding: seen, as: UTF8.self) }.replacing("\r\n", with: "\n")
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
        return terminal.text()
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
