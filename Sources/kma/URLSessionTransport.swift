#if !os(Linux)
import Feeds
import Foundation
import URLSessionTransport
import Watching

extension Transport {
    /// Linux has libcurl instead.
    static func http(contact: String? = nil) -> Transport { .urlSession(contact: contact) }
}

extension PostTransport {
    /// URLSession takes no address and resolves the name again.
    static func http(contact: String? = nil) -> PostTransport {
        let userAgent = Transport.userAgent(contact: contact)
        let exchanges = Exchanges()
        return PostTransport { post, timeout throws(TransportFault) in
            guard let address = URL(string: post.url.text) else { throw .unreachable(reason: "URL") }
            var request = URLRequest(url: address)
            request.httpMethod = "POST"
            request.httpBody = Data(post.body)
            request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
            for (name, value) in post.headers { request.setValue(value, forHTTPHeaderField: name) }
            return try await exchanges.answer(to: request, within: timeout, readsBody: false).status
        }
    }
}
#endif
