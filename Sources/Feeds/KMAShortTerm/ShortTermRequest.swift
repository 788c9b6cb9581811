import Forecast
import Regions

/// KMA's short-term service, VilageFcstInfoService_2.0 (단기예보, data.go.kr 15084084).
public enum KMAShortTerm: FeedService {
    /// data.go.kr or KMA's API hub.
    public typealias Gateway = KMAGateway
    /// The service as a value.
    public static let service = UpstreamAPI.shortTerm
}

// Delays by KMA's guide of 2024-11-28 (단기예보 조회서비스 활용가이드, API 제공 시간).
extension IssueSchedule {
    /// Short-term forecasts: 02:00 and every three hours, available ten minutes later.
    public static let shortTerm = IssueSchedule(interval: 3 * 3_600, offset: 2 * 3_600, delay: 600)

    /// Observations: every full hour, available ten minutes later.
    public static let observation = IssueSchedule(interval: 3_600, offset: 0, delay: 600)

    /// The next six hours: half past every hour, available fifteen minutes later.
    public static let nextHours = IssueSchedule(interval: 3_600, offset: 1_800, delay: 900)
}

/// More rows than any answer has: the longest, of 17:00, has 1,052. The usual 1,000 would cut it.
private let allRows = 1_500

/// Rows of the issue of 02:00 up to its midnight: 21 hours of twelve categories, the day's low and its high.
private let rowsOfToday = 21 * 12 + 2

extension ShortTermResponse {
    /// The rows that the request with a subject asks for.
    static func rows(of subject: String) -> Int { subject.hasSuffix("-today") ? rowsOfToday : allRows }
}

extension FeedRequest where Service == KMAShortTerm {
    /// A request for one cell. `part` marks the subject of a request that wants less than all rows.
    fileprivate init(
        _ feed: Feed,
        _ operation: String,
        _ cell: GridCell,
        _ gateway: KMAGateway,
        rows: Int = allRows,
        part: String = "",
        gap: @escaping @Sendable (Value, Date) -> FeedError?,
        read: @escaping @Sendable (HTTPAnswer, Date, _ comparesBase: Bool) throws(FeedError) -> Value
    ) {
        let comparesBase = gateway.kind == .dataPortal
        self.init(feed: feed, subject: "\(operation)-\(cell.x)-\(cell.y)\(part)") { issuedAt in
            let base = KoreanTime(issuedAt).compact
            return gateway.url(
                "VilageFcstInfoService_2.0/\(operation)",
                [
                    "numOfRows": "\(rows)", "pageNo": "1", "base_date": String(base.prefix(8)),
                    "base_time": String(base.suffix(4)), "nx": "\(cell.x)", "ny": "\(cell.y)",
                ]
            )
        } read: { answer, issuedAt throws(FeedError) in
            try read(answer, issuedAt, comparesBase)
        }
        self.gap = gap
    }
}

extension FeedRequest<KMAShortTerm, SlotForecast> {
    /// The five days of a cell, by the hour and then by three (`getVilageFcst`).
    public static func shortTerm(cell: GridCell, gateway: KMAGateway) -> FeedRequest {
        shortTerm(cell, gateway, rows: allRows, part: "")
    }

    /// Today by the issue of 02:00: the only issue with the day's low, and from 14:00 on the only one with its high.
    /// The rows of later days, three quarters of the answer, are not requested.
    public static func today(cell: GridCell, gateway: KMAGateway) -> FeedRequest {
        shortTerm(cell, gateway, rows: rowsOfToday, part: "-today")
    }

    private static func shortTerm(_ cell: GridCell, _ gateway: KMAGateway, rows: Int, part: String)
        -> FeedRequest
    {
        FeedRequest(
            .shortTerm,
            "getVilageFcst",
            cell,
            gateway,
            rows: rows,
            part: part,
            gap: { $0.gap(at: $1) }
        ) {
            answer,
            issuedAt,
            comparesBase throws(FeedError) in
            try ShortTermResponse.read(answer, issuedAt, rows: rows, cell: cell, comparesBase: comparesBase)
        }
    }

    /// The next six hours of a cell (`getUltraSrtFcst`).
    public static func nextHours(cell: GridCell, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(.nowcast, "getUltraSrtFcst", cell, gateway, gap: { $0.gap(at: $1) }) {
            answer,
            issuedAt,
            comparesBase throws(FeedError) in
            try NextHoursResponse.read(answer, issuedAt, cell: cell, comparesBase: comparesBase)
        }
    }
}

extension FeedRequest<KMAShortTerm, Observation> {
    /// The current observation of a cell (`getUltraSrtNcst`).
    public static func nowcast(cell: GridCell, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(.nowcast, "getUltraSrtNcst", cell, gateway, gap: { $0.gap(at: $1) }) {
            answer,
            issuedAt,
            comparesBase throws(FeedError) in
            try NowcastResponse.read(answer, issuedAt, cell: cell, comparesBase: comparesBase)
        }
    }
}

extension SlotForecast {
    /// The gap of a request for it: a forecast of hours that are over is none.
    func gap(at moment: Date) -> FeedError? {
        if isOver(at: moment) { return FeedError(.noData) }
        return isInPart ? FeedError(.malformedResponse, "TMP, REH") : nil
    }
}

extension Observation {
    /// The gap of a request for it: an observation of another time is none.
    func gap(at moment: Date) -> FeedError? {
        if !isNow(at: moment) { return FeedError(.noData) }
        return isInPart ? FeedError(.malformedResponse, "T1H, REH") : nil
    }
}
