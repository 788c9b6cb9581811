import CommandLineSupport
import Forecast
import KMAForecast

extension Problem {
    /// What a fault of the adapter is over HTTP.
    init(_ error: ForecastError) {
        self.init(error.code, detail: error.message)
        retryAfter = error.code.traits.retryAfter
        switch error {
        case .place(.unknownArea(let query, let suggestions)):
            self.suggestions = suggestions
            guard suggestions.isEmpty else { return }
            detail = LocalizedText(
                "‘\(query)’라는 지역을 찾지 못했습니다. /v1/areas?q= 로 이름을 찾아보세요.",
                "No area is called ‘\(query)’. Look names up at /v1/areas?q="
            )
        case .place(.ambiguousArea(_, let candidates)):
            self.candidates = candidates
        case .place(.outsideKorea), .invalidRequest, .nothingToShow:
            return
        }
    }
}
