import TestSupport
import Testing

@Suite("Times among the words of a place", .takesSlots(programs: 1))
struct AskedTimeTests {
    private static let settings = ["KMA_NOW": "2026-11-25T15:20:00+09:00"]

    @Test(
        "A day answers with its sentence, its halves and its hours, and with nothing of other days",
        arguments: [["내일", "서울"], ["서울", "내일"], ["서울 내일"], ["week", "서울", "--on", "내일"], ["내일서울날씨"]]
    )
    func day(words: [String]) async throws {
        let run = try await Program(AskedTimeTests.settings).run(words + ["-s"])
        #expect(run.status == 0)
        try Snapshot(name: "asked-day.ko").expect(run.output)
    }

    @Test("A weekend in English is two days")
    func weekend() async throws {
        let run = try await Program(AskedTimeTests.settings)("Seoul", "this", "weekend", "-s", "-l", "en")
        try Snapshot(name: "asked-weekend.en").expect(run.output)
    }

    @Test("JSON says which time was asked, and days and hours hold only what lies in it")
    func json() async throws {
        let run = try await Program(AskedTimeTests.settings)("서울", "내일", "오전", "-s", "-f", "ndjson")
        #expect(
            run.output.contains(
                #""asked":{"text":"내일 오전","from":"2026-11-26T00:00:00+09:00","to":"2026-11-26T12:00:00+09:00","question":null}"#
            )
        )
        #expect(
            run.output.contains(#""date":"2026-11-26""#)
                && !run.output.contains(#""date":"2026-11-27","offset""#)
        )
        #expect(!run.output.contains(#""time":"2026-11-26T12:00:00+09:00""#))
        let whole = try await Program(AskedTimeTests.settings)("서울", "-s", "-f", "ndjson")
        #expect(whole.output.contains(#""asked":null"#))
    }

    @Test("A question about rain is answered by its sentence, with the exit status of kma rain")
    func rain() async throws {
        let program = try Program(AskedTimeTests.settings)
        let usual = try await program("rain", "서울", "내일", "-s")
        #expect(usual.output.split(separator: "\n").count == 1 && [0, 1].contains(usual.status))
        for words in [["내일", "서울", "비와?"], ["rain", "서울", "--on", "내일"], ["서울", "우산", "내일"]] {
            let run = try await program.run(words + ["-s"])
            #expect(run.output == usual.output && run.status == usual.status, "\(words)")
        }
    }

    @Test("A date with its weekday is that day, as the program prints it, and a wrong weekday is refused")
    func weekday() async throws {
        let program = try Program(AskedTimeTests.settings)
        for words in [["서울 12/3(목)"], ["12월 3일 목요일", "서울"], ["Seoul", "Thursday", "3", "December"]] {
            let run = try await program.run(words + ["-s", "-f", "ndjson"])
            #expect(
                run.status == 0 && run.output.contains(#""from":"2026-12-03T00:00:00+09:00""#),
                "\(words)"
            )
        }
        let wrong = try await program("서울 12/3(금)", "-s")
        #expect(wrong.status == 64 && wrong.output.isEmpty)
        #expect(wrong.standardError.contains("12월 3일(목)"))
        let option = try await program("서울", "--on", "12/3(금)", "-s")
        #expect(option.status == 64 && option.standardError.contains("12월 3일(목)"))
    }

    @Test("Rain between the times that are asked about is no answer")
    func between() async throws {
        let program = try Program(["KMA_NOW": "2026-11-26T15:00:00+09:00"])
        for words in ["내일 아침이랑 밤 부산 비 와?", "26일 29일 부산 비 와?", "rain in Busan 26th and 29th"] {
            let run = try await program(words, "-s")
            #expect(run.status == 1, "\(run.output)")
        }
        let days = try await program("오늘이랑 다음주 목요일 서울", "-s", "-f", "ndjson").output
        #expect(days.contains(#""from":"2026-11-26T00:00:00+09:00","to":"2026-12-04T00:00:00+09:00""#))
        #expect(
            days.matches(of: #/"date":"([0-9-]+)","offset"/#).map(\.output.1) == ["2026-11-26", "2026-12-03"]
        )
        #expect(!days.contains(#""time":"2026-11-27"#))
        let beyond = try await program("내일이랑 크리스마스 서울", "-s")
        #expect(beyond.status == 64 && beyond.output.isEmpty && beyond.standardError.contains("12월 25일"))
    }

