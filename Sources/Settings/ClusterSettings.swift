/// Cluster of replicas and the credentials for it.
public struct ClusterSettings: Sendable, Hashable {
    /// `http://` or `https://` addresses of etcd's members, without a path.
    public var endpoints: [String]
    /// PEM file of the members' authority; `nil` for the system's.
    public var authorityPath: String?
    /// PEM file of the replica's certificate.
    public var certificatePath: String?
    /// PEM file of the certificate's key.
    public var privateKeyPath: String?
    /// Name of the replica at etcd.
    public var user: String?
    /// Password of the replica.
    public var password: String?
    /// Time for one operation, forty times the usual one nearby.
    public var timeout = Duration.milliseconds(250)

    /// Creates settings for addresses.
    public init(endpoints: [String]) { self.endpoints = endpoints }

    /// One place for all: a foreign folder's `.env` must not get a password.
    init?(_ values: SettingValues) throws(SettingsError) {
        let values = values.ofOnePlace(.cluster)
        guard let list = values[.cluster] else { return nil }
        let addresses = list.split { $0 == "," || $0.isWhitespace }
        // A comma alone was set for a cluster.
        endpoints = try (addresses.isEmpty ? [Substring(list)] : addresses).map { (text) throws(SettingsError) in
            let address = try SettingValues.address(.cluster, String(text))
            try values.requireSecure(.cluster, address)
            return address.text
        }
        authorityPath = try values.path(.clusterAuthority)
        certificatePath = try values.path(.clusterCertificate)
        privateKeyPath = try values.path(.clusterPrivateKey)
        for (name, other) in [
            (SettingName.clusterCertificate, SettingName.clusterPrivateKey), (.clusterPrivateKey, .clusterCertificate),
            (.clusterPasswordFile, .clusterUser), (.clusterUser, .clusterPasswordFile),
        ] where values[name] != nil && values[other] == nil {
            throw SettingsError(name, "\(other.rawValue)와 함께 지정해야 합니다.", "it must be set together with \(other.rawValue).")
        }
        if values.file(of: .cluster) != nil, values[.clusterUser] == nil, values[.clusterCertificate] == nil {
            throw SettingsError(
                .cluster,
                "파일에서는 KMA_CLUSTER_USER나 KMA_CLUSTER_CERT와 함께 적을 때만 쓸 수 있습니다. 아니면 환경 변수로 지정해 주세요.",
                "in a file it counts only with KMA_CLUSTER_USER or KMA_CLUSTER_CERT beside it; else set it in the environment."
            )
        }
        // A longer operation would lose the session of three seconds.
        if let seconds = try values.seconds(.clusterTimeout, atMost: 2) { timeout = seconds }
        user = values[.clusterUser]
        password = try values.secret(in: .clusterPasswordFile, "읽을 수 있는 파일이어야 합니다.", "it must name a file that can be read.")
    }
}
