#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every envelope KMA's services and their gateways answer in, sniffed by its first byte: a gateway answers XML,
/// JSON or plain text whatever was asked for, and with 200 or another status alike.
enum KMAResponse {
    /// The items of a good answer; throws the fault of any other.
    static func items<Item: Decodable>(_ type: Item.Type, in answer: HTTPAnswer) throws(FeedError) -> [Item] {
        guard let first = answer.body.first(where: { !$0.isPadding }) else {
            throw FeedError(status: answer.status)
        }
        switch first {
        case UInt8(ascii: "{"):
            return try items(type, json: answer)
        case UInt8(ascii: "<"):
            throw MarkupFault.error(in: answer)
        default:
            let text = String(decoding: answer.body.drop(while: \.isPadding).prefix(120), as: UTF8.self)
            throw KMAFault.error(plainText: text) ?? FeedError(status: answer.status)
        }
    }

    private static func items<Item: Decodable>(_ type: Item.Type, json answer: HTTPAnswer) throws(FeedError)
        -> [Item]
    {
        let envelope: Envelope<Item>
        do {
            envelope = try JSONDecoder().decode(Envelope<Item>.self, from: answer.body)
        } catch {
            throw FeedError(status: answer.status)
        }
        if let fault = envelope.fault { throw fault }
        guard (200..<300).contains(answer.status), let items = envelope.response?.body?.items?.value?.item
        else {
            throw FeedError(status: answer.status)
        }
        // An answer cut to a page is not the whole one.
        guard items.values.count >= envelope.response?.body?.totalCount?.value ?? 0 else {
            throw FeedError(.malformedResponse, "totalCount")
        }
        return items.values
    }
}

/// The JSON envelopes: the service's, the gateway's, the hub's, and the flat one.
private struct Envelope<Item: Decodable>: Decodable {
    var response: Service?
    var gateway: Gateway?
    var result: Hub?
    var resultCode: LenientText?

    struct Service: Decodable {
        var header: Header?
        var body: Body?
    }

    struct Header: Decodable {
        var resultCode: LenientText?
    }

    struct Body: Decodable {
        // `"items":""` comes with some faults.
        var items: Lenient<Items>?
        var totalCount: LenientCount?
    }

    struct Items: Decodable {
        var item: OneOrMany<Item>?
    }

    struct Gateway: Decodable {
        var cmmMsgHeader: Message

        struct Message: Decodable {
            var errMsg: String?
            var returnAuthMsg: String?
            var returnReasonCode: LenientText?
        }
    }

    struct Hub: Decodable {
        var status: Int?
        var message: String?
    }

    enum CodingKeys: String, CodingKey {
        case response, result, resultCode
        case gateway = "OpenAPI_ServiceResponse"
    }

    var fault: FeedError? {
        if let message = gateway?.cmmMsgHeader {
            let names = [message.errMsg, message.returnAuthMsg].compactMap { $0 }
            return KMAFault.error(code: message.returnReasonCode?.value ?? "", names: names)
        }
        if let result { return KMAFault.error(hubStatus: result.status ?? 0, message: result.message ?? "") }
        guard let code = response?.header?.resultCode?.value ?? resultCode?.value else { return nil }
        return KMAFault.error(code: code)
    }
}

/// A list, or the one element of it without the list.
private struct OneOrMany<Element: Decodable>: Decodable {
    var values: [Element]

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            values = []
            while !list.isAtEnd { values.append(try list.decode(Element.self)) }
        } else {
            values = [try Element(from: decoder)]
        }
    }
}

extension UInt8 {
    /// White space, or a byte of the UTF-8 byte order mark.
    fileprivate var isPadding: Bool {
        [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self)
    }
}
