import TestSupport
import Testing

@Suite("Raw requests", .takesSlots(programs: 1))
struct RawRequestTests {
    /// A request that is answered where the connection is still one for requests.
    private static let next = "GET /healthz HTTP/1.1\r\nHost: next\r\nConnection: close\r\n\r\n"

    @Test("Each request gets the responses it deserves and its connection the end, however its bytes arrive")
    func table() async throws {
        let service = try await RunningService(["--sample", "--limit", "0", "--log-level", "warning"])
        let client = RawClient(service)
        for request in RawRequest.all {
            let isHalfClosed = request.fate == .halfClosed
            let text = request.bytes + (isHalfClosed ? "" : Self.next)
            // At once; and in pieces, so that no part of a head comes in one read. Long ones come in several anyway.
            for size in text.utf8.count > 2_000 ? [Int.max] : [.max, 11] {
                let answer = try await client.raw(text, inPiecesOf: size, finishes: isHalfClosed)
                let name = Comment(rawValue: request.description)
                let statuses = answer.matches(of: /HTTP\/1\.[01] (\d+)\b/).compactMap { Int($0.1) }
                guard statuses == request.statuses + (request.fate == .open ? [200] : []) else {
                    Issue.record("\(request): \(statuses)")
                    continue
                }
                if request.fate == .closed { #expect(answer.contains("\r\nConnection: close\r\n"), name) }
                if let status = request.statuses.last, status >= 400 {
                    // An assistant is told in its own protocol what is wrong with a message.
                    let isMessage = answer.contains("\"jsonrpc\":\"2.0\"")
                    #expect(
                        isMessage || answer.contains("\r\nContent-Type: application/problem+json\r\n"),
                        name
                    )
                    #expect(isMessage || answer.contains("\"status\":\(status)"), name)
                }
                for field in [/(?mi)^Date:/, /(?mi)^X-Content-Type-Options: nosniff/] {
                    #expect(answer.matches(of: field).count == statuses.count, name)
                }
            }
            try #require(service.isRunning, "\(request)")
        }
    }

    @Test("The table has a row for everything, and no two of them say the same")
    func rows() {
        #expect(RawRequest.all.count >= 160)
        #expect(Set(RawRequest.all.map { "\($0.fate) \($0.bytes)" }).count == RawRequest.all.count)
    }
}
