import Forecast

extension Report {
    /// The background for now, or for a day of the week; throws ``ForecastError/badInput(_:)`` for a day outside of it.
    public func themeSelection(on date: KoreanDate?) throws(ForecastError) -> ThemeSelection {
        guard let date else { return week.themeSelection }
        guard let day = week.days.first(where: { $0.date == date }), day.skyFeed != nil else {
            let range =
                week.days.first.flatMap { first in week.days.last.map { "\(first.date) ~ \($0.date)" } } ?? ""
            throw .badInput(
                LocalizedText(
                    "\(date)의 하늘은 예보에 없습니다. 볼 수 있는 날: \(range)",
                    "There is no sky forecast for \(date). Days there are: \(range)"
                )
            )
        }
        return ThemeSelection(of: day)
    }
}
