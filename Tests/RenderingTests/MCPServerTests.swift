import Feeds
import Forecast
import Foundation
import KMAForecast
import Testing

@testable import MCP
@testable import Rendering

@Suite("Model Context Protocol")
struct MCPServerTests {
    private let server = MCPServer(language: .korean, area: nil) { call in
        MCPToolCall.failure(
            "\(call.tool.rawValue) \(call.place.map { "\($0)" } ?? "-") \(call.language.rawValue)"
        )
    }

    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    private func answer(_ text: String, headers: MCPServer.Headers? = nil) async -> String {
        do throws(JSONRPCError) {
            let response = try await server.response(
                to: try JSONRPCBatch(Array(text.utf8)),
                headers: headers
            )
            return response.map { String(decoding: $0, as: UTF8.self) } ?? ""
        } catch {
            return String(decoding: error.json, as: UTF8.self)
        }
    }

    @Test("Messages never repeat characters that control a terminal")
    func controlCharacters() async {
        let escape = #"\u001b[2J"#
        for text in [
            #"{"jsonrpc":"2.0","id":1,"method":"x\#(escape)"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x\#(escape)"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"x\#(escape)"}}}"#,
        ] {
            let answer = await answer(text)
            #expect(answer.contains("x [2J") && !answer.contains("001b"), "\(answer)")
        }
    }

