import Forecast
import KMAForecast

/// A search for areas, as the query of a URL asks it.
struct AreaQuery: Sendable {
    /// The text, or part of one; empty for the provinces.
    var text: String
    /// How many areas at the most.
    var limit: Int

    /// The parameters that a search takes; the language is that of its faults.
    static let parameters: [Parameter] = [.q, .limit, .lang]
    /// As many as a person reads; everything is in the tables of the repository.
    static let limits = 1...100
    static let usualLimit = 20
    /// Three times the longest name, and English is longer than Korean.
    static let longestText = 100

    init(_ query: QueryString) throws(Problem) {
        text = query[.q] ?? ""
        limit = AreaQuery.usualLimit
        guard text.unicodeScalars.count <= AreaQuery.longestText else {
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "찾을 이름(q)은 \(AreaQuery.longestText)자까지입니다.",
                    "What is searched for (q) may have \(AreaQuery.longestText) characters."
                )
            )
        }
        guard let text = query[.limit] else { return }
        guard let number = Int(text), AreaQuery.limits.contains(number) else {
            let limits = AreaQuery.limits
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "개수(limit)는 \(limits.lowerBound)~\(limits.upperBound) 사이의 정수입니다.",
                    "The limit is a whole number, \(limits.lowerBound) to \(limits.upperBound)."
                )
            )
        }
        limit = number
    }
}
