import Forecast
import Regions

/// `미세먼지 보통 45 · 초미세먼지 나쁨 38 µg/m³  수내동 15:00`.
struct AirText {
    let air: AirQuality
    let today: KoreanDate
    let style: Style

    var lines: [String] {
        let name = style("미세먼지", "PM10")
        guard let measurement = air.measurement else {
            let text = "\(style("미세먼지 예보", "Dust forecast"))  \(forecast ?? "-")"
            return text.wrapped(to: style.width - 2).map { " " + style.ansi.grade(air.dustGrade(today: today), $0) }
        }
        let fine = style("초미세먼지", "PM2.5")
        func dust(_ word: (String, AirValue) -> String?) -> String {
            [word(name, measurement.pm10), word(fine, measurement.pm25)].compactMap { $0 }.joined(separator: " · ")
        }
        let values = dust(self.word) + " µg/m³"
        let grades = dust { name, value in value.grade.map { "\(name) \($0.label[style.language])" } }
        let forms = ["\(values)  \(station(of: measurement))", values, grades]
        let lines = forms.first { $0.displayWidth <= style.width - 2 }.map { [$0] } ?? grades.wrapped(to: style.width - 2)
        return lines.map { " " + style.ansi.grade(air.dustGrade(today: today), $0) }
    }

    var grade: String? { air.dustGrade(today: today).map { style("미세먼지 \($0.label.korean)", "dust \($0.label.english.lowercased())") } }

    var facts: [(name: String, value: String?)] {
        let measurement = air.measurement
        return [
            (style("미세먼지", "PM10"), measurement.flatMap { value($0.pm10, "µg/m³") }),
            (style("초미세먼지", "PM2.5"), measurement.flatMap { value($0.pm25, "µg/m³") }),
            (style("오존", "Ozone"), measurement.flatMap { value($0.ozone, "ppm") }),
            (style("대기 측정", "Air station"), measurement.map { station(of: $0) + style(" (확정 전)", " (provisional)") }),
            (style("대기 예보", "Air forecast"), forecast),
        ]
    }

    private var forecast: String? {
        let days = air.forecast.compactMap { day in word(of: day.grades).map { "\(day.date.label(offset: day.date - today)[style.language]) \($0)" } }
        return days.isEmpty ? nil : days.joined(separator: " · ")
    }

    private func word(of grades: DustGrades) -> String? {
        grades.dust.map { $0.label[style.language] } ?? grades.pm25Level.map { $0.label[style.language] }
    }

    private func word(_ name: String, _ value: AirValue) -> String? {
        let parts = [value.grade.map { $0.label[style.language] }, value.amount?.wholeNumber].compactMap { $0 }
        return parts.isEmpty ? nil : ([name] + parts).joined(separator: " ")
    }

    private func value(_ value: AirValue, _ unit: String) -> String? {
        let amount = value.amount.map { amount in unit == "ppm" ? amount.threeDecimals : amount.wholeNumber }
        let grade = value.grade.map { style.ansi.grade($0, $0.label[style.language]) }
        let parts = [amount.map { style($0 + unit, "\($0) \(unit)") }, grade].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private func station(of measurement: AirMeasurement) -> String {
        let distance = air.distance.map { style("\($0.oneDecimal)km", "\($0.oneDecimal) km") }
        let clock = KoreanTime(measurement.observedAt).clock
        let name = style(measurement.station, measurement.englishStation)
        return [name, distance, clock].compactMap { $0 }.joined(separator: " ")
    }
}

extension Double {
    fileprivate var threeDecimals: String {
        let thousandths = Int((self * 1_000).rounded())
        let fraction = "\(thousandths % 1_000)"
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

extension AirMeasurement { var englishStation: String { AirStation.all.first { $0.name == station }?.englishName ?? station } }
