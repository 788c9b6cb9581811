import Feeds
import Forecast

extension SampleFeeds {
    static func shortTerm(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        SampleGridRequest.answer(to: request, at: now, after: 10, keptFor: 3) { wanted in
            SampleShortTermSlots(base: wanted.base).map { ($0.rows(wanted), $0.total(wanted)) }
        }
    }
}

private struct SampleShortTermSlots {
    private let base: KoreanTime
    /// Hours of ``base``'s day, 24 and more for later days.
    private let hours: [Int]
    private let lastHourly: Int

    init?(base: KoreanTime) {
        guard base.minute == 0, base.hour % 3 == 2 else { return nil }
        self.base = base
        lastHourly = base.hour < 17 ? 72 : 96
        hours = Array(base.hour + 1...lastHourly) + stride(from: lastHourly + 3, through: lastHourly + 24, by: 3)
    }

    func total(_ wanted: SampleGridRequest) -> Int {
        let extremes = wanted.weather == nil ? 0 : hours.count { extreme($0) != nil }
        return hours.count * Self.categories.count + extremes
    }

    func rows(_ wanted: SampleGridRequest) -> SampleRows {
        let (start, end) = (wanted.rowStart(SampleGridRequest.time(base.hour)), wanted.rowEnd)
        var rows = SampleRows(expecting: min(wanted.rowsToPageEnd, hours.count * (Self.categories.count + 1)))
        for hour in hours {
            if rows.count >= wanted.rowsToPageEnd { break }
            let slot = wanted.slot(hour)
            for (category, value) in values(base.date + hour / 24, hour, wanted.weather) { rows.append(start, category, slot, value, end) }
        }
        return rows
    }

    private func values(_ date: KoreanDate, _ hour: Int, _ weather: SampleWeather?) -> [(category: String, value: String)] {
        guard let weather else { return Self.categories.map { ($0, "0") } }
        let slot = hour <= lastHourly ? weather.hour(date, hour % 24) : weather.threeHours(date, hour % 24)
        let amounts = amounts(slot, hour)
        var values: [(category: String, value: String)] = [
            ("TMP", String(slot.temperature.whole)), ("UUU", slot.wind.eastward.plain(1)), ("VVV", slot.wind.northward.plain(1)),
            ("VEC", String(slot.windDegrees)), ("WSD", amounts.wind), ("SKY", String(slot.sky.rawValue)),
            ("PTY", String(slot.falling?.rawValue ?? 0)), ("POP", String(slot.probability)), ("WAV", "0"), ("PCP", amounts.rain),
            ("REH", String(slot.humidityInFives)), ("SNO", amounts.snow),
        ]
        if let extreme = extreme(hour) {
            let day = weather.day(date)
            let degrees = extreme == .low ? day.low : day.high
            values.append((extreme.rawValue, Double(degrees.whole).oneDecimal))
        }
        return values
    }

    private enum Extreme: String {
        case low = "TMN"
        case high = "TMX"
    }

    private func extreme(_ hour: Int) -> Extreme? {
        switch hour % 24 {
        case 6 where hour > 24 || base.hour == 2: .low
        case 15 where hour > 24 || base.hour < 14: .high
        default: nil
        }
    }

    private func amounts(_ slot: SampleHour, _ hour: Int) -> (rain: String, snow: String, wind: String) {
        if hour > lastHourly {
            let rain = slot.amount < 0.05 ? 0 : slot.amount < 3 ? 1 : slot.amount < 15 ? 2 : 3
            let snow = slot.snowfall < 0.05 ? 0 : slot.snowfall < 1 ? 1 : 2
            let wind = slot.wind.speed < 4 ? 1 : slot.wind.speed < 9 ? 2 : 3
            return (String(rain), String(snow), String(wind))
        }
        let wind = slot.wind.speed.plain(1)
        return hour <= 72 ? (slot.rainText, slot.snowText, wind) : (slot.amount.plain(1), slot.snowfall.plain(1), wind)
    }

    private static let categories = ["TMP", "UUU", "VVV", "VEC", "WSD", "SKY", "PTY", "POP", "WAV", "PCP", "REH", "SNO"]
}

extension SampleFeeds {
    /// `getUltraSrtFcst`; the API hub accepts any minute, the full hour from fourteen past on.
    static func nextHours(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        SampleGridRequest.answer(to: request, at: now, after: request.isHub ? 14 : 15, keptFor: 1) { wanted in
            guard request.isHub || wanted.base.minute == 30 else { return nil }
            let base = wanted.base
            let start = wanted.rowStart(SampleGridRequest.time(base.hour, request.isHub ? 0 : base.minute))
            let end = wanted.rowEnd
            let slots = (base.hour + 1...base.hour + 6).map { hour in (wanted.slot(hour), wanted.weather?.hour(base.date + hour / 24, hour % 24)) }
            var rows = SampleRows()
            for (category, value) in nextHoursCategories {
                for (slot, hour) in slots { rows.append(start, category, slot, hour.map(value) ?? "0", end) }
            }
            return (rows, rows.count)
        }
    }

    private static let nextHoursCategories: [(String, @Sendable (SampleHour) -> String)] = [
        // kA under a heavy summer shower.
        ("LGT", { $0.falling == .shower && $0.amount > 3 ? $0.amount.plain(1) : "0" }), ("PTY", { String($0.nowcastFallCode) }),
        ("RN1", { $0.rainText }), ("SKY", { String($0.sky.rawValue) }), ("T1H", { String($0.temperature.whole) }),
        ("REH", { String($0.humidityInFives) }), ("UUU", { $0.wind.eastward.plain(1) }), ("VVV", { $0.wind.northward.plain(1) }),
        ("VEC", { String($0.windDegrees) }), ("WSD", { String($0.wind.speed.whole) }), ("POP", { String($0.probability) }),
    ]

    static func nowcast(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        SampleGridRequest.answer(to: request, at: now, after: 10, keptFor: 1) { wanted in
            guard wanted.base.minute == 0 else { return nil }
            let start = wanted.rowStart(SampleGridRequest.time(wanted.base.hour))
            let middle = "\"\(wanted.cellFields),\"obsrValue\":\""
            var rows = SampleRows()
            let hour = wanted.weather?.hour(wanted.base.date, wanted.base.hour)
            for (category, value) in nowcastCategories { rows.append(start, category, middle, hour.map(value) ?? "0", "\"}") }
            return (rows, rows.count)
        }
    }

    private static let nowcastCategories: [(String, @Sendable (SampleHour) -> String)] = [
        ("PTY", { String($0.nowcastFallCode) }), ("REH", { String($0.humidity.whole) }), ("RN1", { $0.amount.plain(1) }),
        ("T1H", { $0.temperature.plain(1) }), ("UUU", { $0.wind.eastward.plain(1) }), ("VEC", { String($0.windDegrees) }),
        ("VVV", { $0.wind.northward.plain(1) }), ("WSD", { $0.wind.speed.plain(1) }),
    ]
}
