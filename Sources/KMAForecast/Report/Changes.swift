import Forecast
import Regions

extension Forecaster {
    /// Day in Korea.
    public var today: KoreanDate { KoreanDate(of: configuration.now()) }

    func changes(of week: Week, _ said: [IssuedForecast], _ sources: [FeedReport], at now: Date) -> [ForecastChange]? {
        var newest: [Provider: Date] = [:]
        for source in sources {
            guard let issuedAt = source.issuedAt, let name = source.feed.source, [.midTemperature, .midLand, .shortTerm].contains(source.feed) else {
                continue
            }
            newest[name] = max(issuedAt, newest[name] ?? issuedAt)
        }
        return ForecastChange.all(shown: week.days, said: said, newest: newest, at: now)
    }

    func yesterdaysForecasts(at place: Place, now: Date) async -> [IssuedForecast] {
        let today = KoreanDate(of: now)
        do throws(StoreProblem) {
            let rows = try await configuration.ledger?.ledger.days(
                of: place.ledgerSubjects,
                on: today...(today + Week.daysAhead),
                issued: now.addingTimeInterval(-ForecastChange.maximumAge)..<now
            )
            return KeptForecast.all(in: rows ?? []).map(\.forecast)
        } catch { return [] }
    }
}
