import Forecast
import KMAForecast

package struct OpenMeteoPast: Sendable {
    var said: PastForecasts?
    var observed: [Date: ObservedWeather] = [:]

    package init(of report: Report, _ query: OpenMeteoQuery, _ forecaster: Forecaster) async {
        guard query.api == .forecast else { return }
        let now = report.generatedAt
        let offset = query.zone.offset(at: now)
        let first = query.span.firstDay(at: now, offset: offset)
        if query.isOfPast {
            let start = OpenMeteoDay.date(first)
            do throws(ForecastError) { said = try await forecaster.pastForecasts(at: report.place, on: start...start + query.span.dayCount) } catch {
                said = nil
            }
        }
        if !query.hourly.isEmpty || !query.minutely.isEmpty || !query.daily.isEmpty {
            let since = min(first, query.span.firstHour(at: now, offset: offset))
            observed = await forecaster.storedObservations(at: report.place, since: since)
        }
    }
}
