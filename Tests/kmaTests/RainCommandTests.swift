import Foundation
import SampleFeeds
import StubUpstream
import TestSupport
import Testing

@Suite("kma rain", .takesSlots(programs: 1, listeners: 1))
struct RainCommandTests {
    @Test(
        "The exit status is 0 if it will rain or snow in time, and 1 if not",
        arguments: [
            (["--within", "3h"], "2026-12-01T10:00:00+09:00", 1 as Int32),
            (["--within", "3"], "2026-12-01T10:00:00+09:00", 1),
            (["--within", "2h60m"], "2026-12-01T10:00:00+09:00", 1),
            (["--within", "24시간"], "2026-12-01T10:00:00+09:00", 0),
            (["--within", "1d"], "2026-12-01T10:00:00+09:00", 0),
            ([], "2026-12-01T10:00:00+09:00", 0),
        ]
    )
    func status(options: [String], now: String, status: Int32) async throws {
        let run = try await Program(["KMA_NOW": now]).run(["rain", "부산", "--sample"] + options)
        #expect(run.status == status)
        #expect(run.output.hasSuffix(".\n"))
        #expect(!run.standardError.contains("kma:"))
    }

    @Test(
        "A time has its own answer: hours over midnight, half a day beyond the hours, and none when over",
        arguments: [
            ("서울 내일 밤부터 모레 아침까지", "2026-11-29T15:00:00+09:00", "내일 18시~모레 9시 비나 눈 예보 없음.", 1 as Int32),
            ("서울 3시간 안에", "2026-11-30T22:30:00+09:00", "오늘 22시~내일 2시 비나 눈 예보 없음.", 1),
            ("서울 토요일 오전", "2026-11-29T15:00:00+09:00", "12월 5일 0~12시 비나 눈 예보 없음.", 1),
            ("대전 토요일 오후", "2026-11-29T15:00:00+09:00", "12월 5일 흐리고 비, 80%.", 0),
            ("대전 토요일", "2026-11-29T15:00:00+09:00", "12월 5일 흐리고 비/눈, 80%.", 0),
            ("제주 주말", "2026-11-29T15:00:00+09:00", "오늘 비나 눈 예보 없음.", 1),
            ("서울 오늘 새벽", "2026-11-29T15:00:00+09:00", "", 64),
        ]
    )
    func asked(words: String, now: String, sentence: String, status: Int32) async throws {
        let program = try Program(["KMA_NOW": now])
        let run = try await program.run(
            ["rain"] + words.split(separator: " ").map(String.init) + ["--sample"]
        )
        #expect(run.output == (sentence.isEmpty ? "" : sentence + "\n"))
        #expect(run.status == status)
    }

