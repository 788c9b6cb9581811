import Feeds
import Forecast
import KMAForecast
import Regions

/// An error that a program ends with: what it says, and its exit status.
public protocol ReportableError: Error {
    /// What happened, and what the person can do.
    var message: LocalizedText { get }
    /// The exit status of the program.
    var exitStatus: ExitStatus { get }
}

extension ForecastError: ReportableError {
    /// The exit status of the code.
    public var exitStatus: ExitStatus { code.traits.exitStatus }

    /// What happened, and what the person can do.
    public var message: LocalizedText {
        switch self {
        case .place(let error): error.message
        case .invalidRequest(let error): error.message
        case .nothingToShow:
            decisiveSource.flatMap { source in source.error?.message(for: source.feed) }
                ?? LocalizedText("보여 드릴 자료가 없습니다.", "There is nothing to show.")
        }
    }
}

extension RequestError {
    /// What is wrong, and what would be right.
    public var message: LocalizedText {
        switch self {
        case .missingPlace:
            return LocalizedText(
                "어느 곳의 날씨를 볼지 알려 주세요: 지역 이름(area)이나 위도·경도(lat, lon).",
                "Say where: an area, or lat and lon."
            )
        case .incompleteCoordinate:
            return LocalizedText(
                "위도(lat)와 경도(lon)는 함께 적어야 합니다.",
                "Latitude (lat) and longitude (lon) go together."
            )
        case .areaAndCoordinate:
            return LocalizedText("지역 이름과 좌표 가운데 하나만 적어 주세요.", "Give an area or a coordinate, not both.")
        case .invalidCoordinate(let text):
            return LocalizedText(
                "좌표 ‘\(text.shown)’을(를) 읽지 못했습니다. 37.38처럼 도 단위 숫자로 적어 주세요.",
                "‘\(text.shown)’ is not a coordinate. Write degrees, such as 37.38."
            )
        case .noForecast(let date, let available):
            let range = available.map { "\($0.lowerBound) ~ \($0.upperBound)" } ?? ""
            return LocalizedText(
                "\(date)의 하늘은 예보에 없습니다. 볼 수 있는 날: \(range)",
                "There is no sky forecast for \(date). Days there are: \(range)"
            )
        }
    }
}

extension PlaceError {
    /// More names than these do not help anyone to choose; 중앙동 stands in 32 places.
    private static let namesShown = 8

    /// What happened, and what the person can do.
    public var message: LocalizedText {
        switch self {
        case .unknownArea(let query, let suggestions) where suggestions.isEmpty:
            return LocalizedText(
                "이름이 ‘\(query.shown)’인 지역을 찾지 못했습니다. ‘kma areas’로 이름을 찾아보세요.",
                "No area is called ‘\(query.shown)’. Look names up with ‘kma areas’."
            )
        case .unknownArea(let query, let suggestions):
            let names = suggestions.map { "‘\($0)’" }.joined(separator: ", ")
            return LocalizedText(
                "이름이 ‘\(query.shown)’인 지역을 찾지 못했습니다. 혹시 \(names)?",
                "No area is called ‘\(query.shown)’. Did you mean \(names)?"
            )
        case .ambiguousArea(let query, let candidates):
            let names = candidates.prefix(PlaceError.namesShown).joined(separator: ", ")
            let rest = max(0, candidates.count - PlaceError.namesShown)
            return LocalizedText(
                "이름이 ‘\(query.shown)’인 곳이 여럿입니다. 더 자세히 적어 주세요: \(names)\(rest > 0 ? " 외 \(rest)곳" : "")",
                "Several areas are called ‘\(query.shown)’. Name the province as well: \(names)\(rest > 0 ? " and \(rest) more" : "")"
            )
        case .outsideKorea(let latitude, let longitude):
            return LocalizedText(
                "좌표 \(latitude), \(longitude)은(는) 예보 구역 밖입니다. 대한민국 땅에서 15km 이내여야 합니다.",
                "The point \(latitude), \(longitude) is outside the forecast area: within 15 km of Korean land."
            )
        }
    }
}

