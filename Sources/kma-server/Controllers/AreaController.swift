import CommandLineSupport
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
        let cached = try await dependencies.responseCache.response(to: request.target, at: now) { _ in
            .success(response(to: query))
        }
        return cached.response(to: request.headers, at: now)
    }

    private func response(to query: AreaQuery) -> CachedResponse {
        let (places, total) = Gazetteer.find(query.text, limit: query.limit)
        let bytes = Place.json(
            places,
            of: total,
            query: query.text,
            defaultArea: dependencies.defaults.area
        )
        return CachedResponse(
            route: AreaController.path,
            content: Representation(ByteBuffer(bytes: bytes), type: "application/json"),
            // The tables change with the program alone.
            cacheControl: "public, max-age=3600, \(CachedResponse.staleDirectives)",
            extra: .crossOrigin
        )
    }
}
