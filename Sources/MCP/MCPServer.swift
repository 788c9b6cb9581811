import Feeds
import Forecast
import Rendering

/// Model Context Protocol for tools (modelcontextprotocol.io/specification/2026-07-28), without state; of older revisions the handshake.
package struct MCPServer: Sendable {
    private static let statelessVersion = "2026-07-28"
    private static let handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    package static let versions = [statelessVersion] + handshakeVersions
    /// Milliseconds; the list changes with the program alone.
    private static let listLifetime = 3_600_000
    private let language: Language
    private let area: String?
    private let call: @Sendable (MCPToolCall) async -> [UInt8]

    package init(language: Language, area: String?, call: @escaping @Sendable (MCPToolCall) async -> [UInt8]) {
        (self.language, self.area, self.call) = (language, area, call)
    }

    package struct Headers: Sendable {
        let version: String?
        let method: String?
        let name: String?

        package init(version: String?, method: String?, name: String?) { (self.version, self.method, self.name) = (version, method, name) }
    }

    /// An array to an array; `nil` for notifications alone.
    package func response(to batch: JSONRPCBatch, headers: Headers? = nil) async throws(JSONRPCError) -> [UInt8]? {
        var responses: [[UInt8]] = []
        for message in batch.messages {
            do throws(JSONRPCError) { responses += try await [response(to: try message.get(), headers: headers)].compactMap(\.self) } catch {
                guard batch.isArray else { throw error }
                responses.append(error.json)
            }
        }
        guard batch.isArray, !responses.isEmpty else { return responses.first }
        return Array("[".utf8) + responses.joined(separator: ",".utf8) + "]".utf8
    }

    /// `nil` for a notification; `headers` are HTTP's.
    package func response(to message: JSONRPCMessage, headers: Headers? = nil) async throws(JSONRPCError) -> [UInt8]? {
        guard let id = message.id else { return nil }
        var isStateless = true
        do throws(JSONRPCError) {
            isStateless = try MCPServer.isStateless(message, headers)
            switch (message.method, isStateless) {
            case ("server/discover", true): return id.response(MCPServer.discovery)
            case ("initialize", false): return id.response(MCPServer.handshake(message))
            case ("ping", false): return id.response(Array("{}".utf8))
            case ("tools/list", _): return id.response(MCPServer.toolList)
            case ("tools/call", _): return id.response(try await result(of: message))
            default: throw JSONRPCError(.methodNotFound, "There is no method '\(message.method.shown)'.")
            }
        } catch {
            var error = error
            error.id = id
            error.isOfHandshakeRevision = !isStateless
            throw error
        }
    }

    private func result(of message: JSONRPCMessage) async throws(JSONRPCError) -> [UInt8] {
        let name = message.parameters["name"]?.text ?? ""
        guard let tool = MCPTool(rawValue: name) else { throw JSONRPCError(.invalidParameters, "Unknown tool: \(name.shown)") }
        let given = message.parameters["arguments"] ?? .null
        guard given == .null || given.object != nil else { throw JSONRPCError(.invalidParameters, "params.arguments must be an object.") }
        let arguments = given.object ?? [:]
        do throws(MCPToolCall.Fault) { return await call(try MCPToolCall(tool, arguments, language: language, area: area)) } catch {
            return MCPToolCall.failure(error.message[MCPToolCall.language(arguments, or: language)])
        }
    }
}

extension MCPServer {
    /// Throws for another revision, missing members, or headers unlike the body.
    private static func isStateless(_ message: JSONRPCMessage, _ headers: Headers?) throws(JSONRPCError) -> Bool {
        let prefix = "io.modelcontextprotocol/"
        let meta = message.parameters["_meta"]?.object ?? [:]
        guard let version = meta[prefix + "protocolVersion"]?.text else {
            if let version = headers?.version, !versions.contains(version) { throw unsupported(version) }
            if message.method == "server/discover" || headers?.version == statelessVersion {
                throw JSONRPCError(.invalidParameters, "params._meta lacks \(prefix)protocolVersion.")
            }
            return false
        }
        guard version == statelessVersion else { throw unsupported(version) }
        guard meta[prefix + "clientCapabilities"]?.object != nil else {
            throw JSONRPCError(.invalidParameters, "params._meta lacks \(prefix)clientCapabilities.")
        }
        guard let headers else { return true }
        let name = message.method == "tools/call" ? message.parameters["name"]?.text : headers.name
        for (field, header, body) in [
            ("MCP-Protocol-Version", headers.version, version), ("Mcp-Method", headers.method, message.method), ("Mcp-Name", headers.name, name),
        ] where header != body { throw JSONRPCError(.headerMismatch, "Header mismatch: \(field) is not what the body says.") }
        return true
    }

    private static func unsupported(_ version: String) -> JSONRPCError {
        var error = JSONRPCError(.unsupportedVersion, "Unsupported protocol version")
        error.requestedVersion = version.shown
        return error
    }

    private static func handshake(_ message: JSONRPCMessage) -> [UInt8] {
        let asked = message.parameters["protocolVersion"]?.text
        let version = handshakeVersions.first { $0 == asked } ?? handshakeVersions[0]
        return JSONWriter.object { json in
            json.field("protocolVersion", version)
            writeCapabilities(to: &json)
            json.object("serverInfo", true) { json, _ in writeIdentity(to: &json) }
            json.field("instructions", instructions)
        }
    }

    private static let discovery = result(isCacheable: true) { json in
        json.array("supportedVersions", versions) { $0.element($1) }
        writeCapabilities(to: &json)
        json.field("instructions", instructions)
    }

    private static let toolList = result(isCacheable: true) { json in json.field("tools", encoded: MCPTool.definitions) }

    static func result(isCacheable: Bool = false, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { json in
            json.field("resultType", "complete")
            members(&json)
            if isCacheable {
                json.field("ttlMs", listLifetime)
                json.field("cacheScope", "public")
            }
            json.object("_meta", true) { json, _ in json.object("io.modelcontextprotocol/serverInfo", true) { json, _ in writeIdentity(to: &json) } }
        }
    }

    private static func writeCapabilities(to json: inout JSONWriter) {
        json.object("capabilities", true) { json, _ in json.object("tools", true) { _, _ in } }
    }

    private static func writeIdentity(to json: inout JSONWriter) {
        json.field("name", "kma")
        json.field("title", "Korea's weather (KMA)")
        json.field("version", Version.current)
    }

    private static let instructions = """
        Weather in South Korea, from the Korea Meteorological Administration (KMA, 기상청) and OpenWeather: today and \
        the next ten days. °C, m/s, %, mm; times are Korean (+09:00); null means not known. Tell the user where the \
        data are from (attribution) and whether they are old (stale) or missing in part (degraded).
        """
}
