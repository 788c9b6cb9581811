import MCP
import Forecast
import ArgumentParser
import CommandLineSupport
import Settings
import KMAForecast
import Regions

struct MCPCommand: AsyncParsableCommand, KMACommand {
    static let texts = CommandTexts(
        "mcp",
        ("AI 비서에 날씨를 알려 주는 MCP 서버(표준 입출력).", "Tools for AI assistants (MCP over standard input and output)."),
        usage: ("kma mcp [옵션]", "kma mcp [options]"),
        korean: """
            비서의 설정에 이 명령을 적습니다:
              {"mcpServers": {"kma": {"command": "kma", "args": ["mcp"]}}}
            """,
        english: """
            Put this command into the settings of the assistant:
              {"mcpServers": {"kma": {"command": "kma", "args": ["mcp"]}}}
            """
    )

    @OptionGroup var sourceOptions: SourceOptions

    @Option(name: [.customShort("l"), .long], help: .language) var lang: Language?

    func run() async throws {
        let settings = try Settings.current()
        let language = lang ?? settings.language
        let notices = StoreNotices(settings, language, tellsAtOnce: true)
        let forecaster = try await sourceOptions.forecaster(settings, telling: notices)
        let recording = Task { await forecaster.recordIssuesAsTheyCome() }
        let (preference, maximumAge) = (sourceOptions.prefer, sourceOptions.maxAge)
        let caller = sourceOptions.caller
        let server = MCPServer(language: language, area: settings.area) { call in
            let subject: MCPToolCall.Subject
            do throws(MCPToolCall.Fault) { subject = try call.subject(at: settings.clock()) } catch {
                return MCPToolCall.failure(error.message[call.language])
            }
            do throws(ForecastError) {
                switch subject {
                case .forecast(let question, let place):
                    let report = try await forecaster.report(
                        question,
                        at: try place.place(),
                        preferring: preference,
                        maximumAge: maximumAge,
                        for: caller
                    )
                    return call.result(report)
                case .alerts(let place): return call.result(try await forecaster.alerts(at: try place?.place(), for: caller))
                case .nation(let date):
                    return call.result(
                        try await forecaster.nation(
                            on: date,
                            for: NationCity.all.map { _ in caller },
                            countryFor: caller,
                            preferring: preference,
                            maximumAge: maximumAge
                        )
                    )
                case .history(let place, let date): return call.result(try await forecaster.history(at: try place.place(), on: date))
                case .accuracy(let place, let since): return call.result(try await forecaster.accuracy(at: try place.place(), since: since))
                case .areas(let places, let total): return call.result(of: places, total: total)
                }
            } catch { return call.failure(error.code, error.message) }
        }
        await MessageLoop(server: server).run(StandardInput.lines(limit: JSONRPCMessage.maximumLength))
        recording.cancel()
        await recording.value
    }
}

/// A line each, as they are done (MCP 2026-07-28, stdio).
private actor MessageLoop {
    let server: MCPServer
    /// Calls in order; a client may reuse an id.
    private var calls: [Int: (id: JSONRPCMessage.ID, task: Task<Void, Never>)] = [:]
    private var lastNumber = 0

    init(server: MCPServer) { self.server = server }

    func run(_ lines: AsyncStream<[UInt8]>) async {
        for await line in lines where !line.isEmpty {
            do throws(JSONRPCError) {
                for message in try JSONRPCBatch(line).messages { do throws(JSONRPCError) { start(try message.get()) } catch { write(error.json) } }
            } catch { write(error.json) }
        }
        // All are answered: `kma mcp < messages` ends its input at once.
        for call in calls.values { await call.task.value }
    }

    private func start(_ message: JSONRPCMessage) {
        guard let id = message.id else {
            for (number, call) in calls where call.id == message.cancelledRequest {
                calls[number] = nil
                call.task.cancel()
            }
            return
        }
        lastNumber += 1
        let number = lastNumber
        let task = Task {
            var response: [UInt8]?
            do throws(JSONRPCError) { response = try await server.response(to: message) } catch { response = error.json }
            guard calls.removeValue(forKey: number) != nil, let response else { return }
            write(response)
        }
        calls[number] = (id, task)
    }

    private func write(_ message: [UInt8]) {
        do throws(OutputError) { try StandardOutput.write(message) } catch { StandardError.writeLine("kma: \(error.message.english)") }
    }
}
