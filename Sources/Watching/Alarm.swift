import KMAForecast
import Regions

package struct Alarm: Sendable, Hashable {
    package var place: Place
    package var rule: WeatherRule
    package var receiver: Receiver

    package init(place: Place, rule: WeatherRule, receiver: Receiver) { (self.place, self.rule, self.receiver) = (place, rule, receiver) }

    /// Sixteen hexadecimal digits, which hide the address; others for samples.
    package func id(isSample: Bool) -> String {
        let text = [place.name, "\(place.gridCell.x) \(place.gridCell.y)", rule.text.lowercased(), receiver.text, isSample ? "sample" : ""]
        return SHA256.digest(of: Array(text.joined(separator: "\n").utf8)).prefix(8).hexadecimal
    }
}

package enum Receiver: Sendable, Hashable {
    case output
    case program(String)
    case ntfy(WebAddress)
    case webhook(WebAddress)

    fileprivate var text: String {
        switch self {
        case .output: "output"
        case .program(let command): "program \(command)"
        case .ntfy(let address): "ntfy \(address.text)"
        case .webhook(let address): "webhook \(address.text)"
        }
    }

    /// Name for people; of an address the host, since the rest is as good as a password.
    package var name: String {
        switch self {
        case .output: "-"
        case .program: "--exec"
        case .ntfy(let address): "ntfy \(address.host)"
        case .webhook(let address): "webhook \(address.host)"
        }
    }
}

package struct WebAddress: Sendable, Hashable {
    package let text: String
    package let host: String
    package let port: Int

    /// An address of this machine or a private network; a name is looked up at a delivery.
    package var isPrivate: Bool { HostAddress.isPrivate(host) }

    /// `nil` with a user's name, which not every client sends.
    package init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host(),
            !host.isEmpty, url.user() == nil
        else { return nil }
        self.text = text
        self.host = host.filter { $0 != "[" && $0 != "]" }
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}
