import Forecast
import Foundation

@testable import Feeds

/// KMA's answers as JSONDecoder reads them: the envelope, then each body of it.
enum CodableKMA {
    static func midTemperature(_ answer: HTTPAnswer, _ origin: Origin) throws(FeedError) -> MidTemperature {
        let item = try items(DayFields.self, in: answer).first
        var isInPart = false
        let days = item?.dated(origin.issuedAt) { item, day in
            for part in ["", "Low", "High"] {
                isInPart =
                    isInPart || item.isUnreadable("taMin\(day)\(part)")
                    || item.isUnreadable("taMax\(day)\(part)")
            }
            func spread(_ name: String) -> Spread? {
                guard let low = item.number("\(name)\(day)Low"), let high = item.number("\(name)\(day)High")
                else {
                    return nil
                }
                return Spread(low: low, high: high)
            }
            let extremes = Extremes(
                minimum: item.number("taMin\(day)")?.within(.plausibleTemperature),
                maximum: item.number("taMax\(day)")?.within(.plausibleTemperature),
                minimumSpread: spread("taMin"),
                maximumSpread: spread("taMax")
            )
            return extremes == Extremes() ? nil : extremes
        }
        guard let days, !days.isEmpty else { throw FeedError(.noData) }
        return MidTemperature(origin: origin, days: days, isInPart: isInPart)
    }

    static func midLand(_ answer: HTTPAnswer, _ origin: Origin) throws(FeedError) -> MidLand {
        let item = try items(DayFields.self, in: answer).first
        var isInPart = false
        let days = item?.dated(origin.issuedAt) { item, day in
            for part in ["Am", "Pm", ""] { isInPart = isInPart || item.isUnreadable("rnSt\(day)\(part)") }
            func half(_ part: String) -> HalfDay? {
                let text = item.text("wf\(day)\(part)")?.singleLine
                return HalfDay(
                    condition: text.flatMap { Condition(kmaText: $0) },
                    precipitationProbability: item.number("rnSt\(day)\(part)").flatMap(
                        Probability.init(percent:)
                    )
                )
            }
            let sky = DaySky(morning: half("Am"), afternoon: half("Pm"), whole: half(""))
            return sky == DaySky() ? nil : sky
        }
        guard let days, !days.isEmpty else { throw FeedError(.noData) }
        return MidLand(origin: origin, days: days, isInPart: isInPart)
    }

    /// Only the text as it came, which is nothing where the reader's is nothing.
    static func outlook(_ answer: HTTPAnswer) throws(FeedError) -> String? {
        try items(DayFields.self, in: answer).first.flatMap { $0.text("wfSv") }
    }

    static func rows(_ answer: HTTPAnswer) throws(FeedError) -> [GridRow] {
        try items(GridRow.self, in: answer)
    }

    private static func items<Item: Decodable>(_ type: Item.Type, in answer: HTTPAnswer) throws(FeedError)
        -> [Item]
    {
        guard let envelope = try? JSONDecoder().decode(CodableEnvelope<Item>.self, from: answer.data) else {
            throw FeedError(status: answer.status)
        }
        if let fault = envelope.fault { throw fault }
        guard (200..<300).contains(answer.status), let items = envelope.items else {
            throw FeedError(status: answer.status)
        }
        guard items.count >= envelope.totalCount ?? 0 else {
            throw FeedError(.malformedResponse, "totalCount")
        }
        if items.isEmpty { throw FeedError(envelope.isSuccess ? .noData : .malformedResponse) }
        return items
    }
}

/// A row of a forecast or an observation by grid cell.
struct GridRow: Decodable, Equatable {
    var category: String?
    var date: String?
    var time: String?
    var value: String?
    var observed: String?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: DayFields.Key.self)
        func text(_ name: String) throws -> String? {
            try fields.decodeIfPresent(CodableText.self, forKey: DayFields.Key(stringValue: name))?.value
        }
        category = try text("category")
        date = try text("fcstDate")
        time = try text("fcstTime")
        let observation = DayFields.Key(stringValue: "obsrValue")
        observed = try fields.decodeIfPresent(CodableText.self, forKey: observation).map {
            GridRow.value($0.value)
        }
        let key = DayFields.Key(stringValue: "fcstValue")
        value = try fields.decodeIfPresent(CodableText.self, forKey: key).map { GridRow.value($0.value) }
    }
}

extension GridRow {
    /// Without the blanks around it, and the mark of what is no value for one of another kind.
    private static func value(_ text: String?) -> String {
        let text = text ?? GridValues.unreadable
        return text.contains(" ") ? text.singleLine : text
    }
}

