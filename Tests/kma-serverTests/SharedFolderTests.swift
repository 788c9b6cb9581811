import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("Programs that share a folder of stored answers", .takesSlots(programs: 3, listeners: 1))
struct SharedFolderTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)

    @Test(
        "Two servers and four command lines on one folder answer by one call a feed, and keep it whole"
    )
    func sixAtOnce() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.late(milliseconds: 100))
        let program = try Program(upstream)
        let right = try await week(of: program, "--sample")
        let servers = [try await service(program), try await service(program)]
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for server in servers { group.addTask { try await week(of: server) } }
            for _ in 1...4 { group.addTask { try await week(of: program) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 6)
        #expect(answers.allSatisfy { $0 == right })
        let calls = Dictionary(grouping: upstream.requests, by: \.target).mapValues(\.count)
        #expect(calls.count == 15)
        #expect(calls.filter { $0.value != 1 } == [:])
        let kept = try StoredFiles(below: program.cache)
        #expect(kept.damaged == [])
        #expect(kept.answers.count == calls.count)
        #expect(kept.callsCounted == upstream.requests.count)

        upstream.forgetRequests()
        #expect(try await week(of: program) == right)
        #expect(try await week(of: service(program)) == right)
        #expect(upstream.requests.isEmpty)
    }

    @Test("Two servers on one folder together never have more calls in the air than one may")
    func lanes() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.late(milliseconds: 100))
        let program = try Program(upstream)
        let servers = [try await service(program), try await service(program)]
        let places = ["서울", "부산", "대구", "대전", "광주", "제주", "강릉", "춘천"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, place) in places.enumerated() {
                let name = place.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                group.addTask {
                    _ = try await RawClient(servers[index % 2]).body("/v1/week?area=\(name)")
                }
            }
            try await group.waitForAll()
        }
        #expect(upstream.requests.count > 60)
        #expect(upstream.mostInFlight(of: .midTerm) <= 3)
        #expect(upstream.mostInFlight(of: .shortTerm) <= 3)
        #expect(upstream.mostInFlight(of: .openWeather) <= 2)
        #expect(upstream.mostInFlight(of: .airQuality) <= 2)
        #expect(upstream.mostInFlight <= 8)
    }

    @Test(
        "A command line killed amid its call leaves the turn to the next, and a stopped one holds up nobody",
        arguments: [SIGKILL, SIGSTOP]
    )
    func holderGone(signal: Int32) async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.hang, on: .outlook, times: 1)
        let program = try Program(upstream, ["KMA_TIMEOUT": "1"])
        let holder = try program.start(["outlook", "--area", "서울"])
        try await until("a call") { upstream.count(of: .outlook) > 0 }
        holder.signal(signal)
        let next = try await program.process("outlook", "--area", "서울")
        #expect(next.status == 0)
        #expect(upstream.count(of: .outlook) == 2)
        holder.signal(SIGKILL)
        _ = try await holder.outcome()
    }

    @Test("Command lines that waited for a call that failed fail alike, without a call of their own")
    func failsForAll() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.answers[.outlook] = { _ in
            // Long enough for all four to have started, also on a busy machine: who comes later has not waited.
            Thread.sleep(forTimeInterval: 5)
            return .json("", status: 500)
        }
        let program = try Program(upstream)
        let runs = try (1...4).map { _ in try program.start(["outlook", "--area", "서울"]) }
        for run in runs { #expect(try await run.outcome().status == 69) }
        // Two tries of the one that had the turn.
        #expect(upstream.count(of: .outlook) <= 2)
    }

    @Test(
        "A server told to end while it prefetches ends with 0 within ten seconds, and leaves whole files"
    )
    func endedWhileRefreshing() async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(upstream)
        let server = try await serviceAmidRefreshing(upstream, program)
        let end = try await server.end()
        #expect(end.status == 0)
        #expect(end.time < .seconds(10))
        try await expectGoingOn(upstream, program)
    }

    @Test(
        "A server killed while it prefetches leaves no half file, and the next one goes on from the store"
    )
    func killedWhileRefreshing() async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(upstream)
        let server = try await serviceAmidRefreshing(upstream, program)
        #expect(try await server.end(by: SIGKILL).status == 128 + SIGKILL)
        try await expectGoingOn(upstream, program)
    }

    @Test(
        "Two services go on, and keep all, where another program empties the index of a log they have mapped"
    )
    func emptiedIndex() async throws {
        let upstream = try Upstream(now: Self.noon)
        var program = try Program(upstream)
        program.environment["KMA_LEDGER"] = program.folder.path + "/ledger.db"
        let servers = [try await service(program), try await service(program)]
        for place in ["%EC%84%9C%EC%9A%B8", "%EB%B6%80%EC%82%B0", "%EC%A0%9C%EC%A3%BC"] {
            for server in servers {
                #expect(try await RawClient(server).status("/v1/week?area=\(place)") == 200)
            }
            try await until("all kept") {
                try StoredFiles(below: program.cache).answers.count
                    == Set(upstream.requests.map(\.target)).count
            }
            // The record is written after the response.
            try await settle(for: .milliseconds(500))
            for file in [program.cache + "/cache.db-shm", program.folder.path + "/ledger.db-shm"] {
                #expect(truncate(file, 0) == 0)
            }
        }
        for server in servers { #expect(try await server.end().status == 0) }
        #expect(try StoredFiles(below: program.cache).damaged == [])
        let verified = try await program.process("ledger", "verify")
        #expect(verified.status == 0, "\(verified.output)\(verified.standardError)")
        let kept = try await program.process("ledger", "export").lines
        for zone in ["11B10101", "11H20201", "11G00201"] {
            #expect(kept.contains { $0.hasPrefix("kma.mid_temperature,\(zone),") })
        }
    }

    @Test("A service's calls left fall with every call")
    func callsLeft() async throws {
        let upstream = try Upstream(now: Self.noon)
        let server = try await service(Program(upstream))
        _ = try await week(of: server)
        let metrics = String(decoding: try await RawClient(server).body("/metrics"), as: UTF8.self)
        #expect(metrics.contains("kma_upstream_calls_left{service=\"MidFcstInfoService\"} 9498\n"))
    }

    /// A service that has kept some feeds of what it refreshes, and is in the middle of the bodies of others.
    private func serviceAmidRefreshing(_ upstream: Upstream, _ program: Program) async throws
        -> RunningService
    {
        // A byte a second, so that no machine is slow enough to see their ends.
        upstream.fault(.slow(milliseconds: 1_000), on: [.midLand, .forecast])
        let server = try await service(program, "--keep", "서울")
        try await until("fourteen answers") {
            try Set(upstream.requests.compactMap(\.endpoint)).count >= 13
                && StoredFiles(below: program.cache).answers.count >= 14
        }
        return server
    }

    /// Expects whole files, and that the next service asks only for what is not among them.
    private func expectGoingOn(_ upstream: Upstream, _ program: Program) async throws {
        let kept = try StoredFiles(below: program.cache)
        #expect(kept.damaged == [])
        #expect(kept.answers.count == 14)
        upstream.clearFaults()
        upstream.forgetRequests()
        let server = try await service(program, "--keep", "서울")
        try await until("sixteen answers") { try StoredFiles(below: program.cache).answers.count >= 16 }
        #expect(try await week(of: server) == week(of: program, "--sample"))
        #expect(Set(upstream.requests.compactMap(\.endpoint)).isSubset(of: [.midLand, .forecast]))
        #expect(try StoredFiles(below: program.cache).damaged == [])
        #expect(try await server.end().status == 0)
    }

    /// A service in the same folder and environment as the command line.
    private func service(_ program: Program, _ arguments: String...) async throws -> RunningService {
        var environment = program.environment
        environment["KMA_CACHE_DIR"] = program.cache
        return try await RunningService(arguments, environment: environment, in: program.folder)
    }

    private func week(of program: Program, _ options: String...) async throws -> String {
        let run = try await program.start(["week", "--area", "서울", "--json"] + options).outcome()
        #expect(run.status == 0)
        return try comparable(Data(run.output.utf8))
    }

    private func week(of server: RunningService) async throws -> String {
        let answer = try await RawClient(server).body("/v1/week?area=%EC%84%9C%EC%9A%B8")
        return try comparable(answer)
    }

    /// A week without how it was come by, which differs from one who asks to the next, and without what is of the record and not
    /// of the folder: changes since yesterday, and ranges, which the sample has and a new record has not.
    private func comparable(_ json: Data) throws -> String {
        var week = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        let sources = try #require(week["sources"] as? [[String: Any]])
        week["sources"] = sources.map { source in source.filter { $0.key != "status" } }
        week["changes"] = nil
        let ofRecord = ["temperature_min_range", "temperature_max_range", "rain_confidence"]
        let days = try #require(week["days"] as? [[String: Any]])
        week["days"] = days.map { day in day.filter { !ofRecord.contains($0.key) } }
        let data = try JSONSerialization.data(withJSONObject: week, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }
}
