import Forecast

/// KMA's warning service, WthrWrnInfoService (기상특보, data.go.kr 15000415), and its twin at the API hub.
public enum KMAWarnings: FeedService {
    /// data.go.kr or KMA's API hub.
    public typealias Gateway = KMAGateway
    /// The service as a value.
    public static let service = UpstreamAPI.warnings
}

extension FeedRequest<KMAWarnings, WarningStatus> {
    /// What is in force in the whole country, and what may be soon: one answer serves every place.
    ///
    /// data.go.kr tells it as text (`getPwnStatus`), the API hub as a row for each zone (`wrn_now_data_new.php`).
    public static func warnings(gateway: KMAGateway) -> FeedRequest {
        var request =
            switch gateway.kind {
            case .dataPortal:
                FeedRequest(
                    feed: .warnings,
                    subject: "getPwnStatus",
                    url: { _ in
                        gateway.url("WthrWrnInfoService/getPwnStatus", ["numOfRows": "10", "pageNo": "1"])
                    },
                    read: { answer, _ throws(FeedError) in try WarningStatusResponse.read(answer) }
                )
            case .hub:
                FeedRequest(
                    feed: .warnings,
                    subject: "wrn_now_data_new",
                    // `fe=e`: by the time of effect; no `tm` is now. The heading that `help=1` asks for is there also where
                    // nothing is in force.
                    url: { _ in gateway.tableURL("wrn_now_data_new.php?fe=e&tm=&disp=0&help=1") },
                    read: { answer, _ throws(FeedError) in try HubWarningResponse.read(answer) }
                )
            }
        request.gap = { status, _ in
            status.unresolved.isEmpty ? nil : FeedError(.malformedResponse, "warning text")
        }
        return request
    }
}

extension FeedRequest<KMAWarnings, [WarningEvent]> {
    /// The issues and releases of three days (`getPwnCd`), which have the times that the text lacks; `nil` for the API
    /// hub, whose rows have them.
    public static func warningEvents(gateway: KMAGateway) -> FeedRequest? {
        events(days: 3, rows: 5_000, subject: "getPwnCd", gateway)
    }

    /// The issues and releases of sixty days: heat and drought stand for weeks. In 2026 they were 4,499 rows, some 1 MB.
    /// `nil` for the API hub.
    public static func warningHistory(gateway: KMAGateway) -> FeedRequest? {
        events(days: 60, rows: 10_000, subject: "getPwnCd-history", gateway)
    }

    private static func events(days: Int, rows: Int, subject: String, _ gateway: KMAGateway) -> FeedRequest? {
        guard gateway.kind == .dataPortal else { return nil }
        return FeedRequest(
            feed: .warnings,
            subject: subject,
            url: { instant in
                let today = KoreanDate(of: instant)
                // One page for all: consecutive pages repeat rows and lose others. Ten thousand rows are accepted.
                return gateway.url(
                    "WthrWrnInfoService/getPwnCd",
                    [
                        "numOfRows": "\(rows)", "pageNo": "1", "fromTmFc": (today + (1 - days)).compact,
                        "toTmFc": today.compact,
                    ]
                )
            },
            read: { answer, _ throws(FeedError) in try WarningEventsResponse.read(answer) }
        )
    }
}

extension KMAGateway {
    /// The URL of a table of the API hub, whose folder lies beside that of its JSON services; the key comes last.
    fileprivate func tableURL(_ operation: String) -> String {
        let services = "/typ02/openApi"
        let root = baseURL.hasSuffix(services) ? String(baseURL.dropLast(services.utf8.count)) : baseURL
        return "\(root)/typ01/url/\(operation)&authKey=\(key.plain.percentEncoded)"
    }
}
