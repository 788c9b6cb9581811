import Foundation
import TestSupport
import Testing

@Suite("kma mcp", .takesSlots(programs: 1))
struct MCPCommandTests {
    @Test("Every message before the end of the input is answered, however early the end comes")
    func endOfInput() async throws {
        let program = try Program()
        let calls = [1, 2, 2].map { id in
            #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"now","arguments":{"area":"부산"}}}"#
                + "\n"
        }
        // The last line has no line break.
        let input = calls.joined() + #"{"jsonrpc":"2.0","id":"list","method":"tools/list"}"#
        try program.folder.write(input, to: "messages")
        for time in 0..<6 {
            let run =
                time == 0
                ? try await program.shell("cat messages | kma mcp --sample")
                : try await program.run(["mcp", "--sample"], input: input)
            #expect(run.status == 0)
            let ids = run.lines.compactMap { $0.firstMatch(of: /^\{"jsonrpc":"2.0","id":("list"|\d)/)?.1 }
            #expect(ids.sorted() == ["\"list\"", "1", "2", "2"], "\(run.output) \(run.standardError)")
        }
    }

    @Test("A line past the bound is refused, however long, and what follows is answered")
    func longLine() async throws {
        let ping = #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#
        let long = String(repeating: "x", count: 3_000_000)
        let run = try await Program().run(
            ["mcp", "--sample"],
            input: "\(long)\n\(ping)\r\n[\(ping)]\n\(long)"
        )
        #expect(run.lines.count { $0.contains("A message has at most 16384 bytes.") } == 2)
        #expect(run.lines.count { $0 == #"{"jsonrpc":"2.0","id":7,"result":{}}"# } == 2)
    }

    @Test(
        "A record is not counted from a day that is not over, as over HTTP",
        arguments: ["2999-01-01", "1990-01-01"]
    )
    func since(day: String) async throws {
        let call =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"accuracy""#
            + #","arguments":{"area":"부산","since":"\#(day)"}}}"#
        let run = try await Program().run(["mcp", "--sample"], input: call)
        #expect(run.output.contains(#""isError":true"#) && run.output.contains("since는"), "\(run.output)")
    }

    @Test(
        "A date with its weekday is a time in either argument, and one that there is not has no answer",
        arguments: [
            (#""area":"서울 12/3(목)""#, true), (#""area":"서울","on":"12월 3일(목)""#, true),
            (#""area":"서울 12/3(금)""#, false), (#""area":"서울","on":"12/3(금)""#, false),
            (#""area":"서울","on":"어제""#, false), (#""area":"서울","on":"2027-01-01""#, false),
        ]
    )
    func time(arguments: String, isAnswered: Bool) async throws {
        let call =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"week","arguments":{\#(arguments)}}}"#
        let run = try await Program(["KMA_NOW": "2026-11-26T15:00:00+09:00"])
            .run(["mcp", "--sample"], input: call)
        #expect(run.output.contains(#""isError":true"#) != isAnswered, "\(run.output)")
        #expect(run.output.contains(#""from":"2026-12-03T00:00:00+09:00""#) == isAnswered)
    }
}
