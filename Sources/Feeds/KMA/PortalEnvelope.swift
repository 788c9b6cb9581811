/// Envelopes of KMA's services and gateways, in XML, JSON or text whatever `dataType`.
enum PortalEnvelope {
    /// Items of a good answer; `malformedResponse` if fewer than its `totalCount` or requested.
    static func items<Item>(in answer: HTTPAnswer, atMost wanted: Int = .max, _ item: (inout JSONReader) -> Item) throws(FeedError) -> [Item] {
        guard let first = answer.body.first(where: { !$0.isPadding }) else { throw FeedError(status: answer.status) }
        switch first {
        case UInt8(ascii: "{"): return try items(json: answer, atMost: wanted, item)
        case UInt8(ascii: "<"): throw PortalFault.error(inMarkup: answer)
        case UInt8(ascii: "["):
            var fault: FeedError?
            _ = try JSONReader.read(answer: answer.body) { json in json.array { json in fault = fault ?? Envelope(&json) { $0.skip() }?.fault } }
            throw fault ?? FeedError(status: answer.status)
        default:
            let text = String(decoding: answer.body.drop(while: \.isPadding).prefix(120), as: UTF8.self)
            throw PortalFault.error(plainText: text) ?? FeedError(status: answer.status)
        }
    }

    private static func items<Item>(json answer: HTTPAnswer, atMost wanted: Int, _ item: (inout JSONReader) -> Item) throws(FeedError) -> [Item] {
        var items: [Item]? = []
        let envelope = try JSONReader.read(answer: answer.body) { json in Envelope(&json) { json in items = list(&json, item) } }
        guard let envelope else {
            // Faults come in EUC-KR as well.
            let text = EUCKR.text(answer.body.prefix(PortalFault.longest))
            throw JSONReader.read(Array(text.utf8)) { json in Envelope(&json) { $0.skip() } }?.fault ?? FeedError(status: answer.status)
        }
        if let fault = envelope.fault { throw fault }
        guard (200..<300).contains(answer.status), !envelope.isBodyUnread, let items else {
            throw FeedError(status: answer.status)
        }
        guard items.count >= min(envelope.totalCount ?? 0, wanted) else { throw FeedError(.malformedResponse, "totalCount") }
        // Sister services send an empty list for code 03.
        if items.isEmpty { throw FeedError(envelope.isSuccess ? .noData : .malformedResponse) }
        return items
    }

    private static func list<Item>(_ json: inout JSONReader, _ item: (inout JSONReader) -> Item) -> [Item]? {
        if json.null() { return [] }
        if json.isText() { return json.line() == "" ? [] : nil }
        if json.isObject() { return [item(&json)] }
        var items: [Item] = []
        var isOfObjects = true
        let isList = json.array { json in
            isOfObjects = isOfObjects && json.isObject()
            if isOfObjects { items.append(item(&json)) }
        }
        return isList && isOfObjects ? items : nil
    }
}

private struct Envelope {
    private var gateways: (own: PortalVerdict?, inService: PortalVerdict?, alone: PortalVerdict?)
    private var service: PortalVerdict?
    private var flat = PortalVerdict()
    private var hubFault: FeedError?
    private(set) var totalCount: Int?
    private(set) var isBodyUnread = false

    var fault: FeedError? {
        let gateway = gateways.own ?? gateways.inService ?? gateways.alone
        return gateway.flatMap { $0.fault ?? ($0.isSuccess ? nil : FeedError(.upstreamError)) } ?? hubFault ?? (service ?? flat).fault
    }

    var isSuccess: Bool { (service ?? flat).isSuccess }

    init?(_ json: inout JSONReader, items: (inout JSONReader) -> Void) {
        let isObject = json.object { json, key in
            switch key {
            case "response": readResponse(&json, items)
            case "OpenAPI_ServiceResponse": json.object { json, key in if key == "cmmMsgHeader" { gateways.own = PortalVerdict(&json) } }
            case "cmmMsgHeader": gateways.alone = PortalVerdict(&json)
            case "result": readHub(&json)
            default: flat.read(key, &json)
            }
        }
        guard isObject else { return nil }
    }

