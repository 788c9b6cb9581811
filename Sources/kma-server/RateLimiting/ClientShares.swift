import NIOConcurrencyHelpers

/// Counts what clients hold at one time, such as connections or event streams, and grants each client its share.
///
/// A client of `nil` is this machine itself, which has no share of its own and counts among all.
final class ClientShares: Sendable {
    /// What is counted.
    enum Kind: Sendable {
        case connections
        case streams
    }

    private let kind: Kind
    /// What one client may hold.
    let perClient: Int
    /// What all clients together may hold.
    let total: Int
    private let held = NIOLockedValueBox(Held())

    private struct Held {
        var total = 0
        var clients: [ClientAddress: Int] = [:]
    }

    init(of kind: Kind, perClient: Int, total: Int) {
        self.kind = kind
        self.perClient = perClient
        self.total = total
    }

    /// What is granted; it is given back when the last reference to it goes.
    final class Grant: Sendable {
        private let shares: ClientShares
        private let client: ClientAddress?

        fileprivate init(of shares: ClientShares, to client: ClientAddress?) {
            self.shares = shares
            self.client = client
        }

        deinit {
            shares.giveBack(client)
        }
    }

    /// Grants a client one more; throws where it holds its share, or all together hold what there is.
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
