import Feeds

/// Until when a service is not called with a key, and why: a spent day, too many calls, or a key without approval.
public struct Cooldown: Sendable, Hashable {
    /// When calls are made again. One that is over was ended early.
    public var until: Date
    /// What the upstream answered, which is reported for as long as it holds.
    public var code: ErrorCode

    /// A cooldown from its end and its reason.
    public init(until: Date, code: ErrorCode) {
        self.until = until
        self.code = code
    }

    /// Reads what ``text`` wrote. A number alone is what earlier versions stored after a spent day. `nil` for anything
    /// else.
    public init?(text: String) {
        let words = text.split(separator: " ")
        guard (1...2).contains(words.count), let seconds = Double(words[0]), seconds.isFinite else {
            return nil
        }
        guard let code = words.count == 2 ? ErrorCode(rawValue: String(words[1])) : .quotaExceeded else {
            return nil
        }
        self.init(until: Date(timeIntervalSince1970: seconds), code: code)
    }

    /// Its end in seconds since 1970, and its code.
    public var text: String { "\(until.timeIntervalSince1970) \(code.rawValue)" }
}
