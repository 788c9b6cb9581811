/// Address and key of KMA's services: data.go.kr, or the API hub with the same bodies.
public struct KMAGateway: UpstreamGateway, Hashable {
    /// Gateways, by their names in the setting `KMA_GATEWAY`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case dataPortal = "data.go.kr"
        case hub = "apihub"

        /// Default address.
        public var baseURL: String {
            switch self {
            case .dataPortal: "https://apis.data.go.kr/1360000"
            case .hub: "https://apihub.kma.go.kr/api/typ02/openApi"
            }
        }
    }

    /// Gateway, which decides the name of the key's parameter.
    public var kind: Kind
    /// Address up to the name of the service.
    public var baseURL: String
    /// Key, sent as `serviceKey` or `authKey`.
    public var key: ServiceKey

    /// Creates a gateway.
    public init(kind: Kind = .dataPortal, baseURL: String? = nil, key: ServiceKey) {
        self.kind = kind
        self.baseURL = baseURL ?? kind.baseURL
        self.key = key
    }

    func url(_ operation: String, _ parameters: KeyValuePairs<String, String>) -> String {
        var url = "\(baseURL)/\(operation)?"
        for (name, value) in parameters { url += "\(name)=\(value.percentEncoded)&" }
        let keyName = kind == .hub ? "authKey" : "serviceKey"
        return url + "dataType=JSON&\(keyName)=\(key.plain.percentEncoded)"
    }
}
