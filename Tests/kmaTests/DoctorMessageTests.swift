import Feeds
import Forecast
import Foundation
import Rendering
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The doctor's words")
struct DoctorMessageTests {
    @Test(
        "Every message of the doctor matches its snapshot: keys, services with each fault, clock and folder",
        arguments: Language.allCases
    )
    func messages(language: Language) throws {
        var lines: [String] = []
        func add(_ title: String, _ diagnosis: Diagnosis) {
            lines += ["# " + title]
            for check in diagnosis.checks {
                let (status, name) = (check.status.rawValue, check.subject.name[language])
                lines.append("\(status) \(name): \(check.message[language])")
            }
        }
        for gateway in KMAGateway.Kind.allCases {
            for key in Diagnosis.KeyState.allCases {
                add("\(gateway) key \(key), nothing answers", diagnosis(key: key, via: gateway, .keyMissing))
            }
        }
        for set in [UpstreamAPI.midTerm, .openWeather] {
            let answering = UpstreamAPI.allCases.filter { $0.words.key == set.words.key }
            add("key of \(set) alone", diagnosis(answering: answering))
        }
        for code in MessageSnapshotTests.codes where code != .keyMissing {
            add(code.rawValue, diagnosis(key: .present, code))
        }
        for offset in [0.0, 90, -90, 32_400, -4_981_041] {
            add("clock \(offset)", Diagnosis(services: [], kmaGateway: .dataPortal, clockOffset: offset))
        }
        let problems: [(String, StoreProblem?)] = [
            ("as it should be", nil), ("Permission denied", .unusable(reason: "Permission denied")),
            ("full", .full(reason: "No space left on device")), ("without SQLite", .libraryMissing),
            ("of a newer version", .newerVersion),
            ("damaged", .damaged(setAside: "/var/cache/kma/cache.damaged.db")),
        ]
        for (name, problem) in problems {
            var diagnosis = Diagnosis(services: [], kmaGateway: .dataPortal)
            (diagnosis.cacheDirectory, diagnosis.cacheProblem) = ("/var/cache/kma", problem)
            add("folder \(name)", diagnosis)
        }
        try Snapshot(name: "messages-doctor.\(language.rawValue)").expect(
            lines.joined(separator: "\n") + "\n"
        )
    }

    /// Diagnosis of services in one state.
    private func diagnosis(
        key: Diagnosis.KeyState,
        via gateway: KMAGateway.Kind = .dataPortal,
        _ code: ErrorCode
    ) -> Diagnosis {
        Diagnosis(
            services: UpstreamAPI.allCases.map { state(of: $0, key, FeedError(code, "30 NAME")) },
            kmaGateway: gateway
        )
    }

    /// Diagnosis of some answering services, the others without a key.
    private func diagnosis(answering: [UpstreamAPI]) -> Diagnosis {
        Diagnosis(
            services: UpstreamAPI.allCases.map { service in
                answering.contains(service)
                    ? state(of: service, .present, nil) : state(of: service, .missing, FeedError(.keyMissing))
            },
            kmaGateway: .dataPortal
        )
    }

    private func state(
        of service: UpstreamAPI,
        _ key: Diagnosis.KeyState,
        _ error: FeedError?
    ) -> Diagnosis.ServiceState {
        let feed = Feed.allCases.first { $0.service == service }
        return Diagnosis.ServiceState(
            service: service,
            feed: feed ?? .shortTerm,
            key: key,
            error: error,
            callsToday: 3
        )
    }
}
