import Forecast

extension Report {
    /// The theme for now, or for a day of the week. Throws ``ForecastError/invalidRequest(_:)`` for a day without a
    /// forecast of the sky.
    public func themeSelection(on date: KoreanDate?) throws(ForecastError) -> ThemeSelection {
        guard let date else { return week.themeSelection }
        guard let day = week.days.first(where: { $0.date == date }), day.skyFeed != nil else {
            let available = week.days.first.flatMap { first in week.days.last.map { first.date...$0.date } }
            throw .invalidRequest(.noForecast(for: date, available: available))
        }
        return ThemeSelection(of: day)
    }
}
