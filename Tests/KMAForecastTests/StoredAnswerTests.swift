import Foundation
import Testing

@testable import KMAForecast

@Suite("An answer as a file")
struct StoredAnswerTests {
    private static let answer = StoredAnswer(
        fetchedAt: Date(timeIntervalSince1970: 1_791_093_600.25),
        status: 200,
        body: Array("{\"response\":\n\"서울\"}".utf8)
    )

    @Test(
        "It reads back as it was kept",
        arguments: [
            answer, StoredAnswer(fetchedAt: Date(timeIntervalSince1970: 0), status: 503, body: []),
            StoredAnswer(fetchedAt: .distantPast, status: 200, body: [0, 10, 13, 255, 254, 10, 10]),
        ]
    )
    func roundTrip(answer: StoredAnswer) {
        #expect(StoredAnswer(file: answer.file) == answer)
    }

    @Test("A file that is cut short anywhere is no answer")
    func truncated() {
        let file = Self.answer.file
        for length in 0..<file.count {
            #expect(StoredAnswer(file: file.prefix(length)) == nil, "\(length) bytes")
        }
    }

    @Test("A file that is longer than it says is no answer")
    func longer() {
        #expect(StoredAnswer(file: Self.answer.file + Data(" ".utf8)) == nil)
    }

    @Test("A body in which one bit has turned is no answer")
    func mangled() {
        let file = Self.answer.file
        for index in (file.count - Self.answer.body.count)..<file.count {
            var mangled = file
            mangled[index] ^= 1
            #expect(StoredAnswer(file: mangled) == nil, "byte \(index)")
        }
    }

    @Test(
        "A file of somebody else's is no answer",
        arguments: [
            "", "\n", "{}", "{}\n{}", "kma-answer-1\n", "kma-answer-1 0 200 2 cbf29ce484222325\n{}",
            "kma-answer-3 0 200 0 cbf29ce484222325\n", "kma-answer-1 soon 200 0 cbf29ce484222325\n",
            "kma-answer-1 0 fine 0 cbf29ce484222325\n", "kma-answer-1 0 200 0 nonsense\n",
            "kma-answer-1 0 200 0 cbf29ce484222325 more\n", "kma-answer-1 inf 200 0 cbf29ce484222325\n",
            "kma-answer-1 nan 200 0 cbf29ce484222325\n", "kma-answer-1 1e300 200 0 cbf29ce484222325\n",
        ]
    )
    func foreign(text: String) {
        #expect(StoredAnswer(file: Data(text.utf8)) == nil)
    }

    @Test("A file of the first version, whose checksum is of single bytes, is read and kept as one of today")
    func firstVersion() throws {
        let body = #"{"response":"서울"}"#
        let file = Data("kma-answer-1 1791093600.25 200 21 c6bb2ea4ecad5568\n".utf8) + Data(body.utf8)
        let answer = try #require(StoredAnswer(file: file))
        #expect(answer == StoredAnswer(fetchedAt: Self.answer.fetchedAt, status: 200, body: Array(body.utf8)))
        #expect(
            StoredAnswer(file: answer.file) == answer && answer.file.starts(with: Data("kma-answer-2 ".utf8))
        )
    }

    @Test("A slice of a larger piece of data is read from its own beginning")
    func slice() {
        let larger = Data("xx\n".utf8) + Self.answer.file
        #expect(StoredAnswer(file: larger.dropFirst(3)) == Self.answer)
    }
}
