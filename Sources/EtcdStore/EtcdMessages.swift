// etcd's JSON gateway (https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/): base64, 64-bit numbers as text; empty and zero left out.

struct EtcdNumber: Codable, Hashable, Sendable {
    var value: Int64

    init(_ value: Int64) { self.value = value }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Int64(text) else { throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text)) }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(value))
    }
}

struct EtcdEntry: Decodable, Sendable {
    var key: Data
    var value: Data?
    var mod_revision: EtcdNumber?

    var name: String { String(decoding: key, as: UTF8.self) }
    var text: String { String(decoding: value ?? Data(), as: UTF8.self) }
    var revision: Int64 { mod_revision?.value ?? 0 }
}

struct EtcdHeader: Decodable, Sendable { var revision: EtcdNumber? }

struct EtcdRange: Encodable, Sendable {
    var key: Data
    var range_end: Data?
    var limit: EtcdNumber?

    init(key: String) { self.key = Data(key.utf8) }

    init(prefix: String) {
        key = Data(prefix.utf8)
        range_end = EtcdRange.end(ofPrefix: prefix)
    }

    /// No prefix ends with the byte 255.
    static func end(ofPrefix prefix: String) -> Data {
        var end = Data(prefix.utf8)
        end[end.count - 1] += 1
        return end
    }
}

struct EtcdRangeAnswer: Decodable, Sendable {
    var header: EtcdHeader?
    var kvs: [EtcdEntry]?
    var more: Bool?

    var entries: [EtcdEntry] { kvs ?? [] }
}

struct EtcdTransaction: Encodable, Sendable {
    var compare: [Condition] = []
    var success: [Operation]
    var failure: [Operation] = []

    struct Condition: Encodable, Sendable {
        var key: Data
        var target: String
        var create_revision: EtcdNumber?
        var mod_revision: EtcdNumber?
        var value: Data?

        static func isAbsent(_ key: String) -> Condition { Condition(key: Data(key.utf8), target: "CREATE", create_revision: EtcdNumber(0)) }

        static func revision(of key: String, is revision: Int64) -> Condition {
            Condition(key: Data(key.utf8), target: "MOD", mod_revision: EtcdNumber(revision))
        }

        static func value(of key: String, is value: String) -> Condition { Condition(key: Data(key.utf8), target: "VALUE", value: Data(value.utf8)) }
    }

    struct Operation: Encodable, Sendable {
        var request_put: Put?
        var request_range: EtcdRange?
        var request_delete_range: EtcdRange?

        static func put(_ key: String, _ value: Data, lease: Int64) -> Operation {
            Operation(request_put: Put(key: Data(key.utf8), value: value, lease: EtcdNumber(lease)))
        }

        static func get(_ range: EtcdRange) -> Operation { Operation(request_range: range) }

        static func delete(_ key: String) -> Operation { Operation(request_delete_range: EtcdRange(key: key)) }
    }

    struct Put: Encodable, Sendable {
        var key: Data
        var value: Data
        var lease: EtcdNumber
    }
}

struct EtcdTransactionAnswer: Decodable, Sendable {
    var header: EtcdHeader?
    var succeeded: Bool?
    var responses: [Response]?

    struct Response: Decodable, Sendable { var response_range: EtcdRangeAnswer? }

    var hasSucceeded: Bool { succeeded ?? false }

    var entries: [EtcdEntry] { (responses ?? []).flatMap { $0.response_range?.entries ?? [] } }

    func entry(_ key: String) -> EtcdEntry? {
        let key = Data(key.utf8)
        return entries.first { $0.key == key }
    }

    /// True also if the first answer was lost and another member asked.
    func hasPut(_ mark: String, at keys: [String]) -> Bool { hasSucceeded || keys.allSatisfy { entry($0)?.text == mark } }
}

struct EtcdLease: Codable, Sendable {
    var ID: EtcdNumber?
    var TTL: EtcdNumber?

    static func of(seconds: Int64) -> EtcdLease { EtcdLease(ID: EtcdNumber(0), TTL: EtcdNumber(seconds)) }
}

struct EtcdKeepAlive: Decodable, Sendable { var result: EtcdLease? }

struct EtcdCredentials: Encodable, Sendable {
    var name: String
    var password: String
}

struct EtcdToken: Decodable, Sendable { var token: String }

struct EtcdWatchRequest: Encodable, Sendable {
    var create_request: Create

    struct Create: Encodable, Sendable {
        var key: Data
        var range_end: Data
        var start_revision: EtcdNumber
    }

    init(prefix: String, from revision: Int64) {
        create_request = Create(key: Data(prefix.utf8), range_end: EtcdRange.end(ofPrefix: prefix), start_revision: EtcdNumber(revision))
    }
}

struct EtcdWatchLine: Decodable, Sendable {
    var result: Result?

    struct Result: Decodable, Sendable {
        var header: EtcdHeader?
        var canceled: Bool?
        var events: [Event]?
    }

    struct Event: Decodable, Sendable {
        var type: String?
        var kv: EtcdEntry

        var isDeletion: Bool { type == "DELETE" }
    }
}

struct EtcdRefusal: Decodable, Sendable { var code: Int? }
