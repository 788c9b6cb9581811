import Forecast

/// Where the replicas of several machines meet, and how a replica proves itself there.
public struct ClusterSettings: Sendable, Hashable {
    /// `http://` or `https://` addresses of etcd's members, without a path.
    public var endpoints: [String]
    /// PEM file of the authority that signs the members' certificates; `nil` for those of the system.
    public var authorityPath: String?
    /// PEM file of the replica's certificate.
    public var certificatePath: String?
    /// PEM file of the key of that certificate.
    public var privateKeyPath: String?
    /// Name of the replica at etcd.
    public var user: String?
    /// Its password.
    public var password: String?
    /// Time for one operation: forty times what one takes on a healthy cluster nearby.
    public var timeout = Duration.milliseconds(250)

    /// A cluster at some addresses.
    public init(endpoints: [String]) {
        self.endpoints = endpoints
    }

    /// Reads the settings; `nil` where no cluster is set.
    ///
    /// All of them come from where `KMA_CLUSTER` stands: the `.env` of a folder that somebody else made cannot have a
    /// password of the environment sent to an address of theirs.
    init?(_ values: SettingValues) throws(SettingsError) {
        let places = [values.environment] + values.files.map(\.values)
        let place = places.first { Settings.nonEmpty($0[SettingName.cluster.rawValue]) != nil } ?? [:]
        let values = SettingValues(environment: place, files: [], readFile: values.readFile)
        guard let list = values[.cluster] else { return nil }
        let addresses = list.split { $0 == "," || $0.isWhitespace }
        // A comma alone names no member; it was set for a cluster.
        endpoints = try (addresses.isEmpty ? [Substring(list)] : addresses).map {
            (text) throws(SettingsError) in try SettingValues.address(.cluster, String(text)).text
        }
        authorityPath = values[.clusterAuthority]
        certificatePath = values[.clusterCertificate]
        privateKeyPath = values[.clusterPrivateKey]
        for (name, other) in [
            (SettingName.clusterCertificate, SettingName.clusterPrivateKey),
            (.clusterPrivateKey, .clusterCertificate), (.clusterPasswordFile, .clusterUser),
            (.clusterUser, .clusterPasswordFile),
        ] where values[name] != nil && values[other] == nil {
            throw SettingsError(
                name,
                "\(other.rawValue)와 함께 지정해야 합니다.",
                "it must be set together with \(other.rawValue)."
            )
        }
        // A session of three seconds is renewed a second after the last time: a longer operation would lose it.
        if let seconds = try values.seconds(.clusterTimeout, atMost: 2) { timeout = seconds }
        user = values[.clusterUser]
        password = try values.secret(
            in: .clusterPasswordFile,
            "읽을 수 있는 파일이어야 합니다.",
            "it must name a file that can be read."
        )
    }
}
