#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The envelopes of KMA's services and their gateways. The first byte of a body decides which one it is: a gateway
/// answers in XML, JSON or plain text whatever `dataType` was requested, with status 200 or another.
enum KMAResponse {
    /// The items of a good answer; throws the fault of any other. An answer with fewer items than its `totalCount`, or
    /// than were requested, is incomplete and `malformedResponse`.
    static func items<Item: Decodable>(
        _ type: Item.Type,
        in answer: HTTPAnswer,
        atMost wanted: Int = .max
    ) throws(FeedError) -> [Item] {
        guard let first = answer.body.first(where: { !$0.isPadding }) else {
            throw FeedError(status: answer.status)
        }
        switch first {
        case UInt8(ascii: "{"):
            return try items(type, json: answer, atMost: wanted)
        case UInt8(ascii: "<"):
            throw MarkupFault.error(in: answer)
        default:
            let text = String(decoding: answer.body.drop(while: \.isPadding).prefix(120), as: UTF8.self)
            throw KMAFault.error(plainText: text) ?? FeedError(status: answer.status)
        }
    }

    private static func items<Item: Decodable>(
        _ type: Item.Type,
        json answer: HTTPAnswer,
        atMost wanted: Int
    ) throws(FeedError) -> [Item] {
        let envelope: Envelope<Item>
        do {
            envelope = try JSONDecoder().decode(Envelope<Item>.self, from: answer.body)
        } catch {
            throw FeedError(status: answer.status)
        }
        if let fault = envelope.fault { throw fault }
        guard (200..<300).contains(answer.status), let items = envelope.items else {
            throw FeedError(status: answer.status)
        }
        guard items.count >= min(envelope.totalCount ?? 0, wanted) else {
            throw FeedError(.malformedResponse, "totalCount")
        }
        return items
    }
}

/// The JSON envelopes, decoded in one pass: the service's, the gateway's, the hub's, and the flat one.
///
/// All levels share one key type, and no level is a type of its own: each generic type in here would be instantiated
/// for every item type when a program starts.
private struct Envelope<Item: Decodable>: Decodable {
    var fault: FeedError?
    var items: [Item]?
    var totalCount: Int?

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: EnvelopeKey.self)
        fault = try root.gatewayFault ?? root.hubFault ?? root.serviceFault
        guard fault == nil, let body = try root.inside(.response)?.inside(.body) else { return }
        totalCount = try body.decodeIfPresent(LenientText.self, forKey: .totalCount)?.value.flatMap {
            Int($0)
        }
        // `"items":""` comes with some faults.
        guard let items = try? body.nestedContainer(keyedBy: EnvelopeKey.self, forKey: .items) else { return }
        if var list = try? items.nestedUnkeyedContainer(forKey: .item) {
            var all: [Item] = []
            all.reserveCapacity(list.count ?? 0)
            while !list.isAtEnd { all.append(try list.decode(Item.self)) }
            self.items = all
        } else {
            // One item may come without the list around it.
            self.items = [try items.decode(Item.self, forKey: .item)]
        }
    }
}

private enum EnvelopeKey: String, CodingKey {
    case response, header, resultCode, body, items, item, totalCount
    case gateway = "OpenAPI_ServiceResponse"
    case cmmMsgHeader, errMsg, returnAuthMsg, returnReasonCode
    case result, status, message
}

extension KeyedDecodingContainer<EnvelopeKey> {
    /// The object under a key, where there is one.
    fileprivate func inside(_ key: EnvelopeKey) throws -> KeyedDecodingContainer<EnvelopeKey>? {
        contains(key) ? try nestedContainer(keyedBy: EnvelopeKey.self, forKey: key) : nil
    }

    fileprivate var gatewayFault: FeedError? {
        get throws {
            guard let message = try inside(.gateway)?.inside(.cmmMsgHeader) else { return nil }
            let names = try [EnvelopeKey.errMsg, .returnAuthMsg].compactMap {
                try message.decodeIfPresent(String.self, forKey: $0)
            }
            let code = try message.decodeIfPresent(LenientText.self, forKey: .returnReasonCode)?.value
            return KMAFault.error(code: code ?? "", names: names)
        }
    }

    fileprivate var hubFault: FeedError? {
        get throws {
            guard let result = try inside(.result) else { return nil }
            return KMAFault.error(
                hubStatus: try result.decodeIfPresent(Int.self, forKey: .status) ?? 0,
                message: try result.decodeIfPresent(String.self, forKey: .message) ?? ""
            )
        }
    }

    /// The service's own, with its header inside `response` or flat.
    fileprivate var serviceFault: FeedError? {
        get throws {
            let header = try inside(.response)?.inside(.header) ?? self
            let code = try header.decodeIfPresent(LenientText.self, forKey: .resultCode)?.value
            return code.flatMap { KMAFault.error(code: $0) }
        }
    }
}

extension UInt8 {
    /// White space, or a byte of the UTF-8 byte order mark.
    fileprivate var isPadding: Bool {
        [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self)
    }
}
