import SampleFeeds
import Feeds
import Foundation

/// Every call that goes through a transport, by the simulated clock.
actor CallLog {
    private var calls: [Call] = []

    func add(_ call: Call) {
        calls.append(call)
    }

    /// The calls since the last look.
    func takeRequests() -> [Call] {
        defer { calls = [] }
        return calls
    }

    /// A transport that notes what goes through another.
    nonisolated func noting(_ transport: Transport, clock: @escaping @Sendable () -> Date) -> Transport {
        Transport { url, timeout throws(TransportFault) in
            let start = clock()
            do throws(TransportFault) {
                let answer = try await transport.fetch(url, timeout)
                // The clock may move on while an answer is late.
                let isTrue = [start, clock()].contains {
                    let right = SampleFeeds.answer(to: url, at: $0)
                    return right.status == answer.status && right.body == answer.body
                }
                let isEmpty = answer.body.firstRange(of: Data(#""resultCode":"03""#.utf8)) != nil
                let outcome: Call.Outcome = isEmpty ? .empty : isTrue ? .good : .faulty
                let noted = outcome == .faulty ? answer : nil
                await self.add(Call(url: url, at: start, outcome: outcome, answer: noted))
                return answer
            } catch {
                await self.add(Call(url: url, at: start, outcome: .faulty, fault: error))
                throw error
            }
        }
    }
}
