/// Where a cluster of etcd is reached, and how to prove oneself to it.
public struct EtcdOptions: Sendable {
    /// `http://` or `https://` addresses of its members, without a path.
    public var endpoints: [String]
    /// PEM file of the authority that signs the members' certificates; `nil` for those of the system.
    public var authorityPath: String?
    /// PEM file of our own certificate, where etcd wants one.
    public var certificatePath: String?
    /// PEM file of the key of that certificate.
    public var privateKeyPath: String?
    /// Name at etcd, where it wants one.
    public var user: String?
    /// The password that goes with the name.
    public var password: String?
    /// Time for one operation: forty times what one takes on a healthy cluster nearby.
    public var timeout = Duration.milliseconds(250)

    /// A cluster at some addresses.
    public init(endpoints: [String]) {
        self.endpoints = endpoints
    }
}

/// A certificate or a key that cannot be read.
public struct UnreadablePEMFile: Error {
    /// Where it should be.
    public let path: String
}
