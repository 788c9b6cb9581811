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
}

/// 에어코리아's service of air quality, ArpltnInforInqireSvc (대기오염정보, data.go.kr 15073861).
public enum AirKorea: FeedService {
    /// data.go.kr, or a stand-in of it at another address.
    public typealias Gateway = AirKoreaGateway
    /// The service as a value.
    public static let service = UpstreamAPI.airQuality
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

extension FeedRequest where Service == AirKorea {
    /// A request with its parameters, and the key last.
    fileprivate init(
        _ feed: Feed,
        _ operation: String,
        subject: String? = nil,
        _ gateway: AirKoreaGateway,
        read: @escaping @Sendable (HTTPAnswer, Date) throws(FeedError) -> Value,
        parameters: @escaping @Sendable (_ issuedAt: Date) -> KeyValuePairs<String, String>
    ) {
        let url = { @Sendable (issuedAt: Date) in
            let query = parameters(issuedAt).map { "\($0)=\($1.percentEncoded)&" }.joined()
            return "\(gateway.baseURL)/\(Service.service.rawValue)/\(operation)?\(query)returnType=json"
                + "&serviceKey=\(gateway.key.plain.percentEncoded)"
        }
        self.init(feed: feed, subject: subject ?? operation, url: url) { answer, origin throws(FeedError) in
            try read(answer, origin.issuedAt)
        }
    }
}

extension FeedRequest<AirKorea, [AirMeasurement]> {
    /// What the stations of a province measured last, by 에어코리아's short name of the province.
    public static func airMeasured(province: String, gateway: AirKoreaGateway) -> FeedRequest {
        FeedRequest(
            .airMeasured,
            "getCtprvnRltmMesureDnsty",
            subject: province,
            gateway,
            read: AirMeasuredResponse.read
        ) { _ in
            // Without `ver` there is no PM2.5; from 1.3 on there are grades of the hour.
            ["sidoName": province, "numOfRows": "300", "pageNo": "1", "ver": "1.3"]
        }
    }
}

extension FeedRequest<AirKorea, DustForecast> {
    /// The dust forecast of today and tomorrow for the whole country. An answer has all issues of a day.
    public static func dustForecast(gateway: AirKoreaGateway) -> FeedRequest {
        var request = FeedRequest(
            .airForecast,
            "getMinuDustFrcstDspth",
            gateway,
            read: DustForecastResponse.read
        ) { issue in
            [
                "searchDate": KoreanDate(of: issue).description, "numOfRows": "300", "pageNo": "1",
                "ver": "1.1",
            ]
        }
        request.gap = { $0.isOver(at: $1) ? FeedError(.noData) : nil }
        return request
    }

    /// The forecast of PM2.5 for the third to the sixth day after its issue, for the whole country.
    public static func dustWeek(gateway: AirKoreaGateway) -> FeedRequest {
        var request = FeedRequest(
            .airForecast,
            "getMinuDustWeekFrcstDspth",
            gateway,
            read: DustWeekResponse.read
        ) { issue in
            ["searchDate": KoreanDate(of: issue).description, "numOfRows": "10", "pageNo": "1"]
        }
        request.gap = { $0.isOver(at: $1) ? FeedError(.noData) : nil }
        return request
    }
}
