/// The door to KMA's services: data.go.kr, or KMA's own API hub with the same bodies behind it.
public struct KMAGateway: Sendable, Hashable {
    /// The two doors, as the setting `KMA_GATEWAY` names them.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// data.go.kr.
        case dataPortal = "data.go.kr"
        /// apihub.kma.go.kr.
        case hub = "apihub"

        /// Where it stands when no other address is set.
        public var baseURL: String {
            switch self {
            case .dataPortal: "https://apis.data.go.kr/1360000"
            case .hub: "https://apihub.kma.go.kr/api/typ02/openApi"
            }
        }
    }

    /// Which door.
    public var kind: Kind
    /// Its address, up to the name of the service.
    public var baseURL: String
    /// The key to it.
    public var key: ServiceKey

    /// A gateway of a kind at an address, with a key.
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
