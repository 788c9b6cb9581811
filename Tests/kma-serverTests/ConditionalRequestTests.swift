import Feeds
import Forecast
import Foundation
import HTTPTypes
import HummingbirdTesting
import KMAForecast
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Regions
import Rendering
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Conditional requests, lifetimes and encodings", .takesSlots(programs: 1, listeners: 1))
struct ConditionalRequestTests {
    private static let target = "/v1/week?area=Busan"

    @Test("The age stops where the answer can next change, and the lifetime counts from its beginning")
    func lifetime() async throws {
        let service = try TestService()
        func remaining() async throws -> Int {
            let headers = try await service.get(Self.target).headers
            let policy = try #require(headers[.cacheControl])
            let lifetime = try #require(
                policy.firstMatch(of: /^public, max-age=(\d+), stale-while-revalidate=\d+/)
            )
            return try #require(Int(lifetime.1)) - #require(headers[.age].flatMap { Int($0) })
        }
        let first = try await remaining()
        // OpenWeather is asked again after ten minutes, KMA's nowcast is issued sooner.
        #expect((1...600).contains(first))
        service.wait(seconds: 30)
        #expect(try await remaining() == first - 30)
    }

    @Test("The same bytes keep their tag, and other bytes get another")
    func stability() async throws {
        let service = try TestService()
        let first = try await service.get(Self.target)
        service.wait(seconds: 20)
        let second = try await service.get(Self.target)
        #expect(first.headers[.eTag] == second.headers[.eTag])
        #expect(first.text == second.text)
        service.wait(seconds: 86_400)
        let third = try await service.get(Self.target)
        #expect(first.headers[.eTag] != third.headers[.eTag])
        #expect(first.text != third.text)
    }

    @Test("An answer whose feeds have said nothing new keeps its bytes past its lifetime")
    func unchanged() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream, openWeather: false)
        let first = try await service.get("/v1/outlook?area=Busan")
        // The next issue is late: it is asked for and is not there yet.
        let next = TestService.afternoon.addingTimeInterval(3.2 * 3_600)
        upstream.fault(.newestIssueEmpty)
        upstream.now = next
        service.clock.withLockedValue { $0 = next }
        let second = try await service.get("/v1/outlook?area=Busan")
        #expect(upstream.count(of: .outlook) > 1)
        #expect(first.headers[.eTag] == second.headers[.eTag])
        #expect(first.headers[.lastModified] == second.headers[.lastModified])
        #expect(second.headers[.age] == "0")
    }

    @Test(
        "The change tag of a report leaves out the time of day and fresh or cached, and nothing else",
        arguments: [
            (0, FeedReport.Status.fresh, "강풍", true), (9, .cached, "강풍", true), (86_400, .fresh, "강풍", false),
            (0, .stale, "강풍", false), (0, .fresh, "호우", false),
        ]
    )
    func changeTag(later: Double, status: FeedReport.Status, query: String, isSame: Bool) throws {
        func tag(_ later: Double, _ status: FeedReport.Status, _ query: String) throws -> EntityTag {
            let now = TestService.afternoon + later
            var report = AlertReport(
                place: try Gazetteer.place(named: "부산"),
                generatedAt: now,
                alerts: [],
                source: FeedReport(feed: .warnings, status: status, fetchedAt: now)
            )
            report.place?.query = query
            return EntityTag(of: try Renderer(["ko"]) { $0.write(to: &$1, .korean) }.body(report))
        }
        #expect((try tag(later, status, query) == tag(0, .fresh, "강풍")) == isSame)
    }

    @Test("A request that names the tag, among others or weakened, gets 304 and no body")
    func notModified() async throws {
        let service = try TestService()
        let tag = try #require(try await service.get(Self.target).headers[.eTag])
        let gzipped = try #require(
            try await service.get(Self.target, headers: [.acceptEncoding: "gzip"]).headers[.eTag]
        )
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*", gzipped, "  \(tag) ,\"y\""] {
            let response = try await service.get(Self.target, headers: [.ifNoneMatch: known])
            #expect(response.status == .notModified, "\(known)")
            #expect(response.body.readableBytes == 0)
            #expect(response.headers[.eTag] == (known == gzipped ? gzipped : tag))
            #expect(response.headers[.cacheControl] != nil)
        }
        for unknown in ["\"x\"", "", tag.replacingOccurrences(of: "\"", with: "")] {
            let response = try await service.get(Self.target, headers: [.ifNoneMatch: unknown])
            #expect(response.status == .ok, "\(unknown)")
        }
    }

    @Test("If-Modified-Since counts where no tag is named")
    func modifiedSince() async throws {
        let service = try TestService()
        let changed = try #require(try await service.get(Self.target).headers[.lastModified])
        #expect(changed == "Sun, 04 Oct 2026 06:00:00 GMT")
        func status(_ headers: HTTPFields) async throws -> HTTPResponse.Status {
            try await service.get(Self.target, headers: headers).status
        }
        for form in [changed, "Sunday, 04-Oct-26 06:00:00 GMT", "Sun Oct  4 06:00:00 2026"] {
            #expect(try await status([.ifModifiedSince: form]) == .notModified, "\(form)")
        }
        #expect(try await status([.ifModifiedSince: "Sun, 04 Oct 2026 05:59:59 GMT"]) == .ok)
        #expect(try await status([.ifModifiedSince: "yesterday"]) == .ok)
        #expect(try await status([.ifModifiedSince: changed, .ifNoneMatch: "\"x\""]) == .ok)
    }

    private static let preconditions: [(HTTPField.Name, String, Int)] = [
        (.ifMatch, "TAG", 200), (.ifMatch, "\"x\", TAG", 200), (.ifMatch, "*", 200),
        (.ifMatch, "\"x\"", 412), (.ifMatch, "W/TAG", 412), (.ifMatch, "", 412),
        (.ifUnmodifiedSince, "Sun, 04 Oct 2026 06:00:00 GMT", 200),
        (.ifUnmodifiedSince, "Sun, 04 Oct 2026 05:59:59 GMT", 412), (.ifUnmodifiedSince, "yesterday", 200),
    ]

    @Test("A precondition that fails is 412, also of a response that is cached", arguments: preconditions)
    func precondition(name: HTTPField.Name, value: String, status: Int) async throws {
        let service = try TestService()
        let tag = try #require(try await service.get(Self.target).headers[.eTag])
        let response = try await service.get(Self.target, headers: [name: value.replacing("TAG", with: tag)])
        #expect(response.status.code == status)
        #expect((response.headers[.cacheControl] == "no-store") == (status == 412))
        #expect((response.body.readableBytes == 0) == (status == 412))
        // It comes before the tag that is known (RFC 9110, 13.2.2).
        let both: HTTPFields = [name: value.replacing("TAG", with: tag), .ifNoneMatch: tag]
        let second = try await service.get(Self.target, headers: both).status.code
        #expect(second == (status == 412 ? 412 : 304))
    }

    @Test(
        "A range is answered with the whole, and every answer says that it has no parts",
        arguments: ["/v1/week?area=Busan", "/Busan?format=csv", "/Busan.svg", "/openapi.json"]
    )
    func range(target: String) async throws {
        let service = try TestService()
        let whole = try await service.get(target).body
        let response = try await service.get(target, headers: [.range: "bytes=10-29"])
        #expect(response.status == .ok && response.body == whole)
        // Without the word some clients take the whole for the part that they asked for.
        #expect(response.headers[.acceptRanges] == "none")
    }

    @Test(
        "HEAD tells what GET would, without the body",
        arguments: ["/v1/week?area=Busan", "/", "/v1/week", "/x"]
    )
    func head(target: String) async throws {
        let service = try TestService()
        let get = try await service.get(target)
        let head = try await service.get(target, method: .head)
        #expect(head.status == get.status)
        #expect(head.body.readableBytes == 0)
        #expect(head.headers == get.headers)
        #expect(head.headers[.contentLength] == "\(get.body.readableBytes)")
    }

    @Test(
        "A response is gzipped for clients that accept it",
        arguments: [
            (nil, false), ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("identity", false),
            ("gzip;q=0", false), ("gzip; q=0, *", false), ("*;q=0", false), ("deflate, x-gzip", true),
            ("GZIP", true), ("gzip;Q=0", false),
        ] as [(String?, Bool)]
    )
    func encoding(accepted: String?, isGzipped: Bool) async throws {
        let service = try TestService()
        let plain = try await service.get(Self.target)
        let response = try await service.get(
            Self.target,
            headers: accepted.map { [.acceptEncoding: $0] } ?? [:]
        )
        #expect(response.headers[.vary] == "Accept, Accept-Encoding")
        #expect((response.headers[.contentEncoding] == "gzip") == isGzipped)
        #expect((response.headers[.eTag] == plain.headers[.eTag]) != isGzipped)
        if isGzipped {
            #expect(response.body.readableBytes < plain.body.readableBytes / 4)
            #expect(try response.body.gunzipped() == plain.body)
        } else {
            #expect(response.body == plain.body)
        }
    }
}

extension ByteBuffer {
    /// Bytes before gzip.
    fileprivate func gunzipped() throws -> ByteBuffer {
        let channel = EmbeddedChannel(handler: NIOHTTPResponseDecompressor(limit: .none))
        let head = HTTPResponseHead(
            version: .http1_1,
            status: .ok,
            headers: ["Content-Encoding": "gzip", "Content-Length": "\(readableBytes)"]
        )
        try channel.writeInbound(HTTPClientResponsePart.head(head))
        try channel.writeInbound(HTTPClientResponsePart.body(self))
        try channel.writeInbound(HTTPClientResponsePart.end(nil))
        var bytes = ByteBuffer()
        while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
            if case .body(var piece) = part { bytes.writeBuffer(&piece) }
        }
        return bytes
    }
}
