import SampleFeeds
import Feeds
import Foundation
import StubUpstream

extension Call {
    /// A request as the stand-in had it: what it did to it is what came of it.
    init(_ request: Request, to base: String, at time: Date) {
        url = base + request.target
        at = time
        switch request.fault {
        case nil, .late, .wrongContentType:
            outcome = .good
        case .newestIssueEmpty:
            outcome = .empty
        case .cutJSON:
            outcome = .faulty
            let right = SampleFeeds.answer(to: request.target, at: time)
            answer = HTTPAnswer(status: right.status, body: right.body.prefix(right.body.count / 2))
        case .hang, .slow:
            outcome = .faulty
            fault = .timedOut
        case .reset, .hangUpMidBody:
            outcome = .faulty
            fault = .unreachable(reason: "connection lost")
        case .oversized:
            outcome = .faulty
            fault = .oversized
        case let other?:
            outcome = .faulty
            answer = other.answer.map { HTTPAnswer(status: $0.status, body: Data($0.body)) }
        }
    }
}
