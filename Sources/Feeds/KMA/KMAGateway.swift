/// Address and key of KMA's services: data.go.kr, or KMA's own API hub, which answers with the same bodies.
public struct KMAGateway: UpstreamGateway, Hashable {
    /// The two gateways, by their names in the setting `KMA_GATEWAY`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// data.go.kr.
        case dataPortal = "data.go.kr"
        /// apihub.kma.go.kr.
        case hub = "apihub"

        /// The address unless another is set.
        public var baseURL: String {
            switch self {
            case .dataPortal: "https://apis.data.go.kr/1360000"
            case .hub: "https://apihub.kma.go.kr/api/typ02/openApi"
            }
        }
    }

    /// Which of the two gateways, which decides the name of the key's parameter.
    public var kind: Kind
    /// The address, up to the name of the service.
    public var baseURL: String
    /// The key, sent as `serviceKey` or `authKey`.
    public var key: ServiceKey

    /// A gateway from its kind, address and key.
    public init(kind: Kind, baseURL: String, key: ServiceKey) {
        self.kind = kind
        self.baseURL = baseURL
        self.key = key
    }

    /// The URL of an operation with its parameters, and the key last.
    func url(_ operation: String, _ parameters: KeyValuePairs<String, String>) -> String {
        var url = "\(baseURL)/\(operation)?"
        for (name, value) in parameters {
            url += "\(name)=\(value.percentEncoded)&"
        }
        let keyName = kind == .hub ? "authKey" : "serviceKey"
        return url + "dataType=JSON&\(keyName)=\(key.plain.percentEncoded)"
    }
}
