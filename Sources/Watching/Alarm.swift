import Forecast
import KMAForecast
import Regions

/// A rule of a place, and one who is told when it turns.
public struct Alarm: Sendable, Hashable {
    /// The place.
    public var place: Place
    /// The rule.
    public var rule: WeatherRule
    /// Who is told.
    public var receiver: Receiver

    /// An alarm from its parts.
    public init(place: Place, rule: WeatherRule, receiver: Receiver) {
        self.place = place
        self.rule = rule
        self.receiver = receiver
    }

    /// What it is remembered by: sixteen hexadecimal digits, from which no address can be read. Sample weather is remembered
    /// apart.
    public func id(isSample: Bool) -> String {
        let text = [
            place.name, "\(place.gridCell.x) \(place.gridCell.y)", rule.text.lowercased(), receiver.text,
            isSample ? "sample" : "",
        ]
        return SHA256.digest(of: Array(text.joined(separator: "\n").utf8)).prefix(8).hexadecimal
    }
}

/// Who is told of a rule that turns.
public enum Receiver: Sendable, Hashable {
    /// Standard output: a line each time.
    case output
    /// A command of the shell, which gets the message in its environment and on standard input.
    case program(String)
    /// A topic of ntfy.
    case ntfy(WebAddress)
    /// An address that gets JSON.
    case webhook(WebAddress)

    /// Whole, with what is secret in it.
    fileprivate var text: String {
        switch self {
        case .output: "output"
        case .program(let command): "program \(command)"
        case .ntfy(let address): "ntfy \(address.text)"
        case .webhook(let address): "webhook \(address.text)"
        }
    }

    /// A name for people. Of an address only its host: the rest is as good as a password.
    public var name: String {
        switch self {
        case .output: "-"
        case .program: "--exec"
        case .ntfy(let address): "ntfy \(address.host)"
        case .webhook(let address): "webhook \(address.host)"
        }
    }
}

/// The address of an HTTP service.
public struct WebAddress: Sendable, Hashable {
    /// As it was given.
    public let text: String
    /// The name or the address of the machine, of IPv6 without its brackets.
    public let host: String
    /// The port, also where none is given.
    public let port: Int

    /// `nil` for what is no address of `http://` or `https://`, and for one with a user's name, which not every client
    /// sends.
    public init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty, url.user() == nil
        else { return nil }
        self.text = text
        self.host = host.filter { $0 != "[" && $0 != "]" }
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}
