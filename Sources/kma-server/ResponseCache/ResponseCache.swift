import KMAForecast
import NIOConcurrencyHelpers

/// Responses and lasting problems by key (``Ask/key``), behind a lock, as every request passes quickly.
final class ResponseCache: Sendable {
    private typealias Fetch = Task<Result<CachedResponse, Problem>, Never>

    typealias Make = @Sendable (_ previous: CachedResponse?) async -> Result<CachedResponse, Problem>

    private enum Lookup {
        case known(Result<CachedResponse, Problem>)
        case started(Fetch)
        case joined(Fetch)
    }

    private struct State {
        var responses: Generations<AskKey, CachedResponse>
        var problems = Generations<AskKey, Problem>(capacity: ResponseCache.smallGenerationSize)
        var keys = Generations<String, AskKey>(capacity: ResponseCache.smallGenerationSize)
        var inFlight: [AskKey: Fetch] = [:]
        var news = NewsOfResponses()

        mutating func current(_ key: AskKey, at now: Date) -> CachedResponse? { responses.use(key) { $0.isCurrent(at: now) } }
    }

    /// Bytes: with 2 kB 250,000 targets of 0.7 kB held 86 MB, with this 900,000 held 57.
    private static let headerSize = 5_120

    /// Problems or targets, some thousand made-up ones.
    private static let smallGenerationSize = 1024 * 1024

    private let generationSize: Int
    private let constants: [String: CachedResponse]
    private let state: NIOLockedValueBox<State>

    init(constants: [CachedResponse] = [], generationSize: Int = 12 * 1024 * 1024) {
        self.generationSize = generationSize
        self.constants = Dictionary(constants.map { ($0.route, $0) }) { first, _ in first }
        state = NIOLockedValueBox(State(responses: Generations(capacity: generationSize)))
    }

    func removeAll() {
        state.withLockedValue { state in
            state.responses = Generations(capacity: generationSize)
            state.problems = Generations(capacity: ResponseCache.smallGenerationSize)
        }
    }

    func current(_ key: AskKey, at now: Date) -> CachedResponse? { state.withLockedValue { $0.current(key, at: now) } }

    func current(target: String, at now: Date) -> CachedResponse? {
        if let constant = constants[target] { return constant }
        return state.withLockedValue { state in state.keys.use(target).flatMap { state.current($0, at: now) } }
    }

    func remember(_ key: AskKey, of target: String) {
        state.withLockedValue { state in
            if state.keys.use(target) == key { return }
            state.keys.insert(key, for: target, cost: target.utf8.count + key.byteCount + 256)
        }
    }

    func problem(for key: AskKey) -> Problem? { state.withLockedValue { $0.problems.use(key) } }

    func keep(_ problem: Problem, for key: AskKey) {
        let names = (problem.candidates ?? []) + (problem.suggestions ?? [])
        let cost = names.reduce(2 * key.byteCount + 512) { $0 + $1.korean.utf8.count + $1.english.utf8.count }
        state.withLockedValue { $0.problems.insert(problem, for: key, cost: cost) }
    }

    /// Makes a response once for all waiting; a refusal of one client makes others ask again.
    func response(to key: AskKey, at now: Date, make: @escaping Make) async throws(Problem) -> CachedResponse {
        while true {
            switch lookUp(key, at: now, orStart: make) {
            case .known(let known): return try known.get()
            case .started(let fetch): return try await fetch.value.get()
            case .joined(let fetch):
                let result = await fetch.value
                switch result {
                case .failure(let problem) where problem.refusalReason != nil: continue
                case .success(let response) where !response.isShared: continue
                case .success, .failure: return try result.get()
                }
            }
        }
    }

    private func lookUp(_ key: AskKey, at now: Date, orStart make: @escaping Make) -> Lookup {
        state.withLockedValue { state in
            if let response = state.current(key, at: now) { return .known(.success(response)) }
            if let problem = state.problems.use(key) { return .known(.failure(problem)) }
            if let fetch = state.inFlight[key] { return .joined(fetch) }
            let previous = state.responses[key]
            let fetch = Fetch {
                let result = await make(previous)
                self.finish(key, result)
                return result
            }
            state.inFlight[key] = fetch
            return .started(fetch)
        }
    }

    private func finish(_ key: AskKey, _ result: Result<CachedResponse, Problem>) {
        state.withLockedValue { state in
            state.inFlight[key] = nil
            if case .success(let response) = result, response.isShared, response.content.bytes.readableBytes <= generationSize / 10 {
                // News may have come after its answers were read.
                let isOutdated = response.isOlder(than: state.news.recent)
                // Names and headers can exceed the content, which counts twice: as it is, and as last sent.
                state.responses.insert(
                    isOutdated ? response.outdated : response,
                    for: key,
                    cost: 2 * response.content.bytes.readableBytes + key.byteCount + ResponseCache.headerSize
                )
            }
            if state.inFlight.isEmpty { state.news.recent = [:] }
        }
    }
}

extension ResponseCache {
    func apply(_ news: [StoredNews]) {
        let bySubject = Dictionary(grouping: news, by: \.subject)
        let woken = state.withLockedValue { state in
            if !state.inFlight.isEmpty { state.news.remember(bySubject) }
            state.responses.replace(where: { $0.isOlder(than: bySubject) }, by: \.outdated)
            return state.news.takeWaiting { $0.isOlder(than: bySubject) }
        }
        for continuation in woken { continuation.resume() }
    }

    func news(of response: CachedResponse, to key: AskKey) async {
        let number = state.withLockedValue { $0.news.nextNumber() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLockedValue { state in
                    let kept = state.responses[key]
                    if Task.isCancelled || kept?.isOutdated == true { return true }
                    state.news.waiting[number] = (response, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLockedValue { $0.news.waiting.removeValue(forKey: number) }
            waiting?.continuation.resume()
        }
    }
}

private struct NewsOfResponses {
    var recent: [StoredSubject: [StoredNews]] = [:]
    var waiting: [Int: (response: CachedResponse, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var lastNumber = 0

    /// Subjects; others' responses stay until they expire.
    private static let capacity = 4_096

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func remember(_ news: [StoredSubject: [StoredNews]]) {
        if recent.count >= NewsOfResponses.capacity { recent = [:] }
        recent.merge(news, uniquingKeysWith: +)
    }

    mutating func takeWaiting(where isOutdated: (CachedResponse) -> Bool) -> [CheckedContinuation<Void, Never>] {
        let numbers = waiting.filter { isOutdated($0.value.response) }.keys
        return numbers.compactMap { waiting.removeValue(forKey: $0)?.continuation }
    }
}
