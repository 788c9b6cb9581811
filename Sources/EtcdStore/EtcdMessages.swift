// The messages of etcd's JSON gateway (https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/), as far as they are used.
// Keys and values travel in base64, which is how Foundation encodes `Data`; 64-bit numbers as text; what is empty or
// zero is left out.

/// A 64-bit number, which protobuf's JSON writes as text.
struct EtcdNumber: Codable, Hashable, Sendable {
    var value: Int64

    init(_ value: Int64) { self.value = value }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Int64(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(value))
    }
}

/// A key with its value.
struct EtcdEntry: Decodable, Sendable {
    var key: Data
    var value: Data?
    var mod_revision: EtcdNumber?

    var name: String { String(decoding: key, as: UTF8.self) }
    var text: String { String(decoding: value ?? Data(), as: UTF8.self) }
    var revision: Int64 { mod_revision?.value ?? 0 }
}

/// What every answer begins with.
struct EtcdHeader: Decodable, Sendable {
    var revision: EtcdNumber?
}

/// The entries of a key, or of all keys up to another.
struct EtcdRange: Encodable, Sendable {
    var key: Data
    var range_end: Data?
    var limit: EtcdNumber?

    init(key: String) {
        self.key = Data(key.utf8)
    }

    /// All keys that begin with a text.
    init(prefix: String) {
        key = Data(prefix.utf8)
        range_end = EtcdRange.end(ofPrefix: prefix)
    }

    /// The first key after all that begin with a text, none of which ends with the byte 255.
    static func end(ofPrefix prefix: String) -> Data {
        var end = Data(prefix.utf8)
        end[end.count - 1] += 1
        return end
    }
}

/// What was found.
struct EtcdRangeAnswer: Decodable, Sendable {
    var header: EtcdHeader?
    var kvs: [EtcdEntry]?
    var more: Bool?

    var entries: [EtcdEntry] { kvs ?? [] }
}

/// Some conditions, what is done where all hold, and what is asked where one does not: all in one step.
struct EtcdTransaction: Encodable, Sendable {
    var compare: [Condition] = []
    var success: [Operation]
    var failure: [Operation] = []

    /// A condition on a key.
    struct Condition: Encodable, Sendable {
        var key: Data
        var target: String
        var create_revision: EtcdNumber?
        var mod_revision: EtcdNumber?
        var value: Data?

        /// The key is not there.
        static func isAbsent(_ key: String) -> Condition {
            Condition(key: Data(key.utf8), target: "CREATE", create_revision: EtcdNumber(0))
        }

        /// The key was last written at a revision; 0 for one that is not there.
        static func revision(of key: String, is revision: Int64) -> Condition {
            Condition(key: Data(key.utf8), target: "MOD", mod_revision: EtcdNumber(revision))
        }

        /// The key is there and has a value.
        static func value(of key: String, is value: String) -> Condition {
            Condition(key: Data(key.utf8), target: "VALUE", value: Data(value.utf8))
        }
    }

    /// One step.
    struct Operation: Encodable, Sendable {
        var request_put: Put?
        var request_range: EtcdRange?
        var request_delete_range: EtcdRange?

        static func put(_ key: String, _ value: Data, lease: Int64) -> Operation {
            Operation(
                request_put: Put(key: Data(key.utf8), value: value, lease: EtcdNumber(lease))
            )
        }

        static func get(_ range: EtcdRange) -> Operation { Operation(request_range: range) }

        static func delete(_ key: String) -> Operation {
            Operation(request_delete_range: EtcdRange(key: key))
        }
    }

    struct Put: Encodable, Sendable {
        var key: Data
        var value: Data
        var lease: EtcdNumber
    }
}

/// The result of a transaction.
struct EtcdTransactionAnswer: Decodable, Sendable {
    var header: EtcdHeader?
    var succeeded: Bool?
    var responses: [Response]?

    struct Response: Decodable, Sendable {
        var response_range: EtcdRangeAnswer?
    }

    var hasSucceeded: Bool { succeeded ?? false }

    /// All entries that were asked for.
    var entries: [EtcdEntry] { (responses ?? []).flatMap { $0.response_range?.entries ?? [] } }

    /// The entry of a key.
    func entry(_ key: String) -> EtcdEntry? {
        let key = Data(key.utf8)
        return entries.first { $0.key == key }
    }

    /// Whether the keys that should be put bear the mark. They do so already where the answer was lost on its way and the
    /// next member was asked.
    func hasPut(_ mark: String, at keys: [String]) -> Bool {
        hasSucceeded || keys.allSatisfy { entry($0)?.text == mark }
    }
}

/// A lease to be granted, kept alive or given back.
struct EtcdLease: Codable, Sendable {
    var ID: EtcdNumber?
    var TTL: EtcdNumber?

    /// One of so many seconds, whose number etcd chooses.
    static func of(seconds: Int64) -> EtcdLease {
        EtcdLease(ID: EtcdNumber(0), TTL: EtcdNumber(seconds))
    }
}

/// The answer of a lease kept alive, which comes as the one line of a stream.
struct EtcdKeepAlive: Decodable, Sendable {
    var result: EtcdLease?
}

/// A name and a password, for a token.
struct EtcdCredentials: Encodable, Sendable {
    var name: String
    var password: String
}

/// The token that every further request carries.
struct EtcdToken: Decodable, Sendable {
    var token: String
}

/// Asks for the events of all keys that begin with a text, from a revision on.
struct EtcdWatchRequest: Encodable, Sendable {
    var create_request: Create

    struct Create: Encodable, Sendable {
        var key: Data
        var range_end: Data
        var start_revision: EtcdNumber
    }

    init(prefix: String, from revision: Int64) {
        create_request = Create(
            key: Data(prefix.utf8),
            range_end: EtcdRange.end(ofPrefix: prefix),
            start_revision: EtcdNumber(revision)
        )
    }
}

/// A line of a watch.
struct EtcdWatchLine: Decodable, Sendable {
    var result: Result?

    struct Result: Decodable, Sendable {
        var header: EtcdHeader?
        var canceled: Bool?
        var events: [Event]?
    }

    struct Event: Decodable, Sendable {
        /// `DELETE`, or nothing for a put.
        var type: String?
        var kv: EtcdEntry

        var isDeletion: Bool { type == "DELETE" }
    }
}

/// What etcd says where it refuses.
struct EtcdRefusal: Decodable, Sendable {
    /// A status code of gRPC.
    var code: Int?
}
