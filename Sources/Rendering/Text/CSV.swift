import Record
import Forecast
import KMAForecast
import Regions

/// Comma-separated values after RFC 4180, the header first; absent values are empty.
public enum CSV {
    typealias Columns<Row> = KeyValuePairs<String, (Row) -> (any CSVValue)?>

    static func days(_ report: Report, _ language: Language) -> String {
        let today = KoreanDate(of: report.generatedAt)
        return table(
            report.week.days,
            [
                "date": { $0.date.description }, "temperature_min": { $0.extremes.minimum }, "temperature_max": { $0.extremes.maximum },
                "am_text": { $0.morning?.condition?.text[language] },
                "am_precipitation_probability": { $0.morning?.precipitationProbability?.percent },
                "pm_text": { $0.afternoon?.condition?.text[language] },
                "pm_precipitation_probability": { $0.afternoon?.precipitationProbability?.percent }, "text": { $0.whole?.condition?.text[language] },
                "theme": { $0.whole?.condition?.theme.rawValue }, "precipitation_probability": { $0.whole?.precipitationProbability?.percent },
                "precipitation_amount": { $0.precipitation?.exact }, "source": { $0.source?.rawValue }, "partial": { $0.isPartial },
                "feels_like_min": { $0.feelsLikeMinimum }, "feels_like_max": { $0.feelsLikeMaximum },
                "pm10_grade": { report.air?.forecast(on: $0.date)?.pm10?.rawValue },
                "pm25_grade": { report.air?.forecast(on: $0.date)?.pm25?.rawValue },
                "pm25_level": { report.air?.forecast(on: $0.date)?.pm25Level?.rawValue },
                "label": { $0.date.label(offset: $0.date - today)[language] }, "temperature_min_spread_low": { $0.extremes.minimumSpread?.low },
                "temperature_min_spread_high": { $0.extremes.minimumSpread?.high }, "temperature_max_spread_low": { $0.extremes.maximumSpread?.low },
                "temperature_max_spread_high": { $0.extremes.maximumSpread?.high }, "precipitation_low": { $0.precipitation?.range?.low },
                "precipitation_high": { $0.precipitation?.range?.high }, "sunrise": { $0.sun?.rise }, "sunset": { $0.sun?.set },
                "fetched_at": { report.fetchedAt(of: $0.feeds) }, "temperature_min_range_from": { $0.lowRange?.from },
                "temperature_min_range_to": { $0.lowRange?.to }, "temperature_max_range_from": { $0.highRange?.from },
                "temperature_max_range_to": { $0.highRange?.to }, "rain_confidence": { $0.rainConfidence?.kind.rawValue },
            ]
        )
    }

    static func hours(_ report: Report, _ language: Language) -> String {
        let today = KoreanDate(of: report.generatedAt)
        return table(
            report.week.hours,
            [
                "time": { $0.time }, "temperature": { $0.temperature }, "precipitation_probability": { $0.precipitationProbability?.percent },
                "precipitation_amount": { $0.precipitation?.exact }, "humidity": { $0.humidity?.percent }, "wind_speed": { $0.windSpeed },
                "text": { $0.condition?.text[language] }, "theme": { $0.condition?.theme.rawValue }, "night": { $0.isNight },
                "source": { $0.sourceName }, "feels_like": { $0.feelsLike?.degrees }, "feels_like_source": { $0.feelsLike?.source.rawValue },
                "lightning": { $0.hasLightning }, "precipitation_low": { $0.precipitation?.range?.low },
                "precipitation_high": { $0.precipitation?.range?.high }, "snow_amount": { $0.snowfall?.exact },
                "snow_low": { $0.snowfall?.range?.low }, "snow_high": { $0.snowfall?.range?.high },
                "label": { slot in
                    let date = KoreanDate(of: slot.time)
                    return date.label(offset: date - today)[language]
                }, "fetched_at": { report.fetchedAt(of: [$0.feed]) },
            ]
        )
    }

