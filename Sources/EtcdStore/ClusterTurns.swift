import Feeds
import KMAForecast
import NIOCore

/// Turns among the replicas: which of them fetches an issue, and what the others are given.
struct ClusterTurns: Sendable {
    let cluster: Cluster
    let view: ClusterView
    let pending: PendingWrites

    /// How long it is waited for the watch before the cluster is asked again.
    private static let interval = Duration.milliseconds(250)

    /// The result of asking.
    enum Outcome {
        /// The turn, with the revision of the answer it is to replace, 0 for none.
        case granted(Held)
        case answered(StoredAnswer)
        case failed(FeedError)
    }

    /// A turn that this replica has.
    struct Held: Sendable {
        let key: String
        let mark: String
        let answerKey: String
        let answerRevision: Int64
    }

    /// Asks for the turn to fetch an issue, and waits for as long as another replica has it: until it is done, or dies.
    func turn(
        _ subject: StoredSubject,
        _ issue: Date,
        until deadline: ContinuousClock.Instant,
        unless isFresh: (StoredAnswer) -> Bool
    ) async throws(EtcdError) -> Outcome {
        let keys = ClusterKeys(subject.scope)
        let (answerKey, turnKey) = (keys.answer(subject, issue), keys.turn(subject, issue))
        let faultKey = keys.fault(subject, issue)
        var answerRevision: Int64 = 0
        while true {
            let mark = try await cluster.ownerToken()
            let reply = try await asking(turnKey, mark) { () async throws(EtcdError) in
                try await cluster.transact(
                    EtcdTransaction(
                        compare: [
                            .revision(of: answerKey, is: answerRevision), .isAbsent(turnKey),
                            .isAbsent(faultKey),
                        ],
                        success: [.put(turnKey, Data(mark.utf8), lease: try await cluster.sessionLease())],
                        failure: [answerKey, turnKey, faultKey].map { .get(EtcdRange(key: $0)) }
                    )
                )
            }
            if reply.hasPut(mark, at: [turnKey]) {
                return .granted(
                    Held(key: turnKey, mark: mark, answerKey: answerKey, answerRevision: answerRevision)
                )
            }
            let known = reply.entry(answerKey)
            if let value = known?.value, let answer = StoredAnswer(clusterValue: value), isFresh(answer) {
                return .answered(answer)
            }
            if let fault = reply.entry(faultKey).flatMap({ FeedError(sharedText: $0.text) }) {
                return .failed(fault)
            }
            answerRevision = known?.revision ?? 0
            // Only an answer that is too old stood in the way: it is to be replaced.
            guard reply.entry(turnKey) != nil || reply.entry(faultKey) != nil else { continue }
            guard ContinuousClock.now < deadline else {
                var fault = FeedError(.timeout, "cluster")
                fault.wasSent = false
                return .failed(fault)
            }
            await view.change(
                of: [answerKey, turnKey, faultKey],
                after: reply.header?.revision?.value ?? 0,
                within: ClusterTurns.interval
            )
        }
    }

    /// Stores the result of a turn, and gives it back. A turn that was lost stores its answer only where no other is.
    func finish(_ held: Held, _ result: FetchResult) async {
        let end = EtcdTransaction.Operation.delete(held.key)
        do throws(EtcdError) {
            var steps = [end]
            switch result {
            case .answered(let answer):
                let lease = try await cluster.leaseForStoring()
                steps.append(.put(held.answerKey, answer.clusterValue, lease: lease))
            case .failed(let fault):
                let lease = try await cluster.grantLease(seconds: 2)
                let key = held.key.replacing("/turns/", with: "/faults/", maxReplacements: 1)
                steps.append(.put(key, Data(fault.sharedText.utf8), lease: lease))
            case .notSent: break
            }
            let reply = try await cluster.transact(
                EtcdTransaction(
                    compare: [
                        .value(of: held.key, is: held.mark),
                        .revision(of: held.answerKey, is: held.answerRevision),
                    ],
                    success: steps
                )
            )
            guard !reply.hasSucceeded else { return }
        } catch {
            // Done when the cluster is back.
        }
        await pending.release(held.key, mark: held.mark)
        if case .answered(let answer) = result { await pending.store(answer, at: held.answerKey) }
    }

    /// Sends what takes a key; where it is not known whether it did, the key is given back later.
    private func asking(
        _ key: String,
        _ mark: String,
        _ body: () async throws(EtcdError) -> EtcdTransactionAnswer
    ) async throws(EtcdError) -> EtcdTransactionAnswer {
        do throws(EtcdError) {
            return try await body()
        } catch {
            await pending.release(key, mark: mark)
            throw error
        }
    }
}

extension EtcdStore {
    /// What claims begin with: none of a scope, whose names are twelve digits.
    private static let claims = "/kma/1/claims/"

    /// Takes a name for this replica, for as long as answers are stored: two days; `false` where another replica has it, `nil`
    /// where the cluster does not answer.
    public func claim(_ name: String) async -> Bool? {
        let key = EtcdStore.claims + name
        do throws(EtcdError) {
            let mark = try await cluster.ownerToken()
            let lease = try await cluster.leaseForStoring()
            let reply = try await cluster.transact(
                EtcdTransaction(
                    compare: [.isAbsent(key)],
                    success: [.put(key, Data(mark.utf8), lease: lease)],
                    failure: [.get(EtcdRange(key: key))]
                )
            )
            return reply.hasPut(mark, at: [key])
        } catch {
            return nil
        }
    }

    /// Gives a name back, for any replica to take.
    public func release(_ name: String) async {
        do throws(EtcdError) {
            _ = try await cluster.transact(
                EtcdTransaction(compare: [], success: [.delete(EtcdStore.claims + name)])
            )
        } catch {
            // It ends with its lease.
        }
    }
}
