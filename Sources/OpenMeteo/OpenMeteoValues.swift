import Forecast
import CLibrary
import KMAForecast

struct OpenMeteoHour: Sendable {
    var temperature: Double?
    var feelsLike: Double?
    var humidity: Double?
    var weatherCode: Int?
    var windSpeed: Double?
    var windDirection: Double?
    var windGust: Double?
    var visibility: Double?
    var pm10: Double?
    var pm25: Double?
    var ozone: Double?
    /// Precipitation of the hour before, as in Open-Meteo; a range has no number, as in our JSON.
    var probability: Double?
    var precipitation: Double?
    var rain: Double?
    var snowfall: Double?
    var falls: Bool?
    var isNight: Bool

    /// Magnus's formula (Alduchov and Eskridge 1996).
    var dewPoint: Double? {
        guard let temperature, let humidity, humidity > 0 else { return nil }
        let gamma = log(humidity / 100) + 17.625 * temperature / (243.04 + temperature)
        return 243.04 * gamma / (17.625 - gamma)
    }

    init?(now report: Report) {
        guard let current = report.week.current else { return nil }
        self.init(observed: current, isNight: report.week.themeSelection.isNight)
    }

    fileprivate init(observed current: ObservedWeather, isNight: Bool) {
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
        falls = current.precipitation.map { $0 != .zero }
        self.isNight = isNight
    }

    init?(air report: Report) {
        guard let measurement = report.air?.measurement else { return nil }
        self.init(isNight: false)
        add(measurement)
    }

    fileprivate init(isNight: Bool) { self.isNight = isNight }

    /// Factor at 25 °C and 1013 hPa, by volume and mass of a mole.
    private static let microgramsPerPPM = 1000 * 48.0 / 24.45

    fileprivate mutating func add(_ measurement: AirMeasurement) {
        pm10 = measurement.pm10.amount
        pm25 = measurement.pm25.amount
        ozone = measurement.ozone.amount.map { ($0 * OpenMeteoHour.microgramsPerPPM).rounded() }
    }
}

/// Hours, filled in between longer steps as there: temperature, humidity and wind along a line, amounts in equal parts; past hours are observed.
struct OpenMeteoHours: Sendable {
    private let report: Report
    private let observations: [Date: ObservedWeather]
    private let slots: [Slot]

    init(_ report: Report, _ observed: [Date: ObservedWeather]) {
        self.report = report
        observations = observed
        slots = report.week.hours.sorted { $0.time < $1.time }
    }

    func hour(at time: Date, step: Double = 3600) -> OpenMeteoHour {
        let isNight = Sun.isDown(at: time, latitude: report.place.latitude, longitude: report.place.longitude)
        var hour = observed(at: time, isNight: isNight) ?? OpenMeteoHour(isNight: isNight)
        if let index = index(of: time) {
            let slot = slots[index]
            let next = index + 1 < slots.count && slots[index + 1].time == slot.end ? slots[index + 1] : nil
            let way = time.timeIntervalSince(slot.time) / (3600 * Double(slot.hours))
            func between(_ value: (Slot) -> Double?) -> Double? {
                guard let start = value(slot), way > 0 else { return value(slot) }
                return next.flatMap(value).map { start + way * ($0 - start) }
            }
            hour.temperature = between { $0.temperature }
            hour.feelsLike = between { $0.feelsLike?.degrees }
            hour.humidity = between { ($0.humidity).map { Double($0.percent) } }?.rounded()
            hour.weatherCode = slot.condition?.weatherCode
            hour.windSpeed = between { $0.windSpeed }
            hour.windDirection = direction(from: slot, to: next, way)
        }
        if let measurement = report.air?.measurement, measurement.observedAt == time { hour.add(measurement) }
        if let index = index(of: time.addingTimeInterval(-step)) {
            let slot = slots[index]
            let share = (slot.isRate ? 1 : 1 / Double(slot.hours)) * step / 3600
            hour.probability = slot.precipitationProbability.map { Double($0.percent) }
            hour.precipitation = (slot.precipitation?.value).map { $0 * share }
            hour.rain = slot.precipitation?.asRain(slot.condition).map { $0 * share }
            hour.snowfall = (slot.snowfall?.value).map { $0 * share }
            hour.falls = slot.precipitation.map { $0 != .zero }
        }
        return hour
    }

    private func observed(at time: Date, isNight: Bool) -> OpenMeteoHour? {
        guard slots.first.map({ time < $0.time }) ?? true else { return nil }
        let current = report.week.current.flatMap { $0.observedAt == time ? $0 : nil }
        return (current ?? observations[time]).map { OpenMeteoHour(observed: $0, isNight: isNight) }
    }

    private func index(of time: Date) -> Int? {
        var (low, high) = (0, slots.count)
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 && time < slots[low - 1].end ? low - 1 : nil
    }