    static func current(_ report: Report, _ language: Language) -> String {
        let air = report.air?.measurement
        let theme = report.week.themeSelection
        return table(
            [report.week.current],
            [
                "observed_at": { $0?.observedAt }, "temperature": { $0?.temperature }, "feels_like": { $0?.feelsLike?.degrees },
                "humidity": { $0?.humidity?.percent }, "wind_speed": { $0?.windSpeed }, "wind_direction": { $0?.windDirection?.degrees },
                "precipitation_1h": { $0?.precipitation?.exact }, "text": { _ in theme.label[language] }, "theme": { _ in theme.theme.rawValue },
                "color": { _ in theme.palette.start }, "feels_like_source": { $0?.feelsLike?.source.rawValue },
                "air_station": { _ in language == .korean ? air?.station : air?.englishStation },
                "air_observed_at": { _ in air?.observedAt }, "pm10": { _ in air?.pm10.amount }, "pm10_grade": { _ in air?.pm10.grade?.rawValue },
                "pm25": { _ in air?.pm25.amount }, "pm25_grade": { _ in air?.pm25.grade?.rawValue },
                "ozone": { _ in number(air?.ozone.amount, decimals: 4) }, "ozone_grade": { _ in air?.ozone.grade?.rawValue },
                "wind_gust": { $0?.windGust }, "visibility": { $0?.visibility }, "sunrise": { $0?.sunrise }, "sunset": { $0?.sunset },
            ]
        )
    }

    static func theme(_ theme: ThemeSelection, _ language: Language) -> String {
        table(
            [theme],
            [
                "name": { $0.theme.rawValue }, "color": { $0.palette.start }, "text_color": { $0.palette.text }, "night": { $0.isNight },
                "label": { $0.label[language] },
            ]
        )
    }

    static func outlook(_ report: Report) -> String {
        let statements = (report.outlook?.text ?? "").split(separator: "\n")
        return table(statements, ["issued_at": { _ in report.outlook?.issuedAt }, "text": { String($0) }])
    }

    static func why(_ report: Report, _ language: Language) -> String {
        let day = report.week.days.first
        let rows = (day?.decisions ?? []).flatMap { decision in
            // An observation is nobody's forecast.
            let observed = decision.rule == .observed ? [decision.chosen].compactMap { $0 } : []
            return (observed + decision.candidates).map { candidate in
                var (value, half): (Double?, HalfDay?)
                switch candidate.value {
                case .degrees(let degrees): value = degrees
                case .amount(let amount): value = amount.exact
                case .sky(let sky): half = sky
                }
                let isChosen = candidate == decision.chosen
                return (decision: decision, candidate: candidate, isChosen: isChosen, value: value, half: half)
            }
        }
        return table(
            rows,
            [
                "date": { _ in day?.date.description }, "field": { $0.decision.field.rawValue },
                "feed": { $0.candidate.feeds.map(\.rawValue).joined(separator: " ") }, "issued_at": { $0.candidate.origin?.issue },
                "number": { $0.value }, "text": { $0.half?.condition?.text[language] },
                "precipitation_probability": { $0.half?.precipitationProbability?.percent }, "whole": { $0.candidate.isWhole },
                "chosen": { $0.isChosen }, "rule": { $0.isChosen ? $0.decision.rule.rawValue : nil },
            ]
        )
    }

    static func history(_ report: HistoryReport, _ language: Language) -> String {
        table(
            report.issues,
            [
                "date": { $0.forecast.date.description }, "issued_at": { $0.forecast.issuedAt }, "fetched_at": { $0.fetchedAt },
                "origin": { $0.origin.name }, "lead_days": { $0.forecast.leadDays }, "source": { $0.forecast.source.rawValue },
                "temperature_min": { $0.forecast.said.extremes.minimum }, "temperature_max": { $0.forecast.said.extremes.maximum },
                "temperature_min_spread_low": { $0.forecast.said.extremes.minimumSpread?.low },
                "temperature_min_spread_high": { $0.forecast.said.extremes.minimumSpread?.high },
                "temperature_max_spread_low": { $0.forecast.said.extremes.maximumSpread?.low },
                "temperature_max_spread_high": { $0.forecast.said.extremes.maximumSpread?.high },
                "am_text": { $0.forecast.said.morning?.value.condition?.text[language] },
                "am_precipitation_probability": { $0.forecast.said.morning?.value.precipitationProbability?.percent },
                "pm_text": { $0.forecast.said.afternoon?.value.condition?.text[language] },
                "pm_precipitation_probability": { $0.forecast.said.afternoon?.value.precipitationProbability?.percent },
                "text": { $0.forecast.said.whole?.value.condition?.text[language] },
                "theme": { $0.forecast.said.whole?.value.condition?.theme.rawValue },
                "precipitation_probability": { $0.forecast.said.whole?.value.precipitationProbability?.percent },
            ]
        )
    }

