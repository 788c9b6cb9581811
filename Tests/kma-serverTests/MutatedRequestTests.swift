import Foundation
import TestSupport
import Testing

@Suite("Mutated requests", .isLong, .takesSlots(programs: 2, within: .seconds(3_600)))
struct MutatedRequestTests {
    /// Number of requests; `KMA_MUTATED_REQUESTS` sets it, and `KMA_SEED` their seed.
    private static let count = setting("KMA_MUTATED_REQUESTS") ?? 1_000
    private static let seed = UInt64(setting("KMA_SEED") ?? 9)

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("Whatever bytes come, the service goes on, what it sends is HTTP, and it keeps none of them")
    func mutated() async throws {
        let service = try await RunningService(["--sample", "--limit", "0", "--log-level", "error"])
        var generator = RequestMutator(seed: Self.seed)
        // One-time allocations come before memory is looked at.
        for _ in 0..<200 { try await send(generator.next(), to: service) }
        #if os(Linux)
        let before = try service.usage
        #endif
        for _ in 0..<Self.count { try await send(generator.next(), to: service) }
        #if os(Linux)
        // Connections that were refused linger for a second.
        try await until("as few descriptors as before") {
            try service.usage.descriptors <= before.descriptors + 8
        }
        #expect(try service.usage.megabytes < before.megabytes + 24)
        #endif
        #expect(try await RawClient(service).status("/v1/week?area=Busan") == 200)
        #expect(try await service.end().status == 0)
    }

    private func send(_ mutated: RequestMutator.Input, to service: RunningService) async throws {
        let received: [UInt8]? = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: exchange(mutated, port: service.port)) }
        }
        let text = String(decoding: mutated.bytes, as: UTF8.self).debugDescription
        let bytes = try #require(received, "no connection after \(text)")
        var responses = ResponseReader(bytes)
        #expect(throws: Never.self, "\(text): \(String(decoding: bytes, as: UTF8.self))") {
            try responses.readAll()
        }
    }

    /// Sends an input and gives what comes back until the other side closes, or until it has been silent for long: some
    /// inputs are the beginning of a request, or ask for a stream. `nil` where there is no connection.
    private func exchange(_ input: RequestMutator.Input, port: Int) -> [UInt8]? {
        guard let connection = RawConnection(port: port) else { return nil }
        defer { connection.close(resets: input.isReset) }
        for piece in input.pieces where !connection.send(piece) { break }
        if input.isReset { return [] }
        connection.finish()
        var received: [UInt8] = []
        let deadline = ContinuousClock.now + .seconds(5)
        while case .bytes(let bytes) = connection.receive(before: deadline) {
            received += bytes
            // It has no end.
            if received.firstRange(of: Array("text/event-stream".utf8)) != nil { return [] }
        }
        return received
    }
}

/// Makes requests that nobody would send out of those of ``RawRequest``.
struct RequestMutator {
    struct Input {
        /// The bytes in the pieces in which they are sent.
        var pieces: [[UInt8]]
        /// Whether the client is gone before anything can be answered.
        var isReset: Bool

        var bytes: [UInt8] { pieces.flatMap(\.self) }
    }

    private var generator: SeededGenerator
    private let corpus = RawRequest.all.map { Array($0.bytes.utf8) }.filter {
        !$0.isEmpty && $0.count < 3_000
    }
    private static let words = [
        "\r\n", "\r", "\n", "\0", " ", "\t", ":", ",", "%00", "/", "?", "#", "\r\n\r\n", "0\r\n\r\n",
        "HTTP/1.1", "HTTP/1.0",
        "GET / HTTP/1.1\r\n", "Host: y\r\n", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
        "Upgrade: h2c\r\n",
        "Connection: close\r\n", "Connection: Upgrade\r\n", "Expect: 100-continue\r\n", "HEAD ", "OPTIONS ",
        "CONNECT ",
    ].map { Array($0.utf8) }

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> Input {
        var bytes = one(of: corpus)
        for _ in 0...Int.random(in: 0...4, using: &generator) { mutate(&bytes) }
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let length =
                generator.happens(0.7) ? rest.count : Int.random(in: 1...rest.count, using: &generator)
            pieces.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return Input(pieces: pieces, isReset: generator.happens(0.05))
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let range = place..<min(bytes.count, place + Int.random(in: 0...8, using: &generator))
        switch Int.random(in: 0..<7, using: &generator) {
        case 0 where !range.isEmpty: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1 where !range.isEmpty: bytes[place] = .random(in: 0...255, using: &generator)
        case 2: bytes.removeSubrange(range)
        case 3: bytes.insert(contentsOf: bytes[range], at: place)
        case 4: bytes.insert(contentsOf: one(of: RequestMutator.words), at: place)
        case 5: bytes.removeSubrange(place...)
        default: bytes += one(of: corpus)
        }
    }

    private mutating func one(of list: [[UInt8]]) -> [UInt8] {
        list[Int.random(in: list.indices, using: &generator)]
    }
}
