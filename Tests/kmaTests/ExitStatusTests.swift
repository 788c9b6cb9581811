import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("The exit status", .takesSlots(programs: 1, listeners: 1))
struct ExitStatusTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)

    @Test(
        "Wrong usage ends with 64 and nothing on standard output",
        arguments: [
            ["week", "--bogus"], ["week", "--lon", "127", "--sample"],
            ["week", "--lat", "north", "--lon", "127", "--sample"],
            ["week", "--lat", "137.5", "--lon", "127", "--sample"],
            ["week", "--lat", "nan", "--lon", "127", "--sample"],
            ["week", "--lat", "0x25", "--lon", "127", "--sample"],
            ["week", "--area", "서\u{202E}울", "--sample"], ["areas", "서\u{1B}[31m울"],
            ["week", "--area", "서울", "--sample", "--max-age", "soon"],
            ["week", "--area", "서울", "--sample", "--max-age=-1"],
            ["week", "--area", "서울", "--sample", "--max-age", "nan"],
            ["week", "--area", "서울", "--sample", "--max-age", "inf"],
            ["week", "--area", "서울", "--sample", "--lang", "fr"],
            ["week", "--area", "서울", "--sample", "--prefer", "both"],
            ["outlook", "--area", "서울", "--sample", "--format", "line"], ["areas", "--format", "line"],
            ["theme", "--area", "서울", "--sample", "--date", "2026-02-30"],
            ["theme", "--area", "서울", "--sample", "--date", "2026-10-20"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let run = try await Program().run(arguments)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(!run.standardError.isEmpty)
    }

    @Test(
        "A time that is said twice, is over, or has no place in a command is told as that",
        arguments: [
            ("theme 서울 내일 -s --date 2026-12-01", "때는 한 번만"), ("nation 내일 --on 모레 -s", "때는 한 번만"),
            ("outlook 서울 내일 -s", "kma outlook에는"), ("hours 서울 -s --until 어제", "앞으로 올 때"),
        ]
    )
    func times(line: String, words: String) async throws {
        let run = try await Program(["KMA_LANG": "ko"]).run(line.split(separator: " ").map(String.init))
        #expect(run.status == 64)
        #expect(run.standardError.contains(words), "\(run.standardError)")
    }

    @Test(
        "A format that a command does not have ends with 64 before any upstream is called",
        arguments: [["hours", "--area", "서울"], ["outlook", "--area", "서울"], ["doctor"]]
    )
    func formatBeforeFetch(command: [String]) async throws {
        let upstream = try Upstream(now: Self.noon)
        let run = try await Program(upstream).run(command + ["--format", "line"])
        #expect(run.status == 64)
        #expect(run.standardError.contains("kma \(command[0])의 출력 형식"))
        #expect(upstream.requests.isEmpty)
    }

    @Test(
        "The process ends with the status of its command",
        arguments: [
            ("week --bogus", 64), ("week Tokyo -s", 66), ("week 서울", 78), ("rain 서울 -s --within 1h", 1),
        ]
            as [(String, Int32)]
    )
    func processes(line: String, status: Int32) async throws {
        let run = try await Program().start(line.split(separator: " ").map(String.init)).outcome()
        #expect(run.status == status)
    }

    @Test(
        "Warnings that are not known end with the status of their fault, though their events are known",
        arguments: [(Fault.html(status: 502), 69), (.gateway(.keyNotRegistered, .json), 77)]
            as [(Fault, Int32)]
    )
    func unknownWarnings(fault: Fault, status: Int32) async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(fault, on: .warningStatus)
        let run = try await Program(upstream).run(["alerts"])
        #expect(run.status == status, "\(run.standardError)")
        #expect(!run.output.contains("없습니다"))
    }

    @Test("A message repeats at most a line of an unknown name, and no control character of any")
    func wildNames() async throws {
        let long = try await Program()("week", "--sample", "--area", String(repeating: "갂", count: 9_000))
        #expect(long.status == 66)
        #expect(long.standardError.count < 200)
        let steering = try await Program()("week", "--sample", "--area", "\u{1B}[31mㅁㅁ\r\n\u{7}\u{9B}2J")
        #expect(steering.status == 64)
        #expect(
            steering.standardError.dropLast().unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control
            }
        )
    }

    @Test(
        "An unknown or ambiguous place ends with 66, and the message suggests places",
        arguments: [
            (["--area", "Tokyo"], "‘Tokyo’"), (["--area", "수웜"], "혹시 ‘경기도 수원시’"),
            (["--area", "중구"], "부산광역시 중구"), (["--area", "내일 서울 비와?"], "때(‘내일’)는 on에"),
            (["--area", "고성군"], "강원특별자치도 고성군"), (["--lat", "35.68", "--lon", "139.76"], "139.76"),
        ]
    )
    func noPlace(place: [String], words: String) async throws {
        let run = try await Program().run(["week", "--sample"] + place)
        #expect(run.status == 66)
        #expect(run.output.isEmpty)
        #expect(run.standardError.contains(words))
    }

    @Test(
        "Upstreams that are down, late or unreadable end with 69",
        arguments: [Fault.reset, .hang, .cutJSON]
    )
    func down(fault: Fault) async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(fault)
        let run = try await Program(upstream, ["KMA_TIMEOUT": "1"])("week", "--area", "서울")
        #expect(run.status == 69)
        #expect(run.output.isEmpty)
        #expect(run.standardError.hasPrefix("kma: "))
    }

    @Test("Upstreams that refuse the connection end with 69")
    func nobody() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.stop()
        #expect(try await Program(upstream)("now", "--area", "서울").status == 69)
    }

    @Test(
        "A spent quota or rate limit ends with 75, and the message says until when",
        arguments: [
            (Fault.header(.quota), "자정"), (.gateway(.quota, .json), "자정"),
            (.gateway(.perSecond, .xml), "잠시 뒤"),
        ]
    )
    func quota(fault: Fault, words: String) async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(fault)
        let program = try Program(upstream)
        let run = try await program("outlook", "--area", "서울")
        #expect(run.status == 75)
        #expect(run.output.isEmpty)
        #expect(run.standardError.contains(words))
    }

    @Test("A spent quota ends with 75 without another call until midnight in Korea")
    func quotaRemembered() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.header(.quota))
        let program = try Program(upstream)
        _ = try await program("outlook", "--area", "서울")
        upstream.forgetRequests()
        let again = try await program("outlook", "--area", "서울")
        #expect(again.status == 75)
        #expect(again.standardError.contains("00:00 이후에 다시 확인"))
        #expect(upstream.requests.isEmpty)
    }

    @Test("A rejected key ends with 77, and the key is not shown")
    func rejected() async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(
            upstream,
            ["KMA_SERVICE_KEY": "bm90IHRoZSBrZXk=", "OPENWEATHER_API_KEY": "nottheone"]
        )
        let run = try await program("week", "--area", "서울", "--verbose")
        #expect(run.status == 77)
        #expect(run.output.isEmpty)
        #expect(run.standardError.contains("KMA_SERVICE_KEY") && run.standardError.contains("kma doctor"))
        #expect(!run.standardError.contains("bm90") && !run.standardError.contains("nottheone"))
    }

    @Test("A key without approval for the service ends with 77, and the message says where to apply")
    func notSubscribed() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.plain(.forbidden))
        let run = try await Program(upstream)("outlook", "--area", "서울")
        #expect(run.status == 77)
        #expect(run.standardError.contains("활용신청"))
        #expect(run.standardError.contains("https://www.data.go.kr/data/15059468/openapi.do"))
    }

    @Test(
        "People who use the API hub are sent to the API hub, never to data.go.kr",
        arguments: [["outlook", "--area", "서울"], ["doctor"], ["doctor", "--json"]]
    )
    func hub(command: [String]) async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.hub(.notSubscribed))
        var program = try Program(upstream)
        program.environment["KMA_GATEWAY"] = "apihub"
        program.environment["KMA_BASE_URL"] = upstream.hubURL
        program.environment["OPENWEATHER_API_KEY"] = nil
        for key in [upstream.keys.hub, nil] {
            program.environment["KMA_SERVICE_KEY"] = key
            let run = try await program.run(command)
            #expect(run.status == (key == nil ? 78 : 77))
            let text = run.output + run.standardError
            #expect(text.contains("https://apihub.kma.go.kr"))
            // 에어코리아 is not on the hub.
            let others = text.replacing("https://www.data.go.kr/data/15073861/openapi.do", with: "")
            #expect(!others.contains("data.go.kr"))
        }
    }

    @Test("A partial feed ends with 0, and standard error names it")
    func partial() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.reset, on: .nextHours)
        let run = try await Program(upstream)("now", "--area", "서울")
        #expect(run.status == 0)
        #expect(run.standardError.contains("기상청 초단기실황·예보 일부 없음"))
    }

    @Test(
        "A missing key ends with 78, and the message says which key, where to get it, and how to try without"
    )
    func noKey() async throws {
        let run = try await Program()("week", "--area", "서울")
        #expect(run.status == 78)
        #expect(run.output.isEmpty)
        #expect(run.standardError.contains("KMA_SERVICE_KEY"))
        #expect(run.standardError.contains("https://www.data.go.kr"))
        #expect(run.standardError.contains("--sample"))
    }

    @Test(
        "A malformed setting ends with 78, and the message names it without its value",
        arguments: [
            ("KMA_TIMEOUT", "s3cret"), ("KMA_TIMEOUT", "0"), ("KMA_LANG", "s3cret"), ("KMA_NOW", "s3cret"),
            ("KMA_GATEWAY", "s3cret"), ("KMA_BASE_URL", "ftp://s3cret"), ("OPENWEATHER_BASE_URL", "s3cret"),
            ("KMA_SERVICE_KEY_FILE", "/nowhere/s3cret"), ("OPENWEATHER_API_KEY_FILE", "/nowhere/s3cret"),
            ("KMA_PORT", "s3cret"),
        ]
    )
    func setting(name: String, value: String) async throws {
        let run = try await Program([name: value])("now", "--area", "서울", "--sample")
        #expect(run.status == 78)
        #expect(run.output.isEmpty)
        #expect(run.standardError.contains(name))
        #expect(!run.standardError.contains("s3cret"))
    }

    @Test(
        "A part of the feeds ends with 0, and standard error names the missing ones",
        arguments: [Fault.reset, .header(.keyNotRegistered), .header(.quota)]
    )
    func half(fault: Fault) async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(fault, on: [.midTemperature, .midLand])
        let run = try await Program(upstream)("week", "--area", "서울")
        #expect(run.status == 0)
        #expect(run.lines.count > 8)
        #expect(run.standardError.contains("기상청 중기기온"))
        #expect(run.standardError.contains("중기육상예보 없음"))
        #expect(!run.output.contains("기상청 중기기온"))
    }

    @Test("Stored answers alone end with 0, and standard error, and the line of a status bar, tell their age")
    func stale() async throws {
        let upstream = try Upstream(now: Self.noon)
        var program = try Program(upstream)
        #expect(try await program("week", "--area", "서울").standardError.isEmpty)
        upstream.stop()
        program.environment["KMA_NOW"] = "2026-10-04T18:30:00+09:00"
        let run = try await program("week", "--area", "서울")
        #expect(run.status == 0)
        #expect(run.lines.count > 12)
        #expect(run.standardError.contains("10/4 06:00"))
        let json = try await program("week", "--area", "서울", "--json")
        #expect(json.output.contains(#""stale" : true"#) || json.output.contains(#""stale": true"#))
        for command in ["week", "now"] {
            let line = try await program(command, "서울", "--format", "line")
            #expect(line.output.contains(/\(10\/4 \d\d:\d\d 자료\)/), "\(line.output)")
        }
    }

    @Test(
        "A reader that closes the pipe early ends the program with 0",
        arguments: ["week --area 서울 --sample --json", "areas", "--help"]
    )
    func brokenPipe(arguments: String) async throws {
        let run = try await Program().shell("kma \(arguments) | true; exit ${PIPESTATUS[0]}")
        #expect(run.status == 0)
        #expect(!run.standardError.contains("rror"))
    }

    @Test(
        "A standard output that cannot be written to ends with 74 and one plain sentence",
        arguments: ["week --area 서울 --sample --quiet", "--help", "completion bash"]
    )
    func fullDevice(arguments: String) async throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let run = try await Program().shell("kma \(arguments) > /dev/full")
        #expect(run.status == 74)
        #expect(run.standardError.hasPrefix("kma: 표준 출력에 쓸 수 없습니다(No space left on device).\n"))
    }

    @Test(
        "A standard error that cannot be written to costs the answer nothing",
        arguments: ["2> /dev/full", "2>&-"]
    )
    func refusedNotices(redirection: String) async throws {
        let run = try await Program().shell("kma week --area 서울 --sample --verbose \(redirection)")
        #expect(run.status == 0)
        #expect(run.lines.count > 11)
    }
}
