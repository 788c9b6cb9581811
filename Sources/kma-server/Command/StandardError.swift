#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What is said to the person who started the program, on standard error.
enum StandardError {
    /// Says a line.
    static func writeLine(_ line: String) {
        var line = line + "\n"
        line.withUTF8 { bytes in
            // There is nobody else to tell where it fails.
            _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}
