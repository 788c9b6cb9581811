import Forecast

/// Address and key of 에어코리아's services at data.go.kr.
public struct AirKoreaGateway: UpstreamGateway, Hashable {
    /// Default address.
    public static let defaultBaseURL = "https://apis.data.go.kr/B552584"

    /// Address up to the name of the service.
    public var baseURL: String
    /// Key of data.go.kr, sent as `serviceKey`.
    public var key: ServiceKey

    /// Creates a gateway.
    public init(baseURL: String = defaultBaseURL, key: ServiceKey) { (self.baseURL, self.key) = (baseURL, key) }
}

extension IssueSchedule {
    /// Measurements of full hours, published 10 to 16 minutes later, in at most four calls.
    public static let airMeasured = IssueSchedule(interval: 3_600, offset: 0, delay: 20 * 60, retry: 900)

    /// Dust forecast at 05:00, 11:00, 17:00 and 23:00, waited for up to half an hour.
    public static let dustForecast = IssueSchedule(interval: 6 * 3_600, offset: 5 * 3_600, delay: 30 * 60, retry: 600)

    /// Dust forecast for the week, at 17:30.
    public static let dustWeek = IssueSchedule(interval: 24 * 3_600, offset: 17.5 * 3_600, delay: 30 * 60, retry: 1_800)
}

extension FeedRequest {
    fileprivate init(
        _ feed: Feed,
        _ operation: String,
        subject: String? = nil,
        _ gateway: AirKoreaGateway,
        read: @escaping @Sendable (HTTPAnswer, Origin) throws(FeedError) -> Value,
        parameters: @escaping @Sendable (_ issuedAt: Date) -> KeyValuePairs<String, String>
    ) {
        let url = { @Sendable (issuedAt: Date) in
            let query = parameters(issuedAt).map { "\($0)=\($1.percentEncoded)&" }.joined()
            return "\(gateway.baseURL)/\(UpstreamAPI.airQuality.rawValue)/\(operation)?\(query)returnType=json"
                + "&serviceKey=\(gateway.key.plain.percentEncoded)"
        }
        self.init(feed: feed, subject: subject ?? operation, url: url, read: read)
    }
}

extension FeedRequest<[AirMeasurement]> {
    /// Request for the latest measurements of a province, by 에어코리아's short name.
    public static func airMeasured(province: String, gateway: AirKoreaGateway) -> FeedRequest {
        var request = FeedRequest(
            .airMeasured,
            "getCtprvnRltmMesureDnsty",
            subject: province,
            gateway,
            read: { answer, origin throws(FeedError) in try AirMeasuredResponse.read(answer, origin, of: province) }
        ) { _ in
            // Without `ver` no PM2.5; grades of the hour since 1.3.
            ["sidoName": province, "numOfRows": "300", "pageNo": "1", "ver": "1.3"]
        }
        request.gap = { value, _ in
            if value.allSatisfy(\.isBlank) { return FeedError(.noData) }
            return AirMeasuredResponse.isInPart(value) ? FeedError(.malformedResponse) : nil
        }
        return request
    }
}

extension FeedRequest<DustForecast> {
    /// Request for the national dust forecast of today and tomorrow; an answer has all issues of a day.
    public static func dustForecast(gateway: AirKoreaGateway) -> FeedRequest {
        var request = FeedRequest(.airForecast, "getMinuDustFrcstDspth", gateway, read: DustForecastResponse.read) { issue in
            ["searchDate": KoreanDate(of: issue).description, "numOfRows": "300", "pageNo": "1", "ver": "1.1"]
        }
        request.gap = { $0.isInPart ? FeedError(.malformedResponse, "informGrade") : $0.isOver(at: $1) ? FeedError(.noData) : nil }
        return request
    }

    /// Request for the national PM2.5 forecast of the third to sixth day after its issue.
    public static func dustWeek(gateway: AirKoreaGateway) -> FeedRequest {
        var request = FeedRequest(.airForecast, "getMinuDustWeekFrcstDspth", gateway, read: DustWeekResponse.read) { issue in
            ["searchDate": KoreanDate(of: issue).description, "numOfRows": "10", "pageNo": "1"]
        }
        request.gap = { $0.isInPart ? FeedError(.malformedResponse, "frcstOneCn") : $0.isOver(at: $1) ? FeedError(.noData) : nil }
        return request
    }
}
