#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import NIOConcurrencyHelpers
import NIOCore

/// Bytes ready to be sent, encoded once and served as they are or gzipped.
final class Representation: Sendable {
    /// Their media type.
    let type: String
    /// The bytes.
    let bytes: ByteBuffer
    /// The tag of the bytes.
    let tag: EntityTag
    /// When they came to be; `nil` for what is built in.
    let changedAt: Date?

    private enum Compression {
        case untried
        case tried(ByteBuffer?)
    }

    private let compression = NIOLockedValueBox(Compression.untried)

    /// Bytes of a type that came to be at an instant.
    init(_ bytes: ByteBuffer, type: String, changedAt: Date? = nil) {
        self.bytes = bytes
        self.type = type
        self.changedAt = changedAt
        tag = EntityTag(of: bytes)
    }

    /// The bytes gzipped, made when they are first asked for; `nil` where that saves nothing.
    var gzipped: ByteBuffer? {
        compression.withLockedValue { compression in
            if case .tried(let bytes) = compression { return bytes }
            let bytes = Gzip.compressed(bytes)
            compression = .tried(bytes)
            return bytes
        }
    }
}
