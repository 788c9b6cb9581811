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
            let minimum = try fields.number("taMin", day)
            let maximum = try fields.number("taMax", day)
            if minimum == nil, maximum == nil { continue }
            extremes[day] = Extremes(
                minimum: minimum,
                maximum: maximum,
                minimumSpread: minimum == nil ? nil : try spread("taMin", day),
                maximumSpread: maximum == nil ? nil : try spread("taMax", day)
            )
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
