#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    public let parameters: [String: JSONValue]

    /// Reads a message. Throws for what is not JSON, or no request and no notification; batches are none since revision
    /// 2025-06-18.
    public init(_ bytes: [UInt8]) throws(JSONRPCError) {
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw JSONRPCError(.parseError, "The message is not JSON.")
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

/// A JSON value.
public enum JSONValue: Sendable, Hashable, Decodable {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads whatever stands there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .truth(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The text that it is; `nil` for another kind.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number that it is; `nil` for another kind.
    public var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The members of the object that it is; `nil` for another kind.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
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
    /// What happened, for whoever writes the client.
    public let message: String
    /// The request, where its id could be read.
    public var id: JSONRPCMessage.ID?
    /// The revision that was asked for, where none that is asked for is spoken.
    public var requestedVersion: String?

    init(_ code: Code, _ message: String, id: JSONRPCMessage.ID? = nil) {
        self.code = code
        self.message = message
        self.id = id
    }

    /// The error as a message.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("jsonrpc", "2.0")
            if let id { id.write(to: &json) }
            json.object("error", self) { json, error in
                json.field("code", error.code.rawValue)
                json.field("message", error.message)
                json.object("data", error.requestedVersion) { json, version in
                    json.array("supported", MCPServer.versions) { $0.element($1) }
                    json.field("requested", version)
                }
            }
        }
        return json.bytes
    }
}

extension JSONRPCMessage.ID {
    /// The response that has this id, from its result as JSON.
    func response(_ result: [UInt8]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("jsonrpc", "2.0")
            write(to: &json)
            json.field("result", encoded: result)
        }
        return json.bytes
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

extension JSONRPCMessage.ID {
    /// An id as JSON; `nil` for what can be none.
    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .number(let number):
            guard let whole = Int(exactly: number) else { return nil }
            self = .number(whole)
        default: return nil
        }
    }
}
