import CommandLineSupport
import Feeds
import Foundation
import Rendering
import SQLiteStore
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The spelling of a key", .takesSlots(listeners: 1))
struct KeySpellingTests {
    private static let decoding = "Ab+Cd/Ef01+23/45gh=="
    private static let encoding = "Ab%2BCd%2FEf01%2B23%2F45gh%3D%3D"
    private static let encodedTwice = "Ab%252BCd%252FEf01%252B23%252F45gh%253D%253D"

    @Test(
        "A key reaches data.go.kr as it is, whichever spelling it was given in",
        arguments: [
            decoding, encoding, encodedTwice, " \(encoding)\n", "\"\(decoding)\"", "\u{FEFF}\(decoding)",
        ]
    )
    func spellings(given: String) async throws {
        let harness = try TestHarness()
        let report = try await forecaster(harness, ["KMA_SERVICE_KEY": given]).seoul(.outlook)
        #expect(report[.outlook]?.status == .fresh)
        #expect(harness.upstream.requests.map { $0["serviceKey"] } == [Self.decoding])
        #expect(harness.upstream.leaks.isEmpty)
    }

    @Test("A key may stand in a file", arguments: [decoding, encoding + "\n"])
    func file(contents: String) async throws {
        let harness = try TestHarness()
        let path = harness.folder.path + "/key"
        try contents.write(toFile: path, atomically: true, encoding: .utf8)
        let report = try await forecaster(harness, ["KMA_SERVICE_KEY_FILE": path]).seoul(.outlook)
        #expect(report[.outlook]?.status == .fresh)
    }

    @Test("The key of the API hub travels under the hub's own name")
    func hub() async throws {
        let harness = try TestHarness()
        let report = try await harness.forecaster(hub: true).seoul()
        #expect(report.statuses.values.allSatisfy { $0 == .fresh })
        #expect(report.week.days.count == 11)
        let requests = harness.upstream.requests.filter { request in
            request.endpoint?.isKorean == true && request.endpoint?.service != .airQuality
        }
        #expect(!requests.isEmpty)
        #expect(requests.allSatisfy { $0.isHub && $0["authKey"] == harness.upstream.keys.hub })
        #expect(harness.upstream.leaks.isEmpty)
    }

    @Test("A key that is wrong is told as rejected, once")
    func wrong() async throws {
        let harness = try TestHarness()
        let sources = try await forecaster(
            harness,
            ["KMA_SERVICE_KEY": "bm90IHRoZSBrZXk=", "OPENWEATHER_API_KEY": "wrong"]
        ).sources()
        let needed = sources.values.filter { !$0.feed.service.traits.isOptional }
        #expect(needed.allSatisfy { $0.status == .failed && $0.error?.code == .keyRejected })
        let counts = harness.upstream.requests.reduce(into: [:]) { $0[$1.target, default: 0] += 1 }
        #expect(counts.values.allSatisfy { $0 == 1 })
    }

    @Test("A key stands in no stored file, no file name, no error and no JSON, whatever went wrong")
    func kept() async throws {
        let harness = try TestHarness()
        let faults: [Fault] = [.reset, .html(status: 502), .gateway(.keyNotRegistered, .xml), .hangUpMidBody]
        var shown = ""
        for (number, fault) in faults.enumerated() {
            let report = try await harness.forecaster().seoul()
            shown += String(decoding: report.json(.week, .korean), as: UTF8.self)
            dump(report, to: &shown)
            harness.passes(15 + (number + 1) * 4)
            harness.upstream.clearFaults()
            harness.upstream.fault(fault)
            let broken = try await harness.forecaster(isKept: false).sources()
            dump(broken, to: &shown)
            for source in broken.values {
                shown += source.error.map { "\($0.message(for: source.feed))" } ?? ""
            }
            harness.upstream.clearFaults()
        }
        dump(try harness.settings(), to: &shown)
        for (name, contents) in try TemporaryFolder.files(below: harness.folder.path) {
            shown += name + String(decoding: contents, as: UTF8.self)
        }
        #expect(shown.contains("NORMAL_SERVICE"), "the kept answers are looked at")
        let keys = harness.upstream.keys
        for secret in [keys.portal, keys.openWeather, Self.encoding, "serviceKey", "appid"] {
            #expect(!shown.contains(secret))
        }
        #expect(harness.upstream.leaks.isEmpty)
    }

    private func forecaster(_ harness: TestHarness, _ keys: [String: String]) throws -> Forecaster {
        let base = [
            "KMA_BASE_URL": harness.upstream.portalURL, "AIRKOREA_BASE_URL": harness.upstream.airKoreaURL,
            "OPENWEATHER_BASE_URL": harness.upstream.url,
        ]
        let settings = try Settings(
            environment: keys.merging(base) { key, _ in key },
            readFile: { try String(contentsOfFile: $0, encoding: .utf8) }
        )
        var sources = ForecasterConfiguration(settings, transport: .live, isKept: false)
        sources.store = SQLiteStore(directory: harness.folder.path, keepsAnswers: false)
        sources.now = { [upstream = harness.upstream] in upstream.now }
        return Forecaster(sources)
    }
}
