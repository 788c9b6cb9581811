import Forecast
import Regions

struct SampleWeather {
    private let climate: SampleClimate
    private let zoneWeather: SampleZoneWeather
    private let zone: Int

    init(_ point: SamplePoint) {
        climate = SampleClimate(latitude: point.latitude, longitude: point.longitude)
        zoneWeather = SampleZoneWeather(landZone: point.landZone)
        zone = zoneWeather.zone
    }

    /// Mean of ``SampleHalfDay/shade``, at which a day equals the normals.
    private static let usualCover = 0.42

    func normal(_ season: SampleSeason) -> (low: Double, high: Double) {
        let (mean, span) = (climate.mean(season), climate.span(season))
        return (mean - span / 2, mean + span / 2)
    }

    func day(_ date: KoreanDate) -> SampleDay {
        let season = SampleSeason(of: date)
        let morning = zoneWeather.half(date, season, afternoon: false)
        let afternoon = zoneWeather.half(date, season, afternoon: true)
        // Cold spells last four or five days, deeper in winter.
        let spell =
            SampleNoise.wave(.warmth, 0, at: Double(date.dayNumber), period: 4.5) + 0.25
            * SampleNoise.wave(.localWarmth, zone, at: Double(date.dayNumber), period: 3) + 0.25
            * SampleNoise.wave(.dayToDay, zone, at: Double(date.dayNumber), period: 1)
        let cover = (morning.shade + afternoon.shade) / 2
        // Cloud warms winter nights more than it cools days; in summer the reverse.
        let tilt = (cover - Self.usualCover) * (1 - 2.5 * season.warmth)
        let mean = climate.mean(season) + spell * (5 - 2.5 * season.warmth) + tilt
        let span = climate.span(season) * (1 - 0.6 * (cover - Self.usualCover))
        return SampleDay(season: season, normal: normal(season), low: mean - span / 2, high: mean + span / 2, morning: morning, afternoon: afternoon)
    }

    func hour(_ date: KoreanDate, _ hour: Int) -> SampleHour {
        let today = day(date)
        let season = SampleSeason(of: date)
        let half = hour < 12 ? today.morning : today.afternoon
        let amount = half.amount(hour: hour % 12)
        let time = date.dayNumber * 24 + hour
        return SampleHour(
            temperature: temperature(date, hour, today),
            humidity: humidity(hour, half, season, raining: amount > 0),
            wind: wind(time, hour, half, season),
            sky: half.sky,
            cloudCover: half.sky.cover.lowerBound + Int(SampleNoise.unit(.cloud, zone, time) * Double(half.sky.cover.count)),
            falling: amount == 0 ? nil : hour < 12 ? today.fallingInMorning : today.fallingInAfternoon,
            amount: amount,
            probability: amount > 0 ? half.probability : min(half.probability, 40),
            pressure: 1_025 - 16 * season.warmth - 7 * half.shade + 4 * SampleNoise.wave(.pressure, zone, at: Double(time), period: 30)
        )
    }

    func threeHours(_ date: KoreanDate, _ start: Int) -> SampleHour {
        var slot = hour(date, start)
        let today = day(date)
        let half = start < 12 ? today.morning : today.afternoon
        let wettest = (start..<start + 3).map { half.amount(hour: $0 % 12) }.max() ?? 0
        guard wettest > slot.amount else { return slot }
        slot.amount = wettest
        slot.falling = start < 12 ? today.fallingInMorning : today.fallingInAfternoon
        slot.probability = half.probability
        return slot
    }

    func amount(inThreeHoursFrom start: Int, of date: KoreanDate) -> Double {
        zoneWeather.half(date, SampleSeason(of: date), afternoon: start >= 12).amount(inThreeHoursFrom: start % 12)
    }

