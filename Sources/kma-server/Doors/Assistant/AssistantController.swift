import CommandLineSupport
import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOCore
import Regions

/// The tools for assistants over the streamable HTTP transport of the Model Context Protocol: `POST /mcp`. Each request
/// is answered by one JSON object; there are no sessions and no streams.
struct AssistantController {
    let forecasts: ForecastController

    static let path = "/mcp"
    /// Bytes of a message.
    static let bodyLimit = JSONRPCMessage.maximumLength

    private var dependencies: ServerDependencies { forecasts.dependencies }

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.post(RouterPath(AssistantController.path), use: message)
    }

    @Sendable private func message(_ request: Request, _ context: AppRequestContext) async throws -> Response
    {
        guard AssistantController.isAllowed(origin: request.headers[.origin]) else {
            throw Problem.foreignOrigin
        }
        let client = forecasts.limits.client(of: request.head, from: context.remoteAddress)
        let server = MCPServer(
            language: dependencies.defaults.language,
            area: dependencies.defaults.area
        ) { call in
            do throws(Problem) {
                return try await result(of: call, for: client)
            } catch {
                return MCPToolCall.failure(error.detail[call.language])
            }
        }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: AssistantController.bodyLimit)
        } catch is NIOTooManyBytesError {
            throw Problem.messageTooLong(limit: AssistantController.bodyLimit)
        }
        do throws(JSONRPCError) {
            let message = try JSONRPCMessage(Array(body.readableBytesView))
            guard let response = try await server.response(to: message, headers: request.headers.mcp) else {
                return Response(status: .accepted)
            }
            return AssistantController.response(response, .ok)
        } catch {
            return AssistantController.response(error.json, error.httpStatus)
        }
    }

    private static func response(_ json: [UInt8], _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json))
        )
    }

    /// Whether a page of an origin may call: only one of this machine. A page from elsewhere whose name was made to
    /// lead here would otherwise read what the service says (DNS rebinding). Programs name no origin.
    private static func isAllowed(origin: String?) -> Bool {
        guard let origin else { return true }
        // An origin is a scheme, a host and a port at most (RFC 6454, 7).
        let form = /https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?/
        return origin.wholeMatch(of: form) != nil
    }
}

extension AssistantController {
    /// The result of a call: from the cache, else made once for all who ask for the same.
    private func result(of call: MCPToolCall, for client: ClientAddress?) async throws(Problem) -> [UInt8] {
        let now = dependencies.now()
        // No target has a space: a call cannot be taken for one.
        let key = "mcp \(call.key)"
        let cached: CachedResponse
        switch (call.question, call.place) {
        case (let question?, let place?):
            cached = try await forecasts.response(to: question, at: [place], key: key, at: now, for: client) {
                reports,
                previous throws(Problem) in
                AssistantController.cached(reports[0], call.result(reports[0]), previous)
            }
        case (nil, let place) where call.tool == .alerts:
            cached = try await dependencies.responseCache.response(to: key, at: now) { previous in
                do throws(Problem) {
                    let report = try await forecasts.alerts(at: place, for: client)
                    return .success(AssistantController.cached(report, call.result(report), previous))
                } catch {
                    return .failure(error)
                }
            }
        default:
            let (places, total) = Gazetteer.find(call.query, limit: call.limit)
            return call.result(of: places, total: total)
        }
        dependencies.metrics.recordResponse(cached.freshness)
        return Array(cached.content.bytes.readableBytesView)
    }

    private static func cached(
        _ report: some CacheableReport,
        _ body: [UInt8],
        _ previous: CachedResponse?
    ) -> CachedResponse {
        CachedResponse(report, body: body, route: path, extra: [:], since: previous)
    }
}

extension JSONRPCError {
    /// The status of the error over HTTP. Requests without a handshake have one for each code (2026-07-28, streamable
    /// HTTP); a message that could not be read, and a revision that is not spoken, is 400 in all of them.
    fileprivate var httpStatus: HTTPResponse.Status {
        if isOfHandshakeRevision { return .ok }
        return code == .methodNotFound ? .notFound : .badRequest
    }
}

extension HTTPFields {
    /// What the headers say of the message in the body.
    fileprivate var mcp: MCPServer.Headers {
        func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
        return MCPServer.Headers(
            version: value("MCP-Protocol-Version"),
            method: value("Mcp-Method"),
            name: value("Mcp-Name")
        )
    }
}

extension Problem {
    /// A page of another machine calls a path that is for programs.
    fileprivate static var foreignOrigin: Problem {
        Problem(
            .badInput,
            status: .forbidden,
            detail: LocalizedText(
                "다른 컴퓨터의 웹 페이지는 이 경로를 부를 수 없습니다.",
                "Pages of other machines may not call this path."
            )
        )
    }
}
