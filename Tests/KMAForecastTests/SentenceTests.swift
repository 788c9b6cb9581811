import Forecast
import Foundation
import Regions
import TestSupport
import Testing

@testable import KMAForecast
@testable import Words

@Suite("Places and times as people say them")
struct SentenceTests {
    /// A Wednesday.
    private static let now = KoreanDate(year: 2026, month: 11, day: 25).at(hour: 15, minute: 20)

    @Test(
        "Each of five hundred sentences has its places, its time and what is asked, on a Wednesday at 15:20"
    )
    func sentences() throws {
        let rows = try SentenceTests.rows
        #expect(rows.count >= 500)
        for row in rows {
            let (sentence, lookUps) = SentenceTests.reading([row[4]], knows: Gazetteer.knows)
            // A few names for each word: a name is looked for in the tables.
            #expect(lookUps <= 15, "\(row[4])")
            #expect(sentence.places.joined(separator: " ") == row[0], "\(row[4])")
            #expect(SentenceTests.text(sentence.time?.from) == row[1], "\(row[4])")
            #expect(SentenceTests.text(sentence.time?.to) == row[2], "\(row[4])")
            #expect(sentence.topic?.rawValue ?? "" == row[3], "\(row[4])")
            #expect(sentence.time.map { $0.topic == sentence.topic } ?? true, "\(row[4])")
        }
    }

    @Test("Several days, parts of several days and what lies before or after a day are those alone")
    func spans() throws {
        for row in try SentenceTests.rows(of: "spans.csv", columns: 3) {
            let sentence = Sentence([row[2]], at: SentenceTests.now)
            let spans = sentence.time?.spans.map { span in
                [span.lowerBound, span.upperBound].map { SentenceTests.text($0).dropFirst(5) }.joined(
                    separator: ".."
                )
            }
            #expect(sentence.places.joined(separator: " ") == row[0], "\(row[2])")
            #expect(spans?.joined(separator: ",") ?? "" == row[1], "\(row[2])")
        }
    }

    @Test("A sentence means the same in one word as in several, and in decomposed Hangul")
    func words() throws {
        for row in try SentenceTests.rows {
            let apart = Sentence(row[4].split(separator: " ").map(String.init), at: SentenceTests.now)
            let decomposed = Sentence([row[4].decomposedStringWithCanonicalMapping], at: SentenceTests.now)
            for sentence in [apart, decomposed] {
                #expect(SentenceTests.text(sentence.time?.from) == row[1], "\(row[4])")
                #expect(SentenceTests.text(sentence.time?.to) == row[2], "\(row[4])")
                #expect(sentence.topic?.rawValue ?? "" == row[3], "\(row[4])")
            }
        }
    }

    @Test(
        "The days of a week are those of its Monday to Sunday, whatever the day it is said on",
        arguments: [
            // Saturday, Sunday and Monday.
            ("주말", 28, 28, 29), ("주말", 29, 29, 29), ("주말", 30, 35, 36), ("다음 주말", 29, 35, 36),
            ("다음 주", 29, 30, 36),
            ("이번 주", 29, 29, 29), ("토요일", 28, 28, 28), ("다음 주 월요일", 29, 30, 30), ("다음 주 월요일", 30, 37, 37),
            ("일요일", 30, 36, 36),
        ]
    )
    func weeks(words: String, day: Int, first: Int, last: Int) throws {
        let november = KoreanDate(year: 2026, month: 11, day: 1)
        let time = try #require(Sentence([words], at: (november + (day - 1)).at(hour: 10)).time)
        #expect(time.days.dates == ((first - 1)...(last - 1)).map { november + $0 })
        #expect(time.isWholeDays)
    }

