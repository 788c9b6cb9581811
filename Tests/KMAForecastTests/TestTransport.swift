import Feeds

@testable import kma

extension Transport {
    /// The command line's transport, the same for every test: what it holds on to lasts as long as the process.
    static let live = Transport.http()
}
