#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `getMidLandFcst`: one item with `wf{N}Am`, `wf{N}Pm`, `rnSt{N}Am`, `rnSt{N}Pm`, and `wf{N}`, `rnSt{N}` from day 8.
struct MidLandResponse: Decodable {
    /// By days after the date of the issue.
    var skies: [Int: DaySky] = [:]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: DayField.self)
        func half(_ day: Int, _ part: String) throws -> HalfDay? {
            HalfDay(
                condition: try fields.words("wf", day, part).map(Condition.init(kmaWords:)),
                precipitationProbability: try fields.number("rnSt", day, part).map { Int($0) }
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
