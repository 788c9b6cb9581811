/// The result codes of KMA's services and their gateways, as faults.
///
/// Sources: KMA's guides for the services, and for the gateway data.go.kr's "공공데이터 오픈API 에러코드".
enum PortalFault {
    private static let table: [String: (kind: ErrorCode, name: String)] = [
        "01": (.upstreamError, "APPLICATION_ERROR"),
        "02": (.upstreamError, "DB_ERROR"),
        "03": (.noData, "NO_DATA"),
        "04": (.upstreamError, "HTTP_ERROR"),
        "05": (.timeout, "SERVICETIME_OUT"),
        "10": (.upstreamError, "INVALID_REQUEST_PARAMETER_ERROR"),
        "11": (.upstreamError, "NO_MANDATORY_REQUEST_PARAMETERS_ERROR"),
        "12": (.upstreamError, "NO_OPENAPI_SERVICE_ERROR"),
        "20": (.notSubscribed, "SERVICE_ACCESS_DENIED_ERROR"),
        "21": (.keyRejected, "TEMPORARILY_DISABLE_THE_SERVICEKEY_ERROR"),
        "22": (.quotaExceeded, "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR"),
        "23": (.rateLimited, "LIMITED_NUMBER_OF_SERVICE_REQUESTS_PER_SECOND_EXCEEDS_ERROR"),
        "29": (.blocked, "BLACKLIST_IP_ACCESS_ERROR"),
        "30": (.keyRejected, "SERVICE_KEY_IS_NOT_REGISTERED_ERROR"),
        "31": (.keyRejected, "DEADLINE_HAS_EXPIRED_ERROR"),
        "32": (.blocked, "UNREGISTERED_IP_ERROR"),
        "33": (.keyRejected, "UNSIGNED_CALL_ERROR"),
        "99": (.upstreamError, "UNKNOWN_ERROR"),
    ]

    /// Codes that reject the request itself; a retry is rejected again.
    private static let refusals: Set = ["10", "11", "12"]

    /// The plain texts that a proxy of the portal answers with, and what they mean.
    private static let plainTexts: [(start: String, kind: ErrorCode)] = [
        ("Unauthorized", .keyRejected),
        ("Forbidden", .notSubscribed),
        ("API not found", .upstreamError),
        ("Error forwarding request to backend server", .upstreamError),
        ("Error receiving response from backend server", .upstreamError),
        ("API rate limit exceeded", .rateLimited),
        ("API token quota exceeded", .quotaExceeded),
        ("Unexpected error", .upstreamError),
    ]

    /// The fault behind a code; `nil` for success, which guides print as `0` and services as `00`.
    ///
    /// Code 20 is shared by three faults that differ in their names only.
    static func error(code: String, names: [String] = []) -> FeedError? {
        let code = code.utf8.count == 1 ? "0" + code : code
        if code == "00" { return nil }
        if code == "20", names.contains("SERVICE_KEY_IS_NULL") {
            return FeedError(.keyRejected, "20 SERVICE_KEY_IS_NULL")
        }
        guard let (kind, name) = table[code] else {
            return FeedError(.upstreamError, code.utf8.count == 2 && Int(code) != nil ? code : nil)
        }
        let known = names.contains("PERMISSION_DENIED") ? "PERMISSION_DENIED" : name
        return FeedError(kind, "\(code) \(known)", isRetryable: refusals.contains(code) ? false : nil)
    }

    /// The fault in a plain text body; `nil` where the text is not one of the portal's.
    static func error(plainText: String) -> FeedError? {
        plainTexts.first { plainText.hasPrefix($0.start) }.map { FeedError($0.kind, $0.start) }
    }

    /// The fault in the API hub's own envelope, which holds an HTTP status and a Korean sentence.
    static func error(hubStatus: Int, message: String) -> FeedError {
        if message.contains("한도") { return FeedError(.quotaExceeded, "apihub \(hubStatus)") }
        var error = FeedError(status: hubStatus)
        error.detail = "apihub \(hubStatus)"
        return error
    }
}

/// A fault in XML, from the service or from either generation of its gateway, or in a page of HTML.
///
/// Only three tags are needed, so the text is searched for them and no XML parser is used.
extension PortalFault {
    static func error(inMarkup answer: HTTPAnswer) -> FeedError {
        // The longest known fault is 330 bytes; a page of HTML need not be read to its end.
        let text = String(decoding: answer.body.prefix(4_096), as: UTF8.self)
        if let code = text.content(of: "returnReasonCode") {
            let names = ["errMsg", "returnAuthMsg"].compactMap { text.content(of: $0) }
            return PortalFault.error(code: code, names: names) ?? FeedError(.malformedResponse)
        }
        if let code = text.content(of: "resultCode") {
            return PortalFault.error(code: code) ?? FeedError(.malformedResponse, "XML")
        }
        // HTML with 403 comes from a firewall; the services deny access in their own envelopes.
        if answer.status == 403 { return FeedError(.blocked, "HTTP 403") }
        return FeedError(status: answer.status)
    }
}

extension String {
    /// The text between a tag and its end tag, without the space around it.
    fileprivate func content(of tag: String) -> String? {
        guard let open = firstRange(of: "<\(tag)>"),
            let close = self[open.upperBound...].firstRange(of: "</\(tag)>")
        else { return nil }
        let content = self[open.upperBound..<close.lowerBound]
        return content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
