import Feeds
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `@unchecked Sendable`: URLSession calls its delegate from its own queue; all changes are behind the lock.
package final class Exchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportFault>

    private struct Exchange {
        var waiter: CheckedContinuation<Outcome, Never>
        var readsBody: Bool
        var body: [UInt8] = []
    }

    private let lock = NSLock()
    private var underWay: [Int: Exchange] = [:]
    private var session: URLSession?

    package override init() {
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    /// Returns the head alone if `readsBody` is false.
    package func answer(to request: URLRequest, within timeout: Duration, readsBody: Bool = true) async throws(TransportFault) -> HTTPAnswer {
        guard let task = session?.dataTask(with: request) else { throw .unreachable(reason: "session") }
        let number = task.taskIdentifier
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                begin(number, waiter, readsBody: readsBody)
                task.resume()
                if Task.isCancelled { end(number, .failure(.unreachable(reason: "cancelled"))) }
                // The session's own time-outs restart with each piece.
                Task {
                    try? await Task.sleep(for: timeout)
                    end(number, .failure(.timedOut))
                    task.stop()
                }
            }
        } onCancel: {
            end(number, .failure(.unreachable(reason: "cancelled")))
            task.stop()
        }
        return try outcome.get()
    }

    private func begin(_ task: Int, _ waiter: CheckedContinuation<Outcome, Never>, readsBody: Bool) {
        lock.withLock { underWay[task] = Exchange(waiter: waiter, readsBody: readsBody) }
    }

    private func end(_ task: Int, _ outcome: Outcome) {
        let exchange = lock.withLock { underWay.removeValue(forKey: task) }
        exchange?.waiter.resume(returning: outcome)
    }

    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // The key is in the query: the redirect is the answer.
        completionHandler(nil)
    }

    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Without a password a 401 is the answer.
        if challenge.failureResponse != nil { end(task.taskIdentifier, outcome(of: task, nil)) }
        completionHandler(.performDefaultHandling, nil)
    }

    package func urlSession(
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

    package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let size = lock.withLock { () -> Int in
            underWay[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return underWay[dataTask.taskIdentifier]?.body.count ?? 0
        }
        if size > Transport.maximumBody {
            end(dataTask.taskIdentifier, .failure(.oversized))
            dataTask.stop()
        }
    }

    package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
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
        guard error == nil, let response = task.response as? HTTPURLResponse else { return .failure(.unreachable(reason: "connection")) }
        let body = lock.withLock { underWay[task.taskIdentifier]?.body ?? [] }
        let date = response.value(forHTTPHeaderField: "Date").flatMap { Date(httpDate: $0) }
        let retryAfter = response.value(forHTTPHeaderField: "Retry-After")
        return .success(HTTPAnswer(status: response.statusCode, body: body, date: date, retryAfter: retryAfter))
    }
}

extension URLSessionTask {
    /// Cancels the task; on Linux, where cancelled tasks stall a session, the rest is read and dropped.
    fileprivate func stop() {
        #if !canImport(FoundationNetworking)
        cancel()
        #endif
    }
}

extension URLError {
    /// The system's description may contain the URL and the key.
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
