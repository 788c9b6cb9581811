import Forecast

extension FeedRequest<WarningStatus> {
    /// Request for warnings: `getPwnStatus`, or `wrn_now_data_new.php` at the API hub.
    public static func warnings(gateway: KMAGateway) -> FeedRequest {
        let hasText = gateway.kind == .dataPortal
        var request = FeedRequest(feed: .warnings, subject: hasText ? "getPwnStatus" : "wrn_now_data_new") { _ in
            // `fe=e`: by time of effect; no `tm`: now; `help=1`: a heading without rows.
            hasText
                ? gateway.url("WthrWrnInfoService/getPwnStatus", ["numOfRows": "10", "pageNo": "1"])
                : gateway.tableURL("wrn_now_data_new.php?fe=e&tm=&disp=0&help=1")
        } read: { answer, origin throws(FeedError) in
            try hasText ? WarningStatusResponse.read(answer, origin) : HubWarningResponse.read(answer, origin)
        }
        // The hub lists what is in force, and its newest row may end.
        request.isOlder = { hasText && $0.issuedAt ?? .distantFuture < $1.issuedAt ?? .distantPast }
        request.gap = { status, _ in status.unresolved.isEmpty ? nil : FeedError(.malformedResponse, "warning text") }
        return request
    }
}

extension FeedRequest<WarningEvents> {
    /// Request for the events of three days (`getPwnCd`); `nil` for the API hub, whose rows have times.
    public static func warningEvents(gateway: KMAGateway) -> FeedRequest? { events(days: 3, rows: 5_000, subject: "getPwnCd", gateway) }

    /// Request for the events of sixty days, as heat lasts for weeks: 1 MB in 2026; `nil` for the API hub.
    public static func warningHistory(gateway: KMAGateway) -> FeedRequest? { events(days: 60, rows: 10_000, subject: "getPwnCd-history", gateway) }

    private static func events(days: Int, rows: Int, subject: String, _ gateway: KMAGateway) -> FeedRequest? {
        guard gateway.kind == .dataPortal else { return nil }
        var request = FeedRequest(
            feed: .warnings,
            subject: subject,
            url: { instant in
                let today = KoreanDate(of: instant)
                // One page: consecutive pages repeat rows and lose others.
                return gateway.url(
                    "WthrWrnInfoService/getPwnCd",
                    ["numOfRows": "\(rows)", "pageNo": "1", "fromTmFc": (today + (1 - days)).compact, "toTmFc": today.compact]
                )
            },
            read: { answer, _ throws(FeedError) in try WarningEventsResponse.read(answer) }
        )
        request.gap = { listed, _ in listed.unresolved.isEmpty ? nil : FeedError(.malformedResponse, "warning events") }
        return request
    }
}

extension KMAGateway {
    fileprivate func tableURL(_ operation: String) -> String {
        let services = "/typ02/openApi"
        let root = baseURL.hasSuffix(services) ? String(baseURL.dropLast(services.utf8.count)) : baseURL
        return "\(root)/typ01/url/\(operation)&authKey=\(key.plain.percentEncoded)"
    }
}
