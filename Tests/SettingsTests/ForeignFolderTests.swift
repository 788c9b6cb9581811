import Foundation
import Testing

@testable import Settings

@Suite("The .env of a folder that somebody else made")
struct ForeignFolderTests {
    private let folder = Folder()

    /// A folder of a test, removed with it.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.path + "/kma-tests-" + UUID().uuidString

        deinit {
            // One that cannot be removed is left to the system.
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/data",
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link",
            withDestinationPath: "/home/kim"
        )
    }

    /// Settings of a person with keys, in the folder; and the files that were read for them.
    private func settings(_ lines: String) throws -> (settings: Settings, read: [String]) {
        var read: [String] = []
        let settings = try Settings(
            environment: ["HOME": "/home/kim"],
            dotEnv: DotEnv(lines, folder: folder.path),
            readFile: { path in
                read.append(path)
                return "secret"
            }
        )
        return (settings, read)
    }

    /// Every setting that names a path, with what else it needs.
    private static let paths: [(name: SettingName, rest: String)] = [
        (.cacheDirectory, ""), (.ledger, ""), (.rules, ""), (.kmaServiceKeyFile, ""),
        (.airKoreaServiceKeyFile, ""),
        (.openWeatherKeyFile, ""), (.hubKeyFile, ""), (.webhookSecretFile, ""),
        (
            .clusterAuthority,
            "KMA_CLUSTER=https://etcd:2379\nKMA_CLUSTER_USER=x\nKMA_CLUSTER_PASSWORD_FILE=data/p"
        ),
        (.clusterCertificate, "KMA_CLUSTER=https://etcd:2379\nKMA_CLUSTER_KEY=data/k"),
        (.clusterPrivateKey, "KMA_CLUSTER=https://etcd:2379\nKMA_CLUSTER_CERT=data/c"),
        (.clusterPasswordFile, "KMA_CLUSTER=https://etcd:2379\nKMA_CLUSTER_USER=x"),
    ]

    @Test("The table has every setting whose name says that it names a file or a folder")
    func whole() {
        let named = SettingName.allCases.filter { name in
            ["_FILE", "_DIR", "_CA", "_CERT", "_KEY"].contains { name.rawValue.hasSuffix($0) }
                && !name.isSecret
        }
        #expect(Set(Self.paths.map(\.name)) == Set(named + [.ledger, .rules]))
    }

    @Test(
        "It has nothing outside of the folder read, written or moved",
        arguments: [
            "~/.bashrc", "~", "/home/kim/.token", "../kim/.token", "data/../../kim/.token", "/",
            "link/.bashrc", "link",
            "data/./../../x",
        ]
    )
    func outside(value: String) throws {
        for (name, rest) in Self.paths {
            let error = #expect(throws: SettingsError.self, "\(name)") {
                try settings("\(name.rawValue)=\(value)\n\(rest)")
            }
            #expect(error?.name == name && error?.exitStatus == .configuration && error?.file == ".env")
        }
    }

    @Test(
        "It may name what lies below the folder",
        arguments: ["data/x", "x", "./data/x", "<folder>/data/x"]
    )
    func below(value: String) throws {
        let value = value.replacing("<folder>", with: folder.path)
        for (name, rest) in Self.paths {
            #expect(throws: Never.self, "\(name)") { try settings("\(name.rawValue)=\(value)\n\(rest)") }
        }
        #expect(try settings("KMA_LEDGER=\(value)").settings.ledgerPath == value)
        #expect(try settings("KMA_SERVICE_KEY_FILE=\(value)").read == [value])
    }

    @Test("The person's own file and the environment name any path")
    func own() throws {
        let line = "KMA_LEDGER=~/kept.db"
        let file = try Settings(environment: ["HOME": "/home/kim"], userFile: DotEnv(line)) { _ in "" }
        #expect(file.ledgerPath == "/home/kim/kept.db")
        let named = try Settings(environment: ["HOME": "/home/kim", "KMA_LEDGER": "~/kept.db"]) { _ in "" }
        #expect(named.ledgerPath == "/home/kim/kept.db")
    }

    @Test(
        "A cluster in a file is spoken to with what stands beside it, and in clear on this machine alone",
        arguments: [
            ("https://any.host:2379", true, true), ("http://127.0.0.1:2379", true, true),
            ("http://any.host:2379", true, false), ("http://[::ffff:127.0.0.1]:2379", true, false),
            ("https://any.host:2379", false, false), ("http://127.0.0.1:2379", false, false),
            ("https://a:2379,http://b:2379", true, false),
        ]
    )
    func cluster(address: String, hasUser: Bool, counts: Bool) throws {
        let user = "\nKMA_CLUSTER_USER=x\nKMA_CLUSTER_PASSWORD_FILE=data/p"
        let lines = "KMA_CLUSTER=\(address)" + (hasUser ? user : "")
        if counts {
            #expect(try settings(lines).settings.cluster != nil)
        } else {
            let error = #expect(throws: SettingsError.self) { try settings(lines) }
            #expect(error?.name == .cluster && error?.message.english.contains("any.host") == false)
        }
        #expect(try Settings(environment: ["KMA_CLUSTER": address]) { _ in "" }.cluster != nil)
    }

    @Test(
        "A record is off in any case of letters, and no name of SQLite's own is a file",
        arguments: [
            ("off", true), ("OFF", true), ("Off", true), (":memory:", false), ("file:x?mode=memory", false),
        ]
    )
    func names(value: String, isOff: Bool) throws {
        let environment = ["HOME": "/home/kim", "KMA_LEDGER": value]
        if isOff {
            #expect(try Settings(environment: environment) { _ in "" }.ledgerPath == nil)
        } else {
            #expect(throws: SettingsError.self) { try Settings(environment: environment) { _ in "" } }
        }
    }
}
