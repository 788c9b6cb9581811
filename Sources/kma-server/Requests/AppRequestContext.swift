import Forecast
import Hummingbird
import KMAForecast
import NIOCore

/// What is known of a request beside the request.
struct AppRequestContext: RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection.
    let remoteAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    /// The path of the route for metrics and logs, `-` where there is none.
    var route: String {
        // The router names what it has no route for.
        guard let endpointPath, endpointPath != "NotFound" else { return "-" }
        return endpointPath
    }
}

extension Request {
    /// Path and query as they came: what a response is cached by.
    var target: String { uri.string }

    /// The parameters of the query, each of which the path knows.
    func parameters(
        _ known: [Parameter],
        repeatable: Set<Parameter> = []
    ) throws(Problem) -> QueryString {
        try QueryString((uri.query ?? "")[...], knowing: known, repeatable: repeatable)
    }

    /// The language that is asked for, found without reading the other parameters.
    var language: Language? {
        (uri.query ?? "").split(separator: "&").lazy
            .filter { $0.hasPrefix("lang=") }
            .compactMap { Language(rawValue: String($0.dropFirst("lang=".count))) }
            .first
    }
}
