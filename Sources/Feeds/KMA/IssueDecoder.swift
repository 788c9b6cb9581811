import Forecast

/// Reads a stored answer of one of KMA's forecasts by its feed alone, without the request that it answers.
public enum IssueDecoder {
    /// What an answer says; `nil` for a feed that is no forecast of KMA's. `subject` is that of its request. Throws the
    /// fault that the answer carries: `noData` also where it has no values.
    public static func value(
        of feed: Feed,
        subject: String,
        _ answer: HTTPAnswer,
        issuedAt: Date
    ) throws(FeedError) -> (any Sendable)? {
        switch feed {
        case .midTemperature: try MidTemperatureResponse.read(answer, issuedAt, zone: subject)
        case .midLand: try MidLandResponse.read(answer, issuedAt, zone: subject)
        case .outlook: try OutlookResponse.read(answer, issuedAt)
        case .shortTerm:
            try ShortTermResponse.read(answer, issuedAt, rows: ShortTermResponse.rows(of: subject))
        case .warnings where subject.hasPrefix("getPwn"): try WarningStatusResponse.read(answer)
        case .warnings: try HubWarningResponse.read(answer)
        default: nil
        }
    }
}
