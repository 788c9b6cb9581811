import Forecast

/// Where the replicas of several machines meet, and how a replica proves itself there.
public struct ClusterSettings: Sendable, Hashable {
    /// Addresses of etcd's members.
    public var endpoints: [String]
    /// PEM file of the authority that signs the members' certificates.
    public var authorityPath: String?
    /// PEM file of the replica's certificate.
    public var certificatePath: String?
    /// PEM file of the key of that certificate.
    public var privateKeyPath: String?
    /// Name of the replica at etcd.
    public var user: String?
    /// Its password.
    public var password: String?
    /// Time for one operation.
    public var timeout: Duration

    /// Reads the settings; `nil` where no cluster is set.
    ///
    /// All of them come from where `KMA_CLUSTER` stands: the `.env` of a folder that somebody else made cannot have a
    /// password of the environment sent to an address of theirs.
    init?(
        environment: [String: String],
        files: [DotEnv],
        readFile: (String) throws -> String
    ) throws(SettingsError) {
        let places = [environment] + files.map(\.values)
        let values = places.first { Settings.nonEmpty($0[SettingName.cluster.rawValue]) != nil } ?? [:]
        func value(_ name: SettingName) -> String? { Settings.nonEmpty(values[name.rawValue]) }
        guard let list = value(.cluster) else { return nil }
        let addresses = list.split { $0 == "," || $0.isWhitespace }
        // A comma alone names no member; it was set for a cluster.
        endpoints = try (addresses.isEmpty ? [Substring(list)] : addresses).map {
            (text) throws(SettingsError) in try Settings.address(.cluster, String(text)).text
        }
        authorityPath = value(.clusterAuthority)
        certificatePath = value(.clusterCertificate)
        privateKeyPath = value(.clusterPrivateKey)
        for (name, other) in [
            (SettingName.clusterCertificate, SettingName.clusterPrivateKey),
            (.clusterPrivateKey, .clusterCertificate), (.clusterPasswordFile, .clusterUser),
            (.clusterUser, .clusterPasswordFile),
        ] where value(name) != nil && value(other) == nil {
            throw SettingsError(
                name: name,
                expected: LocalizedText(
                    "\(other.rawValue)와 함께 지정해야 합니다.",
                    "it must be set together with \(other.rawValue)."
                )
            )
        }
        // A session of three seconds is renewed a second after the last time: a longer operation would lose it.
        timeout = try Settings.timeout(.clusterTimeout, value(.clusterTimeout) ?? "0.25", atMost: 2)
        user = value(.clusterUser)
        guard let path = value(.clusterPasswordFile) else { return }
        guard let text = try? readFile(path), let secret = Settings.secret(in: text) else {
            throw SettingsError(
                name: .clusterPasswordFile,
                expected: LocalizedText("읽을 수 있는 파일이어야 합니다.", "it must name a file that can be read.")
            )
        }
        password = secret
    }
}
