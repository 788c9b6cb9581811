import Feeds
import Forecast
import Foundation
import KMAForecast
import NIOConcurrencyHelpers
import NIOCore
import TestSupport
import Testing

@testable import kma_server

@Suite("The response cache", .takesSlots(programs: 1))
struct ResponseCacheTests {
    private static let now = TestService.afternoon

    private func answer(
        _ text: String,
        from: Date = now,
        lasting seconds: Double = 60,
        of answers: [StoredSubject: AnswerVersion] = [:]
    ) -> CachedResponse {
        CachedResponse(
            route: "/",
            content: Representation(ByteBuffer(string: text), type: "text/plain"),
            checkedAt: from,
            expiry: from.addingTimeInterval(seconds),
            answers: answers,
            cacheControl: "public"
        )
    }

    @Test("A missing response is made once for all who wait for it")
    func oneFlight() async throws {
        let cache = ResponseCache()
        // Many times over: some callers come just as the answer is put on the cache.
        for round in 0..<3_000 {
            let made = NIOLockedValueBox(0)
            let answers = await withTaskGroup(of: ObjectIdentifier?.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        let answer = try? await cache.response(to: "/\(round)", at: Self.now) { _ in
                            made.withLockedValue { $0 += 1 }
                            await Task.yield()
                            return .success(self.answer("a"))
                        }
                        return answer.map(ObjectIdentifier.init)
                    }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(made.withLockedValue { $0 } == 1)
            #expect(answers.count == 1 && !answers.contains(nil))
        }
    }

    @Test("A name that no area has is looked for once, and a bounded number of such names is remembered")
    func unknownNames() async throws {
        let service = try TestService()
        let target = "/v1/week?area=nowhere"
        let cache = service.dependencies.responseCache
        let ask = Ask.forecast(
            route: "/v1/week",
            question: .week,
            places: [.area("nowhere")],
            renderer: .json(.week, .korean),
            caching: .shared(vary: [.accept])
        )
        #expect(await !Self.isKnown(ask.key, to: cache))
        let first = try await service.get(target)
        #expect(first.status == .notFound)
        #expect(await Self.isKnown(ask.key, to: cache))
        #expect(try await service.get(target).body == first.body)

        let problem = Problem(.unknownArea, detail: LocalizedText("없음", "None"))
        for number in 0..<200_000 { cache.keep(problem, for: "/v1/week?area=\(number)") }
        var remembered = 0
        for number in 190_000..<200_000 where await Self.isKnown("/v1/week?area=\(number)", to: cache) {
            remembered += 1
        }
        #expect((1...4_000).contains(remembered))
    }

    /// Whether a cache answers a target without making anything.
    private static func isKnown(_ target: AskKey, to cache: ResponseCache) async -> Bool {
        let isMade = NIOLockedValueBox(false)
        _ = try? await cache.response(to: target, at: now) { _ in
            isMade.withLockedValue { $0 = true }
            return .failure(Problem(.upstreamError, detail: LocalizedText("", "")))
        }
        return !isMade.withLockedValue { $0 }
    }

    @Test("A client that waited with a refused one asks again, and is answered")
    func refusalOfOneClient() async throws {
        let cache = ResponseCache()
        let isStarted = NIOLockedValueBox(false)
        let refused = Task {
            try await cache.response(to: "/a", at: Self.now) { _ in
                isStarted.withLockedValue { $0 = true }
                // Time for the other to join.
                try? await settle(for: .milliseconds(200))
                return .failure(.tooManyMisses(retryAfter: 1))
            }
        }
        try await until("the first has begun") { isStarted.withLockedValue { $0 } }
        let response = try await cache.response(to: "/a", at: Self.now) { _ in .success(self.answer("a")) }
        #expect(response.content.bytes.readableBytes == 1)
        await #expect(throws: Problem.self) { try await refused.value }
    }

    @Test("A response is given until it expires, and then handed to the making of the next")
    func expiry() async throws {
        let cache = ResponseCache()
        let first = answer("first")
        _ = try await cache.response(to: "/a", at: Self.now) { _ in .success(first) }
        #expect(cache.current("/a", at: Self.now.addingTimeInterval(59)) === first)
        #expect(cache.current("/a", at: Self.now.addingTimeInterval(60)) == nil)
        let later = Self.now.addingTimeInterval(60)
        let previous = NIOLockedValueBox<CachedResponse?>(nil)
        _ = try await cache.response(to: "/a", at: later) { before in
            previous.withLockedValue { $0 = before }
            return .success(self.answer("second", from: later))
        }
        #expect(previous.withLockedValue { $0 } === first)
    }

    @Test("A response from a future that the clock has jumped back from is not given")
    func clockJumpedBack() async throws {
        let cache = ResponseCache()
        _ = try await cache.response(to: "/a", at: Self.now) { _ in .success(self.answer("a")) }
        #expect(cache.current("/a", at: Self.now.addingTimeInterval(-1)) != nil)
        #expect(cache.current("/a", at: Self.now.addingTimeInterval(-3_600)) == nil)
    }

