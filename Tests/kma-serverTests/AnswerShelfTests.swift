import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import kma_server

@Suite("The shelf of answers")
struct AnswerShelfTests {
    private static let now = ServiceScene.afternoon

    private func answer(_ text: String, from: Date = now, lasting seconds: Double = 60) -> Answer {
        Answer(
            route: "/",
            content: Content(ByteBuffer(string: text), type: "text/plain"),
            checkedAt: from,
            expiry: from.addingTimeInterval(seconds),
            policy: "public"
        )
    }

    @Test("has an answer made once for all who wait for it")
    func oneFlight() async throws {
        let shelf = AnswerShelf()
        // Many times over: some callers come just as the answer is put on the shelf.
        for round in 0..<3_000 {
            let made = NIOLockedValueBox(0)
            let answers = await withTaskGroup(of: ObjectIdentifier?.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        let answer = try? await shelf.answer("/\(round)", at: Self.now) { _ in
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

    @Test("gives an answer until it expires, and hands it to the making of the next")
    func expiry() async throws {
        let shelf = AnswerShelf()
        let first = answer("first")
        _ = try await shelf.answer("/a", at: Self.now) { _ in .success(first) }
        #expect(shelf.current("/a", at: Self.now.addingTimeInterval(59)) === first)
        #expect(shelf.current("/a", at: Self.now.addingTimeInterval(60)) == nil)
        let later = Self.now.addingTimeInterval(60)
        let previous = NIOLockedValueBox<Answer?>(nil)
        _ = try await shelf.answer("/a", at: later) { before in
            previous.withLockedValue { $0 = before }
            return .success(self.answer("second", from: later))
        }
        #expect(previous.withLockedValue { $0 } === first)
    }

    @Test("trusts no answer from a future that a clock has jumped back from")
    func clockJumpedBack() async throws {
        let shelf = AnswerShelf()
        _ = try await shelf.answer("/a", at: Self.now) { _ in .success(self.answer("a")) }
        #expect(shelf.current("/a", at: Self.now.addingTimeInterval(-1)) != nil)
        #expect(shelf.current("/a", at: Self.now.addingTimeInterval(-3_600)) == nil)
    }

    @Test("keeps no failure: the next one who asks tries again")
    func failure() async throws {
        let shelf = AnswerShelf()
        await #expect(throws: Problem.self) {
            try await shelf.answer("/a", at: Self.now) { _ in .failure(.notFound("/a")) }
        }
        let answer = answer("a")
        #expect(try await shelf.answer("/a", at: Self.now) { _ in .success(answer) } === answer)
    }

    @Test("is bounded, and keeps what is asked for again")
    func bound() async throws {
        let shelf = AnswerShelf(halfSize: 10_000)
        func put(_ target: String) async throws {
            let text = String(repeating: "x", count: 100)
            _ = try await shelf.answer(target, at: Self.now) { _ in .success(self.answer(text)) }
        }
        try await put("/loved")
        for number in 0..<1_000 {
            try await put("/\(number)")
            #expect(shelf.current("/loved", at: Self.now) != nil)
        }
        let kept = (0..<1_000).count { shelf.current("/\($0)", at: Self.now) != nil }
        #expect((1...200).contains(kept))
    }
}