    static func alerts(_ report: AlertReport, _ language: Language) -> String {
        // A last row with a name alone marks unreadable warnings.
        let rows: [(alert: Alert, zone: AlertZone)?] = (report.alerts ?? []).flatMap { alert in alert.zones.map { (alert: alert, zone: $0) } }
        let unread = report.alerts == nil ? AlertList.unknown : AlertList.unread
        return table(
            rows + (report.isWhole && report.alerts != nil ? [] : [nil]),
            [
                "kind": { $0?.alert.kind.identifier }, "label": { $0?.alert.label[language] ?? unread[language] },
                "level": { $0?.alert.level.rawValue }, "zone_code": { $0?.zone.code },
                "zone_name": { language == .korean ? $0?.zone.name : $0?.zone.englishName },
                "covers": { $0.map { $0.alert.coversAll ? "all" : "part" } }, "issued_at": { $0?.alert.issuedAt },
                "effective_at": { $0?.alert.effectiveAt }, "ends": { $0?.alert.endsAt.map { KoreanTime($0).dayAndHour[language] } },
            ]
        )
    }

    /// Row a place.
    public static func areas(_ areas: [Place]) -> String {
        table(
            areas,
            [
                "name": { $0.name }, "name_en": { $0.englishName }, "province": { $0.province }, "district": { $0.district }, "dong": { $0.dong },
                "latitude": { "\($0.latitude)" }, "longitude": { "\($0.longitude)" }, "temperature_zone": { $0.temperatureZone.code },
                "land_zone": { $0.landZone.code },
            ]
        )
    }
}

extension CSV {
    static func joined(_ tables: [(place: String, text: String)]) -> String {
        let tables = tables.map { ($0.place, $0.text.split(separator: "\r\n")) }
        let header = tables.first?.1.first.map { "place,\($0)\r\n" } ?? ""
        return header + tables.flatMap { place, lines in lines.dropFirst().map { "\(cell(place.csv)),\($0)\r\n" } }.joined()
    }

    static func table<Row>(_ rows: [Row], _ columns: Columns<Row>) -> String { line(columns.map(\.key)) + self.rows(rows, columns) }

    static func rows<Row>(_ rows: [Row], _ columns: Columns<Row>) -> String {
        rows.map { row in line(columns.map { $0.value(row)?.csv ?? "" }) }.joined()
    }

    private static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    private static func cell(_ text: String) -> String {
        guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    package static func number(_ value: Double?, decimals: Int = 2) -> String? {
        value.map { value in
            let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
            let rounded = (value * scale).rounded() / scale
            return "\(rounded == 0 ? 0.0 : rounded)"
        }
    }
}

protocol CSVValue { var csv: String { get } }

extension String: CSVValue {
    /// Marks formulas of a spreadsheet as text.
    var csv: String { first.map("=+-@\t\r".contains) == true ? "'" + self : self }
}

extension Int: CSVValue { var csv: String { description } }

extension Bool: CSVValue { var csv: String { description } }

extension Double: CSVValue { var csv: String { CSV.number(self) ?? "" } }

extension Date: CSVValue { var csv: String { rfc3339 } }

extension Report {
    fileprivate func fetchedAt(of feeds: [Feed]) -> Date? { sources.filter { feeds.contains($0.feed) }.compactMap(\.fetchedAt).min() }
}
