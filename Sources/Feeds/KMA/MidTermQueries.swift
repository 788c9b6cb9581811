#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

extension FeedRequest {
    /// Asks MidFcstInfoService about one zone; `zoneName` is the parameter the zone goes by.
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

extension FeedRequest<MidTemperature> {
    /// The mid-term temperatures of a city zone (`getMidTa`).
    public static func midTemperature(zone: String, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(
            midTerm: .midTemperature,
            operation: "getMidTa",
            zoneName: "regId",
            zone: zone,
            gateway: gateway,
            read: MidTemperatureResponse.read
        )
    }
}

extension FeedRequest<MidLand> {
    /// The mid-term rain and sky of a province zone (`getMidLandFcst`).
    public static func midLand(zone: String, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(
            midTerm: .midLand,
            operation: "getMidLandFcst",
            zoneName: "regId",
            zone: zone,
            gateway: gateway,
            read: MidLandResponse.read
        )
    }
}

extension FeedRequest<Outlook> {
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
