import Forecast
import HTTPTypes
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

extension Response {
    /// A response whose content is there as a whole.
    init(status: HTTPResponse.Status, headers: HTTPFields, content: some Sequence<UInt8>) {
        self.init(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: content))
        )
    }

    /// JSON of the moment.
    static func json(_ json: [UInt8], _ status: HTTPResponse.Status = .ok) -> Response {
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: status, headers: headers, content: json)
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
