import Forecast
import KMAForecast
import Regions

/// One question of one person.
struct Asked: Sendable {
    var question: Question
    var place: Place
    var preference: Preference
    /// Whether the person goes away at once; the answer is made all the same.
    var hangsUp: Bool

    func answered(by forecaster: Forecaster) async -> Answered {
        let task = Task { () -> Result<Report, ForecastError> in
            do throws(ForecastError) {
                return .success(try await forecaster.report(question, at: place, preferring: preference))
            } catch {
                return .failure(error)
            }
        }
        if hangsUp { task.cancel() }
        return Answered(asked: self, result: await task.value)
    }
}

/// What came of it.
struct Answered: Sendable {
    var asked: Asked
    var result: Result<Report, ForecastError>
}