    @Test("News of an answer end the responses that were made of an older one, and no others")
    func news() async throws {
        let cache = ResponseCache()
        let (first, other) = (answer("first", of: Self.made(of: "a")), answer("b", of: Self.made(of: "b")))
        _ = try await cache.response(to: "/a", at: Self.now) { _ in .success(first) }
        _ = try await cache.response(to: "/b", at: Self.now) { _ in .success(other) }
        cache.apply([Self.news(of: "a", fetched: 0)])
        #expect(cache.current("/a", at: Self.now) === first)
        async let woken: Void = cache.news(of: first, to: "/a")
        cache.apply([Self.news(of: "c", fetched: 1), Self.news(of: "a", fetched: 1)])
        #expect(cache.current("/a", at: Self.now) == nil)
        #expect(cache.current("/b", at: Self.now) === other)
        await woken
        // The bytes of before stay for the next to be compared with.
        let next = try await cache.response(to: "/a", at: Self.now) { previous in
            .success(self.answer(previous.map { String(buffer: $0.content.bytes) } ?? "none"))
        }
        #expect(String(buffer: next.content.bytes) == "first")
    }

    @Test("A response that was being made when news came is not given to whoever asks after it")
    func newsMeanwhile() async throws {
        let cache = ResponseCache()
        let made = try await cache.response(to: "/a", at: Self.now) { _ in
            cache.apply([Self.news(of: "a", fetched: 1)])
            return .success(self.answer("old", of: Self.made(of: "a")))
        }
        #expect(cache.current("/a", at: Self.now) == nil)
        // Nor is it waited for: there is something newer already.
        await cache.news(of: made, to: "/a")
        let newer = answer("new", of: Self.made(of: "a", asked: 1))
        #expect(try await cache.response(to: "/a", at: Self.now) { _ in .success(newer) } === newer)
        #expect(cache.current("/a", at: Self.now) === newer)
    }

    @Test("A wait for news ends when cancelled")
    func cancelledWait() async throws {
        let cache = ResponseCache()
        let response = try await cache.response(to: "/a", at: Self.now) { _ in .success(self.answer("a")) }
        let waiting = Task { await cache.news(of: response, to: "/a") }
        waiting.cancel()
        await waiting.value
    }

    /// Versions of a response: the issue of ``now``, with the upstream asked some seconds later.
    private static func made(of name: String, asked: Double = 0) -> [StoredSubject: AnswerVersion] {
        [subject(name): AnswerVersion(issue: now, newestIssue: now, askedAt: now + asked)]
    }

    private static func news(of name: String, fetched: Double) -> StoredNews {
        StoredNews(subject: subject(name), issue: now, fetchedAt: now + fetched)
    }

    private static func subject(_ name: String) -> StoredSubject {
        StoredSubject(
            scope: StoreScope(gateway: "test", key: ServiceKey("key")!),
            feed: .shortTerm,
            name: name
        )
    }

    @Test("A failure is not cached")
    func failure() async throws {
        let cache = ResponseCache()
        await #expect(throws: Problem.self) {
            try await cache.response(to: "/a", at: Self.now) { _ in .failure(.notFound("/a")) }
        }
        let answer = answer("a")
        #expect(try await cache.response(to: "/a", at: Self.now) { _ in .success(answer) } === answer)
    }

    @Test("The cache is bounded, and keeps what is asked for again")
    func bound() async throws {
        let cache = ResponseCache(generationSize: 10_000)
        func put(_ target: String) async throws {
            let text = String(repeating: "x", count: 100)
            _ = try await cache.response(to: AskKey(route: target), at: Self.now) { _ in
                .success(self.answer(text))
            }
        }
        try await put("/loved")
        for number in 0..<1_000 {
            try await put("/\(number)")
            #expect(cache.current("/loved", at: Self.now) != nil)
        }
        let kept = (0..<1_000).count { cache.current("/\($0)", at: Self.now) != nil }
        #expect((1...200).contains(kept))
    }

    @Test("A response that would push out a tenth of all others is not kept, and pushes out none")
    func large() async throws {
        let cache = ResponseCache(generationSize: 100_000)
        for (target, size) in [("/small", 9_000), ("/large", 11_000), ("/larger", 1_000_000)] {
            let response = answer(String(repeating: "x", count: size))
            _ = try await cache.response(to: AskKey(route: target), at: Self.now) { _ in .success(response) }
        }
        #expect(cache.current("/small", at: Self.now) != nil)
        #expect(cache.current("/large", at: Self.now) == nil)
        #expect(cache.current("/larger", at: Self.now) == nil)
    }
}

extension AskKey: ExpressibleByStringInterpolation {
    /// A key of a path alone.
    public init(stringLiteral path: String) { self.init(route: path) }
}
