#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import Regions

extension FeedQuery {
    /// Asks VilageFcstInfoService about one cell. Without `rows` enough for all, an answer is cut and does not say so
    /// where people look: the longest, of 17:00, has 1,052.
    fileprivate init(
        shortTerm feed: Feed,
        operation: String,
        cell: GridCell,
        gateway: KMAGateway,
        read: @escaping @Sendable (HTTPAnswer, Date) throws(FeedError) -> Value
    ) {
        self.init(
            feed: feed,
            subject: "\(operation)-\(cell.x)-\(cell.y)",
            url: { issuedAt in
                let base = KoreanTime(issuedAt).compact
                return gateway.url(
                    "VilageFcstInfoService_2.0/\(operation)",
                    [
                        "numOfRows": "1500", "pageNo": "1", "base_date": String(base.prefix(8)),
                        "base_time": String(base.suffix(4)), "nx": "\(cell.x)", "ny": "\(cell.y)",
                    ]
                )
            },
            read: read
        )
    }
}

extension FeedQuery<SlotForecast> {
    /// The five days of a cell, by the hour and then by three (`getVilageFcst`).
    public static func shortTerm(cell: GridCell, gateway: KMAGateway) -> FeedQuery {
        FeedQuery(
            shortTerm: .shortTerm,
            operation: "getVilageFcst",
            cell: cell,
            gateway: gateway,
            read: ShortTermResponse.read
        )
    }

    /// The next six hours of a cell (`getUltraSrtFcst`).
    public static func nextHours(cell: GridCell, gateway: KMAGateway) -> FeedQuery {
        FeedQuery(
            shortTerm: .nowcast,
            operation: "getUltraSrtFcst",
            cell: cell,
            gateway: gateway,
            read: NextHoursResponse.read
        )
    }
}

extension FeedQuery<Observation> {
    /// What is observed in a cell (`getUltraSrtNcst`).
    public static func nowcast(cell: GridCell, gateway: KMAGateway) -> FeedQuery {
        FeedQuery(
            shortTerm: .nowcast,
            operation: "getUltraSrtNcst",
            cell: cell,
            gateway: gateway,
            read: NowcastResponse.read
        )
    }
}
