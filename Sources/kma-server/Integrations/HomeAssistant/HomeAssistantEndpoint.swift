import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOCore
import Regions
import Rendering

/// The package file of a place for Home Assistant: `/integrations/home-assistant.yaml`. It is addressed to the host that it
/// was asked at.
struct HomeAssistantEndpoint: Endpoint {
    let path = "/integrations/home-assistant.yaml"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]
    /// Whether a proxy stands in front, whose `X-Forwarded-…` can be trusted.
    var isBehindProxy = false

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> HomeAssistantAsk {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        let place = try query.places(or: defaults.area)[0]
        guard let address = HTMLPage.address(of: request, isBehindProxy: isBehindProxy) else {
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "요청에 주소(Host)가 없어서 파일을 만들 수 없습니다.",
                    "The request names no host that the file could be addressed to."
                )
            )
        }
        return HomeAssistantAsk(route: path, place: place, address: address, language: language)
    }
}

/// A request for the package file.
struct HomeAssistantAsk: Ask {
    let route: String
    let place: PlaceRequest
    /// The address of the service as the client knows it, without a slash at its end.
    let address: String
    let language: Language

    var key: String { "\(route)\n\(place.key)\n\(address)\n\(language.rawValue)" }
    let caching = Caching.addressed

    /// The file, which is kept nowhere: others know the service by another address.
    func response(
        from handler: AskHandler,
        for client: AskingClient,
        since previous: CachedResponse?
    ) throws(Problem) -> CachedResponse {
        let found = try place.found()
        let week = "\(address)\(Question.week.path)?\(place.query)&lang=\(language.rawValue)"
        let package = HomeAssistantPackage(found, address: week, slug: slug(of: found), language)
        return CachedResponse(
            route: route,
            content: Representation(
                ByteBuffer(string: package.yaml),
                type: "application/yaml; charset=utf-8"
            ),
            caching: caching,
            cacheControl: "no-store"
        ).unshared
    }

    /// What tells the place from others: its English name, of a point its coordinates.
    private func slug(of found: Place) -> String {
        switch place {
        case .area: found.englishName
        case .point(let latitude, let longitude): "\(latitude) \(longitude)"
        }
    }
}
