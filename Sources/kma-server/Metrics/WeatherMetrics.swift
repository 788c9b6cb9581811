import Forecast
import KMAForecast

/// Base units (Celsius, ratios) and mm, without unknown values.
struct WeatherMetrics {
    private let reports: [(labels: [(String, String)], report: Report)]

    init(_ reports: [Report], at places: [PlaceRequest]) {
        var seen: Set<[String]> = []
        self.reports = zip(places, reports).compactMap { place, report in
            var labels = [("area", report.place.name)]
            // Many points are in one 동, with weather of their own.
            if case .point = place { labels.append(("query", report.place.query)) }
            return seen.insert(labels.map(\.1)).inserted ? (labels, report) : nil
        }
    }

    var text: String {
        var text = PrometheusText()
        for family in WeatherMetrics.families {
            let samples = reports.flatMap { place, report in family.samples(report).compactMap { labels, value in value.map { (place + labels, $0) } }
            }
            if !samples.isEmpty { text.begin(family.name, .gauge, help: family.help) }
            for (labels, value) in samples { text.write(family.name, PrometheusText.labels(labels), value) }
        }
        return text.text
    }
}

extension WeatherMetrics {
    private struct Family: Sendable {
        let name: String
        let help: String
        let samples: Samples

        typealias Samples = @Sendable (Report) -> [(labels: [(String, String)], value: Double?)]

        init(_ name: String, _ help: String, _ samples: @escaping Samples) { (self.name, self.help, self.samples) = (name, help, samples) }

        init(_ name: String, _ help: String, now value: @escaping @Sendable (Report) -> Double?) { self.init(name, help) { [([], value($0))] } }

        init(_ name: String, _ help: String, day value: @escaping @Sendable (Day) -> Double?) {
            self.init(name, help) { report in
                let today = KoreanDate(of: report.generatedAt)
                return report.week.days.map { ([("day", "\($0.date - today)")], value($0.withoutPartialExtremes)) }
            }
        }
    }

    private static let families = [
        Family("kma_temperature_celsius", "Temperature now.", now: { $0.week.current?.temperature }),
        Family("kma_feels_like_celsius", "Apparent temperature now.", now: { $0.week.current?.feelsLike?.degrees }),
        Family("kma_humidity_ratio", "Relative humidity now, 0 to 1.", now: { $0.week.current?.humidity?.ratio }),
        Family("kma_wind_speed_meters_per_second", "Wind now, metres per second.", now: { $0.week.current?.windSpeed }),
        Family("kma_wind_gust_meters_per_second", "Gusts now, metres per second.", now: { $0.week.current?.windGust }),
        Family("kma_precipitation_mm", "Precipitation of the last hour.", now: { $0.week.current?.precipitation?.exact }),
        Family("kma_theme", "1 for the theme of now.") { [([("theme", $0.week.themeSelection.theme.rawValue)], 1)] },
        Family("kma_yesterday_celsius", "Temperature at this hour of yesterday.", now: { $0.week.yesterday?.temperature }),
        Family("kma_rain_now", "Whether rain or snow falls now; absent where that is not known.") { report in
            let rain = RainPeriod(in: report.week, at: report.generatedAt)
            let isKnown = rain?.isNowKnown ?? (report.week.rainKnownUntil(from: report.generatedAt) != nil)
            return [([], isKnown ? (rain?.isNow == true ? 1 : 0) : nil)]
        },
        Family("kma_rain_start_timestamp_seconds", "When the next rain or snow begins.") { report in
            let rain = RainPeriod(in: report.week, at: report.generatedAt)
            return [([("kind", rain?.kind.rawValue ?? "")], rain?.startsAt?.timeIntervalSince1970)]
        },
        Family("kma_alert", "1 for each weather warning of the place.") { report in
            // Alerts of a kind and level may differ in times.
            (report.alerts ?? []).map { [$0.kind.identifier, $0.level.rawValue] }.uniqued.map { ([("kind", $0[0]), ("level", $0[1])], 1) }
        }, Family("kma_day_temperature_min_celsius", "Lowest temperature of a day.", day: { $0.extremes.minimum }),
        Family("kma_day_temperature_max_celsius", "Highest temperature of a day.", day: { $0.extremes.maximum }),
        Family(
            "kma_day_precipitation_probability_ratio",
            "Chance of precipitation on a day, 0 to 1.",
            day: { $0.whole?.precipitationProbability?.ratio }
        ), Family("kma_day_precipitation_mm", "Precipitation of a day, where it is known as one number.", day: { $0.precipitation?.exact }),
        Family("kma_feed_fetched_timestamp_seconds", "When the answer of a feed was fetched.") { report in
            // Warnings that are not known are not none.
            let known = report.sources.filter { $0.feed != .warnings || report.alerts != nil }
            return known.map { ([("feed", $0.feed.rawValue)], $0.fetchedAt?.timeIntervalSince1970) }
        },
    ]
}

extension Humidity { fileprivate var ratio: Double { Double(percent) / 100 } }

extension Probability { fileprivate var ratio: Double { Double(percent) / 100 } }
