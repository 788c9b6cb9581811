import Feeds
import Rendering

package struct JSONRPCMessage: Sendable {
    package enum ID: Sendable, Hashable {
        case number(Int)
        case text(String)
    }

    package let id: ID?
    package let method: String
    package let parameters: [String: JSONValue]

    /// Bytes; `initialize` takes two thousand, the rest is for an icon as a `data:` URI.
    package static let maximumLength = 16 * 1024
    /// A call needs four, a client's capabilities seven.
    fileprivate static let maximumDepth = 32

    fileprivate init(_ value: JSONValue) throws(JSONRPCError) {
        guard let members = value.object, members["jsonrpc"]?.text == "2.0" else {
            throw JSONRPCError(.invalidRequest, "The message is not a single object of JSON-RPC 2.0.")
        }
        id = members["id"].flatMap(ID.init)
        guard id != nil || members["id"] == nil else { throw JSONRPCError(.invalidRequest, "The id must be a text or a whole number.") }
        guard let method = members["method"]?.text else { throw JSONRPCError(.invalidRequest, "The message has no method.", id: id) }
        self.method = method
        parameters = members["params"]?.object ?? [:]
    }
}

/// Messages of a transmission, in an array a batch (2025-03-26).
package struct JSONRPCBatch: Sendable {
    package let messages: [Result<JSONRPCMessage, JSONRPCError>]
    let isArray: Bool

    private static let maximumCount = 20

    /// Throws if too long, no JSON, or an array of none or too many.
    package init(_ bytes: [UInt8]) throws(JSONRPCError) {
        guard bytes.count <= JSONRPCMessage.maximumLength else {
            throw JSONRPCError(.invalidRequest, "A message has at most \(JSONRPCMessage.maximumLength) bytes.")
        }
        guard let value = JSONValue(bytes, depth: JSONRPCMessage.maximumDepth) else {
            throw JSONRPCError(.parseError, "The message is not JSON of at most \(JSONRPCMessage.maximumDepth) levels.")
        }
        var values = [value]
        if case .array(let several) = value { values = several }
        guard 1...JSONRPCBatch.maximumCount ~= values.count else {
            throw JSONRPCError(.invalidRequest, "A batch has one to \(JSONRPCBatch.maximumCount) messages.")
        }
        isArray = values != [value]
        messages = values.map { value in Result { () throws(JSONRPCError) in try JSONRPCMessage(value) } }
    }
}

package struct JSONRPCError: Error, Sendable {
    /// JSON-RPC 2.0, 5.1, and MCP 2026-07-28.
    package enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case headerMismatch = -32020
        case unsupportedVersion = -32022
    }

    package let code: Code
    package let message: String
    package var id: JSONRPCMessage.ID?
    package var requestedVersion: String?
    /// True for a revision with `initialize`, where 404 would end the session (2025-11-25, streamable HTTP).
    package internal(set) var isOfHandshakeRevision = false

    init(_ code: Code, _ message: String, id: JSONRPCMessage.ID? = nil) { (self.code, self.message, self.id) = (code, message, id) }

    package var json: [UInt8] {
        JSONWriter.object { json in
            json.field("jsonrpc", "2.0")
            // JSON-RPC 2.0, 5: `null` without a readable id.
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
    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .integer(let number): self = .number(number)
        default: return nil
        }
    }

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
    package var cancelledRequest: ID? {
        guard method == "notifications/cancelled" else { return nil }
        return parameters["requestId"].flatMap(ID.init)
    }
}
