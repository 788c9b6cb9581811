import CommandLineSupport
import Forecast
import Foundation
import Regions

extension SaidPlace {
    init(_ place: Place) {
        name = place.name
        province = place.province
        district = place.district
        dong = place.dong
        temperatureZone = SaidZone(code: place.temperatureZone.code, name: place.temperatureZone.name)
        landZone = SaidZone(code: place.landZone.code, name: place.landZone.name)
    }
}

extension SaidTheme {
    init(_ themeSelection: ThemeSelection, _ language: Language) {
        name = themeSelection.theme.rawValue
        color = themeSelection.palette.start
        gradient = [themeSelection.palette.start, themeSelection.palette.end]
        textColor = themeSelection.palette.text
        night = themeSelection.isNight
        label = themeSelection.label[language]
        source = themeSelection.feed?.rawValue
    }
}

extension SaidCurrent {
    init(_ seen: Observation, _ language: Language) {
        observedAt = KoreanTime(seen.observedAt).rfc3339
        temperature = seen.temperature?.inHundredths
        feelsLike = seen.feelsLike?.inHundredths
        humidity = seen.humidity
        windSpeed = seen.windSpeed?.inHundredths
        windDirection = seen.windDirection
        windGust = seen.windGust?.inHundredths
        visibility = seen.visibility?.inHundredths
        precipitation1H = seen.precipitation?.inHundredths
        condition = seen.condition.map {
            SaidCondition(text: $0.text[language], theme: $0.theme.rawValue, code: $0.code, icon: $0.icon)
        }
        sunrise = seen.sunrise.map { KoreanTime($0).rfc3339 }
        sunset = seen.sunset.map { KoreanTime($0).rfc3339 }
    }
}

extension SaidDay {
    init(_ day: Day, today: KoreanDate, _ language: Language) {
        date = day.date.description
        offset = day.date - today
        label = day.date.label(offset: offset)[language]
        weekday = day.date.weekdayName[language]
        temperatureMin = day.extremes.minimum?.inHundredths
        temperatureMax = day.extremes.maximum?.inHundredths
        temperatureMinSpread = day.extremes.minimumSpread.map { SaidSpread(low: $0.low, high: $0.high) }
        temperatureMaxSpread = day.extremes.maximumSpread.map { SaidSpread(low: $0.low, high: $0.high) }
        am = day.morning.map { SaidHalf($0, language) }
        pm = day.afternoon.map { SaidHalf($0, language) }
        text = day.whole?.condition?.text[language]
        theme = day.whole?.condition?.theme.rawValue
        precipitationProbability = day.whole?.precipitationProbability
        precipitationAmount = day.precipitation?.value.inHundredths
        source = day.source?.rawValue
        feeds = day.feeds.map(\.rawValue)
        partial = day.isPartial
    }
}

extension SaidHalf {
    fileprivate init(_ half: HalfDay, _ language: Language) {
        text = half.condition?.text[language]
        theme = half.condition?.theme.rawValue
        precipitationProbability = half.precipitationProbability
    }
}

extension SaidHour {
    init(_ slot: Slot, _ language: Language) {
        time = KoreanTime(slot.time).rfc3339
        temperature = slot.temperature?.inHundredths
        precipitationProbability = slot.precipitationProbability
        precipitationAmount = slot.precipitation?.value.inHundredths
        humidity = slot.humidity
        windSpeed = slot.windSpeed?.inHundredths
        text = slot.condition?.text[language]
        theme = slot.condition?.theme.rawValue
        night = slot.isNight
        source = slot.feed.source.rawValue
    }
}

extension Double {
    /// As far as it is told.
    fileprivate var inHundredths: Double { (self * 100).rounded() / 100 }
}
