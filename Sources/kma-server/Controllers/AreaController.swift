import CommandLineSupport
import HTTPTypes
import Hummingbird
import KMAForecast
import Regions

/// The search for a place: `/v1/areas`.
struct AreaController {
    let dependencies: ServerDependencies

    private static let path = "/v1/areas"

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.get(RouterPath(AreaController.path), use: search)
    }

    @Sendable private func search(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let parameters = try request.parameters(AreaQuery.parameters)
        let query = try AreaQuery(parameters)
        _ = try parameters.language(or: dependencies.defaults.language)
        let now = dependencies.now()
        // Browsers name the origin of a page from elsewhere, which is not to learn where the person lives.
        let isForeign = dependencies.defaults.area != nil && request.headers.contains(.origin)
        let key = isForeign ? "foreign \(request.target)" : request.target
        let cached = try await dependencies.responseCache.response(to: key, at: now) { _ in
            .success(response(to: query, isForeign: isForeign))
        }
        return cached.response(to: request.headers, at: now)
    }

    private func response(to query: AreaQuery, isForeign: Bool) -> CachedResponse {
        let (places, total) = Gazetteer.find(query.text, limit: query.limit)
        let bytes = Place.json(
            places,
            of: total,
            query: query.text,
            defaultArea: isForeign ? nil : dependencies.defaults.area
        )
        var fields = HTTPFields.crossOrigin
        if dependencies.defaults.area != nil { fields[.vary] = "Origin" }
        return CachedResponse(
            route: AreaController.path,
            content: Representation(ByteBuffer(bytes: bytes), type: "application/json"),
            // The tables change with the program alone.
            cacheControl: "public, max-age=3600, \(CachedResponse.staleDirectives)",
            extra: fields
        )
    }
}
