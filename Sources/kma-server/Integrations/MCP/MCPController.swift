import MCP
import HTTPTypes
import Hummingbird
import NIOCore

/// MCP's streamable HTTP, one JSON object a request, without sessions and streams.
struct MCPController {
    let handler: AskHandler

    static let path = "/mcp"
    static let bodyLimit = JSONRPCMessage.maximumLength

    private var dependencies: ServerDependencies { handler.dependencies }

    func addRoutes(to router: some RouterMethods<AppRequestContext>) { router.post(RouterPath(MCPController.path), use: message) }

    @Sendable private func message(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let client = try handler.admit(request, context)
        guard MCPController.isAllowed(origin: request.headers[.origin]) else { throw Problem.foreignOrigin }
        let server = MCPServer(language: dependencies.defaults.language, area: dependencies.defaults.area) { call in
            do throws(Problem) { return try await result(of: call, for: client) } catch { return call.failure(error.code, error.detail) }
        }
        let body: ByteBuffer
        do { body = try await request.body.collect(upTo: MCPController.bodyLimit) } catch is NIOTooManyBytesError {
            throw Problem.messageTooLong(limit: MCPController.bodyLimit)
        }
        let batch: JSONRPCBatch
        do throws(JSONRPCError) { batch = try JSONRPCBatch(Array(body.readableBytesView)) } catch { return .json(error.json, error.httpStatus) }
        try handler.limits.requests?.spend(batch.messages.count - 1, isFurther: true, for: client.address)
        do throws(JSONRPCError) {
            guard let response = try await server.response(to: batch, headers: request.headers.mcp) else { return Response(status: .accepted) }
            return .json(response)
        } catch { return .json(error.json, error.httpStatus) }
    }

    /// Pages of this machine alone: a foreign page could be named to resolve here (DNS rebinding).
    private static func isAllowed(origin: String?) -> Bool {
        guard let origin else { return true }
        // RFC 6454, 7.
        let form = /https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?/
        return origin.wholeMatch(of: form) != nil
    }
}

extension MCPController {
    private func result(of call: MCPToolCall, for client: AskingClient) async throws(Problem) -> [UInt8] {
        let route = MCPController.path
        let subject: MCPToolCall.Subject
        do throws(MCPToolCall.Fault) { subject = try call.subject(at: dependencies.now()) } catch { throw Problem(.badInput, detail: error.message) }
        let ask: Ask
        switch subject {
        case .forecast(let question, let place):
            ask = .forecast(route: route, question: question, places: [place], renderer: Renderer(call.key) { call.result($0[0]) })
        case .alerts(let place): ask = .alerts(route: route, at: place, renderer: Renderer(call.key) { call.result($0) })
        case .nation(let date): ask = .nation(route: route, on: date, isOfTheMoment: call.on != nil, renderer: Renderer(call.key) { call.result($0) })
        case .history(let place, let date): ask = .history(route: route, at: place, on: date, renderer: Renderer(call.key) { call.result($0) })
        case .accuracy(let place, let since):
            ask = .accuracy(route: route, at: place, since: since, now: dependencies.now(), renderer: Renderer(call.key) { call.result($0) })
        case .areas(let places, let total): return call.result(of: places, total: total)
        }
        let cached = try await handler.response(to: ask, for: client)
        dependencies.metrics.recordResponse(cached.freshness)
        return Array(cached.content.bytes.readableBytesView)
    }
}

extension JSONRPCError {
    /// Status by code without a handshake (2026-07-28, streamable HTTP), else 400 for unreadable messages.
    fileprivate var httpStatus: HTTPResponse.Status {
        if isOfHandshakeRevision { return .ok }
        return code == .methodNotFound ? .notFound : .badRequest
    }
}

extension HTTPFields {
    fileprivate var mcp: MCPServer.Headers {
        func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
        return MCPServer.Headers(version: value("MCP-Protocol-Version"), method: value("Mcp-Method"), name: value("Mcp-Name"))
    }
}

extension Problem {
    fileprivate static var foreignOrigin: Problem {
        .badInput("다른 컴퓨터의 웹 페이지는 이 경로를 부를 수 없습니다.", "Cross-origin requests are not allowed here.", status: .forbidden)
    }
}