    @Test(
        "A message is answered under its id, by a result or by the code of what is wrong",
        arguments: [
            ("nonsense", #""id":null,"error":{"code":-32700"#), ("[]", #""id":null,"error":{"code":-32600"#),
            ("{}", "-32600"),
            (
                #"{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}"#,
                #""id":9007199254740993,"result":{}"#
            ),
            (#"{"jsonrpc":"2.0","id":-9223372036854775808,"method":"ping"}"#, #""id":-9223372036854775808,"#),
            (
                #"{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}"#,
                #""id":null,"error":{"code":-32600"#
            ),
            (#"{"jsonrpc":"2.0","id":1e3,"method":"ping"}"#, #""id":1000,"result":{}"#),
            (#"{"jsonrpc":"1.0","method":"ping","id":1}"#, "-32600"),
            (#"{"jsonrpc":"2.0","id":1}"#, "-32600"),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "-32600"),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, "-32600"),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, #""id":1,"result":{}"#),
            (#"{"jsonrpc":"2.0","id":"a","method":"nothing"}"#, #""id":"a","error":{"code":-32601"#),
            (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, "-32602"),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{\#(MCPServerTests.meta)}}"#, "-32601"),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(MCPServerTests.meta)}}"#,
                #""supportedVersions":["2026-07-28""#
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{\#(MCPServerTests.meta),"name":"moon"}}"#,
                "-32602"
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}}"#,
                #""code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28""#
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
                "-32602"
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
                #""protocolVersion":"2025-06-18""#
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#,
                #""protocolVersion":"2025-03-26""#
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}"#,
                #""protocolVersion":"2024-11-05""#
            ),
            (
                #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"id":2},7]"#,
                #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600"#
            ),
            (
                "[" + Array(repeating: "1", count: 21).joined(separator: ",") + "]",
                "A batch has one to 20 messages."
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1900-01-01"}}"#,
                #""protocolVersion":"2025-11-25""#
            ),
        ]
    )
    func messages(text: String, expected: String) async {
        let answer = await answer(text)
        #expect(answer.contains(expected), "\(answer)")
    }

    @Test("A notification has no response")
    func notification() async {
        let text = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        #expect(await answer(text).isEmpty)
        #expect(await answer("[\(text),\(text)]").isEmpty)
    }

    @Test("Headers that say something else than the body are refused")
    func headers() async {
        let text = #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(Self.meta)}}"#
        let good = MCPServer.Headers(version: "2026-07-28", method: "tools/list", name: nil)
        #expect(await answer(text, headers: good).contains("\"tools\""))
        for bad in [
            MCPServer.Headers(version: "2025-11-25", method: "tools/list", name: nil),
            MCPServer.Headers(version: "2026-07-28", method: "tools/call", name: nil),
            MCPServer.Headers(version: nil, method: nil, name: nil),
        ] {
            #expect(await answer(text, headers: bad).contains("-32020"))
        }
    }

    @Test(
        "Arguments of a call become its place and language, and their faults are reported to the model",
        arguments: [
            (#""name":"now","arguments":{"area":"Busan","lang":"en"}"#, #"now area("Busan") en"#),
            (
                #""name":"week","arguments":{"latitude":37.5,"longitude":127}"#,
                "week point(latitude: 37.5, longitude: 127.0) ko"
            ),
            (#""name":"alerts","arguments":{}"#, "alerts - ko"), (#""name":"now","arguments":{}"#, "지역"),
            (#""name":"now","arguments":{"latitude":37.5}"#, "경도"),
            (#""name":"find_place","arguments":{"query":"강릉"}"#, "find_place - ko"),
            (#""name":"history","arguments":{"area":"Busan","on":"내일"}"#, #"history area("Busan") ko"#),
            (#""name":"find_place","arguments":{"query":""}"#, "query"),
        ]
    )
    func calls(parameters: String, expected: String) async throws {
        let text = await answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{\#(parameters)}}"#)
        let answer = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let result = try #require(answer["result"] as? [String: Any])
        let content = try #require((result["content"] as? [[String: Any]])?.first?["text"] as? String)
        #expect(result["isError"] as? Bool == true)
        #expect(content.contains(expected), "\(content)")
    }

    @Test("An error has no data but that of a revision that is not spoken")
    func data() async {
        #expect(await !answer("nonsense").contains("data"))
        #expect(await !answer(#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#).contains("data"))
    }

    @Test("Every tool is described in one line of JSON, by what its structured content always has")
    func definitions() throws {
        #expect(!MCPTool.definitions.contains(UInt8(ascii: "\n")))
        let object = try JSONSerialization.jsonObject(with: Data(MCPTool.definitions))
        let definitions = try #require(object as? [[String: Any]])
        #expect(definitions.map { $0["name"] as? String } == MCPTool.allCases.map(\.rawValue))
        for definition in definitions {
            let output = try #require(definition["outputSchema"] as? [String: Any])
            let members = try #require(output["properties"] as? [String: Any])
            let required = try #require(output["required"] as? [String])
            #expect(Set(required).isSubset(of: members.keys))
            // The words of JSON Schema that arguments are held to; any other would be passed over.
            let input = try #require(definition["inputSchema"] as? [String: Any])
            #expect(
                Set(input.keys).isSubset(of: ["type", "properties", "required", "additionalProperties"])
            )
            for case let property as [String: Any] in try #require(input["properties"] as? [String: Any])
                .values
            {
                #expect(["string", "number", "integer", "boolean"].contains(property["type"] as? String))
                #expect(
                    Set(property.keys).isSubset(of: [
                        "type", "description", "default", "enum", "minLength", "maxLength", "minimum",
                        "maximum", "exclusiveMinimum",
                    ])
                )
            }
        }
    }

    @Test("Calls that differ in anything have different keys, and equal calls the same")
    func keys() throws {
        var calls: [MCPToolCall] = []
        let places: [[String: JSONValue]] = [
            ["area": .text("Busan")], ["area": .text("Busan 1")], ["area": .text("point 37.5 127.0")],
            ["latitude": .number(37.5), "longitude": .integer(127)],
        ]
        for tool in [MCPTool.week, .now, .rain, .alerts] {
            for place in places {
                for language in ["ko", "en"] {
                    for within in tool == .rain ? [nil, 0.1, 1, 10] : [nil] {
                        var arguments = place
                        arguments["lang"] = .text(language)
                        arguments["within_hours"] = within.map { JSONValue.number($0) }
                        calls.append(try MCPToolCall(tool, arguments, language: .korean, area: nil))
                    }
                }
            }
        }
        calls.append(try MCPToolCall(.alerts, [:], language: .korean, area: nil))
        #expect(Set(calls).count == calls.count)
        let null = try MCPToolCall(
            .rain,
            ["area": .text("Busan"), "within_hours": .null],
            language: .korean,
            area: nil
        )
        #expect(calls.contains { $0 == null && $0.key == null.key })
    }

    @Test("Warnings asked of the tool for rain are not understood, in the language of the call")
    func warningsOfRain() throws {
        for (language, word) in [("ko", "특보"), ("en", "warnings")] {
            let arguments: [String: JSONValue] = ["area": .text("제주 태풍"), "lang": .text(language)]
            let call = try MCPToolCall(.rain, arguments, language: .korean, area: nil)
            #expect(call.key.contains(word))
        }
    }

    @Test(
        "Faults of a call name its own arguments",
        arguments: [
            (MCPTool.now, [:], "latitude and longitude"),
            (.now, ["latitude": .number(35)], "Latitude and longitude"),
            (.week, ["area": .text("내일 부산"), "on": .text("모레")], "Give one time"),
            (.week, ["area": .text("부산"), "on": .text("부산")], "The argument on"),
            (
                .rain, ["area": .text("부산"), "on": .text("글피"), "within_hours": .integer(3)],
                "within_hours and a time"
            ),
            (.rain, ["area": .text("내일 부산"), "within_hours": .integer(3)], "within_hours and a time"),
        ] as [(MCPTool, [String: JSONValue], String)]
    )
    func refusals(_ tool: MCPTool, _ arguments: [String: JSONValue], _ words: String) throws {
        let fault = #expect(throws: MCPToolCall.Fault.self) {
            try MCPToolCall(tool, arguments, language: .english, area: nil)
        }
        let message = try #require(fault?.message.english)
        #expect(message.contains(words), "\(message)")
    }
}