    private mutating func readResponse(_ json: inout JSONReader, _ items: (inout JSONReader) -> Void) {
        json.object { json, key in
            switch key {
            case "header": service = PortalVerdict(&json)
            case "cmmMsgHeader": gateways.inService = PortalVerdict(&json)
            case "body": readBody(&json, items)
            default: break
            }
        }
    }

    private mutating func readBody(_ json: inout JSONReader, _ items: (inout JSONReader) -> Void) {
        if json.null() { return }
        let isText = json.isText()
        let isObject = json.object { json, key in
            switch key {
            case "totalCount": totalCount = json.integer()
            case "items":
                // AirKorea's items are a list at once.
                guard json.isObject() else { return items(&json) }
                var item = json
                var isAround: Bool?
                json.object { json, key in
                    isAround = isAround == true || key == "item"
                    if key == "item" { items(&json) }
                }
                if isAround == false { items(&item) }
            default: break
            }
        }
        isBodyUnread = !isObject && !isText
    }

    private mutating func readHub(_ json: inout JSONReader) {
        var status = 0
        var message = ""
        let isObject = json.object { json, key in
            switch key {
            case "status": status = json.integer() ?? 0
            case "message": message = json.text() ?? ""
            default: break
            }
        }
        if isObject { hubFault = PortalFault.error(hubStatus: status, message: message) }
    }
}

struct PortalVerdict {
    var code: String?
    var names: [String] = []

    init(code: String? = nil, names: [String] = []) { (self.code, self.names) = (code, names) }

    fileprivate init?(_ json: inout JSONReader) {
        var verdict = PortalVerdict()
        guard json.object({ verdict.read($1, &$0) }) else { return nil }
        self = verdict
    }

    fileprivate mutating func read(_ key: ShortText, _ json: inout JSONReader) {
        switch key {
        case "resultCode", "returnReasonCode": code = json.line()
        case "resultMsg", "errMsg", "returnAuthMsg": names += [json.text()].compactMap(\.self)
        default: break
        }
    }

    private var digits: String? { code.flatMap { $0.isEmpty ? nil : $0.allSatisfy { $0 == "0" } ? "00" : $0.utf8.count == 1 ? "0" + $0 : $0 } }

    var isSuccess: Bool { digits == "00" }

    var fault: FeedError? { isSuccess ? nil : PortalFault.error(code: digits, names: names) }
}

/// Result codes of KMA's services and of data.go.kr ("공공데이터 오픈API 에러코드").
enum PortalFault {
    /// Code 20 stands for three faults with different names.
    private static let table: [(code: String, kind: ErrorCode, names: [String])] = [
        ("01", .upstreamError, ["APPLICATION_ERROR"]), ("02", .upstreamError, ["DB_ERROR"]), ("03", .noData, ["NO_DATA", "NODATA_ERROR"]),
        ("04", .upstreamError, ["HTTP_ERROR"]), ("05", .timeout, ["SERVICETIME_OUT", "SERVICETIMEOUT_ERROR"]),
        ("10", .upstreamError, ["INVALID_REQUEST_PARAMETER_ERROR"]), ("11", .upstreamError, ["NO_MANDATORY_REQUEST_PARAMETERS_ERROR"]),
        ("12", .upstreamError, ["NO_OPENAPI_SERVICE_ERROR"]), ("20", .notSubscribed, ["SERVICE_ACCESS_DENIED_ERROR"]),
        ("20", .notSubscribed, ["PERMISSION_DENIED"]), ("20", .keyRejected, ["SERVICE_KEY_IS_NULL"]),
        ("21", .keyRejected, ["TEMPORARILY_DISABLE_THE_SERVICEKEY_ERROR"]),
        ("22", .quotaExceeded, ["LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR"]),
        ("23", .rateLimited, ["LIMITED_NUMBER_OF_SERVICE_REQUESTS_PER_SECOND_EXCEEDS_ERROR"]), ("29", .blocked, ["BLACKLIST_IP_ACCESS_ERROR"]),
        ("30", .keyRejected, ["SERVICE_KEY_IS_NOT_REGISTERED_ERROR"]), ("31", .keyRejected, ["DEADLINE_HAS_EXPIRED_ERROR"]),
        ("32", .blocked, ["UNREGISTERED_IP_ERROR"]), ("33", .keyRejected, ["UNSIGNED_CALL_ERROR"]), ("99", .upstreamError, ["UNKNOWN_ERROR"]),
    ]

