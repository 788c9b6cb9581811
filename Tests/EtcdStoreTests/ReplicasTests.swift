import AsyncHTTPClient
import Forecast
import Foundation
import KMAForecast
import SQLiteStore
import StubUpstream
import TestSupport
import Testing

@testable import EtcdStore

@Suite(
    "Replicas of the service on several machines",
    .enabled(if: EtcdProcess.isInstalled, Comment(rawValue: EtcdProcess.hint)),
    .isLong,
    .takesSlots(programs: 4, listeners: 1)
)
struct ReplicasTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)
    private static let week = "/v1/week?area=%EC%84%9C%EC%9A%B8"

    private let etcd: EtcdProcess
    private let upstream: Upstream

    init() throws {
        etcd = try EtcdProcess()
        upstream = try Upstream(now: Self.noon)
    }

    @Test(
        "Three replicas asked for one place a thousand times at once call each feed once, two at a time"
    )
    func oneFetch() async throws {
        upstream.fault(.late(milliseconds: 300))
        let replicas = [try await replica(), try await replica(), try await replica()]
        // Each on a connection of its own.
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 400
        // For a connection it waits no longer than for that, and a thousand take their time on a busy machine.
        configuration.timeout.connect = .seconds(60)
        let client = HTTPClient(configuration: configuration)
        defer { Task { try await client.shutdown() } }
        let statuses = try await withThrowingTaskGroup(of: UInt.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    let request = HTTPClientRequest(url: replicas[number % 3].address + Self.week)
                    return try await client.execute(request, timeout: .seconds(60)).status.code
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(statuses == [200])
        let calls = Dictionary(grouping: upstream.requests, by: \.target).mapValues(\.count)
        #expect(calls.count >= 10)
        #expect(calls.filter { $0.value != 1 } == [:])
        #expect(upstream.mostInFlight(of: .midTerm) <= 2)
        #expect(upstream.mostInFlight(of: .shortTerm) <= 2)
        for replica in replicas {
            let metrics = try await text(of: replica, "/metrics")
            #expect(metrics.contains("kma_cluster_up 1\n"))
            #expect(!metrics.contains(upstream.keys.portal))
            #expect(!replica.log.contains(upstream.keys.portal))
        }
        #expect(try etcd.contents.range(of: Data(upstream.keys.portal.utf8)) == nil)
    }

    @Test("Three replicas that keep the same places fetch all of it once, from their first moment on")
    func keeping() async throws {
        let folders = [try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder()]
        let replicas = try await withThrowingTaskGroup(of: RunningService.self) { group in
            for folder in folders {
                group.addTask { try await replica(["KMA_CACHE_DIR": folder.path], "--keep", "서울,부산") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for folder in folders {
            try await until("28 answers") { try StoredFiles(below: folder.path).answers.count >= 28 }
        }
        for replica in replicas { #expect(try await status(of: replica, Self.week) == 200) }
        let calls = Dictionary(grouping: upstream.requests, by: \.target).mapValues(\.count)
        // Of each place two earlier issues too, for the low and the high of today.
        #expect(calls.count == 28, "\(calls.keys.sorted())")
        #expect(calls.filter { $0.value != 1 } == [:])
    }

    @Test(
        "A key that SIGHUP reads again is the fleet's: what another replica has fetched by it is not fetched"
    )
    func reload() async throws {
        let folder = try TemporaryFolder()
        try folder.write("wrong-key", to: "key")
        let mended = try await replica(["KMA_SERVICE_KEY": "", "KMA_SERVICE_KEY_FILE": folder.path + "/key"])
        let other = try await replica()
        #expect(try await !text(of: mended, Self.week).contains("\"source\":\"kma.short\""))
        #expect(try await text(of: other, Self.week).contains("\"source\":\"kma.short\""))
        let calls = upstream.requests.count
        try folder.write(upstream.keys.portal, to: "key")
        mended.signal(SIGHUP)
        try await until("an answer by the new key") {
            try await text(of: mended, Self.week).contains("\"source\":\"kma.short\"")
        }
        #expect(upstream.requests.count == calls)
    }

    @Test("Nothing that a replica stores, logs or measures tells a key, an upstream's address or a password")
    func secrets() async throws {
        try await etcd.wantPassword("seCret pass")
        upstream.fault(.html(status: 502), on: [.nowcast, .current], times: 2)
        let password = try TemporaryFolder()
        try password.write("seCret pass\n", to: "password")
        let replica = try await replica([
            "KMA_CLUSTER_USER": "kma", "KMA_CLUSTER_PASSWORD_FILE": password.path + "/password",
        ])
        _ = try await status(of: replica, Self.week)
        _ = try await status(of: replica, "/v1/outlook?area=%EC%84%9C%EC%9A%B8")
        try await etcd.changePassword(to: "another")
        try await etcd.restart(empty: false)
        try await until("the cluster is down") { replica.log.contains("up=false") }
        var texts = [replica.log, try await text(of: replica, "/metrics")]
        for (key, value) in try await etcd.entriesForRoot {
            let answer = StoredAnswer(clusterValue: value)
            texts.append(key + "\n" + String(decoding: answer?.file ?? value, as: UTF8.self))
        }
        #expect(texts.count > 15)
        let key = upstream.keys.portal
        let secrets = [
            key, key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? key,
            upstream.keys.openWeather, String(upstream.url.dropFirst(7)), "seCret pass",
        ]
        for secret in secrets {
            #expect(texts.filter { $0.contains(secret) } == [])
        }
        // Also deleted and replaced values. The password is in etcd's own log, from its setting.
        let contents = try etcd.contents
        for secret in secrets.dropLast() { #expect(contents.range(of: Data(secret.utf8)) == nil) }
    }

    @Test(
        "A replica stopped past its session amid a call answers rightly after it, and every call is counted"
    )
    func stopped() async throws {
        let (stopped, other) = (try await replica(), try await replica())
        // A busy machine may take a second to stop it.
        upstream.fault(.late(milliseconds: 3_000), on: .outlook, times: 1)
        let outlook = "/v1/outlook?area=%EC%84%9C%EC%9A%B8"
        async let late = text(of: stopped, outlook)
        try await until("a call") { upstream.count(of: .outlook) > 0 }
        stopped.signal(SIGSTOP)
        let answered = try await text(of: other, outlook)
        stopped.signal(SIGCONT)
        func told(_ response: String) -> Substring? { response.firstMatch(of: /"text":"(.*?)"/)?.1 }
        #expect(told(answered) != nil)
        #expect(told(try await late) == told(answered))
        #expect(upstream.count(of: .outlook) == 2)
        #expect(try await status(of: stopped, Self.week) == 200)
        for replica in [stopped, other] { _ = try await replica.end() }
        let calls = Dictionary(grouping: upstream.requests.compactMap(\.endpoint), by: \.service)
        for (service, endpoints) in calls {
            let counted = try await etcd.calls(of: service)
            #expect(counted == endpoints.count, "\(service)")
        }
    }

    @Test("Services go on when the leader and then all three members die, and return with them")
    func members() async throws {
        let members = try EtcdProcess.members(3)
        // An optimised build would end those of them that are not named again.
        defer { withExtendedLifetime(members) {} }
        let settings = [
            "KMA_CLUSTER": members.map(\.endpoint).joined(separator: ","), "OPENWEATHER_API_KEY": "",
        ]
        let replicas = [try await replica(settings), try await replica(settings)]
        for replica in replicas { #expect(try await status(of: replica, Self.week) == 200) }
        try await EtcdProcess.leader(of: members).stop()
        #expect(try await status(of: replicas[0], hours("대전")) == 200)
        try await back(replicas)
        upstream.forgetRequests()
        async let first = status(of: replicas[0], hours("광주"))
        async let second = status(of: replicas[1], hours("광주"))
        #expect(try await [first, second] == [200, 200])
        #expect(Set(upstream.requests.map(\.target)).count == upstream.requests.count)

        for member in members { try await member.stop() }
        for replica in replicas { #expect(try await status(of: replica, Self.week) == 200) }
        let places = ["강릉", "춘천", "제주", "부산", "대구", "울산", "청주", "전주", "여수", "목포"]
        var statuses: [UInt] = []
        for place in places { statuses.append(try await status(of: replicas[0], hours(place))) }
        #expect(statuses.first == 200)
        #expect(statuses.last == 503)
        let refused = try await response(of: replicas[0], hours("목포"))
        #expect(refused.headers.first(name: "Retry-After").flatMap { Int($0) } ?? 0 > 0)

        for member in members { try await member.restart(empty: false) }
        try await back(replicas)
        #expect(try await status(of: replicas[0], hours("목포")) == 200)
    }

    /// Waits until every replica says that the cluster answers.
    private func back(_ replicas: [RunningService]) async throws {
        for replica in replicas {
            try await until("the cluster is up") {
                try await text(of: replica, "/metrics").contains("kma_cluster_up 1\n")
            }
        }
    }

    /// Asks for the hours of a place, which only KMA's short-term service tells.
    private func hours(_ place: String) -> String {
        "/v1/hours?area=" + (place.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? place)
    }

    @Test(
        "An answer of a replica with a fast clock is taken by one with a slow clock, without a call"
    )
    func clocks() async throws {
        let ahead = try await replica(["KMA_NOW": "2026-10-04T15:00:02+09:00"])
        let behind = try await replica()
        for replica in [ahead, behind] { #expect(try await status(of: replica, Self.week) == 200) }
        let calls = Dictionary(grouping: upstream.requests, by: \.target).mapValues(\.count)
        #expect(calls.count >= 10)
        #expect(calls.filter { $0.value != 1 } == [:])
    }

    @Test("A replica killed amid its call leaves it to the next, at one call more")
    func killed() async throws {
        let (dying, other) = (try await replica(), try await replica())
        upstream.fault(.hang, on: .outlook, times: 1)
        let outlook = "/v1/outlook?area=%EC%84%9C%EC%9A%B8"
        let lost = Task { try? await status(of: dying, outlook) }
        try await until("a call") { upstream.count(of: .outlook) > 0 }
        async let answered = status(of: other, outlook)
        _ = try await dying.end(by: SIGKILL)
        #expect(try await answered == 200)
        #expect(upstream.count(of: .outlook) == 2)
        _ = await lost.value
    }

    @Test(
        "Without etcd cached answers are served, new places come out of the block, and all is well after"
    )
    func away() async throws {
        let replica = try await replica()
        #expect(try await status(of: replica, Self.week) == 200)
        try await etcd.stop()
        #expect(try await status(of: replica, Self.week) == 200)
        // 대전
        #expect(try await status(of: replica, "/v1/week?area=%EB%8C%80%EC%A0%84") == 200)
        #expect(try await status(of: replica, "/readyz") == 200)
        try await etcd.restart(empty: true)
        try await until("the cluster is up") {
            try await text(of: replica, "/metrics").contains("kma_cluster_up 1\n")
        }
        // A line at each change, and none between.
        let changes = replica.log.split(separator: "\n").filter {
            $0.contains("cluster") && $0.contains("up=")
        }
        .map { $0.contains("up=true") }
        #expect(changes.count >= 3)
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("A replica that has drawn no calls and finds no etcd shows what it has as old, and calls nobody")
    func withheld() async throws {
        let folder = try TemporaryFolder()
        var settings = ["KMA_CACHE_DIR": folder.path]
        let before = try await replica(settings)
        #expect(try await status(of: before, Self.week) == 200)
        _ = try await before.end()
        try await etcd.stop()
        upstream.forgetRequests()
        // There are newer issues by then.
        settings["KMA_NOW"] = "2026-10-04T19:00:00+09:00"
        settings["KMA_CLUSTER"] = etcd.endpoint
        let program = try Program(upstream, settings)
        let after = try await RunningService([], environment: program.environment, in: program.folder)
        #expect(try await text(of: after, Self.week).contains(#""stale":true"#))
        let refused = try await response(of: after, hours("대전"))
        #expect(refused.status == .serviceUnavailable)
        #expect(refused.headers.first(name: "Retry-After").flatMap { Int($0) } ?? 0 > 0)
        #expect(upstream.requests.isEmpty)
    }

    @Test(
        "An issue that one replica fetches is sent at once on the streams of all, and no old response is left"
    )
    func news() async throws {
        upstream.fault(.newestIssueEmpty)
        let replicas = [try await replica(), try await replica()]
        let stream = "/v1/stream?area=%EC%84%9C%EC%9A%B8"
        let streams = replicas.map { ListenedStream($0.address + stream) }
        try await until("an event each") { streams.allSatisfy { $0.events.count == 1 } }
        #expect(streams.map { issueOfShortTerm($0.events[0]) } == ["2026-10-04T11:00", "2026-10-04T11:00"])
        upstream.clearFaults()
        // Past the five minutes for which nobody asks again for an issue that is not there yet. The clocks of the others
        // stand still, so that nothing but news makes them send.
        let third = try await replica(["KMA_NOW": "2026-10-04T15:06:00+09:00"])
        let thirdStream = ListenedStream(third.address + stream)
        try await until("an event") { !thirdStream.events.isEmpty }
        try await until("the newest issue on all streams") {
            streams.allSatisfy { issueOfShortTerm($0.events.last) == "2026-10-04T14:00" }
        }
        for replica in replicas {
            #expect(issueOfShortTerm(try await text(of: replica, Self.week)) == "2026-10-04T14:00")
        }
    }

    @Test("Each replica's record has what another fetched, and those that were apart merge to the same")
    func records() async throws {
        let folder = try TemporaryFolder()
        func path(_ name: String) -> String { "\(folder.path)/\(name).db" }
        let idle = try await replica(["KMA_LEDGER": path("idle")])
        let asked = try await replica(["KMA_LEDGER": path("asked")])
        for target in [Self.week, "/v1/outlook?area=%EC%84%9C%EC%9A%B8"] {
            #expect(try await status(of: asked, target) == 200)
        }
        let kept = ["kma.mid_land", "kma.mid_temperature", "kma.outlook", "kma.short", "kma.warnings"]
        try await until("five feeds kept") { try Set(RecordRows(path("asked")).feeds) == Set(kept) }
        // Nobody has asked this one.
        try await until("the same kept") { try RecordRows(path("idle")) == RecordRows(path("asked")) }
        // One that comes later takes what it missed from the cluster.
        let late = try await replica(["KMA_LEDGER": path("late")])
        try await until("the same kept") { try RecordRows(path("late")) == RecordRows(path("asked")) }
        #expect(late.isRunning && idle.isRunning)
        let calls = Dictionary(grouping: upstream.requests, by: \.target).mapValues(\.count)
        #expect(calls.filter { $0.value != 1 } == [:])

        for (name, place) in [("apart", "부산"), ("alone", "서울"), ("alone", "제주")] {
            let replica = try await replica(["KMA_CLUSTER": "", "KMA_LEDGER": path(name)])
            #expect(try await status(of: replica, hours(place)) == 200)
            _ = try await replica.end()
        }
        for replica in [idle, asked, late] { _ = try await replica.end() }
        var unions: [RecordRows] = []
        for order in [
            ["asked", "apart", "alone"], ["alone", "apart", "asked"], ["apart", "asked", "alone"],
        ] {
            let union = SQLiteLedger(path: path("union \(order)"))
            for name in order { _ = try await union.merge(path(name)) }
            unions.append(try RecordRows(union.path))
            for name in order {
                let again = try await union.merge(path(name))
                #expect(again.issues == 0 && again.observations == 0)
            }
            #expect(try RecordRows(union.path) == unions.last)
        }
        #expect(Set(unions).count == 1)
        #expect(unions[0].bodies.count > (try RecordRows(path("asked")).bodies.count))
    }

    /// The issue of the short-term forecast that a week is made of.
    private func issueOfShortTerm(_ week: String?) -> String? {
        let pattern = /"feed":"kma\.short"[^{}]*?"issued_at":"([^"]{16})/
        return week?.firstMatch(of: pattern).map { String($0.1) }
    }

    /// A service with a cache folder of its own that the cluster answers.
    private func replica(_ settings: [String: String] = [:], _ arguments: String...) async throws
        -> RunningService
    {
        // The machine's speed is not under test.
        let usual = ["KMA_CLUSTER": etcd.endpoint, "KMA_CLUSTER_TIMEOUT": "2"]
        let settings = settings.merging(usual) { given, _ in given }
        let program = try Program(upstream, settings)
        let service = try await RunningService(
            arguments,
            environment: program.environment,
            in: program.folder
        )
        try await until("the cluster is up") {
            settings["KMA_CLUSTER"] == "" || service.log.contains("up=true")
        }
        return service
    }

    private func status(of service: RunningService, _ target: String) async throws -> UInt {
        UInt(try await response(of: service, target).status.code)
    }

    private func response(of service: RunningService, _ target: String) async throws -> HTTPClientResponse {
        let request = HTTPClientRequest(url: service.address + target)
        return try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    }

    private func text(of service: RunningService, _ target: String) async throws -> String {
        let response = try await response(of: service, target)
        return String(buffer: try await response.body.collect(upTo: 1 << 22))
    }
}
