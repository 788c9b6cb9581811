import Forecast
import HTTPTypes
import Hummingbird
import NIOCore

struct AppRequestContext: RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    /// Slash after which relative addresses lead one folder too deep.
    var endsWithSlash = false

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    var route: String {
        guard let endpointPath, endpointPath != "NotFound" else { return "-" }
        return endpointPath
    }
}

extension Response {
    init(status: HTTPResponse.Status, headers: HTTPFields, content: some Sequence<UInt8>) {
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: content)))
    }

    static func json(_ json: [UInt8], _ status: HTTPResponse.Status = .ok) -> Response {
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: status, headers: headers, content: json)
    }
}

extension Request {
    var target: String { uri.string }

    func parameters(_ known: [Parameter], repeatable: Set<Parameter> = []) throws(Problem) -> QueryString {
        try QueryString((uri.query ?? "")[...], knowing: known, repeatable: repeatable)
    }

    var language: Language? {
        (uri.query ?? "").split(separator: "&").lazy.filter { $0.hasPrefix("lang=") }.compactMap {
            Language(rawValue: String($0.dropFirst("lang=".count)))
        }.first
    }
}
