import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Rendering
import SQLiteStore
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("A disk that fails", .takesSlots(listeners: 1))
struct DiskFaultTests {
    @Test("A folder that cannot be written to costs no answer")
    func notWritable() async throws {
        let harness = try TestHarness(15)
        // Below a file there can be no folder, whoever asks; a mode would not stop root.
        let file = harness.folder.path + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        var sources = ForecasterConfiguration(try harness.settings(), transport: .live)
        let store = SQLiteStore(directory: file + "/cache")
        sources.store = store
        sources.now = { [upstream = harness.upstream] in upstream.now }
        let forecaster = Forecaster(sources)
        #expect(try await forecaster.seoul().statuses.values.allSatisfy { $0 == .fresh })
        #expect(try await forecaster.seoul().statuses.values.allSatisfy { $0 == .cached })
        #expect(await store.problem() == .unusable(reason: "Not a directory"))

        harness.upstream.fault(.header(.quota), on: .outlook, times: 1)
        for _ in 1...2 {
            let sources = try await forecaster.sources(.outlook)
            #expect(sources[.outlook]?.error?.code == .quotaExceeded, "silence is remembered without a disk")
        }
        #expect(harness.upstream.count(of: .outlook) == 1)
    }

    @Test("Every stored answer is whole and readable by its owner alone")
    func wholeAndPrivate() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster().seoul()
        let files = try harness.keptFiles()
        #expect(files.count == 15)
        for (name, contents) in files {
            #expect(StoredAnswer(file: contents)?.fetchedAt == TestHarness.time(15), "\(name)")
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: harness.folder.path) {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(harness.folder.path)/\(name)"
            )
            let mode = try #require(attributes[.posixPermissions] as? Int)
            #expect(mode & 0o077 == 0, "\(name) is open to others")
        }
    }

    @Test("Damaged and foreign answers are passed over and replaced")
    func damaged() async throws {
        let harness = try TestHarness(15)
        let before = try await harness.forecaster().seoul()
        let files = try harness.keptFiles()
        try #require(files.count >= 2 * Damage.allCases.count)
        for (number, (name, contents)) in files.enumerated() {
            let damage = Damage.allCases[number % Damage.allCases.count]
            try StoredFiles.database(in: harness.folder.path)?.run(
                "UPDATE answer SET answer = ? WHERE scope || '/' || feed || '/' || subject || '/' || issue = ?",
                .blob(damage.apply(to: contents)),
                .text(name)
            )
        }
        let after = try await harness.forecaster().seoul()
        #expect(after.statuses.values.allSatisfy { $0 == .fresh })
        #expect(after.week == before.week)
        #expect(try harness.keptFiles().values.allSatisfy { StoredAnswer(file: $0) != nil })
        #expect(try await harness.forecaster().seoul().statuses.values.allSatisfy { $0 == .cached })
    }

    /// Damage to a file.
    enum Damage: String, CaseIterable {
        case emptied, cutInHalf, oneBitTurned, foreign, binary, withoutBody, longer

        func apply(to contents: Data) -> Data {
            switch self {
            case .emptied: return Data()
            case .cutInHalf: return contents.prefix(contents.count / 2)
            case .oneBitTurned:
                var turned = contents
                turned[turned.endIndex - 5] ^= 1
                return turned
            case .foreign: return Data("not ours\nat all\n".utf8)
            case .binary: return Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 167) })
            case .withoutBody: return contents.prefix { $0 != UInt8(ascii: "\n") } + Data("\n".utf8)
            case .longer: return contents + Data("}".utf8)
            }
        }
    }

    @Test(
        "A sweep loses no answer that others are just storing",
        arguments: 1...40
    )
    func sweepAmongFirstAnswers(round: Int) async throws {
        let folder = try TemporaryFolder()
        let store = folder.store
        let answer = StoredAnswer(fetchedAt: TestHarness.time(15), status: 200, body: Array("{}".utf8))
        let subjects = (1...8).map { "11B2010\($0)" }
        await withTaskGroup(of: Void.self) { group in
            for subject in subjects {
                group.addTask {
                    await store.put(answer, for: .temperatures(of: subject), issue: TestHarness.time(6))
                }
            }
        }
        for subject in subjects {
            #expect(
                await store.answer(for: .temperatures(of: subject), issue: TestHarness.time(6)) == answer
            )
        }
    }

    @Test("A folder where the file should be costs no answer")
    func folderInTheWay() async throws {
        let harness = try TestHarness(15)
        let path = harness.folder.path + "/cache.db"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(try await harness.forecaster().seoul(.outlook)[.outlook]?.status == .fresh)
        #expect(await harness.folder.store.problem() != nil)
    }

    @Test("A file that is no database stays as it is, and costs no answer")
    func foreignFile() async throws {
        let harness = try TestHarness(15)
        let text = String(repeating: "not a database\n", count: 1_000)
        try harness.folder.write(text, to: "cache.db")
        #expect(try await harness.forecaster().seoul(.outlook)[.outlook]?.status == .fresh)
        #expect(await harness.folder.store.problem() == .foreign)
        #expect(try String(contentsOfFile: harness.folder.path + "/cache.db", encoding: .utf8) == text)
    }
}

extension StoredSubject {
    fileprivate static func temperatures(of zone: String) -> StoredSubject {
        StoredSubject(scope: .forTests, feed: .midTemperature, name: zone)
    }
}
