import AsyncHTTPClient
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import kma_server

@Suite("POST /mcp", .takesSlots(programs: 1))
struct MCPControllerTests {
    private typealias JSON = [String: Any]

    /// Answer to a message.
    private struct Answer {
        let status: Int
        let text: String

        var json: [String: Any] {
            get throws {
                try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            }
        }
    }

    private func post(
        _ message: String,
        to service: RunningService,
        stateless: Bool = false,
        from client: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: service.address + "/mcp")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        // This machine itself has no limit.
        if let client { request.headers.add(name: "X-Forwarded-For", value: client) }
        if stateless {
            request.headers.add(name: "MCP-Protocol-Version", value: "2026-07-28")
            let method = try #require(message.firstMatch(of: /"method":"([^"]*)"/)).1
            request.headers.add(name: "Mcp-Method", value: String(method))
        }
        request.body = .bytes(ByteBuffer(string: message))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 22)
        return Answer(status: Int(response.status.code), text: String(buffer: body))
    }

    private func call(_ tool: String, _ arguments: String, of service: RunningService) async throws -> JSON {
        let message =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
        let answer = try await post(message, to: service)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(try answer.json["result"] as? JSON, "\(answer.text)")
    }

    private static func text(of result: [String: Any]) -> String {
        (result["content"] as? [JSON])?.first?["text"] as? String ?? ""
    }

    /// A ping whose parameters are arrays within each other, the innermost of so many ones.
    private static func nested(_ depth: Int, ones: Int = 0) -> String {
        let inner = Array(repeating: "1", count: ones).joined(separator: ",")
        let value = String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
        return #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":\#(value)}}"#
    }

    private static let limits = ["--sample", "--limit", "0", "--log-level", "warning"]

    @Test("A message takes time by its length alone, and is refused past a depth and a length")
    func depth() async throws {
        let service = try await RunningService(Self.limits)
        for (depth, ones, status) in [
            (1, 0, 200), (30, 0, 200), (30, 3_000, 200), (31, 0, 400), (100, 0, 400), (300, 0, 400),
            (500, 0, 400), (500, 1_000, 400), (500, 30_000, 413),
        ] {
            let answer = try await post(Self.nested(depth, ones: ones), to: service)
            #expect(answer.status == status, "\(depth) levels, \(ones) ones")
        }
        // One such message once took 1.5 s of processor time, and 40 of them the service with its end.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let answer = try await post(Self.nested(500, ones: 1_000), to: service)
                    #expect(answer.status == 400)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await RawClient(service).status("/healthz") == 200)
        #expect(try await service.end().status == 0)
    }

    @Test(
        "An error is a response under 200 to revisions with initialize, and has a status of its own elsewhere"
    )
    func statuses() async throws {
        let service = try await RunningService(Self.limits)
        let meta =
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
        for (message, stateless, status, code) in [
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, false, 200, -32601),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"moon"}}"#, false, 200,
                -32602
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"now","arguments":[]}}"#,
                false, 200, -32602
            ),
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{\#(meta)}}"#, true, 404, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(meta)}}"#, false, 400, -32020),
            // The version is right, and the body does not say it.
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, true, 400, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list""#, false, 400, -32700),
            ("[]", false, 400, -32600),
        ] {
            let answer = try await post(message, to: service, stateless: stateless)
            #expect(answer.status == status, "\(message): \(answer.text)")
            #expect(
                (try answer.json["error"] as? JSON)?["code"] as? Int == code,
                "\(message): \(answer.text)"
            )
        }
    }

    @Test("Messages that come in an array are answered in one, and each costs its client a request")
    func batch() async throws {
        let service = try await RunningService([
            "--sample", "--limit", "1", "--behind-proxy", "--log-level", "warning",
        ])
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let answer = try await post("[\(ping),\(ping)]", to: service, from: "203.0.113.7")
        let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#
        #expect(answer.status == 200 && answer.text == "[\(pong),\(pong)]")
        let many = "[" + Array(repeating: ping, count: 20).joined(separator: ",") + "]"
        var statuses: [Int] = []
        for _ in 0..<4 { statuses.append(try await post(many, to: service, from: "203.0.113.7").status) }
        #expect(statuses.contains(429), "\(statuses)")
    }

    @Test(
        "The text of a week has each day asked for, its sources and their time, and hours if asked"
    )
    func text() async throws {
        let service = try await RunningService(
            Self.limits,
            environment: ["KMA_NOW": "2026-11-29T15:00:00+09:00"]
        )
        for (arguments, count, hours) in [
            (#"{"area":"Busan","lang":"en"}"#, 11, 0),
            (#"{"area":"Busan","lang":"en","hours":true}"#, 11, 24),
            (#"{"area":"Busan","lang":"en","on":"tomorrow"}"#, 1, 24),
        ] {
            let result = try await call("week", arguments, of: service)
            let content = try #require(result["structuredContent"] as? JSON)
            let days = try #require(content["days"] as? [JSON])
            let text = Self.text(of: result)
            #expect(days.count == count && (content["hours"] as? [JSON])?.count == hours, "\(arguments)")
            for day in days {
                let line = try #require(
                    text.split(separator: "\n").first { $0.hasPrefix(day["date"] as? String ?? "-") },
                    "\(text)"
                )
                let low = try #require(day["temperature_min"] as? Double)
                let high = try #require(day["temperature_max"] as? Double)
                #expect(line.contains(String(format: "%.1f~%.1f°C", low, high)), "\(line)")
            }
            #expect(text.contains("Korea Meteorological Administration") && text.contains("OpenWeather"))
            #expect(text.contains("issued 2026-11-29") && text.contains("Sample data"))
            // Some 400 tokens of three to four letters.
            #expect(text.utf8.count < (hours == 0 ? 1_400 : 2_600), "\(text.utf8.count): \(text)")
        }
        let history = try await call("history", #"{"area":"Busan","on":"2026-11-10"}"#, of: service)
        let past = Self.text(of: history)
        #expect(past.contains(#/11월 10일\(화\): 11/10 \d\d:00 발표: .+ · 실제: 최저 /#), "\(past)")
    }

    @Test(
        "No result is over 28 kB, and each says whose data it has",
        arguments: ["2026-07-20", "2026-08-25"]
    )
    func length(day: String) async throws {
        let service = try await RunningService(Self.limits, environment: ["KMA_NOW": "\(day)T09:00:00+09:00"])
        for (tool, arguments) in [
            ("week", #"{"area":"Seoul"}"#), ("week", #"{"area":"Seoul","hours":true}"#),
            ("week", #"{"area":"Seoul","on":"주말"}"#), ("week", #"{"area":"Seoul","on":"이번주"}"#),
            ("now", #"{"area":"Seoul"}"#), ("rain", #"{"area":"Seoul"}"#), ("alerts", "{}"), ("nation", "{}"),
            ("history", #"{"area":"Seoul"}"#), ("accuracy", #"{"area":"Seoul"}"#),
            ("find_place", #"{"query":"동","limit":100}"#), ("find_place", #"{"query":"중앙"}"#),
        ] {
            let message =
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
            let response = try await post(message, to: service)
            let result = try #require(try response.json["result"] as? JSON)
            #expect(result["isError"] as? Bool == false, "\(tool) \(arguments): \(Self.text(of: result))")
            let bytes = response.text.utf8.count
            // With the envelope of the response.
            #expect(bytes <= 28_100, "\(tool) \(arguments): \(bytes)")
            if tool != "find_place" { #expect(Self.text(of: result).contains("기상청"), "\(tool)") }
        }
    }

    @Test("A failure tells what to do by the tools there are, and names no path and no command")
    func failures() async throws {
        let service = try await RunningService(
            Self.limits,
            environment: ["KMA_NOW": "2026-11-29T15:00:00+09:00"]
        )
        for (tool, arguments, word) in [
            ("now", #"{"area":"qqqq"}"#, "find_place"),
            ("week", #"{"area":"qqqq","lang":"en"}"#, "find_place"),
            ("alerts", #"{"area":"qqqq"}"#, "find_place"), ("history", #"{"area":"qqqq"}"#, "find_place"),
            ("week", #"{"area":"부산","on":"2026-11-20"}"#, "history"), ("now", #"{"area":"중구"}"#, "부산광역시"),
        ] {
            let result = try await call(tool, arguments, of: service)
            let text = Self.text(of: result)
            #expect(result["isError"] as? Bool == true && text.contains(word), "\(text)")
            #expect(!text.contains("/v1") && !text.contains("kma areas"), "\(text)")
        }
    }

    @Test("One client's call is never the answer to another's, and what the schema forbids is refused")
    func separate() async throws {
        let environment = ["KMA_NOW": "2026-11-29T15:00:00+09:00"]
        let service = try await RunningService(Self.limits, environment: environment)
        let refused = try await call("rain", #"{"area":"Jeonju","within_hours":0}"#, of: service)
        #expect(refused["isError"] as? Bool == true)
        #expect(Self.text(of: refused).contains("within_hours"))
        let fresh = try await RunningService(Self.limits, environment: environment)
        for arguments in [#"{"area":"Jeonju"}"#, #"{"area":"Jeonju","within_hours":1}"#] {
            let (first, second) = (
                try await call("rain", arguments, of: service), try await call("rain", arguments, of: fresh)
            )
            let falls = [first, second].map { ($0["structuredContent"] as? JSON)?["falls"] as? Bool }
            #expect(falls[0] == falls[1] && falls[0] != nil, "\(arguments)")
        }
    }

    @Test(
        "A time is an argument, or among the words of a place, and a tool for now refuses it"
    )
    func times() async throws {
        let service = try await RunningService(
            Self.limits,
            environment: ["KMA_NOW": "2026-11-29T15:00:00+09:00", "KMA_AREA": "부산"]
        )
        func days(_ arguments: String) async throws -> [String] {
            let result = try await call("week", arguments, of: service)
            let content = try #require(result["structuredContent"] as? JSON, "\(result)")
            #expect((content["asked"] as? JSON) != nil)
            return (content["days"] as? [JSON])?.compactMap { $0["date"] as? String } ?? []
        }
        for arguments in [#"{"area":"서울","on":"내일"}"#, #"{"area":"내일 서울"}"#, #"{"area":"내일"}"#] {
            #expect(try await days(arguments) == ["2026-11-30"], "\(arguments)")
        }
        let rain = try await call("rain", #"{"area":"서울","on":"tomorrow","lang":"en"}"#, of: service)
        #expect(Self.text(of: rain).contains("tomorrow"))
        for (tool, arguments) in [
            ("now", #"{"area":"내일"}"#), ("now", #"{"area":"내일 서울"}"#), ("now", #"{"area":"서울","on":"내일"}"#),
            ("alerts", #"{"area":"내일 서울"}"#), ("week", #"{"area":"서울","on":"someday"}"#),
            ("rain", #"{"area":"수도권"}"#), ("now", #"{"area":"South Korea"}"#),
            ("week", #"{"area":"내일 서울","on":"모레"}"#), ("week", #"{"area":"서울","on":"2027-06-01"}"#),
        ] {
            let result = try await call(tool, arguments, of: service)
            #expect(result["isError"] as? Bool == true, "\(tool) \(arguments)")
        }
    }

    /// Values of every other kind than the one that a property's schema has, or past its limits; and good ones as a model
    /// may write them.
    private static func values(_ name: String, _ schema: [String: Any]) -> (bad: [String], good: [String]) {
        var bad = ["true", "[]", "{}", #"["Busan"]"#]
        switch schema["type"] as? String {
        case "string":
            bad += [
                "35", "1.5", #""""#, #""  ""#, #""\u001b[2J""#, "\"\(String(repeating: "x", count: 101))\"",
            ]
            if schema["enum"] != nil { bad += [#""fr""#, #""KO""#] }
        default:
            bad += [#""""#, #""x""#, #""0x25""#, #""nan""#, #""1,5""#]
        }
        switch name {
        case "hours": return (["35", #""yes""#, "[]", "{}"], ["true", "false", #""true""#, "null"])
        case "within_hours": return (bad + ["0", "-3", "265", #""-5""#], ["3", #""3""#, "0.5", "null"])
        case "limit": return (bad + ["0", "101", "1.5", #""1.5""#], ["2", #""2""#, "2.0", "null"])
        case "lang": return (bad, [#""en""#, #""ko""#, "null"])
        case "since": return (bad + [#""2026-02-30""#, #""someday""#], [#""2026-01-01""#, "null"])
        case "on": return (bad + [#""someday""#], [#""내일""#, #""weekend""#, "null"])
        default: return (bad, [])
        }
    }

    @Test("An argument of a wrong type, past its limits or of no name is refused by name, for every tool")
    func arguments() async throws {
        // Where an argument was passed over, the answer was about this place.
        let service = try await RunningService(Self.limits, environment: ["KMA_AREA": "서울"])
        let list = try await post(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, to: service)
        let tools = try #require((try list.json["result"] as? JSON)?["tools"] as? [JSON])
        #expect(tools.count == 8)
        var read: Set<String> = []
        for tool in tools {
            let name = try #require(tool["name"] as? String)
            let schema = try #require(tool["inputSchema"] as? JSON)
            #expect(schema["additionalProperties"] as? Bool == false)
            let base = name == "find_place" ? [("query", #""강릉""#)] : []
            func run(_ argument: String, _ value: String) async throws -> JSON {
                var members = base.filter { $0.0 != argument } + [(argument, value)]
                if ["latitude", "longitude"].contains(argument), value != "null" {
                    members.append((argument == "latitude" ? "longitude" : "latitude", "127"))
                }
                let text = members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
                return try await call(name, "{\(text)}", of: service)
            }
            for (argument, property) in try #require(schema["properties"] as? [String: JSON]) {
                let (bad, good) = Self.values(argument, property)
                // All tools read an argument of one name alike; that each of them reads it shows in two values.
                for value in read.insert(argument).inserted ? bad : Array(bad.prefix(2)) {
                    let result = try await run(argument, value)
                    #expect(result["isError"] as? Bool == true, "\(name) \(argument)=\(value)")
                    let text = Self.text(of: result)
                    #expect(
                        text.contains(argument) || text.contains("U+001B"),
                        "\(name) \(argument)=\(value): \(text)"
                    )
                }
                for value in good {
                    let result = try await run(argument, value)
                    #expect(result["isError"] as? Bool == false, "\(name) \(argument)=\(value)")
                }
            }
            for unknown in ["place", "lat", "Area"] {
                let result = try await run(unknown, #""부산""#)
                #expect(result["isError"] as? Bool == true, "\(name) \(unknown)")
                #expect(Self.text(of: result).contains(unknown))
            }
        }
        // Numbers in texts are what models write.
        let text = #"{"latitude":"35.18","longitude":"129.08"}"#
        let place =
            (try await call("now", text, of: service)["structuredContent"] as? JSON)?["place"] as? JSON
        #expect((place?["name"] as? String)?.hasPrefix("부산광역시") == true)
        let missing = try await call("find_place", "{}", of: service)
        #expect(Self.text(of: missing).contains("query"))
    }
}