    func hour(at instant: Date) -> SampleHour {
        let time = KoreanTime(instant)
        var now = hour(time.date, time.hour)
        let next = time.hour == 23 ? hour(time.date + 1, 0) : hour(time.date, time.hour + 1)
        now.temperature += (next.temperature - now.temperature) * Double(time.minute) / 60
        return now
    }

    private func temperature(_ date: KoreanDate, _ hour: Int, _ today: SampleDay) -> Double {
        switch hour {
        case 6...15: return today.low + (today.high - today.low) * (Double(hour - 6) / 9).smoothstep
        case 16...: return today.high + (day(date + 1).low - today.high) * (Double(hour - 15) / 15).smoothstep
        default:
            let yesterday = day(date + -1)
            return yesterday.high + (today.low - yesterday.high) * (Double(hour + 9) / 15).smoothstep
        }
    }

    private func humidity(_ hour: Int, _ half: SampleHalfDay, _ season: SampleSeason, raining: Bool) -> Double {
        if raining { return 92 }
        let sun = (1 - Double(abs(hour - 15) < 12 ? abs(hour - 15) : 24 - abs(hour - 15)) / 12).smoothstep
        return 68 + 14 * season.warmth + 12 * half.shade - (34 - 14 * half.shade) * sun
    }

    /// North-west in winter, south in summer (계절풍), stronger by day and under rain.
    private func wind(_ time: Int, _ hour: Int, _ half: SampleHalfDay, _ season: SampleSeason) -> SampleWind {
        let turn = SampleNoise.wave(.windDirection, zone, at: Double(time), period: 16)
        let gustiness = SampleNoise.wave(.windSpeed, zone, at: Double(time), period: 9)
        let day = (10...19).contains(hour) ? 1.0 : 0
        let direction = 310 - 140 * season.warmth + 60 * turn
        return SampleWind(
            speed: 1.9 + 0.9 * day + 0.8 * half.shade + 0.7 * (1 - season.warmth) + 1.2 * gustiness,
            direction: direction < 0 ? direction + 360 : direction.truncatingRemainder(dividingBy: 360)
        )
    }
}

extension SampleHalfDay {
    /// 0 in clear sky to 1 in rain: less night cooling and sunshine.
    fileprivate var shade: Double {
        if fall != nil { return 1 }
        return switch sky {
        case .clear: 0
        case .mostlyCloudy: 0.35
        case .overcast: 0.65
        }
    }
}

extension SampleHalfDay.Sky {
    /// %, by KMA and OpenWeather: 맑음 and 800–801, 구름많음 and 803, 흐림 and 804.
    fileprivate var cover: ClosedRange<Int> {
        switch self {
        case .clear: 0...20
        case .mostlyCloudy: 55...80
        case .overcast: 88...100
        }
    }
}

struct SamplePoint {
    let latitude: Double
    let longitude: Double
    let landZone: String
}

extension SamplePoint {
    init?(latitude: Double, longitude: Double) {
        // A degree of longitude is four fifths of one of latitude, near enough.
        func distance(_ city: SamplePoint) -> Double {
            let (north, east) = (city.latitude - latitude, (city.longitude - longitude) * 0.8)
            return north * north + east * east
        }
        guard let nearest = SamplePoint.cities.min(by: { distance($0) < distance($1) }) else { return nil }
        self.init(latitude: latitude, longitude: longitude, landZone: nearest.landZone)
    }

    init?(middleOf cell: GridCell) {
        let (latitude, longitude) = cell.middle
        self.init(latitude: latitude, longitude: longitude)
    }

    private static let cities = Gazetteer.temperatureZones.map(SamplePoint.init)

    init?(temperatureZone code: String) {
        guard let zone = Gazetteer.temperatureZone(code: code) else { return nil }
        self.init(zone)
    }

    init(_ zone: TemperatureZone) { self.init(latitude: zone.latitude, longitude: zone.longitude, landZone: zone.landZone) }

    init(_ zone: LandZone) { self.init(latitude: zone.latitude, longitude: zone.longitude, landZone: zone.code) }
}