extension FeedError {
    /// What happened and what the person can do, in a sentence or two. Exactly one text a kind.
    public func message(for feed: Feed) -> LocalizedText {
        let service = feed.service
        let detail = detail.map { " (\($0))" } ?? ""
        switch code {
        case .keyMissing:
            return service.keyMissingMessage
        case .keyRejected:
            return LocalizedText(
                "\(service.name.korean)에서 키를 받아 주지 않았습니다\(detail). \(service.keySetting) 값을 확인하고, 새로 받은 키라면 1~2시간 뒤에 다시 해 보세요.",
                "\(service.name.english) rejected the key\(detail). Check \(service.keySetting); a new key takes an hour or two to work."
            )
        case .notSubscribed:
            return LocalizedText(
                "키는 맞지만 이 서비스의 활용신청이 없습니다\(detail). \(service.portal)에서 신청해 주세요.",
                "The key is not subscribed to this service\(detail). Apply for it at \(service.portal)."
            )
        case .quotaExceeded:
            return LocalizedText(
                "\(service.name.korean)의 오늘 호출 한도를 다 썼습니다\(detail). 한국 시각 자정에 풀립니다.",
                "Today's calls to \(service.name.english) are spent\(detail). They come back at midnight in Korea."
            )
        case .rateLimited:
            return LocalizedText(
                "\(service.name.korean)에 짧은 시간에 너무 많이 물었습니다\(detail). 잠시 뒤에 다시 해 보세요.",
                "Too many calls to \(service.name.english) in a short time\(detail). Try again shortly."
            )
        case .blocked:
            return LocalizedText(
                "\(service.name.korean)에서 이 주소(IP)의 접속을 막았습니다\(detail). \(service.portal)에 등록된 주소를 확인하세요.",
                "\(service.name.english) refuses this address\(detail). Check the addresses registered at \(service.portal)."
            )
        case .noData:
            return LocalizedText(
                "\(feed.name.korean) 자료가 아직 없습니다\(detail). 발표를 기다려 주세요.",
                "\(feed.name.english) has nothing yet\(detail). Wait for the next issue."
            )
        case .timeout:
            return LocalizedText(
                "\(service.name.korean)에서 제때 답이 오지 않았습니다\(detail). 잠시 뒤에 다시 해 보거나 KMA_TIMEOUT을 늘려 보세요.",
                "\(service.name.english) did not answer in time\(detail). Try again shortly, or raise KMA_TIMEOUT."
            )
        case .unreachable:
            return LocalizedText(
                "\(service.name.korean)에 연결하지 못했습니다\(detail). 네트워크를 확인해 주세요.",
                "No connection to \(service.name.english)\(detail). Check the network."
            )
        case .upstreamError:
            return LocalizedText(
                "\(service.name.korean) 쪽에 장애가 있습니다\(detail). 잠시 뒤에 다시 해 보세요.",
                "\(service.name.english) reports a fault of its own\(detail). Try again shortly."
            )
        case .unknownArea, .ambiguousArea, .outsideKorea, .badInput:
            // No feed reports these; the title is all there is to say.
            return code.traits.title
        case .malformedResponse:
            return LocalizedText(
                "\(service.name.korean)에서 알아볼 수 없는 답이 왔습니다\(detail). 점검 중일 수 있으니 잠시 뒤에 다시 해 보세요.",
                "\(service.name.english) sent an answer that makes no sense\(detail). It may be under maintenance; try again shortly."
            )
        }
    }
}

extension UpstreamService {
    /// That no key is set for it, and where to get one.
    var keyMissingMessage: LocalizedText {
        LocalizedText(
            "\(keySetting)가 없습니다. .env에 키를 넣어 주세요. 발급: \(portal)",
            "\(keySetting) is not set. Put the key into .env; get one at \(portal)"
        )
    }
}

extension Feed {
    /// The name for people.
    public var name: LocalizedText {
        switch self {
        case .midTemperature: LocalizedText("기상청 중기기온", "KMA mid-term temperatures")
        case .midLand: LocalizedText("기상청 중기육상예보", "KMA mid-term rain and sky")
        case .outlook: LocalizedText("기상청 중기전망", "KMA mid-term outlook")
        case .shortTerm: LocalizedText("기상청 단기예보", "KMA short-term forecast")
        case .nowcast: LocalizedText("기상청 초단기실황·예보", "KMA nowcast")
        case .openWeatherCurrent: LocalizedText("OpenWeather 현재 날씨", "OpenWeather current weather")
        case .openWeatherForecast: LocalizedText("OpenWeather 5일 예보", "OpenWeather 5-day forecast")
        }
    }
}

extension UpstreamService {
    /// The name for people.
    public var name: LocalizedText {
        switch self {
        case .midTerm: LocalizedText("기상청 중기예보 서비스", "KMA's mid-term service")
        case .shortTerm: LocalizedText("기상청 단기예보 서비스", "KMA's short-term service")
        case .openWeather: LocalizedText("OpenWeather", "OpenWeather")
        }
    }

    /// The setting that holds its key.
    public var keySetting: String {
        switch self {
        case .midTerm, .shortTerm: "KMA_SERVICE_KEY"
        case .openWeather: "OPENWEATHER_API_KEY"
        }
    }

    /// The page where a person applies for it and finds the key.
    public var portal: String {
        switch self {
        case .midTerm: "https://www.data.go.kr/data/15059468/openapi.do"
        case .shortTerm: "https://www.data.go.kr/data/15084084/openapi.do"
        case .openWeather: "https://home.openweathermap.org/api_keys"
        }
    }
}

extension String {
    /// As it may be shown to people: not longer than a line, and without characters that steer a terminal.
    var shown: String {
        let line = prefix(40).map { $0.isControl ? " " : $0 }
        return String(line) + (line.count < count ? "…" : "")
    }
}

extension Character {
    /// Whether a terminal would do something instead of showing it.
    package var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