/// The fields of an item by their names.
struct DayFields: Decodable {
    private let fields: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
        fields = try decoder.container(keyedBy: Key.self)
    }

    func number(_ name: String) -> Double? {
        (try? fields.decodeIfPresent(CodableNumber.self, forKey: Key(stringValue: name)))?.value
    }

    /// True if a field is neither left out, null, blank nor `-`, and is no number.
    func isUnreadable(_ name: String) -> Bool {
        (try? fields.decodeIfPresent(CodableNumber.self, forKey: Key(stringValue: name)))?.isUnreadable
            ?? false
    }

    func text(_ name: String) -> String? {
        (try? fields.decodeIfPresent(CodableText.self, forKey: Key(stringValue: name)))?.value
    }

    func dated<Value>(_ issuedAt: Date, _ value: (DayFields, Int) -> Value?) -> [KoreanDate: Value] {
        var days: [KoreanDate: Value] = [:]
        for day in 3...10 { days[KoreanDate(of: issuedAt) + day] = value(self, day) }
        return days
    }

    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }
}

private struct CodableEnvelope<Item: Decodable>: Decodable {
    var fault: FeedError?
    var isSuccess: Bool
    var items: [Item]? = []
    var totalCount: Int?

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: EnvelopeKey.self)
        fault = root.gatewayFault ?? root.hubFault ?? root.service.fault
        isSuccess = root.service.isSuccess
        guard fault == nil, let body = root.inside(.response)?.inside(.body) else { return }
        totalCount = try body.decodeIfPresent(CodableInteger.self, forKey: .totalCount)?.value
        if let wrapped = body.inside(.items) {
            items = CodableEnvelope.list(in: wrapped, .item)
        } else {
            items = CodableEnvelope.list(in: body, .items)
        }
    }

    /// A list, one item, or nothing: what is left out, null or a blank text. `nil` for anything else.
    private static func list(in fields: KeyedDecodingContainer<EnvelopeKey>, _ key: EnvelopeKey) -> [Item]? {
        if (try? fields.decodeNil(forKey: key)) ?? true { return [] }
        if let list = try? fields.nestedUnkeyedContainer(forKey: key) { return try? all(list) }
        if let text = try? fields.decode(String.self, forKey: key) {
            return text.allSatisfy(\.isWhitespace) ? [] : nil
        }
        return (try? fields.decode(Item.self, forKey: key)).map { [$0] }
    }

    private static func all(_ list: any UnkeyedDecodingContainer) throws -> [Item] {
        var list = list
        var all: [Item] = []
        while !list.isAtEnd { all.append(try list.decode(Item.self)) }
        return all
    }
}

private enum EnvelopeKey: String, CodingKey {
    case response, header, resultCode, resultMsg, body, items, item, totalCount
    case gateway = "OpenAPI_ServiceResponse"
    case cmmMsgHeader, errMsg, returnAuthMsg, returnReasonCode
    case result, status, message
}

extension KeyedDecodingContainer<EnvelopeKey> {
    fileprivate func inside(_ key: EnvelopeKey) -> KeyedDecodingContainer<EnvelopeKey>? {
        try? nestedContainer(keyedBy: EnvelopeKey.self, forKey: key)
    }

    private func text(_ key: EnvelopeKey) -> String? {
        (try? decodeIfPresent(CodableText.self, forKey: key))?.value
    }

    fileprivate var gatewayFault: FeedError? {
        let own = inside(.gateway)?.inside(.cmmMsgHeader) ?? inside(.response)?.inside(.cmmMsgHeader)
        guard let message = (own ?? inside(.cmmMsgHeader))?.verdict else { return nil }
        return message.fault ?? (message.isSuccess ? nil : FeedError(.upstreamError))
    }

    private var verdict: PortalVerdict {
        PortalVerdict(
            code: text(.resultCode) ?? text(.returnReasonCode),
            names: [EnvelopeKey.resultMsg, .errMsg, .returnAuthMsg].compactMap { text($0) }
        )
    }

    fileprivate var hubFault: FeedError? {
        guard let result = inside(.result) else { return nil }
        let status = (try? result.decodeIfPresent(CodableInteger.self, forKey: .status))?.value
        return PortalFault.error(hubStatus: status ?? 0, message: result.text(.message) ?? "")
    }

    fileprivate var service: PortalVerdict { (inside(.response)?.inside(.header) ?? self).verdict }
}
