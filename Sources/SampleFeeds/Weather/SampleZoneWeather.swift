import Forecast

/// A wave for the country and a smaller one, so that neighbours mostly agree.
struct SampleZoneWeather {
    let zone: Int

    init(landZone code: String) { zone = SampleNoise.seed(of: code) }

    func half(_ date: KoreanDate, _ season: SampleSeason, afternoon: Bool) -> SampleHalfDay {
        let time = date.dayNumber * 2 + (afternoon ? 1 : 0)
        let height = height(at: time)
        let (wetness, surplus) = (Self.wetness(height), height - Self.height(ofRainIn: season))
        // A wet day has about three wet halves in four.
        let wet = Self.threshold(season)
        guard wetness > wet else {
            let dryness = wetness / wet
            if dryness > 0.86 {
                let doubtful = SampleNoise.unit(.probability, zone, time) < 0.4
                return SampleHalfDay(sky: .overcast, fall: nil, probability: doubtful ? 40 : 30, surplus: surplus)
            }
            if dryness > 0.62 { return SampleHalfDay(sky: .mostlyCloudy, fall: nil, probability: 20, surplus: surplus) }
            return SampleHalfDay(sky: .clear, fall: nil, probability: dryness > 0.4 ? 10 : 0, surplus: surplus)
        }
        let strength = (wetness - wet) / (1 - wet)
        let fall = fall(at: time, strength: strength, season: season, afternoon: afternoon)
        let broken = fall.isShower || strength < 0.2
        return SampleHalfDay(
            sky: broken ? .mostlyCloudy : .overcast,
            fall: fall,
            probability: strength < 0.25 ? 60 : strength < 0.5 ? 70 : strength < 0.8 ? 80 : 90,
            surplus: surplus
        )
    }

    private func fall(at time: Int, strength: Double, season: SampleSeason, afternoon: Bool) -> SampleHalfDay.Fall {
        func drawn(_ topic: SampleNoise.Topic) -> Double { SampleNoise.unit(topic, zone, time) }
        let isShower = afternoon && season.warmth > 0.8 && strength < 0.45 && drawn(.shower) < 0.6
        let luck = drawn(.amount)
        return SampleHalfDay.Fall(
            peak: isShower ? 3 : Int(drawn(.peakHour) * 4) * 3,
            reach: isShower ? 1 : 2 + Int(drawn(.length) * 3 + strength * 5),
            amount: 0.2 + season.intensity * (0.3 + strength) * (0.4 + 3 * luck * luck * luck),
            isShower: isShower
        )
    }

    private static func threshold(_ season: SampleSeason) -> Double { 1 - season.wetDays * 0.72 }

    private static func height(ofRainIn season: SampleSeason) -> Double {
        let share = 2 * threshold(season) - 1
        return share * (spread / (1 - share * share)).squareRoot()
    }

    private static let spread = 0.62

    /// 0…1 in equal shares, up to the wettest.
    private static func wetness(_ height: Double) -> Double { 0.5 + 0.5 * height / (spread + height * height).squareRoot() }

    private func height(at time: Int) -> Double {
        func wander(_ first: SampleNoise.Topic, _ second: SampleNoise.Topic, _ place: Int) -> Double {
            SampleNoise.wave(first, place, at: Double(time), period: 4) + SampleNoise.wave(second, place, at: Double(time) + 2, period: 4)
        }
        return wander(.front, .frontDetail, 0) + 0.45 * wander(.local, .localDetail, zone)
    }
}
