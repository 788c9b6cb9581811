import Forecast
import Foundation
import KMAForecast
import TestSupport
import Testing

@testable import Watching

@Suite("Files of rules, and what is remembered")
struct RulesFileTests {
    private static let now = Date(timeIntervalSince1970: 1_791_093_600)

    @Test("Each line is a place, a rule and a receiver; blank lines and comments mean nothing")
    func lines() throws {
        let text = """
            # 알림
            부산 | 내일 비 | ntfy https://ntfy.sh/topic

              Seoul|alert|webhook https://example.com/a|b\r
            37.5,127.0 | low<0 | ntfy http://ntfy.local:8080/x
            """
        let alarms = try RulesFile.alarms(in: text, at: Self.now, allowsPrivate: false)
        #expect(alarms.map(\.place.name) == ["부산광역시", "서울특별시", alarms[2].place.name])
        #expect(alarms.map(\.rule.text) == ["내일 비", "alert", "low<0"])
        #expect(alarms.map(\.receiver.name) == ["ntfy ntfy.sh", "webhook example.com", "ntfy ntfy.local"])
        #expect(Set(alarms.map { $0.id(isSample: false) }).count == 3)
        #expect(try RulesFile.alarms(in: "", at: Self.now, allowsPrivate: false).isEmpty)
    }

    @Test("Every line that is none is told with its number")
    func faults() {
        let text = """
            부산 | 내일 비 | ntfy https://ntfy.sh/topic
            부산 | 내일 비
            없는곳없는곳 | 내일 비 | ntfy https://ntfy.sh/topic
            부산 | 내일 | ntfy https://ntfy.sh/topic
            부산 | 내일 비 | mail a@example.com
            부산 | 내일 비 | webhook ftp://example.com
            """
        let error = #expect(throws: RulesFileError.self) {
            try RulesFile.alarms(in: text, at: Self.now, allowsPrivate: true)
        }
        #expect(error?.faults.map(\.line) == [2, 3, 4, 5, 6])
    }

    @Test(
        "A private address in numbers, or localhost, is a fault in the file unless allowed",
        arguments: [
            "http://127.0.0.1:8080/x", "http://[::1]/", "https://10.1.2.3/", "http://0x7f.1/",
            "http://localhost/", "http://a.LocalHost./x",
        ]
    )
    func privateAddress(address: String) throws {
        let text = "서울 | 특보 | ntfy https://ntfy.sh/x\n서울 | 특보 | webhook \(address)"
        let error = #expect(throws: RulesFileError.self) {
            try RulesFile.alarms(in: text, at: Self.now, allowsPrivate: false)
        }
        #expect(error?.faults.map(\.line) == [2])
        #expect(error?.faults.first?.reason.english.contains("KMA_WEBHOOK_PRIVATE") == true)
        #expect(try RulesFile.alarms(in: text, at: Self.now, allowsPrivate: true).count == 2)
    }

    @Test("The state of an alarm is there for the next run, in a folder that only its owner reads")
    func states() throws {
        let folder = try TemporaryFolder()
        let day = KoreanDate(of: Self.now)
        let id = "0123456789abcdef"
        #expect(RuleStateFolder(folder.path + "/a/b").state(of: id) == nil)
        let states = [(true, day), (false, day), (true, nil)].map { RuleState(holds: $0, firedOn: $1) }
        for state in states {
            #expect(RuleStateFolder(folder.path + "/a/b").store(state, of: id, name: "서울\n비") == nil)
            #expect(RuleStateFolder(folder.path + "/a/b").state(of: id) == state)
        }
        #expect(try folder.permissions("a/b") == 0o700)
        #expect(folder.names == ["a", "a/b", "a/b/\(id)"])
        try folder.write("rubbish", to: "a/b/\(id)")
        #expect(RuleStateFolder(folder.path + "/a/b").state(of: id) == nil)
        // A folder stands where the file belongs: nothing of the attempt is left beside it.
        try FileManager.default.createDirectory(
            atPath: folder.path + "/b/\(id)/c",
            withIntermediateDirectories: true
        )
        #expect(RuleStateFolder(folder.path + "/b").store(RuleState(), of: id, name: "") != nil)
        #expect(folder.names.filter { $0.hasPrefix("b/") } == ["b/\(id)", "b/\(id)/c"])
        #expect(RuleStateFolder(try folder.blockedPath()).store(RuleState(), of: id, name: "") != nil)
    }
}
