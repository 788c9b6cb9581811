import Feeds
import Foundation

/// A call that was made of an upstream, and what came of it.
struct Call: Sendable {
    enum Outcome: Sendable, Equatable {
        /// What the upstream says to whoever asks for it then.
        case good
        /// KMA's word that it has nothing, which it also says of the newest issue when told to.
        case empty
        /// Anything else.
        case faulty
    }

    var url: String
    var at: Date
    var outcome: Outcome
    /// What the answer was, where there was one.
    var answer: HTTPAnswer?
    /// Why there was none.
    var fault: TransportFault?
}
