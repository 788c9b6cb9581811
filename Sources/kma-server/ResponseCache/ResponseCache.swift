import KMAForecast
import NIOConcurrencyHelpers

/// Responses by the key of what is asked (``Ask/key``), and the making of those that are missing. Of problems only those
/// are kept that stay what they are, such as a name that no area has.
///
/// A lock and not an actor: every request passes here, and finds what it looks for in less time than it takes to
/// wait in line.
final class ResponseCache: Sendable {
    private typealias Fetch = Task<Result<CachedResponse, Problem>, Never>

    /// Makes a response; given the one before, to keep its bytes where nothing has changed.
    typealias Make = @Sendable (_ previous: CachedResponse?) async -> Result<CachedResponse, Problem>

    private enum Lookup {
        case known(Result<CachedResponse, Problem>)
        case started(Fetch)
        case joined(Fetch)
    }

    private struct State {
        var responses: Generations<AskKey, CachedResponse>
        var problems = Generations<AskKey, Problem>(capacity: ResponseCache.smallGenerationSize)
        /// The keys of what targets ask that were read before.
        var keys = Generations<String, AskKey>(capacity: ResponseCache.smallGenerationSize)
        var inFlight: [AskKey: Fetch] = [:]
        var news = NewsOfResponses()

        mutating func current(_ key: AskKey, at now: Date) -> CachedResponse? {
            responses.use(key) { $0.isCurrent(at: now) }
        }
    }

    /// Bytes that a response takes besides its content: headers as fields and as they were last sent, and what the
    /// allocator rounds up. With 2 kB a service that had answered 250,000 targets of 0.7 kB held 86 MB, with this 57
    /// after 900,000.
    private static let headerSize = 5_120

    /// Bytes of problems, or of targets, after which a generation is full: some thousand that somebody made up.
    private static let smallGenerationSize = 1024 * 1024

    /// Bytes after which a generation is full: some 150 weeks of 39 kB.
    private let generationSize: Int
    private let state: NIOLockedValueBox<State>

    init(generationSize: Int = 12 * 1024 * 1024) {
        self.generationSize = generationSize
        state = NIOLockedValueBox(State(responses: Generations(capacity: generationSize)))
    }

    /// The response under a key, if it is still true.
    func current(_ key: AskKey, at now: Date) -> CachedResponse? {
        state.withLockedValue { $0.current(key, at: now) }
    }

    /// The response to a target (path and query) as it came, if it was read before and the response is still true.
    func current(target: String, at now: Date) -> CachedResponse? {
        state.withLockedValue { state in
            state.keys.use(target).flatMap { state.current($0, at: now) }
        }
    }

    /// Remembers what a target asks, so that it need not be read again until the response expires.
    func remember(_ key: AskKey, of target: String) {
        state.withLockedValue { state in
            if state.keys.use(target) == key { return }
            state.keys.insert(key, for: target, cost: target.utf8.count + key.byteCount + 256)
        }
    }

    /// The problem that is kept under a key.
    func problem(for key: AskKey) -> Problem? {
        state.withLockedValue { $0.problems.use(key) }
    }

    /// Keeps the problem that is the answer to a key whenever it is asked for.
    func keep(_ problem: Problem, for key: AskKey) {
        // Names of areas, and the query in both languages.
        let names = (problem.candidates ?? []) + (problem.suggestions ?? [])
        let cost = names.reduce(2 * key.byteCount + 512) {
            $0 + $1.korean.utf8.count + $1.english.utf8.count
        }
        state.withLockedValue { $0.problems.insert(problem, for: key, cost: cost) }
    }

    /// The response under a key, made once for all who wait for it.
    ///
    /// `make` runs in a task of its own, so that a caller who goes away does not cancel it for the others. A
    /// refusal of one client concerns that client alone: a client that waited with it asks again.
    func response(
        to key: AskKey,
        at now: Date,
        make: @escaping Make
    ) async throws(Problem) -> CachedResponse {
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

    /// Looks up and starts in one step: between two, a fetch might finish, and a second one follow it.
    private func lookUp(_ key: AskKey, at now: Date, orStart make: @escaping Make) -> Lookup {
        state.withLockedValue { state in
            if let response = state.current(key, at: now) {
                return .known(.success(response))
            }
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
            // One that alone would push out a tenth of all others is not kept.
            if case .success(let response) = result, response.isShared,
                response.content.bytes.readableBytes <= generationSize / 10
            {
                // News may have come after what it was made of was read.
                let isOutdated = response.isOlder(than: state.news.recent)
                // A long name costs as much as what it stands for, and headers more than a short response. Content counts
                // twice: once as it is, and once with the headers that it was last sent with.
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
    /// Marks responses that were made of older answers as outdated, and wakes those who follow them.
    func apply(_ news: [StoredNews]) {
        let bySubject = Dictionary(grouping: news, by: \.subject)
        let woken = state.withLockedValue { state in
            if !state.inFlight.isEmpty { state.news.remember(bySubject) }
            state.responses.replace(where: { $0.isOlder(than: bySubject) }, by: \.outdated)
            return state.news.takeWaiting { $0.isOlder(than: bySubject) }
        }
        for continuation in woken { continuation.resume() }
    }

    /// Waits until news outdate the response under a key, or the task is cancelled.
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

/// What news of answers mean for responses: who waits for them, and what came while responses were being made. Empty
/// where no news come.
private struct NewsOfResponses {
    /// News since the oldest response that is being made was begun.
    var recent: [StoredSubject: [StoredNews]] = [:]
    /// Those who follow a response.
    var waiting: [Int: (response: CachedResponse, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var lastNumber = 0

    /// Subjects whose news are remembered; a response that is made of one past them stays until it expires.
    private static let capacity = 4_096

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func remember(_ news: [StoredSubject: [StoredNews]]) {
        if recent.count >= NewsOfResponses.capacity { recent = [:] }
        recent.merge(news, uniquingKeysWith: +)
    }

    /// Takes out those whose response is no longer true.
    mutating func takeWaiting(
        where isOutdated: (CachedResponse) -> Bool
    ) -> [CheckedContinuation<Void, Never>] {
        let numbers = waiting.filter { isOutdated($0.value.response) }.keys
        return numbers.compactMap { waiting.removeValue(forKey: $0)?.continuation }
    }
}
