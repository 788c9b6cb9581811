#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import KMAForecast

/// What is known of an hour, or of now.
struct OpenMeteoHour: Sendable {
    var temperature: Double?
    var feelsLike: Double?
    var humidity: Double?
    var weatherCode: Int?
    var windSpeed: Double?
    var windDirection: Double?
    var windGust: Double?
    var visibility: Double?
    /// What falls is of the hour before, as Open-Meteo's documentation has it.
    var probability: Double?
    var precipitation: Double?
    var rain: Double?
    var snowfall: Double?
    var isNight: Bool

    /// What is observed now; `nil` without an observation.
    init?(now report: Report) {
        guard let current = report.week.current else { return nil }
        temperature = current.temperature
        feelsLike = current.feelsLike?.degrees
        humidity = current.humidity.map { Double($0.percent) }
        weatherCode = current.condition?.weatherCode
        windSpeed = current.windSpeed
        windDirection = current.windDirection.map { Double($0.degrees) }
        windGust = current.windGust
        visibility = current.visibility
        precipitation = current.precipitation?.value
        rain = current.precipitation?.asRain(current.condition)
        isNight = report.week.themeSelection.isNight
    }

    /// The forecast for an hour. Amounts and probabilities of longer steps are of no one hour.
    init(at time: Date, of report: Report, _ slots: [Date: Slot]) {
        let slot = slots[time]
        let before = slots[time.addingTimeInterval(-3600)].flatMap { $0.hours == 1 ? $0 : nil }
        temperature = slot?.temperature
        feelsLike = slot?.feelsLike?.degrees
        humidity = (slot?.humidity).map { Double($0.percent) }
        weatherCode = slot?.condition?.weatherCode
        windSpeed = slot?.windSpeed
        windDirection = (slot?.windDirection).map { Double($0.degrees) }
        probability = (before?.precipitationProbability).map { Double($0.percent) }
        precipitation = before?.precipitation?.value
        rain = before?.precipitation?.asRain(before?.condition)
        snowfall = before?.snowfall?.value
        isNight = Sun.isDown(
            at: time,
            latitude: report.place.latitude,
            longitude: report.place.longitude
        )
    }
}

extension Amount {
    /// The amount as rain alone: none of a snowfall, which may hold both.
    fileprivate func asRain(_ condition: Condition?) -> Double? {
        value == 0 || condition?.kind == .rain ? value : nil
    }
}

/// What is known of a day.
struct OpenMeteoDay: Sendable {
    /// KMA's days are Korean: those of another zone have no values.
    var day: Day?
    var sun: Sun?

    /// The day that begins at a midnight, from the days that are known.
    init(from start: Date, of report: Report, _ days: [KoreanDate: Day]?) {
        let date = KoreanDate(of: start)
        day = days?[date]
        sun = Sun(on: date, latitude: report.place.latitude, longitude: report.place.longitude)
    }

    var weatherCode: Int? { day?.whole?.condition?.weatherCode }
    var probability: Double? { (day?.whole?.precipitationProbability).map { Double($0.percent) } }
    /// A sum over a part of the day is not the day's.
    var precipitation: Double? { day.flatMap { $0.isPartial ? nil : $0.precipitation?.value } }
}
