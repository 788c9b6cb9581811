#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `getMidTa`: one item with `taMin{N}`, `taMin{N}Low`, `taMin{N}High` and the same for `taMax`.
struct MidTemperatureResponse: Decodable {
    /// By days after the date of the issue.
    var extremes: [Int: Extremes] = [:]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: DayField.self)
        func spread(_ name: String, _ day: Int) throws -> Spread? {
            guard let low = try fields.number(name, day, "Low"),
                let high = try fields.number(name, day, "High")
            else { return nil }
            return Spread(low: low, high: high)
        }
        for day in DayField.days {
            let temperatures = Extremes(
                minimum: try fields.number("taMin", day)?.within(.plausibleTemperature),
                maximum: try fields.number("taMax", day)?.within(.plausibleTemperature),
                minimumSpread: try spread("taMin", day),
                maximumSpread: try spread("taMax", day)
            )
            if temperatures != Extremes() { extremes[day] = temperatures }
        }
    }

    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> MidTemperature {
        guard let item = try KMAResponse.items(Self.self, in: answer).first, !item.extremes.isEmpty else {
            throw FeedError(.noData)
        }
        let issueDate = KoreanDate(of: issuedAt)
        let days = item.extremes.map { (issueDate + $0.key, $0.value) }
        return MidTemperature(issuedAt: issuedAt, days: Dictionary(uniqueKeysWithValues: days))
    }
}

/// `getMidLandFcst`: one item with `wf{N}Am`, `wf{N}Pm`, `rnSt{N}Am`, `rnSt{N}Pm`, and `wf{N}`, `rnSt{N}` from day 8.
struct MidLandResponse: Decodable {
    /// By days after the date of the issue.
    var skies: [Int: DaySky] = [:]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: DayField.self)
        func half(_ day: Int, _ part: String) throws -> HalfDay? {
            HalfDay(
                condition: try fields.text("wf", day, part).map(Condition.init(kmaText:)),
                precipitationProbability: try fields.number("rnSt", day, part)
                    .flatMap(Probability.init(percent:))
            )
        }
        for day in DayField.days {
            let sky = DaySky(
                morning: try half(day, "Am"),
                afternoon: try half(day, "Pm"),
                whole: try half(day, "")
            )
            if sky != DaySky() { skies[day] = sky }
        }
    }

    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> MidLand {
        guard let item = try KMAResponse.items(Self.self, in: answer).first, !item.skies.isEmpty else {
            throw FeedError(.noData)
        }
        let issueDate = KoreanDate(of: issuedAt)
        let days = item.skies.map { (issueDate + $0.key, $0.value) }
        return MidLand(issuedAt: issuedAt, days: Dictionary(uniqueKeysWithValues: days))
    }
}

/// `getMidFcst`: one item with `wfSv`, a text of several lines with runs of spaces in it.
struct OutlookResponse: Decodable {
    var wfSv: String?

    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Outlook {
        let text = try KMAResponse.items(Self.self, in: answer).first?.wfSv.map(tidied)
        guard let text, !text.isEmpty else { throw FeedError(.noData) }
        return Outlook(issuedAt: issuedAt, text: text)
    }

    /// One line per statement: KMA breaks long statements and indents what follows.
    private static func tidied(_ text: String) -> String {
        var statements: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.singleLine
            if words.isEmpty { continue }
            let startsStatement = words.hasPrefix("○") || words.hasPrefix("*") || statements.isEmpty
            if startsStatement {
                statements.append(words)
            } else {
                statements[statements.count - 1] += " " + words
            }
        }
        return statements.joined(separator: "\n")
    }
}

/// A field whose name ends in, or holds, the number of a day: `taMin4Low`, `wf5Am`, `rnSt8`.
///
/// The number counts from the date of the issue, not from today.
struct DayField: CodingKey {
    /// The days that issues have: 4 or 5 to 10 today, 3 to 10 before 2024-11-28.
    static let days = 3...10

    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String, _ day: Int, _ part: String = "") {
        stringValue = "\(name)\(day)\(part)"
    }

    init?(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}

extension KeyedDecodingContainer<DayField> {
    /// The number in a field; `nil` where the field is absent or holds none.
    func number(_ name: String, _ day: Int, _ part: String = "") throws -> Double? {
        try decodeIfPresent(LenientNumber.self, forKey: DayField(name, day, part))?.value
    }

    /// The text in a field; `nil` where the field is absent or empty.
    func text(_ name: String, _ day: Int, _ part: String = "") throws -> String? {
        let text = try decodeIfPresent(LenientText.self, forKey: DayField(name, day, part))?.value?.singleLine
        return text?.isEmpty == true ? nil : text
    }
}
