import ArgumentParser
import AsyncHTTPClient
import CommandLineSupport
import Settings
import CLibrary
import Feeds
import Logging
import NIOCore

extension Logger.Level: @retroactive ExpressibleByArgument {
    /// Reads a level in any case of letters.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

@main struct KMAServer: AsyncParsableCommand, CommandLineProgram {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "kma-server",
            abstract: localized("한국 날씨를 HTTP와 웹 화면으로.", "Korea's weather over HTTP, with a page."),
            usage: localized("kma-server [옵션]", "kma-server [options]"),
            discussion: localized(
                """
                예:
                  kma-server --sample               키 없이 예시 자료로
                  kma-server --port 9000            http://127.0.0.1:9000
                  kma-server --host 0.0.0.0 --keep 경기도,부산
                """,
                """
                Examples:
                  kma-server --sample               sample data, no key
                  kma-server --port 9000            http://127.0.0.1:9000
                  kma-server --host 0.0.0.0 --keep Gyeonggi,Busan
                """
            ),
            version: Version.current
        )
    }

    @OptionGroup var listening: ListeningOptions
    @OptionGroup var forecasts: ForecastOptions

    @Option(
        help: ArgumentHelp("로그 수준. warning이면 요청마다 한 줄을 쓰지 않습니다.", "What to log; warning leaves out the line per request.", value: ("level", "level"))
    )
    var logLevel = Logger.Level.info

    @Flag(
        name: .customLong("probe"),
        help: ArgumentHelp(
            "실행 중인 서비스가 응답하는지 확인하고 끝납니다(컨테이너의 상태 확인).",
            "Ask the service that runs whether it answers, and end: a health check for containers."
        )
    )
    var isHealthCheck = false

    func run() async throws {
        let settings = try Settings.current()
        let level = logLevel
        let logger = Logger(label: "kma-server") { _ in LogfmtHandler(level: level) }
        // One loop for the few upstream calls, so that no other wakes.
        let loop = HTTPClient.defaultEventLoopGroup.any()
        let client = HTTPClient(eventLoopGroup: loop, configuration: .forUpstreams)
        do {
            if isHealthCheck {
                try await ServerHealthCheck(listening.serverOptions(settings)).run(client)
                return try await client.shutdownOnce()
            }
            let process = try ServerProcess(settings, listening, forecasts, logger, client: client)
            try await process.dependencies.forecaster.requireOwnRecord()
            try await process.runUntilSignal()
        } catch {
            try await client.shutdownOnce()
            throw error
        }
        try await client.shutdownOnce()
    }

    /// One loop answers tens of thousands of cached requests a second.
    static func eventLoops(ofCores cores: Int) -> Int { min(max(cores, 1), 4) }

    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        // By default they end the process.
        for number in [SIGUSR1, SIGUSR2, SIGALRM] { signal(number, SIG_IGN) }
        NIOSingletons.groupLoopCountSuggestion = KMAServer.eventLoops(ofCores: System.coreCount)
        do {
            let command = try parse()
            try await command.run()
        } catch { _exit(report(error)) }
    }
}
