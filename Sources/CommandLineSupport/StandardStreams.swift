import CLibrary
import Dispatch
import Feeds
import Forecast
import Rendering

package enum StandardInput {
    /// Reads on a thread of its own; a line past the limit is cut to a byte more.
    package static func lines(limit: Int) -> AsyncStream<[UInt8]> {
        let descriptor = ProcessContext.current.standardInput
        let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        DispatchQueue(label: "standard input").async {
            var line: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                var rest = buffer[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    line += rest[..<end].prefix(limit + 1 - line.count)
                    if line.last == UInt8(ascii: "\r") { line.removeLast() }
                    continuation.yield(line)
                    line = []
                    rest = rest[(end + 1)...]
                }
                line += rest.prefix(limit + 1 - line.count)
            }
            if !line.isEmpty { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }
}

package enum StandardOutput {
    /// Writes a final line end too; waits for a full descriptor; a closed reader is no error.
    package static func write(_ bytes: [UInt8]) throws(OutputError) {
        let descriptor = ProcessContext.current.standardOutput
        var rest = bytes.last == UInt8(ascii: "\n") ? bytes[...] : bytes + [UInt8(ascii: "\n")]
        while !rest.isEmpty {
            let count = writeOnce(rest, to: descriptor)
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch count == 0 ? EIO : errno {
            case EINTR: continue
            case EAGAIN: _ = isWritable(descriptor, within: nil)
            case EPIPE: return
            case let code: throw OutputError(code: code)
            }
        }
    }

    package static func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }
}

package enum StandardError {
    /// A full pipe must not stop the program.
    @discardableResult package static func write(_ text: String, within limit: Duration = .seconds(1)) -> Bool {
        let descriptor = ProcessContext.current.standardError
        let end = ContinuousClock.now + limit
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let left = max(.zero, end - .now)
            guard isWritable(descriptor, within: left) else { return false }
            // A writable pipe takes so many bytes at once (POSIX).
            let count = writeOnce(rest.prefix(Int(PIPE_BUF)), to: descriptor)
            if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR && (errno != EAGAIN || left == .zero) { return false }
        }
        return true
    }

    @discardableResult package static func writeLine(_ line: String, within limit: Duration = .seconds(1)) -> Bool {
        write(line + "\n", within: limit)
    }
}

extension Notices {
    package func write() {
        let lines = lines
        if !lines.isEmpty { StandardError.writeLine(lines.joined(separator: "\n")) }
    }
}

package struct OutputError: ReportableError, Sendable, Hashable {
    package var code: Int32

    package var exitStatus: ExitStatus { .outputError }

    package var message: LocalizedText {
        let reason = String(cString: strerror(code))
        return LocalizedText("표준 출력에 쓸 수 없습니다(\(reason)).", "Cannot write to standard output (\(reason)).")
    }
}

/// `write(2)`: bytes written, or -1 and `errno`.
private func writeOnce(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}

/// Takes bytes or has an error; `nil` waits for ever.
private func isWritable(_ descriptor: Int32, within limit: Duration?) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let milliseconds = limit.map { Int32($0 / .milliseconds(1)) } ?? -1
    while true {
        let count = poll(&request, 1, milliseconds)
        if count >= 0 || errno != EINTR { return count != 0 }
    }
}
