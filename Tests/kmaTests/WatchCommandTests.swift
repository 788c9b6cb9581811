import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("kma watch", .takesSlots(programs: 1, listeners: 1))
struct WatchCommandTests {
    /// Sample weather in which it rains in 부산 on 1 December.
    private static let now = "2026-11-30T10:00:00+09:00"

    @Test(
        "Once, a rule that holds is told in a line with its issue; told again it is not, until it has turned"
    )
    func once() async throws {
        var program = try Program(["KMA_NOW": Self.now])
        let arguments = ["watch", "부산", "--when", "내일 비", "최저<-30", "--once", "--sample"]
        let first = try await program.run(arguments)
        #expect(first.status == 0)
        #expect(first.lines.count == 1)
        #expect(first.output.hasPrefix("부산광역시 · 내일 비: 내일 "))
        #expect(first.output.contains("발표)") && first.output.contains("예시 자료"))
        let second = try await program.run(arguments)
        #expect(second.status == 1 && second.output.isEmpty && second.standardError.isEmpty)
        // A receiver of its own is told for itself.
        let other = try await program.start(arguments + ["--exec", "cat"]).outcome()
        #expect(other.status == 0 && other.output == first.output)
        program.environment["KMA_NOW"] = "2026-11-30T12:00:00+09:00"
        #expect(try await program.run(arguments).status == 1)
    }

    @Test("In English the rule, the place and the message are English")
    func english() async throws {
        let run = try await Program(["KMA_NOW": Self.now, "KMA_LANG": "en"])(
            "watch",
            "Busan",
            "--when",
            "rain tomorrow",
            "--once",
            "--sample"
        )
        #expect(run.output.hasPrefix("Busan · rain tomorrow: "))
        #expect(run.output.contains(", issued ") && run.output.contains("Sample data."))
    }

    @Test("알림 is the same command, and --verbose says of each rule whether it holds")
    func verbose() async throws {
        let run = try await Program(["KMA_NOW": Self.now])(
            "알림",
            "부산",
            "--when",
            "내일 비",
            "최저<-30",
            "--once",
            "--sample",
            "-v"
        )
        #expect(run.standardError.contains("부산광역시 · 내일 비: 맞음."))
        #expect(run.standardError.contains("부산광역시 · 최저<-30: 아님."))
    }

    @Test(
        "An invalid watch is wrong usage, with the reason",
        arguments: [
            (["watch", "서울", "--when", "서울"], 64, "서울"), (["watch", "서울", "--when", "최저"], 64, "숫자"),
            (["watch", "서울"], 64, "--when"), (["watch", "내일", "서울", "--when", "비"], 64, "규칙 안"),
            (["watch", "서울", "--when", "비", "--ntfy", "ntfy.sh/x"], 64, "http://"),
            (["watch", "서울", "--when", "비", "--webhook", "http://127.0.0.1:9/x"], 64, "127.0.0.1"),
            (["watch", "서울", "--when", "비", "--ntfy", "https://LOCALHOST./x"], 64, "--allow-private"),
            (["watch", "없는곳없는곳", "--when", "비", "--sample"], 66, "없는곳"),
        ]
    )
    func usage(arguments: [String], status: Int32, part: String) async throws {
        let run = try await Program().run(arguments)
        #expect(run.status == status)
        #expect(run.standardError.contains(part))
    }

    @Test(
        "A receiver on this machine is refused unless allowed, and messages name no more than the host"
    )
    func webhook() async throws {
        let receiver = try StubReceiver(.status(500), .status(200))
        let program = try Program(["KMA_NOW": Self.now, "KMA_WEBHOOK_SECRET": "s3cret"])
        let arguments = [
            "watch", "부산", "--when", "내일 비", "--webhook", receiver.url + "/topic-name", "--once", "--sample",
            "-v",
        ]
        let refused = try await program.run(arguments)
        #expect(refused.status == 64)
        #expect(refused.standardError.contains("--allow-private"))
        #expect(receiver.messages.isEmpty)
        let told = try await program.run(arguments + ["--allow-private"])
        #expect(told.status == 0)
        #expect(receiver.messages.count == 2)
        #expect(receiver.messages.last?.headers["x-kma-signature-256"]?.hasPrefix("sha256=") == true)
        for text in [refused.standardError, told.standardError, told.output] {
            #expect(!text.contains("s3cret") && !text.contains("topic-name"))
        }
        #expect(try await program.run(arguments + ["--allow-private"]).status == 1)
    }

