import Forecast
import KMAForecast
import Regions

/// Rows of comma-separated values after RFC 4180, the header first. An absent value is empty.
public enum CSV {
    static func days(_ report: Report, _ language: Language) -> String {
        let names = [
            "date", "temperature_min", "temperature_max", "am_text", "am_precipitation_probability",
            "pm_text",
            "pm_precipitation_probability", "text", "theme", "precipitation_probability",
            "precipitation_amount",
            "source", "partial", "feels_like_min", "feels_like_max", "pm10_grade",
            "pm25_grade", "pm25_level",
            "label", "temperature_min_spread_low", "temperature_min_spread_high",
            "temperature_max_spread_low",
            "temperature_max_spread_high", "precipitation_low", "precipitation_high", "sunrise", "sunset",
            "fetched_at",
        ]
        let today = KoreanDate(of: report.generatedAt)
        return table(
            names,
            report.week.days.map { day in
                let air = report.air?.forecast(on: day.date)
                let (spreadOfMinimum, spreadOfMaximum) = (
                    day.extremes.minimumSpread, day.extremes.maximumSpread
                )
                return [
                    day.date.description, number(day.extremes.minimum), number(day.extremes.maximum),
                    day.morning?.condition?.text[language],
                    number(day.morning?.precipitationProbability?.percent),
                    day.afternoon?.condition?.text[language],
                    number(day.afternoon?.precipitationProbability?.percent),
                    day.whole?.condition?.text[language], day.whole?.condition?.theme.rawValue,
                    number(day.whole?.precipitationProbability?.percent), number(day.precipitation?.exact),
                    day.source?.rawValue, day.isPartial.description, number(day.feelsLikeMinimum),
                    number(day.feelsLikeMaximum), air?.pm10?.rawValue, air?.pm25?.rawValue,
                    air?.pm25Level?.rawValue,
                    day.date.label(offset: day.date - today)[language],
                    number(spreadOfMinimum?.low), number(spreadOfMinimum?.high), number(spreadOfMaximum?.low),
                    number(spreadOfMaximum?.high), number(day.precipitation?.range?.low),
                    number(day.precipitation?.range?.high), day.sun.map { KoreanTime($0.rise).rfc3339 },
                    day.sun.map { KoreanTime($0.set).rfc3339 }, report.fetchedAt(of: day.feeds),
                ]
            }
        )
    }

    static func hours(_ report: Report, _ language: Language) -> String {
        let names = [
            "time", "temperature", "precipitation_probability", "precipitation_amount", "humidity",
            "wind_speed",
            "text", "theme", "night", "source", "feels_like", "feels_like_source", "lightning",
            "precipitation_low", "precipitation_high", "snow_amount", "snow_low", "snow_high", "label",
            "fetched_at",
        ]
        let today = KoreanDate(of: report.generatedAt)
        return table(
            names,
            report.week.hours.map { slot in
                let date = KoreanDate(of: slot.time)
                return [
                    KoreanTime(slot.time).rfc3339, number(slot.temperature),
                    number(slot.precipitationProbability?.percent),
                    number(slot.precipitation?.exact), number(slot.humidity?.percent), number(slot.windSpeed),
                    slot.condition?.text[language], slot.condition?.theme.rawValue,
                    slot.isNight?.description,
                    slot.sourceName, number(slot.feelsLike?.degrees),
                    slot.feelsLike?.source.rawValue, slot.hasLightning?.description,
                    number(slot.precipitation?.range?.low), number(slot.precipitation?.range?.high),
                    number(slot.snowfall?.exact), number(slot.snowfall?.range?.low),
                    number(slot.snowfall?.range?.high), date.label(offset: date - today)[language],
                    report.fetchedAt(of: [slot.feed]),
                ]
            }
        )
    }

    static func current(_ report: Report, _ language: Language) -> String {
        let names = [
            "observed_at", "temperature", "feels_like", "humidity", "wind_speed", "wind_direction",
            "precipitation_1h", "text", "theme", "color", "feels_like_source",
            "air_station", "air_observed_at", "pm10", "pm10_grade", "pm25", "pm25_grade", "ozone",
            "ozone_grade", "wind_gust", "visibility", "sunrise", "sunset",
        ]
        let air = report.air?.measurement
        let now = report.week.current
        let themeSelection = report.week.themeSelection
        return table(
            names,
            [
                [
                    now.map { KoreanTime($0.observedAt).rfc3339 }, number(now?.temperature),
                    number(now?.feelsLike?.degrees),
                    number(now?.humidity?.percent), number(now?.windSpeed),
                    number(now?.windDirection?.degrees),
                    number(now?.precipitation?.exact), themeSelection.label[language],
                    themeSelection.theme.rawValue,
                    themeSelection.palette.start, now?.feelsLike?.source.rawValue,
                    air?.station, air.map { KoreanTime($0.observedAt).rfc3339 }, number(air?.pm10.amount),
                    air?.pm10.grade?.rawValue, number(air?.pm25.amount), air?.pm25.grade?.rawValue,
                    number(air?.ozone.amount, decimals: 4), air?.ozone.grade?.rawValue,
                    number(now?.windGust), number(now?.visibility),
                    now?.sunrise.map { KoreanTime($0).rfc3339 }, now?.sunset.map { KoreanTime($0).rfc3339 },
                ]
            ]
        )
    }

    static func theme(_ themeSelection: ThemeSelection, _ language: Language) -> String {
        let palette = themeSelection.palette
        return table(
            ["name", "color", "text_color", "night", "label"],
            [
                [
                    themeSelection.theme.rawValue, palette.start, palette.text,
                    themeSelection.isNight.description,
                    themeSelection.label[language],
                ]
            ]
        )
    }

