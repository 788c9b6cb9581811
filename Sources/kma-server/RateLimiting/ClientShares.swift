import Forecast
import NIOConcurrencyHelpers

/// `nil` is this machine, counted in the total alone.
final class ClientShares: Sendable {
    enum Kind: Sendable {
        case connections
        case streams
    }

    private let kind: Kind
    let perClient: Int
    let total: Int
    private let held = NIOLockedValueBox(Held())

    private struct Held {
        var total = 0
        var clients: [ClientAddress: Int] = [:]
    }

    init(of kind: Kind, perClient: Int, total: Int) { (self.kind, self.perClient, self.total) = (kind, perClient, total) }

    final class Grant: Sendable {
        private let shares: ClientShares
        private let client: ClientAddress?

        fileprivate init(of shares: ClientShares, to client: ClientAddress?) { (self.shares, self.client) = (shares, client) }

        deinit { shares.giveBack(client) }
    }

    func acquire(for client: ClientAddress?) throws(Problem) -> Grant {
        let problem: Problem? = held.withLockedValue { held in
            if held.total >= total { return .allHeld(kind) }
            if let client {
                let count = held.clients[client, default: 0]
                if count >= perClient { return .shareHeld(kind, perClient) }
                held.clients[client] = count + 1
            }
            held.total += 1
            return nil
        }
        if let problem { throw problem }
        return Grant(of: self, to: client)
    }

    private func giveBack(_ client: ClientAddress?) {
        held.withLockedValue { held in
            held.total -= 1
            guard let client, let count = held.clients[client] else { return }
            held.clients[client] = count > 1 ? count - 1 : nil
        }
    }
}

extension Problem {
    static func shareHeld(_ kind: ClientShares.Kind, _ perClient: Int) -> Problem {
        .limited(
            kind.limit,
            retryAfter: kind.retryAfter,
            "한 사용자가 동시에 열 수 있는 \(kind.name.korean)은 \(perClient)개입니다.",
            "One client may have at most \(perClient) \(kind.name.english) open at once."
        )
    }

    static func allHeld(_ kind: ClientShares.Kind) -> Problem {
        .limited(
            kind.limit,
            status: .serviceUnavailable,
            retryAfter: kind.retryAfter,
            "열린 \(kind.name.korean)이 너무 많습니다. 잠시 뒤에 다시 해 주세요.",
            "Too many \(kind.name.english) are open. Try again later."
        )
    }
}

extension ClientShares.Kind {
    fileprivate var name: LocalizedText { self == .streams ? LocalizedText("스트림", "streams") : LocalizedText("연결", "connections") }

    fileprivate var limit: Problem.RefusalReason { self == .streams ? .streams : .connections }

    fileprivate var retryAfter: Int { self == .streams ? 60 : 10 }
}