    @Test("B10: Of three runs at once on one machine one reports, and the others have nothing to report")
    func atOnce() async throws {
        let program = try Program(["KMA_NOW": Self.now])
        // Each command goes on until all runs have begun.
        let command = "echo x >> log; while [ ! -e go ]; do sleep 0.05; done"
        let arguments = ["watch", "부산", "--when", "내일 비", "--once", "--sample", "--exec", command]
        let runs = try (1...3).map { _ in try program.start(arguments) }
        let log = program.folder.path + "/log"
        try await until("a run of the command") { FileManager.default.fileExists(atPath: log) }
        try program.folder.write("", to: "go")
        var statuses: [Int32] = []
        for run in runs { statuses.append(try await run.outcome().status) }
        #expect(statuses.sorted() == [0, 1, 1])
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "x\n")
    }

    @Test("A3: A run that is killed while it delivers leaves the message to the next one")
    func killed() async throws {
        let receiver = try StubReceiver(.silence, .status(200))
        let program = try Program(["KMA_NOW": Self.now])
        let arguments = [
            "watch", "부산", "--when", "내일 비", "--webhook", receiver.url, "--allow-private", "--once",
            "--sample",
        ]
        let first = try program.start(arguments)
        #expect(try await receiver.has(1))
        first.signal(SIGKILL)
        _ = try await first.outcome()
        #expect(try await program.start(arguments).outcome().status == 0)
        #expect(try await program.start(arguments).outcome().status == 1)
        #expect(receiver.messages.count == 2)
        #expect(Set(receiver.messages.map { $0.headers["x-kma-message-id"] }).count == 1)
    }

    @Test("B12: A run that ends with 69 names the rule that is not known")
    func unknown() async throws {
        let upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
        upstream.setWarning("뜻을 알 수 없는 글")
        let run = try await Program(upstream)("watch", "서울", "--when", "특보", "--once")
        #expect(run.status == 69)
        #expect(run.standardError.contains("서울특별시 · 특보: 알 수 없음.\n"))
    }

    @Test("A message that cannot be written is not reported, and the next run writes it")
    func fullDisk() async throws {
        let program = try Program(["KMA_NOW": Self.now])
        let command = "watch 부산 --when '내일 비' --once --sample"
        let full = try await program.shell("kma \(command) > /dev/full")
        #expect(full.status == 74 && full.standardError.contains("표준 출력"))
        #expect(try await program.shell("kma \(command)").lines.count == 1)
    }

    @Test("Keys and secrets are in no output, whatever goes wrong")
    func secrets() async throws {
        let upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
        upstream.fault(.html(status: 502))
        let program = try Program(upstream, ["KMA_WEBHOOK_SECRET": "s3cret", "KMA_TIMEOUT": "5"])
        let run = try await program(
            "watch",
            "서울",
            "--when",
            "비",
            "--once",
            "-v",
            "--webhook",
            "https://x.invalid/hook-1"
        )
        #expect(run.status == 69)
        for secret in [upstream.keys.portal, upstream.keys.openWeather, "s3cret", "hook-1"] {
            #expect(!(run.output + run.standardError).contains(secret))
        }
    }

    @Test("A command that is run gets the environment without keys and secrets")
    func environment() async throws {
        let secrets = [
            "KMA_SERVICE_KEY": "portal-1",
            "AIRKOREA_SERVICE_KEY": "air-1",
            "OPENWEATHER_API_KEY": "weather-1",
            "KMA_HUB_KEY": "hub-1",
            "KMA_WEBHOOK_SECRET": "s3cret",
        ]
        let others = ["KMA_NOW": Self.now, "KMA_CONTACT": "me@example.org"]
        let program = try Program(secrets.merging(others) { $1 })
        let arguments = ["watch", "부산", "--when", "내일 비", "--once", "--sample", "--exec", "env"]
        let run = try await program.start(arguments).outcome()
        #expect(run.status == 0)
        #expect(run.output.contains("KMA_CONTACT=me@example.org") && run.output.contains("KMA_RULE=내일 비"))
        for (name, secret) in secrets {
            #expect(!run.output.contains(secret) && !run.output.contains(name + "="))
        }
    }

    @Test("Without a key it ends and says so, in place of waiting for an issue that will not come")
    func noKey() async throws {
        let run = try await Program()("watch", "서울", "--when", "내일 비", "특보")
        #expect(run.status == 78)
        #expect(run.standardError.contains("KMA_SERVICE_KEY") && run.output.isEmpty)
    }

    @Test("It goes on until SIGTERM or SIGINT, and ends in order", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) async throws {
        let program = try Program(["KMA_NOW": Self.now])
        let running = try program.start(["watch", "부산", "--when", "내일 비", "--sample", "-v"])
        try await until("its first look is over") {
            running.standardErrorSoFar.contains("다음은") || !running.isRunning
        }
        running.signal(signal)
        let outcome = try await running.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 1)
    }
}
