import Feeds

/// Why KMA's short-term service has no rows for a request.
enum SampleRefusal: Error {
    /// Not out yet, or no such base time.
    case noData
    /// Out of the days it is kept.
    case tooOld(days: Int)
    /// A parameter that is no number.
    case badParameter

    /// How KMA says so.
    var answer: HTTPAnswer {
        switch self {
        case .noData: .kmaNoData
        case .tooOld(let days): .kma(code: "10", message: "최근 \(days)일 간의 자료만 제공합니다.")
        case .badParameter: .kma(code: "10", message: "INVALID_REQUEST_PARAMETER_ERROR")
        }
    }
}
