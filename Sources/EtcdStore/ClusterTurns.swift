import Feeds
import KMAForecast
import NIOCore

extension EtcdStore {
    static let interval = Duration.milliseconds(250)

    func clusterTurn(_ subject: StoredSubject, _ issue: Date, until deadline: ContinuousClock.Instant, unless isFresh: (StoredAnswer) -> Bool)
        async throws(EtcdError) -> FetchTurn
    {
        let keys = ClusterKeys(subject.scope)
        let (answerKey, turnKey) = (keys.answer(subject, issue), keys.turn(subject, issue))
        let faultKey = keys.fault(subject, issue)
        var answerRevision: Int64 = 0
        while true {
            let mark = try await cluster.ownerToken()
            let reply: EtcdTransactionAnswer
            do throws(EtcdError) {
                reply = try await cluster.transact(
                    EtcdTransaction(
                        compare: [.revision(of: answerKey, is: answerRevision), .isAbsent(turnKey), .isAbsent(faultKey)],
                        success: [.put(turnKey, Data(mark.utf8), lease: try await cluster.sessionLease())],
                        failure: [answerKey, turnKey, faultKey].map { .get(EtcdRange(key: $0)) }
                    )
                )
            } catch {
                // The key may be taken; given back later.
                await pending.release(turnKey, mark: mark)
                throw error
            }
            if reply.hasPut(mark, at: [turnKey]) {
                return .granted(
                    ClusterTurn(
                        key: turnKey,
                        mark: mark,
                        answerKey: answerKey,
                        answerRevision: answerRevision,
                        faultKey: faultKey,
                        cluster: cluster,
                        pending: pending
                    )
                )
            }
            let known = reply.entry(answerKey)
            if let value = known?.value, let answer = StoredAnswer(clusterValue: value), isFresh(answer) { return .answered(answer) }
            if let fault = reply.entry(faultKey).flatMap({ FeedError(sharedText: $0.text) }) { return .failed(fault) }
            answerRevision = known?.revision ?? 0
            guard reply.entry(turnKey) != nil || reply.entry(faultKey) != nil else { continue }
            guard ContinuousClock.now < deadline else {
                var fault = FeedError(.timeout, "cluster")
                fault.wasSent = false
                return .failed(fault)
            }
            await view.change(of: [answerKey, turnKey, faultKey], after: reply.header?.revision?.value ?? 0, within: EtcdStore.interval)
        }
    }
}

private struct ClusterTurn: GrantedTurn {
    let key: String
    let mark: String
    let answerKey: String
    let answerRevision: Int64
    let faultKey: String
    let cluster: Cluster
    let pending: PendingWrites

    func finish(_ result: FetchResult) async {
        do throws(EtcdError) {
            var steps = [EtcdTransaction.Operation.delete(key)]
            switch result {
            case .answered(let answer):
                let lease = try await cluster.leaseForStoring()
                steps.append(.put(answerKey, answer.clusterValue, lease: lease))
            case .failed(let fault):
                let lease = try await cluster.grantLease(seconds: 2)
                steps.append(.put(faultKey, Data(fault.sharedText.utf8), lease: lease))
            case .notSent: break
            }
            let reply = try await cluster.transact(
                EtcdTransaction(compare: [.value(of: key, is: mark), .revision(of: answerKey, is: answerRevision)], success: steps)
            )
            guard !reply.hasSucceeded else { return }
        } catch {
            // Written when the cluster is back.
        }
        await pending.release(key, mark: mark)
        if case .answered(let answer) = result { await pending.store(answer.clusterValue, at: answerKey) }
    }
}
