import Feeds
import Foundation
import KMAForecast
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import EtcdStore

@Suite(
    "Proving oneself to a cluster",
    .enabled(if: EtcdProcess.isInstalled, Comment(rawValue: EtcdProcess.hint)),
    .takesSlots(programs: 1, listeners: 1)
)
struct ClusterAccessTests {
    @Test(
        "A replica with a refused password goes on by itself and reports nothing; with the right one it is up"
    )
    func password() async throws {
        let etcd = try EtcdProcess()
        try await etcd.wantPassword("right pass")
        var options = options(at: etcd.endpoint, password: "wr0ng pass")
        let refused = try Replica(options)
        try await until("a reason") { refused.reasons.last == "gRPC status 3" }
        guard case .granted(let turn) = await refused.store.turnForTests() else { throw NotGranted() }
        await turn.finish(.answered(.forTests("alone")))
        #expect(await refused.store.countForTests(limit: 200) == .withheld)

        options.password = "right pass"
        let replica = try Replica(options)
        try await until("the cluster answers") { replica.isUp }
        guard case .granted(let own) = await replica.store.turnForTests() else { throw NotGranted() }
        await own.finish(.answered(.forTests("shared")))
        #expect(await replica.store.countForTests(limit: 200) == .counted)

        // The password becomes the one that was refused: one replica is back by itself, and the other does no harm.
        try await etcd.changePassword(to: "wr0ng pass")
        try await until("the cluster answers") { refused.isUp }
        #expect(await refused.store.countForTests(limit: 200) == .counted)
    }

    @Test("An address that is none of etcd's is named as such at once, and a turn is the machine's own")
    func foreignAddress() async throws {
        let upstream = try Upstream(now: .issueForTests)
        // As many time-outs as an hour has: what waits for one does not end here.
        var options = ClusterSettings(endpoints: [upstream.url])
        options.timeout = .seconds(3_600)
        let replica = try Replica(options)
        try await until("a reason") { replica.reasons == ["not etcd"] }
        guard case .granted(let turn) = await replica.store.turnForTests(limit: .seconds(3_600)) else {
            throw NotGranted()
        }
        await turn.finish(.answered(.forTests("alone")))
        #expect(await replica.disk.issues(of: .forTests).count == 1)
    }

    @Test("A member that is restarted has forgotten its tokens, and is logged in to again")
    func forgottenToken() async throws {
        let etcd = try EtcdProcess()
        try await etcd.wantPassword("right pass")
        let replica = try Replica(options(at: etcd.endpoint, password: "right pass"))
        try await until("the cluster answers") { replica.isUp }
        #expect(await replica.store.countForTests(limit: 60) == .counted)
        try await etcd.restart(empty: false)
        try await until("what one replica does is seen by the other") {
            guard case .granted(let turn) = await replica.store.turnForTests(limit: .zero) else {
                return false
            }
            await turn.finish(.notSent)
            return replica.isUp
        }
        let lane = await replica.store.lane(of: .midTerm, scope: .forTests, limit: .seconds(1), within: .zero)
        #expect(lane is ClusterLane)
    }

    @Test(
        "Members and replicas prove themselves over TLS with a private authority, and nobody else gets in"
    )
    func authority() async throws {
        let folder = try TemporaryFolder()
        try await Certificates.make(in: folder)
        let path = folder.path
        let etcd = try EtcdProcess(
            [
                "--cert-file", "\(path)/etcd.pem", "--key-file", "\(path)/etcd.key", "--client-cert-auth",
                "--trusted-ca-file", "\(path)/ca.pem",
            ],
            scheme: "https"
        )
        var options = options(at: etcd.endpoint)
        options.authorityPath = "\(path)/ca.pem"
        let withoutCertificate = try Replica(options)
        options.certificatePath = "\(path)/kma.pem"
        options.privateKeyPath = "\(path)/kma.key"
        let replica = try Replica(options)
        try await until("the cluster answers") { replica.isUp }
        guard case .granted(let turn) = await replica.store.turnForTests() else { throw NotGranted() }
        await turn.finish(.answered(.forTests("over TLS")))
        options.authorityPath = "\(path)/other.pem"
        let withOtherAuthority = try Replica(options)
        for replica in [withoutCertificate, withOtherAuthority] {
            try await until("a reason") { !replica.reasons.isEmpty }
            #expect(!replica.isUp)
        }
        #expect(withOtherAuthority.reasons == ["TLS"])
        options.authorityPath = "\(path)/ca.pem"
        let second = try Replica(options)
        try await until("the issues are known") {
            await second.disk.issues(of: .forTests).count == 1 || second.isUp
        }
        guard case .answered(let answer) = await second.store.turnForTests() else { throw NotGranted() }
        #expect(answer.body == Array("over TLS".utf8))
    }

    private func options(at endpoint: String, password: String? = nil) -> ClusterSettings {
        var options = ClusterSettings(endpoints: [endpoint])
        options.timeout = .seconds(2)
        options.user = password.map { _ in "kma" }
        options.password = password
        return options
    }
}

/// An authority with a certificate for a member and one for a replica, and an authority that signed neither.
private enum Certificates {
    static func make(in folder: TemporaryFolder) async throws {
        let script = #"""
            set -e
            for ca in ca other; do
              openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                -subj "/CN=$ca" -keyout $ca.key -out $ca.pem
            done
            echo "subjectAltName=IP:127.0.0.1" > names
            for name in etcd kma; do
              openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$name" \
                -keyout $name.key -out $name.csr
              openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
                -extfile names -out $name.pem
            done
            """#
        let run = try RunningProcess("/bin/bash", ["-c", script], ["PATH": "/usr/bin:/bin"], in: folder)
        let outcome = try await run.outcome()
        guard outcome.status == 0 else { throw NoCertificates(log: outcome.standardError) }
    }

    private struct NoCertificates: Error {
        let log: String
    }
}
