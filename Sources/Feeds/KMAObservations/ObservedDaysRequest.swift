import Forecast

/// KMA's daily values of surface stations, AsosDalyInfoService (지상(종관, ASOS) 일자료, data.go.kr 15059093).
public enum KMAObservations: FeedService {
    /// data.go.kr or KMA's API hub.
    public typealias Gateway = KMAGateway
    /// The service as a value.
    public static let service = UpstreamAPI.observations
    /// How it may be called, and whom its data are owed to.
    public static let traits = UpstreamAPI.Traits.kma(isOptional: true)
}

extension FeedRequest<KMAObservations, [ObservedDay]> {
    /// The most days that one call asks for. A page has at most 999 rows.
    public static var longestSpan: Int { 400 }

    /// What a station measured on days (`getWthrDataList`): one station a call, at most ``longestSpan`` days, and
    /// yesterday at the latest. The instant that the request is sent for is when the answer counts as fetched.
    public static func observedDays(
        station: Int,
        on dates: ClosedRange<KoreanDate>,
        gateway: KMAGateway
    ) -> FeedRequest {
        let (first, last) = (dates.lowerBound.compact, dates.upperBound.compact)
        return FeedRequest(
            feed: .observedDays,
            subject: "\(station)-\(first)-\(last)",
            url: { _ in
                gateway.url(
                    "AsosDalyInfoService/getWthrDataList",
                    [
                        // Without it ten rows come, and nothing says that there are more.
                        "numOfRows": "999", "pageNo": "1", "dataCd": "ASOS", "dateCd": "DAY",
                        "startDt": first, "endDt": last, "stnIds": "\(station)",
                    ]
                )
            },
            read: { answer, fetchedAt throws(FeedError) in
                try ObservedDaysResponse.read(answer, station: station, on: dates, fetchedAt: fetchedAt)
            }
        )
    }
}

extension FeedRequest<KMAObservations, [ObservedDay]> {
    /// What a station measured on the day before yesterday, as seen from the instant the request is sent for: a day that is
    /// published at any hour.
    public static func dayBeforeYesterday(station: Int, gateway: KMAGateway) -> FeedRequest {
        @Sendable func request(at instant: Date) -> FeedRequest {
            let day = KoreanDate(of: instant) + -2
            return observedDays(station: station, on: day...day, gateway: gateway)
        }
        return FeedRequest(
            feed: .observedDays,
            subject: "\(station)",
            url: { request(at: $0).url($0) },
            read: { answer, instant throws(FeedError) in try request(at: instant).read(answer, instant) }
        )
    }
}

extension KoreanDate {
    /// `20261004`.
    fileprivate var compact: String { String(KoreanTime(start).compact.prefix(8)) }
}
