import Hummingbird
import KMAForecast

struct HomeAssistantEndpoint: Endpoint {
    let path = "/integrations/home-assistant.yaml"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]
    var isBehindProxy = false

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        let place = try query.places(or: defaults.area)[0]
        guard let address = HTMLPage.address(of: request, isBehindProxy: isBehindProxy) else {
            throw .badInput("요청에 주소(Host)가 없어서 파일을 만들 수 없습니다.", "The request names no host that the file could be addressed to.")
        }
        return Ask(key: AskKey(route: path, places: [place], caching: .addressed, form: [address, language.rawValue])) { _, _ async throws(Problem) in
            let found = try place.found()
            let week = "\(address)\(Question.week.path)?\(place.query)&lang=\(language.rawValue)"
            let slug =
                switch place {
                case .area: found.englishName
                case .point(let latitude, let longitude): "\(latitude) \(longitude)"
                }
            let package = HomeAssistantPackage(found, address: week, slug: slug, language)
            // Not cached: others know the service by another address.
            return Answer(body: .init(bytes: Array(package.yaml.utf8)), mediaType: "application/yaml; charset=utf-8", isShared: false)
        }
    }
}
