import Forecast

/// KMA's mid-term service, MidFcstInfoService (중기예보, data.go.kr 15059468).
public enum KMAMidTerm: FeedService {
    /// data.go.kr or KMA's API hub.
    public typealias Gateway = KMAGateway
    /// The service as a value.
    public static let service = UpstreamAPI.midTerm
    /// How it may be called, and whom its data are owed to.
    public static let traits = UpstreamAPI.Traits.kma()
}

extension IssueSchedule {
    /// Mid-term forecasts: 06:00 and 18:00. The minute they become available is not documented, so an issue is
    /// requested at once, and the one before it where the answer is `03 NO_DATA`.
    public static let midTerm = IssueSchedule(interval: 12 * 3_600, offset: 6 * 3_600, delay: 0)
}

extension FeedRequest where Service == KMAMidTerm {
    /// A request for one zone; `zoneName` is the parameter the zone stands in.
    fileprivate init(
        midTerm feed: Feed,
        operation: String,
        zoneName: String,
        zone: String,
        gateway: KMAGateway,
        read: @escaping @Sendable (HTTPAnswer, Date) throws(FeedError) -> Value
    ) {
        self.init(
            feed: feed,
            subject: zone,
            url: { issuedAt in
                gateway.url(
                    "MidFcstInfoService/\(operation)",
                    ["numOfRows": "10", "pageNo": "1", zoneName: zone, "tmFc": KoreanTime(issuedAt).compact]
                )
            },
            read: read
        )
    }
}

extension FeedRequest<KMAMidTerm, MidTemperature> {
    /// The mid-term temperatures of a city zone (`getMidTa`).
    public static func midTemperature(zone: String, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(
            midTerm: .midTemperature,
            operation: "getMidTa",
            zoneName: "regId",
            zone: zone,
            gateway: gateway,
            read: { answer, issuedAt throws(FeedError) in
                try MidTemperatureResponse.read(answer, issuedAt, zone: zone)
            }
        )
    }
}

extension FeedRequest<KMAMidTerm, MidLand> {
    /// The mid-term rain and sky of a province zone (`getMidLandFcst`).
    public static func midLand(zone: String, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(
            midTerm: .midLand,
            operation: "getMidLandFcst",
            zoneName: "regId",
            zone: zone,
            gateway: gateway,
            read: { answer, issuedAt throws(FeedError) in
                try MidLandResponse.read(answer, issuedAt, zone: zone)
            }
        )
    }
}

extension FeedRequest<KMAMidTerm, Outlook> {
    /// The mid-term text of an office (`getMidFcst`).
    public static func outlook(station: String, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(
            midTerm: .outlook,
            operation: "getMidFcst",
            zoneName: "stnId",
            zone: station,
            gateway: gateway,
            read: OutlookResponse.read
        )
    }
}