    @Test("Snow is no answer to a question about rain, nor rain to one about snow")
    func kinds() async throws {
        let program = try Program(["KMA_NOW": "2026-11-26T15:00:00+09:00"])
        let rain = try await program("내일", "서울", "비", "와?", "-s")
        let snow = try await program("내일", "서울", "눈", "와?", "-s")
        #expect(rain.status == 0 && snow.status == 1)
        #expect(snow.output == "눈은 오지 않고, " + rain.output)
        #expect(try await program("내일", "서울", "우산", "-s").output == rain.output)
        let english = try await program("will it snow in Seoul tomorrow", "-s", "-l", "en")
        #expect(english.status == 1 && english.output.hasPrefix("No snow. "))
    }

    @Test(
        "The topic of a question is answered in the first sentence, and stands in JSON",
        arguments: [
            ("미세먼지", "dust", "미세먼지"), ("일출 시간", "sun", "일출 07:"), ("많이 추워?", "temperature", "기온 "),
            ("체감온도", "feels_like", "체감온도 "), ("습도", "humidity", "습도 "), ("바람 불어?", "wind", "바람 "),
            ("자외선", "uv", "자외선 예보는 없습니다."),
        ]
    )
    func topics(words: String, question: String, sentence: String) async throws {
        let program = try Program(AskedTimeTests.settings)
        if question == "dust" {
            let table = try await program("내일 서울 \(words)", "-s")
            #expect(table.status == 0 && table.standardError.split(separator: "\n").count == 1)
            #expect(table.output.contains(sentence), "\(table.output)")
        }
        let json = try await program("내일 서울 \(words)", "-s", "-f", "ndjson")
        #expect(json.output.contains(#""question":"\#(question)""#))
        let summary = json.output.firstMatch(of: /"summary":"([^"]+)"/)?.1 ?? ""
        #expect(summary.contains(sentence), "\(summary)")
    }

    @Test("Words that were not understood are said beside the answer, and leave the status as it is")
    func notUnderstood() async throws {
        let program = try Program(AskedTimeTests.settings)
        let run = try await program("내일 서울 계약해도 될까", "-s")
        let plain = try await program("내일 서울", "-s")
        #expect(run.status == 0 && run.output == plain.output)
        #expect(run.standardError.contains("‘계약해도’는 알지 못해 서울특별시 날씨만 보여 줍니다."))
        let fog = try await program("내일 서울 안개 껴?", "-s")
        #expect(fog.standardError.contains("‘안개’ 예보는 없어 서울특별시 날씨만 보여 줍니다."))
        let several = try await program("안개 출발 내일 서울 비하고 미세먼지", "-s")
        for words in ["‘미세먼지’는 따로 물어 주세요.", "‘안개’ 예보는 없어", "‘출발’은 알지 못해"] {
            #expect(several.standardError.contains(words), "\(several.standardError)")
        }
        let json = try await program("내일 서울 계약해도 될까", "-s", "-f", "ndjson")
        #expect(json.output.contains(#""not_understood":"계약해도""#))
    }

    @Test("A word of the whole country in any position asks for it")
    func nation() async throws {
        let program = try Program(AskedTimeTests.settings)
        let usual = try await program("nation", "내일", "-s").output
        for words in [["전국", "내일", "날씨"], ["내일 전국 날씨"]] {
            #expect(try await program.run(words + ["-s"]).output == usual)
        }
        #expect(!usual.contains("미세먼지"))
        for words in [["전국", "미세먼지"], ["내일 전국 미세먼지"], ["nation", "dust"]] {
            #expect(try await program.run(words + ["-s"]).output.contains("미세먼지 보통: 서울"), "\(words)")
        }
    }

    @Test("Hours that are over are said to be over, in both languages")
    func over() async throws {
        let program = try Program(AskedTimeTests.settings)
        let korean = try await program("hours", "서울", "오늘 아침", "-s")
        #expect(korean.output.isEmpty && korean.standardError.contains("‘오늘 아침’은 이미 지났습니다."))
        let english = try await program("hours", "Seoul", "this morning", "-s", "-l", "en")
        #expect(english.status == korean.status && english.standardError.contains("is in the past."))
        for words in [["rain", "서울", "오늘 아침"], ["서울", "오늘", "아침에", "비와?"]] {
            let rain = try await program.run(words + ["-s"])
            #expect(rain.output.isEmpty && rain.status == korean.status)
            #expect(rain.standardError.contains("지났습니다."), "\(rain.standardError)")
        }
    }

    @Test("The weather of now, warnings and the hours are asked in words as well")
    func commands() async throws {
        let program = try Program(AskedTimeTests.settings)
        #expect(try await program("서울", "지금", "-s").output == (try await program("now", "서울", "-s")).output)
        #expect(
            try await program("서울", "특보", "-s").output == (try await program("alerts", "서울", "-s")).output
        )
        // Warnings are those of now, whatever day is named, and that is said.
        let tomorrow = try await program("내일", "서울", "특보", "-s")
        #expect(tomorrow.output == (try await program("alerts", "서울", "-s")).output)
        #expect(tomorrow.standardError.contains("때로 고르지 않습니다"))
        let hours = try await program("시간별", "서울", "내일", "-s")
        #expect(hours.output.contains("내일") && !hours.output.contains("모레"))
    }

    @Test(
        "A day without a forecast, a time that is none and one that a command does not know are told",
        arguments: [
            (["서울", "어제"], "‘어제’는 이미 지났습니다."), (["다음", "달"], "‘다음 달’"),
            (["week", "서울", "--on", "서울"], "‘서울’의 때를 알 수 없습니다."), (["now", "서울", "내일"], "‘내일’의 날씨는"),
            (["accuracy", "서울", "내일"], "‘내일’만의 정확도는 없습니다."),
            (["내일"], "예: kma 내일 서울"), (["rain", "수도권"], "전국의 날씨는 nation"),
            (["13/45"], "‘13/45’는 없는 날짜나 시각입니다"),
            (["25시"], "‘25시’는 없는 날짜나 시각입니다"),
        ]
    )
    func refusals(words: [String], message: String) async throws {
        let run = try await Program(AskedTimeTests.settings).run(words + ["-s"])
        #expect(run.status != 0 && run.output.isEmpty)
        #expect(run.standardError.contains(message), "\(run.standardError)")
        // Wrong usage names the help of its own command.
        #expect(!run.standardError.contains("자세한 도움말: kma --help"), "\(run.standardError)")
    }

    @Test("Places of a weekend stand side by side, a row each; so do others with --compare")
    func compared() async throws {
        let program = try Program(AskedTimeTests.settings)
        let weekend = try await program("주말", "강릉", "속초", "제주", "-s").output
        try Snapshot(name: "compare-weekend.ko").expect(weekend)
        let week = try await program("서울", "부산", "--compare", "-s", "-l", "en").output
        try Snapshot(name: "compare-week.en").expect(week)
        let csv = try await program("주말", "강릉", "속초", "-s", "-f", "csv").lines
        #expect(csv.count == 5 && csv[0].hasPrefix("place,date,"))
    }

    @Test("The hours end at a time or after so many, and every other time beside it is refused")
    func until() async throws {
        let program = try Program(AskedTimeTests.settings)
        let three = try await program("hours", "서울", "-n", "3", "-s", "-f", "csv")
        #expect(three.lines.count == 4)
        let today = try await program("hours", "서울", "--until", "오늘", "-s", "-f", "csv").lines
        #expect(today.count == 10 && today[9].hasPrefix("2026-11-25T23:00"))
        let evening = try await program("hours", "서울", "--until", "18시", "-s", "-f", "csv").lines
        #expect(evening.count == 4 && evening[3].hasPrefix("2026-11-25T17:00"))
        for arguments in [["--until", "서울"], ["--until", "내일", "모레"], ["-n", "0"]] {
            #expect(try await program.run(["hours", "서울", "-s"] + arguments).status == 64)
        }
    }

    @Test("A village with the name of a day is asked for with its 동, or by the option for names")
    func villages() async throws {
        let program = try Program(AskedTimeTests.settings)
        #expect(try await program("now", "내일동", "-s").output.contains("밀양시 내일동"))
        #expect(try await program("now", "-a", "내일", "-s").output.contains("밀양시 내일동"))
    }

    @Test("The theme of a day is that of its words")
    func theme() async throws {
        let program = try Program(AskedTimeTests.settings)
        let usual = try await program("theme", "서울", "--date", "2026-11-26", "-s").output
        for words in [["theme", "서울", "내일"], ["theme", "서울", "--date", "내일"], ["테마", "서울", "--on", "내일"]] {
            #expect(try await program.run(words + ["-s"]).output == usual)
        }
    }
}
