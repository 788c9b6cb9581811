import Forecast
import Foundation
import Settings
import TestSupport

@testable import EtcdStore

extension EtcdProcess {
    /// Tells it something that the service never does, such as to want a password, as soon as it answers.
    func tell(_ path: String, _ values: [String: String] = [:]) async throws {
        let _: Nothing = try await ask(path, values)
    }

    /// Asks it something that the service never does.
    func ask<Answer: Decodable & Sendable>(
        _ path: String,
        _ values: some Encodable & Sendable,
        _ options: ClusterSettings? = nil
    ) async throws -> Answer {
        let client = try EtcdClient(options ?? ClusterSettings(endpoints: [endpoint]))
        defer { Task { try await client.shutdown() } }
        while true {
            do throws(EtcdError) {
                let answer: Answer = try await client.send(path, values, within: .seconds(10))
                return answer
            } catch {
                guard case .unreachable = error else { throw error }
            }
            try await settle(for: .milliseconds(20))
        }
    }

    /// Everything that is stored, by key.
    var entries: [String: Data] {
        get async throws { try await entries(nil) }
    }

    /// The calls to a service on the day of the tests: what was drawn, without what was given back.
    func calls(of service: UpstreamAPI) async throws -> Int {
        try await entries.reduce(0) { calls, entry in
            guard let day = entry.key.range(of: "/quota/\(service.rawValue)/20261004") else { return calls }
            let number = Int(String(decoding: entry.value, as: UTF8.self)) ?? 0
            let rest = entry.key[day.upperBound...]
            if rest.isEmpty { return calls + number }
            // A count of a minute has the hour and the minute behind the day.
            return rest.first?.isNumber == true ? calls : calls - number
        }
    }

    /// Everything that is stored, by key, where a password is wanted.
    var entriesForRoot: [String: Data] {
        get async throws { try await entries(rootOptions) }
    }

    private func entries(_ options: ClusterSettings?) async throws -> [String: Data] {
        let everything = ["key": "AA==", "range_end": "AA=="]
        let answer: EtcdRangeAnswer = try await ask("kv/range", everything, options)
        return Dictionary(uniqueKeysWithValues: answer.entries.map { ($0.name, $0.value ?? Data()) })
    }

    /// The revision of the last change.
    var revision: Int64 {
        get async throws {
            let answer: EtcdRangeAnswer = try await ask("kv/range", ["key": "AA=="])
            return answer.header?.revision?.value ?? 0
        }
    }

    /// Whether it leads the cluster; `false` where it does not answer.
    var isLeader: Bool {
        get async {
            let client = try? EtcdClient(ClusterSettings(endpoints: [endpoint]))
            let status: Status? = try? await client?.send("maintenance/status", [String: String]())
            try? await client?.shutdown()
            return status?.leader != nil && status?.leader == status?.header.memberID
        }
    }

    /// Ends its alarms, as a person does who has made room.
    func endAlarms() async throws {
        let known: Alarms = try await ask("maintenance/alarm", ["action": "GET"])
        for alarm in known.alarms ?? [] {
            try await tell("maintenance/alarm", alarm.merging(["action": "DEACTIVATE"]) { $1 })
        }
    }

    private struct Alarms: Decodable, Sendable {
        var alarms: [[String: String]]?
    }

    /// The member that leads, as soon as there is one.
    static func leader(of members: [EtcdProcess]) async throws -> EtcdProcess {
        var leader = members[0]
        try await until("a member leads") {
            for member in members where await member.isLeader {
                leader = member
                return true
            }
            return false
        }
        return leader
    }

    private struct Nothing: Decodable, Sendable {}

    private struct Status: Decodable, Sendable {
        struct Header: Decodable, Sendable {
            var memberID: String?

            enum CodingKeys: String, CodingKey {
                case memberID = "member_id"
            }
        }
        var header: Header
        var leader: String?
    }
}

extension EtcdProcess {
    /// Wants a password from here on: of root, who may do everything, and of kma, who may use the keys of the service.
    func wantPassword(_ password: String) async throws {
        try await tell("auth/user/add", ["name": "root", "password": "root's"])
        try await tell("auth/role/add", ["name": "root"])
        try await tell("auth/user/grant", ["user": "root", "role": "root"])
        try await tell("auth/user/add", ["name": "kma", "password": password])
        try await tell("auth/role/add", ["name": "kma"])
        // From /kma/ to before /kma0.
        let permission = ["permType": "READWRITE", "key": "L2ttYS8=", "range_end": "L2ttYTA="]
        let _: Nothing = try await ask("auth/role/grant", Grant(name: "kma", perm: permission))
        try await tell("auth/user/grant", ["user": "kma", "role": "kma"])
        try await tell("auth/enable")
    }

    /// Gives kma another password.
    func changePassword(to password: String) async throws {
        let _: Nothing = try await ask(
            "auth/user/changepw",
            ["name": "kma", "password": password],
            rootOptions
        )
    }

    private var rootOptions: ClusterSettings {
        var options = ClusterSettings(endpoints: [endpoint])
        options.user = "root"
        options.password = "root's"
        return options
    }

    private struct Grant: Encodable, Sendable {
        var name: String
        var perm: [String: String]
    }
}
