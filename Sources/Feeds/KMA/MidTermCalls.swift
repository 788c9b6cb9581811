#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

extension FeedCall {
    /// Asks MidFcstInfoService for one issue of something in one zone; `zoneName` is the parameter it goes by.
    fileprivate init(
        midTerm feed: Feed,
        operation: String,
        zoneName: String,
        zone: String,
        issuedAt: Date,
        gateway: KMAGateway,
        read: @escaping @Sendable (HTTPAnswer) throws(FeedError) -> Value
    ) {
        let url = gateway.url(
            "MidFcstInfoService/\(operation)",
            ["numOfRows": "10", "pageNo": "1", zoneName: zone, "tmFc": KoreanTime(issuedAt).compact]
        )
        self.init(feed: feed, subject: zone, issuedAt: issuedAt, url: url, read: read)
    }
}

extension FeedCall<MidTemperature> {
    /// Asks for an issue of the mid-term temperatures of a city zone (`getMidTa`).
    public static func midTemperature(zone: String, issuedAt: Date, gateway: KMAGateway) -> FeedCall {
        FeedCall(
            midTerm: .midTemperature,
            operation: "getMidTa",
            zoneName: "regId",
            zone: zone,
            issuedAt: issuedAt,
            gateway: gateway
        ) { answer throws(FeedError) in
            try MidTemperatureResponse.read(answer, issuedAt: issuedAt)
        }
    }
}

extension FeedCall<MidLand> {
    /// Asks for an issue of the mid-term rain and sky of a province zone (`getMidLandFcst`).
    public static func midLand(zone: String, issuedAt: Date, gateway: KMAGateway) -> FeedCall {
        FeedCall(
            midTerm: .midLand,
            operation: "getMidLandFcst",
            zoneName: "regId",
            zone: zone,
            issuedAt: issuedAt,
            gateway: gateway
        ) { answer throws(FeedError) in
            try MidLandResponse.read(answer, issuedAt: issuedAt)
        }
    }
}

extension FeedCall<Outlook> {
    /// Asks for an issue of the mid-term text of an office (`getMidFcst`).
    public static func outlook(station: String, issuedAt: Date, gateway: KMAGateway) -> FeedCall {
        FeedCall(
            midTerm: .outlook,
            operation: "getMidFcst",
            zoneName: "stnId",
            zone: station,
            issuedAt: issuedAt,
            gateway: gateway
        ) { answer throws(FeedError) in
            try OutlookResponse.read(answer, issuedAt: issuedAt)
        }
    }
}