    private static let reasons: [String: FeedError.Reason] = ["10": .requestRefused, "11": .requestRefused, "12": .requestRefused, "31": .expired]

    private static let plainTexts: [(start: String, kind: ErrorCode)] = [
        ("Unauthorized", .keyRejected), ("Forbidden", .notSubscribed), ("API not found", .upstreamError),
        ("Error forwarding request to backend server", .upstreamError), ("Error receiving response from backend server", .upstreamError),
        ("API rate limit exceeded", .rateLimited), ("API token quota exceeded", .quotaExceeded), ("Unexpected error", .upstreamError),
    ]

    static func error(code: String?, names: [String]) -> FeedError? {
        let words = names.map { "_" + $0.uppercased().split { !$0.isLetter }.joined(separator: "_") + "_" }
        func isNamed(_ names: [String]) -> Bool { names.contains { name in words.contains { $0.contains("_\(name)_") } } }
        let ofCode = table.filter { $0.code == code }
        if let row = ofCode.first(where: { isNamed($0.names) }) ?? ofCode.first ?? table.first(where: { isNamed($0.names) }) {
            return FeedError(row.kind, "\(row.code) \(row.names[0])", reasons[row.code])
        }
        return code.map { FeedError(.upstreamError, $0.utf8.count == 2 && Int($0) != nil ? $0 : nil) }
    }

    static func error(plainText: String) -> FeedError? { plainTexts.first { plainText.hasPrefix($0.start) }.map { FeedError($0.kind, $0.start) } }

    static func error(hubStatus: Int, message: String) -> FeedError {
        var error = message.contains("한도") ? FeedError(.quotaExceeded) : FeedError(status: hubStatus)
        error.detail = "apihub \(hubStatus)"
        return error
    }
}

extension PortalFault {
    /// Bytes; the longest known fault has 330.
    static let longest = 4_096

    static func error(inMarkup answer: HTTPAnswer) -> FeedError {
        let text = String(decoding: answer.body.prefix(longest), as: UTF8.self)
        let verdict = PortalVerdict(
            code: text.content(of: "returnReasonCode") ?? text.content(of: "resultCode"),
            names: ["errMsg", "returnAuthMsg", "resultMsg"].compactMap { text.content(of: $0) }
        )
        if let fault = verdict.fault { return fault }
        // Requests ask for JSON, so a good answer in XML is malformed.
        if verdict.isSuccess { return FeedError(.malformedResponse, "XML") }
        if text.contains("cmmMsgHeader") { return FeedError(.upstreamError) }
        // A firewall's; the services deny access in envelopes.
        if answer.status == 403 { return FeedError(.blocked, "HTTP 403") }
        return FeedError(status: answer.status)
    }
}

extension String {
    fileprivate func content(of tag: String) -> String? {
        // With attributes, a namespace, or neither.
        guard let name = firstRange(of: tag), let open = self[name.upperBound...].firstIndex(of: ">"),
            let close = self[open...].firstRange(of: "</")
        else { return nil }
        var content = self[index(after: open)..<close.lowerBound]
        if let start = content.firstRange(of: "<![CDATA["), let end = content.firstRange(of: "]]>") {
            content = content[start.upperBound..<max(start.upperBound, end.lowerBound)]
        }
        return content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
