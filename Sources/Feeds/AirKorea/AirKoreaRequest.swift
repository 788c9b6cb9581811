import Forecast

/// Address and key of 에어코리아's services at data.go.kr.
public struct AirKoreaGateway: UpstreamGateway, Hashable {
    /// The address unless another is set.
    public static let defaultBaseURL = "https://apis.data.go.kr/B552584"

    /// The address, up to the name of the service.
    public var baseURL: String
    /// The key, sent as `serviceKey`: one of data.go.kr.
    public var key: ServiceKey

    /// A gateway from its address and key.
    public init(baseURL: String = defaultBaseURL, key: ServiceKey) {
        self.baseURL = baseURL
        self.key = key
    }

    /// The URL of an operation with its parameters, and the key last.
    fileprivate func url(_ operation: String, _ parameters: KeyValuePairs<String, String>) -> String {
        let query = parameters.map { "\($0)=\($1.percentEncoded)&" }.joined()
        return "\(baseURL)/\(AirKorea.service.rawValue)/\(operation)?\(query)returnType=json"
            + "&serviceKey=\(key.plain.percentEncoded)"
    }
}

/// 에어코리아's service of air quality, ArpltnInforInqireSvc (대기오염정보, data.go.kr 15073861).
public enum AirKorea: FeedService {
    /// data.go.kr, or a stand-in of it at another address.
    public typealias Gateway = AirKoreaGateway
    /// The service as a value.
    public static let service = UpstreamAPI.airQuality
    /// How it may be called, and whom its data are owed to: a development account has 500 calls a day, and a 429 has been
    /// met where a failing province was asked again every ten minutes.
    public static let traits = UpstreamAPI.Traits(
        isOptional: true,
        limits: UpstreamAPI.Limits(callsADay: 450, cooldownAfterRateLimit: 600),
        group: .airKorea,
        attribution: "한국환경공단 에어코리아"
    )
}

extension IssueSchedule {
    /// Measurements: every full hour, published ten to sixteen minutes later.
    /// An hour that is late is asked for at most four times: the day has 450 calls.
    public static let airMeasured = IssueSchedule(interval: 3_600, offset: 0, delay: 20 * 60, retry: 900)

    /// The dust forecast: 05:00, 11:00, 17:00 and 23:00; clients wait up to half an hour.
    public static let dustForecast = IssueSchedule(
        interval: 6 * 3_600,
        offset: 5 * 3_600,
        delay: 30 * 60,
        retry: 600
    )

    /// The dust forecast for the week: 17:30.
    public static let dustWeek = IssueSchedule(
        interval: 24 * 3_600,
        offset: 17.5 * 3_600,
        delay: 30 * 60,
        retry: 1_800
    )
}

extension FeedRequest<AirKorea, [AirMeasurement]> {
    /// What the stations of a province measured last, by 에어코리아's short name of the province.
    public static func airMeasured(province: String, gateway: AirKoreaGateway) -> FeedRequest {
        FeedRequest(
            feed: .airMeasured,
            subject: province,
            url: { _ in
                // Without `ver` there is no PM2.5; from 1.3 on there are grades of the hour.
                gateway.url(
                    "getCtprvnRltmMesureDnsty",
                    ["sidoName": province, "numOfRows": "300", "pageNo": "1", "ver": "1.3"]
                )
            },
            read: AirMeasuredResponse.read
        )
    }
}

extension FeedRequest<AirKorea, DustForecast> {
    /// The dust forecast of today and tomorrow for the whole country. An answer has all issues of a day.
    public static func dustForecast(gateway: AirKoreaGateway) -> FeedRequest {
        FeedRequest(
            feed: .airForecast,
            subject: "getMinuDustFrcstDspth",
            url: { issue in
                gateway.url(
                    "getMinuDustFrcstDspth",
                    [
                        "searchDate": KoreanDate(of: issue).description, "numOfRows": "300", "pageNo": "1",
                        "ver": "1.1",
                    ]
                )
            },
            read: DustForecastResponse.read
        )
    }

    /// The forecast of PM2.5 for the third to the sixth day after its issue, for the whole country.
    public static func dustWeek(gateway: AirKoreaGateway) -> FeedRequest {
        FeedRequest(
            feed: .airForecast,
            subject: "getMinuDustWeekFrcstDspth",
            url: { issue in
                gateway.url(
                    "getMinuDustWeekFrcstDspth",
                    ["searchDate": KoreanDate(of: issue).description, "numOfRows": "10", "pageNo": "1"]
                )
            },
            read: DustWeekResponse.read
        )
    }
}