    static func outlook(_ report: Report) -> String {
        let issuedAt = report.outlook.map { KoreanTime($0.issuedAt).rfc3339 }
        let statements = (report.outlook?.text ?? "").split(separator: "\n")
        return table(["issued_at", "text"], statements.map { [issuedAt, String($0)] })
    }

    /// A row for each who says something of a value of the first day.
    static func why(_ report: Report, _ language: Language) -> String {
        let names = [
            "date", "field", "feed", "issued_at", "number", "text", "precipitation_probability", "whole",
            "chosen", "rule",
        ]
        let rows = (report.week.days.first?.decisions ?? []).flatMap { decision in
            decision.candidates.map { candidate in
                let issued = report.sources.first { $0.feed == candidate.feeds.first }?.issuedAt
                let isChosen = decision.isChosen(candidate)
                var (value, half): (Double?, HalfDay?)
                switch candidate.value {
                case .degrees(let degrees): value = degrees
                case .amount(let amount): value = amount.exact
                case .sky(let sky): half = sky
                }
                return [
                    report.week.days.first?.date.description, decision.field.rawValue,
                    candidate.feeds.map(\.rawValue).joined(separator: " "),
                    issued.map { KoreanTime($0).rfc3339 }, number(value), half?.condition?.text[language],
                    number(half?.precipitationProbability?.percent), candidate.isWhole.description,
                    isChosen.description, isChosen ? decision.rule.rawValue : nil,
                ]
            }
        }
        return table(names, rows)
    }

    static func history(_ report: HistoryReport, _ language: Language) -> String {
        let names = [
            "date", "issued_at", "fetched_at", "origin", "lead_days", "source", "temperature_min",
            "temperature_max",
            "temperature_min_spread_low", "temperature_min_spread_high", "temperature_max_spread_low",
            "temperature_max_spread_high", "am_text", "am_precipitation_probability", "pm_text",
            "pm_precipitation_probability", "text", "theme", "precipitation_probability",
        ]
        return table(
            names,
            report.issues.map { issue in
                let forecast = issue.forecast
                let (low, high) = (forecast.extremes.minimumSpread, forecast.extremes.maximumSpread)
                return [
                    forecast.date.description, KoreanTime(forecast.issuedAt).rfc3339,
                    KoreanTime(issue.fetchedAt).rfc3339, issue.origin.name, number(forecast.leadDays),
                    forecast.source.rawValue, number(forecast.extremes.minimum),
                    number(forecast.extremes.maximum),
                    number(low?.low), number(low?.high), number(high?.low), number(high?.high),
                    forecast.morning?.condition?.text[language],
                    number(forecast.morning?.precipitationProbability?.percent),
                    forecast.afternoon?.condition?.text[language],
                    number(forecast.afternoon?.precipitationProbability?.percent),
                    forecast.whole?.condition?.text[language], forecast.whole?.condition?.theme.rawValue,
                    number(forecast.whole?.precipitationProbability?.percent),
                ]
            }
        )
    }

    static func alerts(_ report: AlertReport, _ language: Language) -> String {
        let names = [
            "kind", "label", "level", "zone_code", "zone_name", "covers", "issued_at", "effective_at", "ends",
        ]
        return table(
            names,
            (report.alerts ?? []).flatMap { alert in
                alert.zones.map { zone in
                    [
                        alert.kind.identifier, alert.label[language], alert.level.rawValue, zone.code,
                        language == .korean ? zone.name : zone.englishName,
                        alert.coversAll ? "all" : "part",
                        alert.issuedAt.map { KoreanTime($0).rfc3339 },
                        alert.effectiveAt.map { KoreanTime($0).rfc3339 },
                        alert.endsAt.map { KoreanTime($0).dayAndHour[language] },
                    ]
                }
            }
        )
    }

    /// A row an area.
    public static func areas(_ areas: [Place]) -> String {
        let names = [
            "name", "name_en", "province", "district", "dong", "latitude", "longitude", "temperature_zone",
            "land_zone",
        ]
        return table(
            names,
            areas.map { area in
                [
                    area.name, area.englishName, area.province, area.district, area.dong, "\(area.latitude)",
                    "\(area.longitude)", area.temperatureZone.code, area.landZone.code,
                ]
            }
        )
    }

    /// Rows of several places under one header, the place in the first column.
    static func joined(_ tables: [(place: String, text: String)]) -> String {
        let tables = tables.map { ($0.place, $0.text.split(separator: "\r\n")) }
        let header = tables.first?.1.first.map { "place,\($0)\r\n" } ?? ""
        return header
            + tables.flatMap { place, lines in lines.dropFirst().map { "\(cell(place)),\($0)\r\n" } }.joined()
    }

    static func table(_ names: [String], _ rows: [[String?]]) -> String {
        self.rows([names] + rows)
    }

    static func rows(_ rows: [[String?]]) -> String {
        rows.map { row in row.map { cell($0 ?? "") }.joined(separator: ",") + "\r\n" }.joined()
    }

    /// A value, in quotes where it needs them.
    static func cell(_ text: String) -> String {
        guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    static func number(_ value: Int?) -> String? { value?.description }

    /// To two decimals, as in JSON.
    package static func number(_ value: Double?, decimals: Int = 2) -> String? {
        value.map { value in
            let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
            let rounded = (value * scale).rounded() / scale
            return "\(rounded == 0 ? 0.0 : rounded)"
        }
    }
}

extension Report {
    /// When the oldest answer of some feeds came: the age of what was made of them.
    fileprivate func fetchedAt(of feeds: [Feed]) -> String? {
        let earliest = sources.filter { feeds.contains($0.feed) }.compactMap(\.fetchedAt).min()
        return earliest.map { KoreanTime($0).rfc3339 }
    }
}
