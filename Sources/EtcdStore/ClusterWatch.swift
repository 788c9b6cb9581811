import KMAForecast
import NIOCore

/// Follows a scope; after a lost connection from the last revision, or by reading everything if that is gone.
struct ClusterWatch: Sendable {
    let scope: StoreScope
    let client: EtcdClient
    let cluster: Cluster
    let view: ClusterView
    let quota: ClusterQuota
    let local: any AnswerStore
    let news: AsyncStream<[StoredNews]>.Continuation

    private var keys: ClusterKeys { ClusterKeys(scope) }

    private static let pageSize: Int64 = 100
    private static let interval = Duration.milliseconds(250)

    func run() async {
        var revision: Int64?
        while !Task.isCancelled {
            if await cluster.isUp {
                do {
                    let start = try await startingRevision(after: revision)
                    revision = start
                    for try await line in lines(from: start + 1) {
                        guard let result = line.result else { break }
                        if result.canceled ?? false {
                            revision = nil
                            break
                        }
                        await tell(of: result.events ?? [], by: apply)
                        if let seen = result.header?.revision?.value { revision = max(seen, revision ?? 0) }
                    }
                } catch {
                    // The next round resumes.
                }
            }
            try? await Task.sleep(for: ClusterWatch.interval)
        }
    }
}

extension ClusterWatch {
    private func startingRevision(after revision: Int64?) async throws -> Int64 {
        guard let revision else { return try await lookAtEverything() }
        let answer = try await cluster.range(EtcdRange(key: keys.prefix))
        let isKnown = (answer.header?.revision?.value ?? 0) >= revision
        return isKnown ? revision : try await lookAtEverything()
    }

    private func lookAtEverything() async throws -> Int64 {
        var revision: Int64?
        for prefix in [keys.lanes, keys.cooldowns, keys.quotas] {
            let answer = try await cluster.range(EtcdRange(prefix: prefix))
            await view.replace(prefix: prefix, with: answer.entries)
            for entry in answer.entries { await takeCount(entry) }
            if revision == nil { revision = answer.header?.revision?.value }
        }
        var page = EtcdRange(prefix: keys.answers)
        page.limit = EtcdNumber(ClusterWatch.pageSize)
        while true {
            let answer = try await cluster.page(page)
            await tell(of: answer.entries, by: takeAnswer)
            guard answer.more ?? false, let last = answer.entries.last else { return revision ?? 0 }
            page.key = last.key + [0]
        }
    }

    private func tell<Item: Sendable>(of items: [Item], by apply: (Item) async -> StoredNews?) async {
        var stored: [StoredNews] = []
        for item in items { if let item = await apply(item) { stored.append(item) } }
        if !stored.isEmpty { news.yield(stored) }
    }

    private func apply(_ event: EtcdWatchLine.Event) async -> StoredNews? {
        let (key, revision) = (event.kv.name, event.kv.revision)
        let isSmall = [keys.lanes, keys.cooldowns, keys.quotas].contains(where: key.hasPrefix)
        var stored: StoredNews?
        if !event.isDeletion {
            stored = await takeAnswer(event.kv)
            await takeCount(event.kv)
        }
        let value = event.isDeletion || !isSmall ? nil : event.kv.text
        await view.record(key, value, revision: revision, isKept: isSmall)
        return stored
    }

    /// This replica's too: some responses may be older.
    private func takeAnswer(_ entry: EtcdEntry) async -> StoredNews? {
        guard let (subject, issue) = keys.answer(ofKey: entry.name, in: scope), let value = entry.value,
            let answer = StoredAnswer(clusterValue: value)
        else { return nil }
        let stored = await local.answer(for: subject, issue: issue)
        if stored.map({ $0.fetchedAt < answer.fetchedAt }) ?? true { await local.put(answer, for: subject, issue: issue) }
        return StoredNews(subject: subject, issue: issue, fetchedAt: answer.fetchedAt)
    }

    private func takeCount(_ entry: EtcdEntry) async {
        guard let (count, mark) = keys.count(ofKey: entry.name, in: scope), let calls = Int(entry.text) else { return }
        if let mark { await quota.record(calls, returnedTo: count, mark: mark) } else { await quota.record(calls, drawnFrom: count) }
    }

    private func lines(from revision: Int64) -> AsyncThrowingStream<EtcdWatchLine, any Error> {
        AsyncThrowingStream { continuation in
            let reading = Task {
                do {
                    let body = try await client.watch(EtcdWatchRequest(prefix: keys.prefix, from: revision))
                    var rest = ByteBuffer()
                    for try await var piece in body {
                        rest.writeBuffer(&piece)
                        while let end = rest.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
                            let line = Data(rest.readableBytesView[..<end])
                            rest.moveReaderIndex(to: end + 1)
                            guard !line.isEmpty else { continue }
                            continuation.yield(try JSONDecoder().decode(EtcdWatchLine.self, from: line))
                        }
                        rest.discardReadBytes()
                    }
                    continuation.finish()
                } catch { continuation.finish(throwing: error) }
            }
            let checking = Task {
                while await cluster.isUp, !Task.isCancelled { try? await Task.sleep(for: ClusterWatch.interval) }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                reading.cancel()
                checking.cancel()
            }
        }
    }
}
