#if os(Linux)
import CLibcurl
import Dispatch
import Feeds
import FoundationEssentials
import Synchronization
import Watching

extension Transport {
    /// Transport over libcurl, on one thread: URLSession on Linux works 2.7 s in 3 s of waiting, cannot be cancelled, ends the program if a
    /// connection ends within a head (swift-corelibs-foundation issue 5285), and loads ICU at every start.
    static func http(contact: String? = nil) -> Transport {
        let userAgent = Transport.userAgent(contact: contact)
        return Transport { url, timeout throws(TransportFault) in try await Transfer(url, userAgent, timeout).answer() }
    }
}

extension PostTransport {
    static func http(contact: String? = nil) -> PostTransport {
        let userAgent = Transport.userAgent(contact: contact)
        return PostTransport { request, timeout throws(TransportFault) in
            try await Transfer(request.url.text, userAgent, timeout, posting: request).answer().status
        }
    }
}

/// `@unchecked Sendable`: transfers belong to the thread; others only wake it, as libcurl allows.
private final class Transfers: @unchecked Sendable {
    static let shared = libcurl_open().map(Transfers.init)

    enum Command {
        case start(Transfer, CheckedContinuation<Transfer.Outcome, Never>)
        case cancel(Transfer)
    }

    private let set: UnsafeMutableRawPointer
    private let commands = Mutex<[Command]>([])

    private init(_ set: UnsafeMutableRawPointer) {
        self.set = set
        DispatchQueue(label: "libcurl").async { self.run() }
    }

    func send(_ command: Command) {
        commands.withLock { $0.append(command) }
        libcurl_wake(set)
    }

    private func run() -> Never {
        var underWay: [UnsafeMutableRawPointer: Transfer] = [:]
        while true {
            for command in commands.withLock({ commands in
                defer { commands = [] };
                return commands
            }) {
                switch command {
                case .start(let transfer, let waiter): if let handle = transfer.begin(in: set, waiter) { underWay[handle] = transfer }
                case .cancel(let transfer):
                    if let handle = transfer.cancel() {
                        underWay[handle] = nil
                        libcurl_end(set, handle)
                    }
                }
            }
            libcurl_perform(set)
            var result: Int32 = 0
            var status = 0
            while let handle = libcurl_finished(set, &result, &status) {
                underWay.removeValue(forKey: handle)?.finish(result, status)
                libcurl_end(set, handle)
            }
            libcurl_wait(set, 60_000)
        }
    }
}

/// `@unchecked Sendable`: only the thread of ``Transfers`` uses it.
private final class Transfer: @unchecked Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportFault>

    private let url: String
    private let userAgent: String
    private let post: PostRequest?
    private let milliseconds: Int
    private var waiter: CheckedContinuation<Outcome, Never>?
    private var handle: UnsafeMutableRawPointer?
    private var isCancelled = false
    private var isHeadWhole = false
    /// 1xx: another head follows.
    private var isInterim = false
    private var date: Date?
    private var retryAfter: String?
    private var body: [UInt8] = []

    init(_ url: String, _ userAgent: String, _ timeout: Duration, posting post: PostRequest? = nil) {
        (self.url, self.userAgent, self.post) = (url, userAgent, post)
        // 0 would be no deadline.
        milliseconds = max(1, Int(timeout / .milliseconds(1)))
    }

    func answer() async throws(TransportFault) -> HTTPAnswer {
        guard let transfers = Transfers.shared else { throw .unreachable(reason: "libcurl.so.4") }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { transfers.send(.start(self, $0)) }
        } onCancel: {
            transfers.send(.cancel(self))
        }
        return try outcome.get()
    }

    func begin(in set: UnsafeMutableRawPointer, _ waiter: CheckedContinuation<Outcome, Never>) -> UnsafeMutableRawPointer? {
        self.waiter = waiter
        if isCancelled {
            resume(.failure(.unreachable(reason: "cancelled")))
            return nil
        }
        let head: libcurl_sink = { line, size, count, context in
            Transfer.of(context).takeLine(UnsafeRawBufferPointer(start: line, count: size * count)) ? size * count : 0
        }
        let body: libcurl_sink = { bytes, size, count, context in
            Transfer.of(context).append(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        let headers = post?.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        handle = (post?.body ?? []).withUnsafeBytes { bytes in
            libcurl_begin(set, url, userAgent, milliseconds, headers, bytes.baseAddress, bytes.count, post?.address ?? "", head, body, context)
        }
        if handle == nil { resume(.failure(.unreachable(reason: "URL"))) }
        return handle
    }

    func cancel() -> UnsafeMutableRawPointer? {
        isCancelled = true
        guard waiter != nil else { return nil }
        resume(.failure(.unreachable(reason: "cancelled")))
        return handle
    }

    func finish(_ result: Int32, _ status: Int) {
        if endsWithHead {
            resume(.success(HTTPAnswer(status: status, body: [], date: date)))
        } else if body.count > Transport.maximumBody {
            resume(.failure(.oversized))
        } else if result == 0, !isHeadWhole {
            // libcurl takes a head that ends with its connection for a whole one.
            resume(.failure(.unreachable(reason: "connection lost")))
        } else if result == 0 {
            resume(.success(HTTPAnswer(status: status, body: body, date: date, retryAfter: retryAfter)))
        } else {
            resume(.failure(TransportFault(curl: result)))
        }
    }

    private var endsWithHead: Bool { post != nil && isHeadWhole && !isInterim }

    private func resume(_ outcome: Outcome) {
        waiter?.resume(returning: outcome)
        waiter = nil
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("libcurl passes what it was given") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
        let line = String(decoding: line, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            (isHeadWhole, date, retryAfter) = (false, nil, nil)
            isInterim = line.split(separator: " ").dropFirst().first?.hasPrefix("1") == true
        }
        if line.allSatisfy(\.isNewline) { isHeadWhole = true }
        let name = line.prefix { $0 != ":" }.lowercased()
        let value = line.dropFirst(name.count + 1).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if name == "date" { date = Date(httpDate: value) }
        if name == "retry-after" { retryAfter = value }
        return !endsWithHead
    }

    private func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        body.append(contentsOf: bytes)
        return body.count <= Transport.maximumBody
    }
}

extension TransportFault {
    /// libcurl's descriptions may contain the URL and the key.
    fileprivate init(curl code: Int32) {
        switch code {
        case 3: self = .unreachable(reason: "URL")
        case 5, 6: self = .unreachable(reason: "DNS")
        case 7: self = .unreachable(reason: "connection refused")
        // Partial body, nothing, sending, receiving, HTTP/2 and its streams.
        case 16, 18, 52, 55, 56, 92: self = .unreachable(reason: "connection lost")
        case 28: self = .timedOut
        // HTTP/0.9, another protocol, an unreadable or long head, an unknown coding.
        case 1, 8, 61, 100: self = .malformed(reason: "not HTTP")
        // Handshake, certificates, ciphers, authorities.
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .unreachable(reason: "TLS")
        default: self = .unreachable(reason: "libcurl \(code)")
        }
    }
}
#endif
