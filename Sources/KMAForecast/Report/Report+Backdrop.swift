import Forecast

extension Report {
    /// The background for now, or for a day of the week; throws ``ForecastError/badInput(_:)`` for a day outside of it.
    public func backdrop(on date: KoreanDate?) throws(ForecastError) -> Backdrop {
        guard let date else { return week.backdrop }
        guard let day = week.days.first(where: { $0.date == date }), day.skyFeed != nil else {
            let range =
                week.days.first.flatMap { first in week.days.last.map { "\(first.date) ~ \($0.date)" } } ?? ""
            throw .badInput(
                Words(
                    "\(date)의 하늘은 예보에 없습니다. 볼 수 있는 날: \(range)",
                    "There is no sky forecast for \(date). Days there are: \(range)"
                )
            )
        }
        return Backdrop(of: day)
    }
}
