import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Rendering
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The doctor", .takesSlots(listeners: 1))
struct DoctorTests {
    @Test(
        "The doctor finds all well, asks each service once, and reports calls of the day and calls left"
    )
    func well() async throws {
        let harness = try TestHarness(15)
        let diagnosis = try await diagnosis(harness)
        #expect(
            diagnosis.checks.map(\.subject.identifier) == [
                "kma_key", "kma_mid_term", "kma_short_term", "kma_warnings", "kma_asos", "airkorea",
                "openweather_key",
                "openweather",
                "clock",
                "cache",
            ]
        )
        #expect(diagnosis.checks.allSatisfy { $0.status == .good })
        #expect(diagnosis.isLive)
        #expect(harness.upstream.requests.count == UpstreamAPI.allCases.count)
        for state in diagnosis.services {
            #expect(state.callsToday == 1)
            #expect(state.callsLeft == state.service.traits.limits.callsADay - 1)
        }
        #expect(diagnosis[.service(.midTerm)]?.message.korean.contains("9499번 남음") == true)
    }

    /// A fault of one service, and what the doctor must say of it.
    struct Ailment: Sendable, CustomTestStringConvertible {
        var fault: Fault
        var endpoint: Endpoint
        var subject: Check.Subject
        var words: [String]

        var testDescription: String { "\(subject.identifier): \(fault)" }
    }

    private static let ailments = [
        // Each service of data.go.kr has an application of its own.
        Ailment(
            fault: .gateway(.accessDenied, .json),
            endpoint: .outlook,
            subject: .service(.midTerm),
            words: ["활용신청", "15059468"]
        ),
        Ailment(
            fault: .gateway(.permissionDenied, .xml),
            endpoint: .nowcast,
            subject: .service(.shortTerm),
            words: ["활용신청", "15084084"]
        ),
        Ailment(
            fault: .gateway(.keyNotRegistered, .legacyXML),
            endpoint: .outlook,
            subject: .service(.midTerm),
            words: ["KMA_SERVICE_KEY", "1~2시간"]
        ),
        Ailment(
            fault: .openWeather(.badKey, cod: .number),
            endpoint: .current,
            subject: .service(.openWeather),
            words: ["OPENWEATHER_API_KEY", "1~2시간"]
        ),
        Ailment(
            fault: .gateway(.quota, .json),
            endpoint: .nowcast,
            subject: .service(.shortTerm),
            words: ["한도", "자정", "1번 호출"]
        ),
        Ailment(
            fault: .openWeather(.blocked, cod: .string),
            endpoint: .current,
            subject: .service(.openWeather),
            words: ["너무 많이", "1번 호출"]
        ),
        Ailment(fault: .reset, endpoint: .outlook, subject: .service(.midTerm), words: ["네트워크"]),
        Ailment(fault: .html(status: 200), endpoint: .nowcast, subject: .service(.shortTerm), words: ["점검"]),
    ]

    @Test(
        "The doctor tells what is wrong with a service, what to do, and that the others are well",
        arguments: ailments
    )
    func service(ailment: Ailment) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(ailment.fault, on: ailment.endpoint)
        let diagnosis = try await diagnosis(harness)
        let check = try #require(diagnosis[ailment.subject])
        #expect(check.status == .problem)
        for word in ailment.words { #expect(check.message.korean.contains(word), "\(check.message.korean)") }
        #expect(diagnosis.checks.count { $0.status != .good } == 1)
        #expect(diagnosis.isLive, "a week can be had of the others")
    }

    @Test("The doctor takes an issue that is not there yet for a key that works")
    func notIssuedYet() async throws {
        let harness = try TestHarness(18)
        harness.upstream.fault(.newestIssueEmpty, on: Endpoint.kma)
        #expect(try await diagnosis(harness).checks.allSatisfy { $0.status == .good })
    }

    @Test(
        "The doctor finds no live week where no service answers, and names the fault that a person can mend"
    )
    func nothing() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.reset, on: Endpoint.openWeather)
        harness.upstream.fault(.gateway(.keyNotRegistered, .json), on: Endpoint.kma)
        let diagnosis = try await diagnosis(harness)
        #expect(!diagnosis.isLive)
        #expect(diagnosis.obstacle.code == .keyRejected)
    }

    @Test(
        "A key that an optional service alone refuses lacks an approval; one that all refuse is wrong",
        arguments: [(Endpoint.airKorea, true), (Endpoint.airKorea + Endpoint.kma, false)]
    )
    func refusedKey(endpoints: [Endpoint], lacksApproval: Bool) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.gateway(.keyNotRegistered, .legacyXML), on: endpoints)
        let check = try #require(try await diagnosis(harness)[.service(.airQuality)])
        #expect(check.status == .warning)
        #expect(check.message.korean.contains("활용신청") == lacksApproval)
        #expect(check.message.korean.contains("KMA_SERVICE_KEY") == !lacksApproval)
        let report = try await harness.forecaster().seoul()
        #expect(report[.airMeasured]?.status == (lacksApproval ? .notSubscribed : .failed))
        #expect(report.degraded.contains(.airMeasured) == !lacksApproval)
    }

    @Test(
        "One good key is enough: the doctor tells what the other would add, and finds no problem",
        arguments: [
            (SettingName.kmaServiceKey, "중기예보, 단기예보, 기상특보, 지난 날의 관측값, 미세먼지도 볼 수 있습니다"),
            (.openWeatherKey, "OpenWeather 예보도 볼 수 있습니다"),
        ]
    )
    func missingKey(name: SettingName, adds: String) async throws {
        let harness = try TestHarness(15)
        let diagnosis = try await diagnosis(harness, [name.rawValue: nil])
        #expect(diagnosis[.key(name)]?.status == .warning)
        #expect(diagnosis[.key(name)]?.message.korean.contains(adds) == true)
        #expect(diagnosis.checks.allSatisfy { $0.status != .problem })
        #expect(diagnosis.isLive)
    }

    @Test("Without any key the doctor tells that one is missing")
    func noKey() async throws {
        let harness = try TestHarness(15)
        let none = try await diagnosis(harness, ["KMA_SERVICE_KEY": nil, "OPENWEATHER_API_KEY": nil])
        #expect(!none.isLive)
        #expect(none.obstacle.code == .keyMissing)
        #expect(none[.key(.kmaServiceKey)]?.status == .problem)
        #expect(none[.key(.kmaServiceKey)]?.message.korean.contains("KMA_SERVICE_KEY가 없습니다") == true)
    }

    @Test(
        "The doctor takes a key in either spelling of the portal, works with one encoded twice, and says so"
    )
    func spellings() async throws {
        let harness = try TestHarness(15)
        let once = try #require(
            harness.upstream.keys.portal.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        )
        let twice = try #require(once.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(
            try await diagnosis(harness, ["KMA_SERVICE_KEY": once])[.key(.kmaServiceKey)]?.status == .good
        )
        let diagnosis = try await diagnosis(harness, ["KMA_SERVICE_KEY": twice])
        #expect(diagnosis[.key(.kmaServiceKey)]?.status == .warning)
        #expect(diagnosis[.key(.kmaServiceKey)]?.message.korean.contains("두 번 인코딩") == true)
        #expect(diagnosis[.service(.midTerm)]?.status == .good)
    }

    @Test("The doctor tells a key whose plus has become a space")
    func space() async throws {
        let harness = try TestHarness(15)
        let key = harness.upstream.keys.portal.replacing("+", with: " ")
        let check = try await diagnosis(harness, ["KMA_SERVICE_KEY": key])[.key(.kmaServiceKey)]
        #expect(check?.status == .problem)
        #expect(check?.message.korean.contains("공백") == true)
    }

    @Test(
        "The doctor tells a clock that is off by more than a minute against an upstream's",
        arguments: [
            (0, nil), (60, nil), (61, "61초 빠릅"), (-60, nil), (-61, "61초 느립"), (86_400, "24시간 빠릅"),
            (-3 * 86_400, "3일 느립"),
        ] as [(Int, String?)]
    )
    func clock(seconds: Int, off: String?) async throws {
        let harness = try TestHarness(15)
        let diagnosis = try await diagnosis(
            harness,
            clock: TestHarness.time(15).addingTimeInterval(Double(seconds))
        )
        let check = try #require(diagnosis[.clock])
        #expect(check.status == (off == nil ? .good : .warning))
        #expect(check.message.korean.contains(off ?? "정확합니다."))
    }

    @Test("The doctor tells a folder that cannot be written to, and why")
    func folder() async throws {
        let harness = try TestHarness(15)
        let check = try await diagnosis(harness, ["KMA_CACHE_DIR": "/dev/null/kma"])[.cache]
        #expect(check?.status == .warning)
        #expect(check?.message.english.contains("Not a directory") == true)
    }

    @Test(
        "The doctor never shows a key, in either language",
        arguments: [Fault.gateway(.keyNotRegistered, .json), .reset]
    )
    func secrecy(fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault)
        let diagnosis = try await diagnosis(harness)
        for check in diagnosis.checks {
            for words in [check.message.korean, check.message.english] {
                #expect(!words.contains(harness.upstream.keys.portal))
                #expect(!words.contains(harness.upstream.keys.openWeather))
            }
        }
    }

    /// Examines what somebody with these settings would have examined; a setting of `nil` is not set.
    private func diagnosis(
        _ harness: TestHarness,
        _ changes: [String: String?] = [:],
        clock: Date = TestHarness.time(15)
    ) async throws -> Diagnosis {
        var environment = [
            "KMA_BASE_URL": harness.upstream.portalURL, "AIRKOREA_BASE_URL": harness.upstream.airKoreaURL,
            "KMA_SERVICE_KEY": harness.upstream.keys.portal,
            "OPENWEATHER_BASE_URL": harness.upstream.url,
            "OPENWEATHER_API_KEY": harness.upstream.keys.openWeather,
            "KMA_CACHE_DIR": harness.folder.path, "KMA_TIMEOUT": "60",
        ]
        for (name, value) in changes { environment[name] = value }
        var sources = ForecasterConfiguration(
            try Settings(environment: environment, readFile: { _ in "" }),
            transport: .live
        )
        sources.now = { [upstream = harness.upstream] in upstream.now }
        let hour = harness.upstream.now.timeIntervalSince(TestHarness.time(15))
        return await Doctor(sources, clock: { clock.addingTimeInterval(hour) }).examine()
    }
}

extension Diagnosis {
    fileprivate subscript(subject: Check.Subject) -> Check? {
        checks.first { $0.subject == subject }
    }
}
