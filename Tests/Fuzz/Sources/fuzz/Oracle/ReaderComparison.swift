import Forecast
import Foundation

@testable import Feeds

/// A body read by the feeds' own reader and by JSONDecoder, which must say the same of it: whether it is a document, and
/// what stands in it.
///
/// Its first byte says what is read and under which status; the rest is the body.
struct ReaderComparison {
    /// Subjects of a body.
    enum Subject: UInt8, CaseIterable {
        case midTemperature, midLand, outlook, rows, observation, current, forecast
        case numbers, integers, texts, fields
    }

    private let subject: Subject
    private let answer: HTTPAnswer
    private let issuedAt = KoreanDate(year: 2026, month: 7, day: 5).at(hour: 17)

    init(_ input: Data) {
        let choice = input.first ?? 0
        subject = Subject(rawValue: choice & 15) ?? .fields
        answer = HTTPAnswer(status: [200, 200, 200, 403][Int(choice >> 6)], body: Array(input.dropFirst()))
    }

    static func seed(_ subject: Subject, _ body: some Sequence<UInt8>) -> Data {
        Data([subject.rawValue] + Array(body))
    }

    private func origin(_ feed: Feed) -> Origin { Origin(feed, issuedAt: issuedAt, fetchedAt: issuedAt) }

    /// Stops where the two differ.
    func check() {
        // UTF-16 and UTF-32, which only JSONDecoder reads: a NUL among the first bytes, or their byte order marks.
        let start = answer.body.prefix(4)
        guard !start.contains(0), ![[0xFE, 0xFF], [0xFF, 0xFE]].contains(Array(start.prefix(2))) else {
            return
        }
        let isDocument = JSONReader.read(answer.body) { $0.skip() } != nil
        precondition(isDocument == CodableDocument.isDocument(answer.data), "the same verdict")
        switch subject {
        case .numbers: expectSame({ list { $0.number() } }, { decoded([CodableNumber].self)?.map(\.value) })
        case .integers:
            expectSame({ list { $0.integer() } }, { decoded([CodableInteger].self)?.map(\.value) })
        case .texts: expectSame({ list { $0.text() } }, { decoded([CodableText].self)?.map(\.value) })
        case .fields: expectSame({ fields }, { decodedFields })
        case .current where answer.status == 200:
            expectSame(
                { outcome { try CurrentResponse.read($0, origin(.openWeatherCurrent)) } },
                { outcome { try CodableOpenWeather.current($0, origin(.openWeatherCurrent)) } }
            )
        case .forecast where answer.status == 200:
            expectSame(
                { outcome { try ForecastResponse.read($0, origin(.openWeatherForecast)) } },
                { outcome { try CodableOpenWeather.forecast($0, origin(.openWeatherForecast)) } }
            )
        default: checkKMA()
        }
    }

    private func checkKMA() {
        // What does not begin as an object is no matter of JSON here, but text or XML.
        let start = answer.body.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        guard start == UInt8(ascii: "{") else { return }
        switch subject {
        case .midTemperature:
            expectSame(
                { outcome { try MidTemperatureResponse.read($0, origin(.midTemperature)) } },
                { outcome { try CodableKMA.midTemperature($0, origin(.midTemperature)) } }
            )
        case .midLand:
            expectSame(
                { outcome { try MidLandResponse.read($0, origin(.midLand)) } },
                { outcome { try CodableKMA.midLand($0, origin(.midLand)) } }
            )
        case .outlook:
            expectSame(
                {
                    outcome {
                        try PortalEnvelope.items(in: $0) { json in OutlookText(&json).text }.first ?? nil
                    }
                },
                { outcome { try CodableKMA.outlook($0) } }
            )
        case .observation:
            expectSame({ outcome { try observations($0) } }, { outcome { try decodedObservations($0) } })
        default:
            expectSame({ outcome { try rows($0) } }, { outcome { try decodedRows($0) } })
        }
    }

    private func rows(_ answer: HTTPAnswer) throws(FeedError) -> [[String?]] {
        try PortalEnvelope.items(in: answer) { Feeds.GridRow(&$0) }.map { row in
            [row.category, row.time.date, row.time.time].map(text) + [row.value]
        }
    }

    private func decodedRows(_ answer: HTTPAnswer) throws(FeedError) -> [[String?]] {
        try CodableKMA.rows(answer).map { [short($0.category), short($0.date), short($0.time), $0.value] }
    }

    private func observations(_ answer: HTTPAnswer) throws(FeedError) -> [[String?]] {
        try PortalEnvelope.items(in: answer) { Feeds.GridRow(&$0) }.map { [text($0.category), $0.observed] }
    }

    private func decodedObservations(_ answer: HTTPAnswer) throws(FeedError) -> [[String?]] {
        try CodableKMA.rows(answer).map { [short($0.category), $0.observed] }
    }

    private func text(_ short: ShortText) -> String {
        String(decoding: short, as: UTF8.self)
    }

    /// As much of a text as a ``ShortText`` keeps.
    private func short(_ text: String?) -> String {
        String(decoding: (text ?? "").utf8.prefix(23), as: UTF8.self)
    }

    private func list<Value>(_ value: (inout JSONReader) -> Value?) -> [Value?]? {
        JSONReader.read(answer.body) { json in
            var values: [Value?] = []
            return json.array { values.append(value(&$0)) } ? values : nil
        }
    }

    private var fields: [String: String?]? {
        JSONReader.read(answer.body) { json in
            var fields: [String: String?] = [:]
            let isObject = json.object { json, key in
                let value = json.text()
                if key.allSatisfy({ 0..<0x80 ~= $0 }), key.count < 23 {
                    fields[text(key)] = .some(value)
                }
            }
            return isObject ? fields : nil
        }
    }

    private var decodedFields: [String: String?]? {
        decoded([String: CodableText].self)?
            .filter { $0.key.utf8.allSatisfy { 0..<0x80 ~= $0 } && $0.key.utf8.count < 23 }.mapValues(\.value)
    }

    private func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
        CodableDocument.isDocument(answer.data) ? try? JSONDecoder().decode(type, from: answer.data) : nil
    }

    private func outcome<Value>(_ read: (HTTPAnswer) throws -> Value) -> Result<Value, FeedError> {
        do {
            return .success(try read(answer))
        } catch let fault as FeedError {
            return .failure(fault)
        } catch {
            fatalError("reading throws nothing else: \(error)")
        }
    }

    private func expectSame<Value: Equatable>(_ read: () -> Value, _ decoded: () -> Value) {
        // Where a body is no document, JSONDecoder may not have looked at what is wrong with it.
        guard JSONReader.read(answer.body, { $0.skip() }) != nil else { return }
        let (read, decoded) = (read(), decoded())
        precondition(read == decoded, "\(subject): \(read), and by JSONDecoder \(decoded)")
    }

    /// The text of an outlook as it came.
    private struct OutlookText {
        var text: String?

        init(_ json: inout JSONReader) {
            json.object { json, key in if key == "wfSv" { text = json.text() } }
        }
    }
}
