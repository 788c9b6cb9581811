/// The envelopes of KMA's services and their gateways. The first byte of a body decides which one it is: a gateway
/// answers in XML, JSON or plain text whatever `dataType` was requested, with status 200 or another.
enum PortalEnvelope {
    /// The items of a good answer, each an object that `item` reads; throws the fault of any other. An answer with fewer
    /// items than its `totalCount`, or than were requested, is incomplete and `malformedResponse`.
    static func items<Item>(
        in answer: HTTPAnswer,
        atMost wanted: Int = .max,
        _ item: (inout JSONReader) -> Item
    ) throws(FeedError) -> [Item] {
        guard let first = answer.body.first(where: { !$0.isPadding }) else {
            throw FeedError(status: answer.status)
        }
        switch first {
        case UInt8(ascii: "{"):
            return try items(json: answer, atMost: wanted, item)
        case UInt8(ascii: "<"):
            throw PortalFault.error(inMarkup: answer)
        default:
            let text = String(decoding: answer.body.drop(while: \.isPadding).prefix(120), as: UTF8.self)
            throw PortalFault.error(plainText: text) ?? FeedError(status: answer.status)
        }
    }

    private static func items<Item>(
        json answer: HTTPAnswer,
        atMost wanted: Int,
        _ item: (inout JSONReader) -> Item
    ) throws(FeedError) -> [Item] {
        var items: [Item]?
        let envelope = JSONReader.read(answer.body) { json in
            Envelope(&json) { json in items = list(&json, item) }
        }
        guard let envelope else { throw FeedError(status: answer.status) }
        if let fault = envelope.fault { throw fault }
        guard (200..<300).contains(answer.status), let items else {
            throw FeedError(status: answer.status)
        }
        guard items.count >= min(envelope.totalCount ?? 0, wanted) else {
            throw FeedError(.malformedResponse, "totalCount")
        }
        return items
    }

    /// A list of objects, or one object without the list around it; `nil` for anything else.
    private static func list<Item>(_ json: inout JSONReader, _ item: (inout JSONReader) -> Item) -> [Item]? {
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

/// The JSON envelopes, read in one pass whatever comes first: the service's, the gateway's, the hub's, and the flat one.
private struct Envelope {
    private var gatewayFault: FeedError?
    private var hubFault: FeedError?
    /// Of the header inside `response`; the outer `nil` is a missing header, the inner one a header without a code.
    private var headerCode: String??
    private var flatCode: String?
    private(set) var totalCount: Int?

    /// The fault in an envelope: the gateway's before the hub's before the service's own, whose header stands inside
    /// `response` or is flat.
    var fault: FeedError? {
        let code = headerCode ?? flatCode
        return gatewayFault ?? hubFault ?? code.flatMap { PortalFault.error(code: $0) }
    }

    init?(_ json: inout JSONReader, items: (inout JSONReader) -> Void) {
        let isObject = json.object { json, key in
            switch key {
            case "response": readResponse(&json, items)
            case "OpenAPI_ServiceResponse": readGateway(&json)
            case "result": readHub(&json)
            case "resultCode": flatCode = json.text()
            default: break
            }
        }
        guard isObject else { return nil }
    }

    private mutating func readResponse(_ json: inout JSONReader, _ items: (inout JSONReader) -> Void) {
        json.object { json, key in
            switch key {
            case "header": readHeader(&json)
            case "body": readBody(&json, items)
            default: break
            }
        }
    }

    private mutating func readHeader(_ json: inout JSONReader) {
        var code: String?
        let isObject = json.object { json, key in
            if key == "resultCode" { code = json.text() }
        }
        if isObject { headerCode = .some(code) }
    }

    private mutating func readBody(_ json: inout JSONReader, _ items: (inout JSONReader) -> Void) {
        json.object { json, key in
            switch key {
            case "totalCount":
                totalCount = json.integer()
            case "items":
                // AirKorea's items are a list at once, and `"items":""` comes with some faults.
                guard json.isObject() else { return items(&json) }
                json.object { json, key in
                    if key == "item" { items(&json) }
                }
            default: break
            }
        }
    }

    private mutating func readGateway(_ json: inout JSONReader) {
        json.object { json, key in
            guard key == "cmmMsgHeader" else { return }
            var code = ""
            var names: [String] = []
            let isObject = json.object { json, key in
                switch key {
                case "errMsg", "returnAuthMsg": names += [json.text()].compactMap(\.self)
                case "returnReasonCode": code = json.text() ?? ""
                default: break
                }
            }
            if isObject { gatewayFault = PortalFault.error(code: code, names: names) }
        }
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

extension UInt8 {
    /// White space, or a byte of the UTF-8 byte order mark.
    fileprivate var isPadding: Bool {
        [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self)
    }
}
