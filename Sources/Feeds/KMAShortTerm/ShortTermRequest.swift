import Forecast
import Regions

// Delays by KMA's guide of 2024-11-28 (단기예보 조회서비스 활용가이드, API 제공 시간).
extension IssueSchedule {
    /// Short-term forecasts from 02:00 every three hours, available ten minutes later.
    public static let shortTerm = IssueSchedule(interval: 3 * 3_600, offset: 2 * 3_600, delay: 600)

    /// Observations of every full hour, available ten minutes later, when the one before is no longer of now.
    public static let observation = IssueSchedule(interval: 3_600, offset: 0, delay: 600, retry: 60)

    /// Forecasts of six hours at every half hour, available fifteen minutes later.
    public static let nextHours = IssueSchedule(interval: 3_600, offset: 1_800, delay: 900)
}

/// More rows than the longest answer, 1,052 at 17:00; the usual 1,000 would cut it.
private let allRows = 1_500
private let todayMark = "-today"

extension ShortTermResponse {
    /// Today has twelve categories an hour to 23:00, the high, and at 02:00 the low.
    static func rows(of subject: String, _ issue: Date) -> Int {
        guard subject.contains(todayMark) else { return allRows }
        let hour = KoreanTime(issue).hour
        return (23 - hour) * 12 + (hour == 2 ? 2 : 1)
    }
}

extension FeedRequest {
    fileprivate init(
        _ feed: Feed,
        _ operation: String,
        _ cell: GridCell,
        _ gateway: KMAGateway,
        part: String = "",
        gap: @escaping @Sendable (Value, Date) -> FeedError?,
        read: @escaping @Sendable (HTTPAnswer, Origin, _ comparesBase: Bool) throws(FeedError) -> Value
    ) {
        let comparesBase = gateway.kind == .dataPortal
        let subject = "\(operation)-\(cell.x)-\(cell.y)\(part)"
        self.init(feed: feed, subject: subject) { issuedAt in
            let base = KoreanTime(issuedAt).compact
            return gateway.url(
                "VilageFcstInfoService_2.0/\(operation)",
                [
                    "numOfRows": "\(ShortTermResponse.rows(of: subject, issuedAt))", "pageNo": "1", "base_date": String(base.prefix(8)),
                    "base_time": String(base.suffix(4)), "nx": "\(cell.x)", "ny": "\(cell.y)",
                ]
            )
        } read: { answer, origin throws(FeedError) in
            try read(answer, origin, comparesBase)
        }
        self.gap = gap
    }
}

extension FeedRequest<SlotForecast> {
    /// Request for five days of a cell, hourly and then in steps of three hours (`getVilageFcst`).
    public static func shortTerm(cell: GridCell, gateway: KMAGateway) -> FeedRequest { shortTerm(cell, gateway, part: "") }

    /// Request for the rest of today; 02:00 alone has its low, issues up to 11:00 its high.
    public static func today(from hour: Int, cell: GridCell, gateway: KMAGateway) -> FeedRequest {
        shortTerm(cell, gateway, part: "\(todayMark)-\(hour)")
    }

    private static func shortTerm(_ cell: GridCell, _ gateway: KMAGateway, part: String) -> FeedRequest {
        FeedRequest(.shortTerm, "getVilageFcst", cell, gateway, part: part, gap: { $0.gap(at: $1, isCut: part.isEmpty && $0.lacksLastDay) }) {
            answer,
            origin,
            comparesBase throws(FeedError) in
            let rows = ShortTermResponse.rows(of: part, origin.issuedAt)
            return try ShortTermResponse.read(answer, origin, rows: rows, cell: cell, comparesBase: comparesBase)
        }
    }

    /// Request for the next six hours of a cell (`getUltraSrtFcst`).
    public static func nextHours(cell: GridCell, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(.nowcast, "getUltraSrtFcst", cell, gateway, gap: { $0.gap(at: $1) }) { answer, origin, comparesBase throws(FeedError) in
            try NextHoursResponse.read(answer, origin, cell: cell, comparesBase: comparesBase)
        }
    }
}

extension FeedRequest<ObservedWeather> {
    /// Request for the current observation of a cell (`getUltraSrtNcst`).
    public static func nowcast(cell: GridCell, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(.nowcast, "getUltraSrtNcst", cell, gateway, gap: { $0.gap(at: $1) }) { answer, origin, comparesBase throws(FeedError) in
            try NowcastResponse.read(answer, origin, cell: cell, comparesBase: comparesBase)
        }
    }
}

extension SlotForecast {
    /// True without the afternoon of the issue's last day, whatever the answer counts.
    fileprivate var lacksLastDay: Bool {
        guard let last = slots.last else { return false }
        let issue = last.origin.issuedAt
        return last.time < (KoreanDate(of: issue) + IssueSchedule.shortTermDays(of: issue).upperBound).at(hour: 12)
    }

    func gap(at moment: Date, isCut: Bool = false) -> FeedError? {
        if isOver(at: moment) { return FeedError(.noData) }
        let isOfKMA = slots.first?.feed != .openWeatherForecast
        if isCut { return FeedError(.malformedResponse, isOfKMA ? "fcstDate" : "list") }
        return isInPart ? FeedError(.malformedResponse, isOfKMA ? "fcstValue" : "list") : nil
    }
}

extension ObservedWeather {
    func gap(at moment: Date) -> FeedError? {
        if !isNow(at: moment) { return FeedError(.noData) }
        return isInPart ? FeedError(.malformedResponse, feed == .openWeatherCurrent ? nil : "obsrValue") : nil
    }
}
