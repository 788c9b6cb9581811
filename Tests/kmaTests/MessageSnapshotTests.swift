import Feeds
import Forecast
import Rendering
import Settings
import TestSupport
import Testing

@Suite("The program's words for faults", .takesSlots(programs: 1))
struct MessageSnapshotTests {
    /// The codes that the fault of a feed can have: all but those of a request and of the record.
    static let codes = ErrorCode.allCases.filter {
        ![.usage, .noInput].contains($0.traits.exitStatus) && $0 != .recordUnreadable
    }
    /// One feed of each service.
    private static let feeds: [Feed] = [
        .midTemperature, .shortTerm, .warnings, .airMeasured, .openWeatherForecast,
    ]

    @Test("The message of every fault of every service is as its snapshot", arguments: Language.allCases)
    func feeds(language: Language) throws {
        let lines = MessageSnapshotTests.feeds.flatMap { feed in
            MessageSnapshotTests.codes.map { code in
                let message = FeedError(code, "30 NAME").message(for: feed)[language]
                return "\(feed.rawValue) \(code.rawValue): \(message)"
            }
        }
        try Snapshot(name: "messages-feeds.\(language.rawValue)").expect(lines.joined(separator: "\n") + "\n")
    }

    @Test("The message of every setting that cannot be used is as its snapshot", arguments: Language.allCases)
    func settings(language: Language) throws {
        let values: [(SettingName, String)] = [
            (.kmaBaseURL, "x"), (.kmaGateway, "x"), (.airKoreaBaseURL, "x"), (.openWeatherBaseURL, "x"),
            (.kmaServiceKeyFile, "x"), (.openWeatherKeyFile, "x"), (.now, "x"), (.language, "x"),
            (.timeout, "0"), (.webhookSecretFile, "x"), (.webhookPrivate, "yes"), (.port, "x"),
            (.cluster, "x"), (.clusterCertificate, "x"),
        ]
        let lines = values.map { name, value in
            let key = name.rawValue
            var environment = [key: value, "KMA_SERVICE_KEY": "k", "OPENWEATHER_API_KEY": "k"]
            if name == .kmaServiceKeyFile { environment["KMA_SERVICE_KEY"] = nil }
            if name == .openWeatherKeyFile { environment["OPENWEATHER_API_KEY"] = nil }
            if name == .clusterCertificate { environment["KMA_CLUSTER"] = "https://127.0.0.1:2379" }
            do throws(SettingsError) {
                _ = try Settings(environment: environment, readFile: { _ in throw NoFile() })
                return "\(key): -"
            } catch {
                return "\(key): \(error.message[language])"
            }
        }
        try Snapshot(name: "messages-settings.\(language.rawValue)").expect(
            lines.joined(separator: "\n") + "\n"
        )
    }

    private struct NoFile: Error {}

    @Test("The message of every error in the arguments is as its snapshot", arguments: ["ko", "en"])
    func usage(language: String) async throws {
        let wrong = [
            ["doctor", "a", "b"], ["week", "--aera", "Busan"], ["week", "--area"], ["week", "--json=1"],
            ["week", "Seoul", "--format", "xml"], ["hours", "Seoul", "--format", "line"],
            ["areas", "--limit", "x"], ["areas", "--limit", "0"], ["theme", "Seoul", "--date", "x"],
            ["theme", "Seoul", "--date", "2020-01-01", "--sample"], ["week", "Seoul", "--max-age", "-1"],
            ["week", "Seoul", "--json", "--format", "csv"], ["week", "Seoul", "--bom"],
            ["now", "Seoul", "--template", "{moon}"], ["now", "Seoul", "--template", "{sky"],
            ["now", "Seoul", "--template", "{sky}", "--json"], ["rain", "Seoul", "--within", "x"],
            ["completion", "tcsh"], ["now", "37.5,x"], ["now", "--lat", "37.5"],
            ["now", "Seoul", "--lat", "37.5", "--lon", "127"], ["now", ""], ["now", "Seoul\u{7}"],
        ]
        var lines: [String] = []
        for arguments in wrong {
            let run = try await Program(["KMA_LANG": language]).run(arguments)
            lines += [
                "$ kma " + arguments.joined(separator: " ").filter { $0 != "\u{7}" }, run.standardError,
            ]
            // A place that is none, in place of wrong usage.
            #expect(run.status == (arguments == ["now", "37.5,x"] ? 66 : 64), "\(arguments)")
            #expect(run.output.isEmpty, "\(arguments)")
        }
        try Snapshot(name: "messages-usage.\(language)").expect(lines.joined(separator: "\n"))
    }
}