    @Test(
        "A form that the command does not have is refused before anything is asked",
        arguments: ["csv", "waybar"]
    )
    func formats(format: String) async throws {
        let run = try await Program([:]).run(["rain", "부산", "--sample", "--format", format])
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.standardError.contains("kma rain의 출력 형식은 table, json, ndjson, line 중 하나입니다."))
    }

    @Test("A length of time and a time are not asked for together")
    func withinTime() async throws {
        let run = try await Program([:]).run(["rain", "부산", "모레", "--within", "3h", "--sample"])
        #expect(run.status == 64 && run.standardError.contains("--within"))
    }

    @Test("Of several places one where it rains is enough")
    func places() async throws {
        let program = try Program(["KMA_NOW": "2026-12-01T10:00:00+09:00"])
        let places = ["서울", "부산", "제주"]
        var statuses: [Int32] = []
        for place in places {
            statuses.append(
                try await program.run(["rain", place, "--within", "6h", "--sample"]).status
            )
        }
        let run = try await program.run(["rain"] + places + ["--within", "6h", "--sample"])
        #expect(run.status == statuses.min())
    }

    @Test("Of several places each sentence begins with its place")
    func names() async throws {
        let run = try await Program().run(["rain", "서울", "부산", "--sample"])
        #expect(run.lines.map { $0.split(separator: " ").first } == ["서울특별시", "부산광역시"])
    }

    @Test("On a terminal the sentence is wrapped between words; in a pipe and as a line it is one")
    func wrapped() async throws {
        let program = try Program()
        let question = ["rain", "Busan", "--sample", "--lang", "en", "-q"]
        let whole = try #require(try await program.run(question).lines.first)
        #expect(whole.cells > 36)
        let shown = try await program.onTerminal(columns: 36, question).uncolored
        let lines = shown.split(separator: "\n").map(String.init)
        #expect(lines.count > 1 && lines.allSatisfy { $0.cells <= 36 })
        #expect(lines.joined(separator: " ") == whole)
        let line = try await program.onTerminal(columns: 36, question + ["--format", "line"])
        #expect(line.uncolored.split(separator: "\n").map(String.init) == [whole])
    }

    @Test(
        "A time that is none is wrong usage",
        arguments: ["h", "0", "0h", "-3h", "3w", "1.5h", "99999999999999999999h"]
    )
    func wrongTime(time: String) async throws {
        let run = try await Program().run(["rain", "서울", "--sample", "--within=\(time)"])
        #expect(run.status == 64)
    }

    @Test("Where no feed knows the status is neither yes nor no")
    func unknown() async throws {
        let upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
        upstream.fault(.header(.noData), on: [.shortTerm, .nextHours, .forecast])
        let run = try await Program(upstream).run(["rain", "서울"])
        #expect(run.status == 69)
        #expect(run.output.isEmpty)
        #expect(run.standardError.contains("기상청 단기예보가 아직 없습니다"))
    }

    private static func falls(_ output: String) throws -> Any? {
        (try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])?["falls"]
    }

    @Test(
        "A dry time is reported in words, in a field and by the status, with what comes next"
    )
    func negative() async throws {
        let program = try Program(["KMA_NOW": "2026-11-29T15:00:00+09:00"])
        let run = try await program.run(["rain", "서울", "--sample", "--within", "1h"])
        #expect(run.status == 1)
        #expect(run.output == "1시간 안에는 오지 않습니다. 다음은 모레 13시부터 글피 6시까지 비나 눈.\n")
        let english = try await program.run(["rain", "서울", "--sample", "--within", "90m", "-l", "en"])
        #expect(
            english.output.hasPrefix(
                "No rain or snow within 90 minutes. Next: rain and snow from 13:00 on Tue"
            )
        )
        let json = try await program.run(["rain", "서울", "--sample", "--within", "1h", "--json"])
        #expect(json.status == 1)
        #expect(try Self.falls(json.output) as? Bool == false)
        let yes = try await program.run(["rain", "서울", "--sample", "--within", "3d", "--json"])
        #expect(yes.status == 0)
        #expect(try Self.falls(yes.output) as? Bool == true)
    }

    @Test("A time beyond what the forecast knows is neither yes nor no: the status is 69, the field is null")
    func beyond() async throws {
        let program = try Program(["KMA_NOW": "2026-10-15T15:00:00+09:00"])
        let run = try await program.run(["rain", "부산", "--sample", "--within", "9d"])
        #expect(run.status == 69)
        #expect(run.output.hasPrefix("9일 안에 비나 눈이 올지는 알 수 없습니다."))
        let json = try await program.run(["rain", "부산", "--sample", "--within", "9d", "--json"])
        #expect(json.status == 69)
        #expect(try Self.falls(json.output) is NSNull)
    }

    @Test("One place of several that no feed knows does not cost the answers of the others")
    func oneUnknown() async throws {
        let upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
        upstream.fault(.header(.noData), on: [.nextHours, .forecast])
        upstream.answers[.shortTerm] = { request in
            // Jeju's cells alone have no forecast.
            request.target.contains("ny=3") && request.target.contains("nx=5")
                ? .json(#"{"response":{"header":{"resultCode":"03","resultMsg":"NO_DATA"}}}"#)
                : .json(
                    String(
                        decoding: SampleFeeds.answer(
                            to: request.target,
                            at: Date(timeIntervalSince1970: 1_791_093_600)
                        ).body,
                        as: UTF8.self
                    )
                )
        }
        let run = try await Program(upstream).run(["rain", "서울", "제주", "부산"])
        #expect(run.status == 0 || run.status == 69)
        #expect(run.lines.map { $0.split(separator: " ").first } == ["서울특별시", "부산광역시"])
        #expect(run.standardError.contains("제주특별자치도: 기상청 단기예보가 아직 없습니다"))
    }
}
