import Forecast
import KMAForecast

/// Line of a person's own, `{sky} {temperature}°`, with escapes `{{`, `}}`, `\n` and `\t`.
public struct Template: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case text(String)
        case field(Field)
    }

    private let parts: [Part]

    /// Fault of a template.
    public enum Fault: Error {
        case unknownField(String)
        case openBrace
    }

    /// Reads a template.
    public init(_ text: String) throws(Fault) {
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        func take(_ prefix: String, as replacement: String) -> Bool {
            guard rest.hasPrefix(prefix) else { return false }
            rest = rest.dropFirst(prefix.count)
            literal += replacement
            return true
        }
        while let character = rest.first {
            if take("{{", as: "{") || take("}}", as: "}") || take("\\n", as: "\n") || take("\\t", as: "\t") { continue }
            rest = rest.dropFirst()
            guard character == "{" else {
                if character == "}" { throw .openBrace }
                literal.append(character)
                continue
            }
            guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
            let name = String(rest[..<end])
            guard let field = Field(rawValue: name) else { throw .unknownField(name) }
            parts += [.text(literal), .field(field)]
            literal = ""
            rest = rest[rest.index(after: end)...]
        }
        self.parts = parts + [.text(literal)]
    }

    /// Line for a report.
    public func text(_ report: Report, _ style: Style) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field): field.value(report, style) ?? "-"
            }
        }.joined()
    }
}

extension Template {
    /// Fields, by names and units of JSON, and texts for people.
    public enum Field: String, Sendable, CaseIterable {
        case place
        case summary
        case alert
        case rain
        /// °C warmer than at this hour of yesterday, with sign.
        case yesterday
        case sky
        /// One cell.
        case symbol
        case theme
        /// `#RRGGBB`.
        case color
        case temperature
        case feelsLike = "feels_like"
        case humidity
        case windSpeed = "wind_speed"
        case windDirection = "wind_direction"
        case windGust = "wind_gust"
        /// mm, with the unit.
        case precipitation = "precipitation_1h"
        case visibility
        case minimum = "temperature_min"
        case maximum = "temperature_max"
        /// % of the rest of today.
        case probability = "precipitation_probability"
        case sunrise
        case sunset
        case observedAt = "observed_at"

        fileprivate func value(_ report: Report, _ style: Style) -> String? {
            let (week, language) = (report.week, style.language)
            let (theme, current) = (week.themeSelection, week.current)
            let today = report.daysAhead.first { $0.date == KoreanDate(of: report.generatedAt) }?.withoutPartialExtremes
            return switch self {
            case .place: style(report.place.name, report.place.englishName)
            case .summary: report.summary.text?[language]
            case .alert: (report.alerts ?? []).leading(at: report.generatedAt).first?.label[language]
            case .rain: WeatherSummary.rain(of: week, at: report.generatedAt)?[language]
            case .yesterday: week.yesterday.map { ($0.difference < 0 ? "" : "+") + $0.difference.oneDecimal }
            case .sky: theme.feed == nil ? nil : theme.label[language]
            case .symbol: theme.theme.symbol(night: theme.isNight)
            case .theme: theme.theme.rawValue
            case .color: theme.palette.start
            case .temperature: current?.temperature?.oneDecimal
            case .feelsLike: current?.feelsLike?.degrees.oneDecimal
            case .humidity: current?.humidity?.percent.description
            case .windSpeed: current?.windSpeed?.oneDecimal
            case .windDirection: current?.windDirection.map { style.compassPoint($0) }
            case .windGust: current?.windGust?.oneDecimal
            case .precipitation: current?.precipitation?.text("mm")[language]
            case .visibility: current?.visibility?.wholeNumber
            case .minimum: today?.extremes.minimum?.wholeNumber
            case .maximum: today?.extremes.maximum?.wholeNumber
            case .probability: today.flatMap(report.shownProbability)?.percent.description
            case .sunrise: current?.sunrise.map { KoreanTime($0).clock }
            case .sunset: current?.sunset.map { KoreanTime($0).clock }
            case .observedAt: current.map { KoreanTime($0.observedAt).clock }
            }
        }
    }
}

extension Template.Fault {
    /// Fault, and the possible forms; `option` gave the template.
    public func message(of option: String) -> LocalizedText {
        let names = Template.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        return switch self {
        case .unknownField(let name):
            LocalizedText(
                "\(option)에 없는 필드입니다: {\(name.shown)}\n쓸 수 있는 필드: \(names)",
                "\(option) has no field {\(name.shown)}.\nThe fields are: \(names)"
            )
        case .openBrace:
            LocalizedText(
                "\(option)의 중괄호가 짝이 맞지 않습니다. 중괄호 자체는 {{ 또는 }}로 적습니다.",
                "A brace of \(option) has no other half. Write {{ or }} for a brace itself."
            )
        }
    }
}
