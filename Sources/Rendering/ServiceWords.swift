import Feeds
import Forecast
import KMAForecast
import Settings

/// Texts about a service.
public struct ServiceWords: Sendable {
    /// Name in a sentence.
    public var name: LocalizedText
    /// Contents, for people without a key.
    public var contents: LocalizedText
    /// Name in the table of `kma doctor`.
    public var shortName: LocalizedText
    /// Name in the JSON of `kma doctor`.
    public var identifier: String
    /// Setting of its key.
    public var key = SettingName.kmaServiceKey
    /// Page for an application and the key.
    public var page: String
}

extension UpstreamAPI {
    /// Texts about the service.
    public var words: ServiceWords {
        switch self {
        case .midTerm:
            ServiceWords(
                name: LocalizedText("기상청 중기예보 서비스", "KMA's mid-term service"),
                contents: LocalizedText("중기예보", "the mid-term forecast"),
                shortName: LocalizedText("중기예보", "Mid-term"),
                identifier: "kma_mid_term",
                page: "https://www.data.go.kr/data/15059468/openapi.do"
            )
        case .shortTerm:
            ServiceWords(
                name: LocalizedText("기상청 단기예보 서비스", "KMA's short-term service"),
                contents: LocalizedText("단기예보", "the short-term forecast"),
                shortName: LocalizedText("단기예보", "Short-term"),
                identifier: "kma_short_term",
                page: "https://www.data.go.kr/data/15084084/openapi.do"
            )
        case .warnings:
            ServiceWords(
                name: LocalizedText("기상청 특보 서비스", "KMA's warning service"),
                contents: LocalizedText("기상특보", "weather warnings"),
                shortName: LocalizedText("특보", "Warnings"),
                identifier: "kma_warnings",
                page: "https://www.data.go.kr/data/15000415/openapi.do"
            )
        case .observations:
            ServiceWords(
                name: LocalizedText("기상청 지상관측 일자료 서비스", "KMA's daily observations"),
                contents: LocalizedText("지난 날의 관측값", "what was measured on past days"),
                shortName: LocalizedText("관측", "Observations"),
                identifier: "kma_asos",
                page: "https://www.data.go.kr/data/15059093/openapi.do"
            )
        case .airQuality:
            ServiceWords(
                name: LocalizedText("에어코리아", "AirKorea"),
                contents: LocalizedText("미세먼지", "fine dust"),
                shortName: LocalizedText("대기질", "Air quality"),
                identifier: "airkorea",
                page: "https://www.data.go.kr/data/15073861/openapi.do"
            )
        case .openWeather:
            ServiceWords(
                name: LocalizedText("OpenWeather", "OpenWeather"),
                contents: LocalizedText("OpenWeather 예보", "OpenWeather's forecast"),
                shortName: LocalizedText("OpenWeather", "OpenWeather"),
                identifier: "openweather",
                key: .openWeatherKey,
                page: "https://home.openweathermap.org/api_keys"
            )
        }
    }

    func key(via gateway: KMAGateway.Kind) -> SettingName { gateway == .hub && self == .airQuality ? .airKoreaServiceKey : words.key }

    func keyPage(via gateway: KMAGateway.Kind) -> String { gateway == .hub && isOfKMA ? "https://apihub.kma.go.kr" : words.page }

    func otherGateway(than gateway: KMAGateway.Kind) -> LocalizedText {
        guard isOfKMA else { return LocalizedText("", "") }
        return gateway == .hub
            ? LocalizedText("(공공데이터포털의 키이면 KMA_GATEWAY=data.go.kr)", " (KMA_GATEWAY=data.go.kr for a key of data.go.kr)")
            : LocalizedText("(기상청 API허브의 키이면 KMA_GATEWAY=apihub)", " (KMA_GATEWAY=apihub for a key of the KMA API hub)")
    }

    private var isOfKMA: Bool { traits.attribution == UpstreamAPI.shortTerm.traits.attribution }

    func keyMissingMessage(via gateway: KMAGateway.Kind) -> LocalizedText {
        let page = keyPage(via: gateway)
        let key = key(via: gateway).rawValue
        return LocalizedText(
            "\(key)가 없습니다. 환경 변수나 .env, ~/.config/kma/env에 인증키를 넣어 주세요. 발급: \(page)",
            "\(key) is not set. Put the key into the environment, .env or ~/.config/kma/env. Get one at \(page)"
        )
    }
}

extension FeedReport {
    /// Issue of the feed, else its fetch: ` 26일 14시 발표`.
    public var issueMoment: LocalizedText? { LocalizedText(issued: issuedAt, fetched: fetchedAt) }
}

extension LocalizedText {
    init?(issued: Date?, fetched: Date?) {
        guard let moment = (issued ?? fetched).map({ KoreanTime($0).dayAndHour }) else { return nil }
        self =
            issued == nil
            ? LocalizedText(" \(moment.korean) 받음", ", fetched \(moment.english)")
            : LocalizedText(" \(moment.korean) 발표", ", issued \(moment.english)")
    }
}