    private static let rangesOfHours: [(words: String, now: String, from: String, to: String)] = [
        // A Wednesday, the 25th.
        ("9시부터 18시까지", "25 08:00", "25 09:00", "25 18:00"),
        ("9시부터 18시까지", "25 10:00", "25 09:00", "25 18:00"),
        ("9시부터 18시까지", "25 15:00", "25 09:00", "25 18:00"),
        ("9시~18시", "25 20:00", "26 09:00", "26 18:00"),
        ("3시부터 6시까지", "25 15:20", "25 15:00", "25 18:00"),
        ("3시부터 6시까지", "25 19:00", "26 03:00", "26 06:00"),
        ("18시부터 9시까지", "25 15:00", "25 18:00", "26 09:00"),
        ("내일 18시부터 9시까지", "25 15:00", "26 18:00", "27 09:00"),
        ("22시부터 2시까지", "25 15:00", "25 22:00", "26 02:00"),
        ("오전 9시부터 오후 6시까지", "25 15:00", "25 09:00", "25 18:00"),
        ("오전 9시부터 오후 6시까지", "25 20:00", "26 09:00", "26 18:00"),
        ("오후 6시부터 오전 9시까지", "25 15:00", "25 18:00", "26 09:00"),
        ("from 9am until 6pm", "25 12:00", "25 09:00", "25 18:00"),
        ("월요일부터 수요일까지", "25 15:00", "30 00:00", "33 00:00"),
        ("금요일~일요일", "28 10:00", "34 00:00", "37 00:00"),
        ("from Friday until Sunday", "29 10:00", "34 00:00", "37 00:00"),
        ("다음 주 금요일부터 일요일까지", "25 15:00", "34 00:00", "37 00:00"),
        // Hours of a single time, too.
        ("모레 0시", "25 15:00", "27 00:00", "27 01:00"),
        ("내일 00:00", "25 15:00", "26 00:00", "26 01:00"),
        ("내일 03:00", "25 15:00", "26 03:00", "26 04:00"),
        ("내일 0시부터 6시까지", "25 15:00", "26 00:00", "26 06:00"),
        ("0시", "25 09:00", "26 00:00", "26 01:00"),
        ("오늘 밤 2시", "25 15:00", "26 02:00", "26 03:00"),
        ("내일 밤 1시", "25 15:00", "27 01:00", "27 02:00"),
        ("내일 밤 9시", "25 15:00", "26 21:00", "26 22:00"),
        ("밤 12시", "25 15:00", "26 00:00", "26 01:00"),
        ("오전 9시", "25 15:00", "26 09:00", "26 10:00"),
        ("9am", "25 15:00", "26 09:00", "26 10:00"),
        ("내일과 모레", "25 15:00", "26 00:00", "28 00:00"),
        ("27일부터 29일까지", "28 10:00", "28 00:00", "30 00:00"),
        ("11/27~11/29", "28 10:00", "28 00:00", "30 00:00"),
        ("12/30~1/2", "25 15:00", "60 00:00", "64 00:00"),
        ("밤새", "26 00:30", "26 00:00", "26 06:00"),
    ]

    @Test(
        "The end of a range follows its beginning, and one that has begun is today's",
        arguments: rangesOfHours
    )
    func ranges(words: String, now: String, from: String, to: String) throws {
        func instant(_ text: String) throws -> Date {
            let numbers = text.split { " :".contains($0) }.compactMap { Int($0) }
            let november = KoreanDate(year: 2026, month: 11, day: 1)
            return (november + (numbers[0] - 1)).at(hour: numbers[1], minute: numbers[2])
        }
        let time = try #require(Sentence([words], at: try instant(now)).time)
        #expect(time.from == (try instant(from)), "\(KoreanTime(time.from).rfc3339)")
        #expect(time.to == (try instant(to)), "\(KoreanTime(time.to).rfc3339)")
    }

    @Test(
        "Words of time are no places, and a village of that name is known with its 동",
        arguments: ["내일", "지금", "모레", "주말"]
    )
    func villages(word: String) {
        #expect(Sentence([word], at: SentenceTests.now).places.isEmpty)
        #expect(Sentence([word + "동"], at: SentenceTests.now).places == [word + "동"])
    }

    @Test(
        "The most expensive word takes a limited number of look-ups, and a repeated one none"
    )
    func dearestWord() {
        let pieces = [
            "내일", "모레", "비", "눈", "밤", "은", "에", "에는", "이", "가", "와", "요", "서울", "강", "동", "12", "3시", "월",
            "일",
            "in", "rain", "now", "?", "날씨", "다음주", "까지",
        ]
        var generator = SeededGenerator(seed: 26)
        var dearest = (count: 0, word: "")
        for _ in (0..<2_000).sampled {
            let word = (0..<Int.random(in: 1...12, using: &generator))
                .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            let count = SentenceTests.reading([word], knows: { _ in false }).lookUps
            if count > dearest.count { dearest = (count, word) }
        }
        #expect((16...24).contains(dearest.count), "\(dearest)")
        let repeated = Array(repeating: dearest.word, count: 40)
        #expect(SentenceTests.reading(repeated, knows: { _ in false }).lookUps <= dearest.count + 2)
        let names = Array(repeating: "내일서울", count: 40)
        #expect(SentenceTests.reading(names, knows: Gazetteer.knows).lookUps <= 4)
    }

    @Test(
        "A text of words that can be cut in many ways is read in one go",
        arguments: ["에는이가", "비와요", "오늘밤", "은는", "일이", "내일모레"]
    )
    func manyWays(piece: String) {
        let text = "내일" + String(repeating: piece, count: 20)
        for length in 2...40 { #expect(TimePhrase(String(text.prefix(length)) + "뷁") == nil) }
    }

    /// Sentence of words, and the number of names looked up for it.
    private static func reading(_ words: [String], knows: @escaping (String) -> Bool)
        -> (Sentence, lookUps: Int)
    {
        var count = 0
        let sentence = Sentence(words, at: now) { text in
            count += 1
            return knows(text)
        }
        return (sentence, count)
    }

    private static func text(_ instant: Date?) -> String {
        guard let instant else { return "" }
        let time = KoreanTime(instant)
        return "\(time.date) \(time.clock)"
    }

    private static var rows: [[String]] { get throws { try rows(of: "sentences.csv", columns: 5) } }

    private static func rows(of table: String, columns: Int) throws -> [[String]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tables")
        let text = try String(contentsOf: folder.appending(path: table), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { line in
            line.split(separator: ";", maxSplits: columns - 1, omittingEmptySubsequences: false).map(
                String.init
            )
        }
    }
}
