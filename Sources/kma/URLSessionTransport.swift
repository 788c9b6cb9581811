#if !os(Linux)
import Feeds
import Foundation
import Watching

extension Transport {
    /// Creates a transport over URLSession; Linux has libcurl instead.
    static func http(contact: String? = nil) -> Transport {
        let userAgent = Transport.userAgent(contact: contact)
        let exchanges = Exchanges()
        let session = URLSession.ephemeral(exchanges)
        return Transport { url, timeout throws(TransportFault) in
            guard let address = URL(string: url) else { throw .unreachable(reason: "URL") }
            var request = URLRequest(url: address)
            request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
            return try await session.answer(to: request, within: timeout, exchanges)
        }
    }
}

extension PostTransport {
    /// Creates a transport over URLSession, which resolves the name again, as it takes no address.
    static func http(contact: String? = nil) -> PostTransport {
        let userAgent = Transport.userAgent(contact: contact)
        let exchanges = Exchanges()
        let session = URLSession.ephemeral(exchanges)
        return PostTransport { post, timeout throws(TransportFault) in
            guard let address = URL(string: post.url.text) else { throw .unreachable(reason: "URL") }
            var request = URLRequest(url: address)
            request.httpMethod = "POST"
            request.httpBody = Data(post.body)
            request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
            for (name, value) in post.headers { request.setValue(value, forHTTPHeaderField: name) }
            return try await session.answer(to: request, within: timeout, exchanges, readsBody: false).status
        }
    }
}

extension URLSession {
    fileprivate static func ephemeral(_ exchanges: Exchanges) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        return URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    fileprivate func answer(
        to request: URLRequest,
        within timeout: Duration,
        _ exchanges: Exchanges,
        readsBody: Bool = true
    ) async throws(TransportFault) -> HTTPAnswer {
        let task = dataTask(with: request)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                exchanges.begin(task.taskIdentifier, waiter, readsBody: readsBody)
                task.resume()
                // Cancelled early, it may have ended before the wait.
                if Task.isCancelled {
                    exchanges.end(task.taskIdentifier, .failure(.unreachable(reason: "cancelled")))
                }
                // The session's own time-outs restart with each piece.
                Task {
                    try? await Task.sleep(for: timeout)
                    exchanges.end(task.taskIdentifier, .failure(.timedOut))
                    task.cancel()
                }
            }
        } onCancel: {
            task.cancel()
        }
        return try outcome.get()
    }
}

/// `@unchecked Sendable`: URLSession calls its delegate from its own queue; all changes are behind the lock.
private final class Exchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportFault>

    private struct Exchange {
        var waiter: CheckedContinuation<Outcome, Never>
        var readsBody: Bool
        var body: [UInt8] = []
    }

    private let lock = NSLock()
    private var underWay: [Int: Exchange] = [:]

    func begin(_ task: Int, _ waiter: CheckedContinuation<Outcome, Never>, readsBody: Bool) {
        lock.withLock { underWay[task] = Exchange(waiter: waiter, readsBody: readsBody) }
    }

    /// A later outcome is dropped.
    func end(_ task: Int, _ outcome: Outcome) {
        let exchange = lock.withLock { underWay.removeValue(forKey: task) }
        exchange?.waiter.resume(returning: outcome)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // The key is in the query, so the redirect itself is the answer.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Without a password a 401 is the answer.
        if challenge.failureResponse != nil { end(task.taskIdentifier, outcome(of: task, nil)) }
        completionHandler(.performDefaultHandling, nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let readsBody = lock.withLock { underWay[dataTask.taskIdentifier]?.readsBody ?? false }
        if !readsBody, let response = response as? HTTPURLResponse {
            end(dataTask.taskIdentifier, .success(HTTPAnswer(status: response.statusCode, body: [])))
        }
        completionHandler(readsBody ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let size = lock.withLock { () -> Int in
            underWay[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return underWay[dataTask.taskIdentifier]?.body.count ?? 0
        }
        if size > Transport.maximumBody {
            end(dataTask.taskIdentifier, .failure(.oversized))
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task.taskIdentifier, outcome(of: task, error))
    }

    private func outcome(of task: URLSessionTask, _ error: (any Error)?) -> Outcome {
        if let error = error as? URLError {
            switch error.code {
            case .timedOut: return .failure(.timedOut)
            case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
                return .failure(.malformed(reason: "not HTTP"))
            default: return .failure(.unreachable(reason: error.reason))
            }
        }
        guard error == nil, let response = task.response as? HTTPURLResponse else {
            return .failure(.unreachable(reason: "connection"))
        }
        let body = lock.withLock { underWay[task.taskIdentifier]?.body ?? [] }
        let date = response.value(forHTTPHeaderField: "Date").flatMap { Date(httpDate: $0) }
        return .success(HTTPAnswer(status: response.statusCode, body: body, date: date))
    }
}

extension URLError {
    /// Name without the system's description, which may contain the URL and the key.
    fileprivate var reason: String {
        switch code {
        case .cannotFindHost, .dnsLookupFailed: "DNS"
        case .cannotConnectToHost: "connection refused"
        case .networkConnectionLost: "connection lost"
        case .notConnectedToInternet: "offline"
        case .cancelled: "cancelled"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate: "TLS"
        default: "URLSession \(code.rawValue)"
        }
    }
}
#endif