    private func direction(from slot: Slot, to next: Slot?, _ way: Double) -> Double? {
        guard let start = slot.windDirection.map({ Double($0.degrees) }), way > 0 else { return slot.windDirection.map { Double($0.degrees) } }
        guard let end = next?.windDirection.map({ Double($0.degrees) }) else { return nil }
        let turn = (end - start + 540).truncatingRemainder(dividingBy: 360) - 180
        return (start + way * turn + 360).rounded().truncatingRemainder(dividingBy: 360)
    }
}

extension Slot { fileprivate var end: Date { time.addingTimeInterval(Double(hours) * 3600) } }

extension Amount {
    /// Snowfall may hold both, so it has none.
    fileprivate func asRain(_ condition: Condition?) -> Double? { self == .zero || condition?.kind == .rain ? value : nil }
}

/// Korean day as KMA forecasts it; of another zone from its hours, else the Korean day that holds most of it.
struct OpenMeteoDay: Sendable {
    private let day: Day?
    private let past: PastForecasts?
    private let date: KoreanDate
    private let today: KoreanDate
    private let isKorean: Bool
    let sun: Sun?
    private let hours: [OpenMeteoHour]
    private let amounts: [OpenMeteoHour]

    enum Kind: String, CaseIterable { case max, min, mean }

    init(from start: Date, of report: Report, _ days: [KoreanDate: Day], _ past: PastForecasts?, _ forecast: OpenMeteoHours) {
        date = OpenMeteoDay.date(start)
        isKorean = date.start == start
        day = days[date]
        self.past = past
        today = KoreanDate(of: report.generatedAt)
        sun = Sun(on: date, latitude: report.place.latitude, longitude: report.place.longitude)
        let hasHours = day != nil || date < today
        let known = hasHours ? (0...24).map { forecast.hour(at: start.addingTimeInterval(Double($0) * 3600)) } : []
        hours = Array(known.dropLast())
        amounts = Array(known.dropFirst())
    }

    static func date(_ start: Date) -> KoreanDate { KoreanDate(of: start.addingTimeInterval(43_200)) }

    func temperature(_ kind: Kind) -> Double? {
        let extremes = day?.withoutPartialExtremes.extremes ?? lastSaid?.extremes
        return ofHours(\.temperature, kind) ?? (kind == .max ? extremes?.maximum : extremes?.minimum)
    }

    func feelsLike(_ kind: Kind) -> Double? { ofHours(\.feelsLike, kind) ?? (kind == .max ? day?.feelsLikeMaximum : day?.feelsLikeMinimum) }

    var weatherCode: Double? { ofHours({ $0.weatherCode.map(Double.init) }, .max) ?? whole?.wmoCode }
    var probability: Double? {
        guard !isKorean, let highest = values(amounts, \.probability)?.max() else { return whole?.percent }
        return highest
    }

    private func ofHours(_ value: (OpenMeteoHour) -> Double?, _ kind: Kind) -> Double? { isKorean ? nil : self.value(value, kind) }

    private var whole: HalfDay? { day != nil ? day?.whole : lastSaid?.wholeSky }
    private var lastSaid: StatedDay? { date < today ? past?.lastSaid(of: date) : nil }

    func said(daysBefore days: Int) -> StatedDay? { past?.said(of: date, on: min(date + -days, today)) }

    var precipitation: Double? {
        let sum = values(amounts, \.precipitation)?.reduce(0, +)
        guard isKorean, let day, !day.isPartial else { return sum }
        return day.precipitation?.value ?? sum
    }
    var rain: Double? { values(amounts, \.rain)?.reduce(0, +) }
    var snowfall: Double? { values(amounts, \.snowfall)?.reduce(0, +) }
    var hoursOfPrecipitation: Double? { values(amounts, \.falls).map { Double($0.count { $0 }) } }
    var windDirection: Double? {
        guard let speeds = values(hours, \.windSpeed), let directions = values(hours, \.windDirection) else { return nil }
        var (north, east) = (0.0, 0.0)
        for (speed, degrees) in zip(speeds, directions) {
            north += speed * cos(degrees * .pi / 180)
            east += speed * sin(degrees * .pi / 180)
        }
        // Winds that cancel each other have no direction.
        guard abs(north) + abs(east) > 1e-6 else { return nil }
        return (atan2(east, north) * 180 / .pi + 360).rounded().truncatingRemainder(dividingBy: 360)
    }

    func value(_ value: (OpenMeteoHour) -> Double?, _ kind: Kind) -> Double? {
        guard let values = values(hours, value) else { return nil }
        return switch kind {
        case .max: values.max()
        case .min: values.min()
        case .mean: values.reduce(0, +) / Double(values.count)
        }
    }

    private func values<Value>(_ hours: [OpenMeteoHour], _ value: (OpenMeteoHour) -> Value?) -> [Value]? {
        let values = hours.compactMap(value)
        return !hours.isEmpty && values.count == hours.count ? values : nil
    }
}
