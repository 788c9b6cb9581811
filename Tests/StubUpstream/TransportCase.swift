import Feeds
import Foundation

/// A promise every ``Transport`` keeps, put to the proof over real HTTP.
///
/// Each program brings a transport of its own, and each has the same promises to keep:
///
///     @Test("keeps its promises", arguments: TransportCase.all)
///     func promise(_ promise: TransportCase) async throws {
///         #expect(try await promise.mismatches(transport) == [])
///     }
public struct TransportCase: Sendable, CustomStringConvertible {
    /// The promise, as a sentence.
    public let description: String
    private let prove: @Sendable (Trial) async throws -> Void

    init(_ promise: String, _ prove: @escaping @Sendable (Trial) async throws -> Void) {
        description = promise
        self.prove = prove
    }

    /// What a transport did otherwise, in words; empty where it kept the promise. Throws where no upstream could
    /// be started.
    public func mismatches(_ transport: Transport) async throws -> [String] {
        let trial = Trial(transport, try Upstream(now: Trial.now))
        try await prove(trial)
        return trial.mismatches
    }
}

/// A transport in front of an upstream, and what went wrong between them.
final class Trial: Sendable {
    /// 2026-10-04 15:00 in Korea.
    static let now = Date(timeIntervalSince1970: 1_791_093_600)
    /// data.go.kr's key as it stands in a query.
    static let encodedKey = "Ab%2BCd%2FEf01%2B23%2F45gh%3D%3D"
    /// A right request, its body some 850 bytes.
    static let target =
        "/1360000/MidFcstInfoService/getMidTa?regId=11B10101&tmFc=202610040600&dataType=JSON&serviceKey=\(encodedKey)"

    /// Long enough for any machine, and not the end of the test run where a promise is broken.
    static let patience = Duration.seconds(60)
    /// Longer than a loopback answer takes, much shorter than the faults it has to cut off.
    static let haste = Duration.milliseconds(400)

    let upstream: Upstream
    private let transport: Transport
    private let found = Guarded<[String]>([])

    init(_ transport: Transport, _ upstream: Upstream) {
        self.transport = transport
        self.upstream = upstream
    }

    var mismatches: [String] { found.with { $0 } }

    /// Takes note where something is not as promised.
    func expect(_ isKept: Bool, _ otherwise: @autoclosure () -> String) {
        if !isKept { note(otherwise()) }
    }

    func note(_ mismatch: String) {
        found.with { $0.append(mismatch) }
    }

    /// What comes of a request. A fault that shows a part of the key is a mismatch whatever is being proved.
    func outcome(
        of target: String = Trial.target,
        at base: String? = nil,
        within timeout: Duration = Trial.patience
    ) async -> Result<HTTPAnswer, TransportFault> {
        do throws(TransportFault) {
            return .success(try await transport.fetch((base ?? upstream.url) + target, timeout))
        } catch {
            let shown = "\(error)"
            for secret in [Trial.encodedKey, upstream.keys.portal, "serviceKey"] where shown.contains(secret)
            {
                note("the fault shows the key: \(shown)")
            }
            return .failure(error)
        }
    }

    /// The answer to a request that must be answered; notes the fault where it is not.
    func answer(to target: String = Trial.target) async -> HTTPAnswer? {
        switch await outcome(of: target) {
        case .success(let answer):
            return answer
        case .failure(let fault):
            note("not answered: \(fault)")
            return nil
        }
    }

    /// Expects no answer but one kind of fault.
    func expectFault(
        _ kind: String,
        at base: String? = nil,
        within timeout: Duration = Trial.patience,
        where isMeant: (TransportFault) -> Bool
    ) async {
        switch await outcome(at: base, within: timeout) {
        case .success(let answer): note("answered with \(answer.status) and \(answer.body.count) bytes")
        case .failure(let fault): expect(isMeant(fault), "\(fault) instead of \(kind)")
        }
    }

    /// Expects a connection that failed, as opposed to one that took too long.
    func expectUnreachable(at base: String? = nil) async {
        await expectFault("unreachable", at: base) { fault in
            if case .unreachable = fault { true } else { false }
        }
    }
}
