import Foundation
import KMAForecast
import Testing

@testable import kma

@Suite("The README")
struct ReadmeTests {
    @Test("lists every setting, and none that is not there")
    func settings() throws {
        let listed = Markdown.firstCells(in: try Markdown.readme().section("## 설정"))
            .filter { $0.contains("_") }
        #expect(listed.sorted() == SettingName.allCases.map(\.rawValue).sorted())
    }

    @Test("lists every error code, and none that is not there")
    func errorCodes() throws {
        let listed = Markdown.firstCells(in: try Markdown.readme().section("## 오류 코드"))
            .filter { $0.wholeMatch(of: /[a-z_]+/) != nil }
        #expect(listed.sorted() == ErrorCode.allCases.map(\.rawValue).sorted())
    }

    @Test("lists every exit status, and none that is not there")
    func exitStatuses() throws {
        let listed = Markdown.firstCells(in: try Markdown.readme().section("## 종료 상태"))
            .compactMap { Int32($0) }
        #expect(listed == ExitStatus.allCases.map(\.rawValue))
    }

    @Test("names every option of every program", arguments: try Repository.programs())
    func options(program: String) throws {
        let readme = try Markdown.readme().text
        let named = Set(readme.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
        let options = try Options(of: Program(name: program)).all
        #expect(!options.isEmpty)
        #expect(options.subtracting(named) == [])
    }

    @Test("shows no option of the command line that it does not have")
    func noOtherOptions() throws {
        let tables = Markdown.firstCells(in: try Markdown.readme().section("## 명령")).filter {
            $0.hasPrefix("-")
        }
        let shown = Set(tables.flatMap { $0.matches(of: /--[a-z][a-z-]*/).map { String($0.output) } })
        #expect(!shown.isEmpty)
        let options = try Options(of: Program(name: "kma")).all
        #expect(shown.subtracting(options) == [])
    }

    @Test("lists every command, in the order of the help")
    func commands() throws {
        let cells = Markdown.firstCells(in: try Markdown.readme().section("## 명령"))
        let listed = cells.compactMap { $0.wholeMatch(of: /kma ([a-z]+).*/).map { String($0.output.1) } }
        let commands = try Options(of: Program(name: "kma")).commands
        #expect(listed == commands)
    }

    @Test("names every state a source can be in")
    func sourceStatuses() throws {
        let json = try Markdown.readme().section("## JSON")
        for status in SourceReport.Status.allCases {
            #expect(json.contains("`\(status.rawValue)`"))
        }
    }
}
