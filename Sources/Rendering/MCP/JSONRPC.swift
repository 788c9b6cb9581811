import Feeds

/// A message of JSON-RPC 2.0 as the Model Context Protocol has it: a request, or a notification, which has no id.
public struct JSONRPCMessage: Sendable {
    /// What tells a request from all others that are open.
    public enum ID: Sendable, Hashable {
        case number(Int)
        case text(String)
    }

    /// The id of a request; `nil` for a notification.
    public let id: ID?
    /// What is asked.
    public let method: String
    /// The parameters by their names.
    package let parameters: [String: JSONValue]

    /// Bytes of a message. The clients' longest, `initialize` with every capability and what they say of themselves, have
    /// less than two thousand; the rest is for an icon as a `data:` URI among that.
    public static let maximumLength = 16 * 1024
    /// Objects and arrays within each other. A call needs four, the capabilities of a client seven.
    private static let maximumDepth = 32

    /// Reads a message. Throws for what is too long, no JSON, or no request and no notification; batches are none since
    /// revision 2025-06-18.
    public init(_ bytes: [UInt8]) throws(JSONRPCError) {
        guard bytes.count <= JSONRPCMessage.maximumLength else {
            throw JSONRPCError(
                .invalidRequest,
                "A message has at most \(JSONRPCMessage.maximumLength) bytes."
            )
        }
        guard let value = JSONValue(bytes, depth: JSONRPCMessage.maximumDepth) else {
            throw JSONRPCError(
                .parseError,
                "The message is not JSON of at most \(JSONRPCMessage.maximumDepth) levels."
            )
        }
        guard let members = value.object, members["jsonrpc"]?.text == "2.0" else {
            throw JSONRPCError(.invalidRequest, "The message is not a single object of JSON-RPC 2.0.")
        }
        id = members["id"].flatMap(ID.init)
        guard id != nil || members["id"] == nil else {
            throw JSONRPCError(.invalidRequest, "The id must be a text or a whole number.")
        }
        guard let method = members["method"]?.text else {
            throw JSONRPCError(.invalidRequest, "The message has no method.", id: id)
        }
        self.method = method
        parameters = members["params"]?.object ?? [:]
    }
}

/// Why a message has no result.
public struct JSONRPCError: Error, Sendable {
    /// The codes of JSON-RPC 2.0 (5.1), and of MCP 2026-07-28.
    public enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case headerMismatch = -32020
        case unsupportedVersion = -32022
    }

    /// The kind of error.
    public let code: Code
    /// What happened, for the author of the client.
    public let message: String
    /// The request, where its id could be read.
    public var id: JSONRPCMessage.ID?
    /// The revision that was asked for, where none that is asked for is spoken.
    public var requestedVersion: String?
    /// Whether the request was read and is of a revision that begins with `initialize`: over HTTP its errors are
    /// responses like any other there, and 404 would mean that the session is over (2025-11-25, streamable HTTP).
    public internal(set) var isOfHandshakeRevision = false

    init(_ code: Code, _ message: String, id: JSONRPCMessage.ID? = nil) {
        self.code = code
        self.message = message
        self.id = id
    }

    /// The error as a message.
    public var json: [UInt8] {
        JSONWriter.object { json in
            json.field("jsonrpc", "2.0")
            // JSON-RPC 2.0, 5: `null` where the id of the request could not be read.
            if let id { id.write(to: &json) } else { json.field("id", nil as String?) }
            json.object("error", self) { json, error in
                json.field("code", error.code.rawValue)
                json.field("message", error.message)
                guard let version = error.requestedVersion else { return }
                json.object("data", version) { json, version in
                    json.array("supported", MCPServer.versions) { $0.element($1) }
                    json.field("requested", version)
                }
            }
        }
    }
}

extension JSONRPCMessage.ID {
    /// An id as JSON; `nil` for what can be none.
    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .integer(let number): self = .number(number)
        default: return nil
        }
    }

    /// The response that has this id, from its result as JSON.
    func response(_ result: [UInt8]) -> [UInt8] {
        JSONWriter.object { json in
            json.field("jsonrpc", "2.0")
            write(to: &json)
            json.field("result", encoded: result)
        }
    }

    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .number(let number): json.field("id", number)
        case .text(let text): json.field("id", text)
        }
    }
}

extension JSONRPCMessage {
    /// The request that `notifications/cancelled` is about; `nil` for any other message.
    public var cancelledRequest: ID? {
        guard method == "notifications/cancelled" else { return nil }
        return parameters["requestId"].flatMap(ID.init)
    }
}
