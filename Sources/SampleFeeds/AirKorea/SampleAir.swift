import Forecast

struct SampleAir {
    private let place: Int

    init(named name: String) { place = SampleNoise.seed(of: name) }

    static func isYellowDust(on date: KoreanDate) -> Bool { (3...5).contains(date.civil.month) && SampleNoise.unit(.dust, 0, date.dayNumber) < 0.15 }

    func pm10(_ date: KoreanDate, _ hour: Int) -> Int {
        if SampleAir.isYellowDust(on: date) { return 180 + Int(240 * (1 + wave(date, hour)) / 2) }
        return Int(Double(pm25(date, hour)) * 1.5) + 8
    }

    func pm25(_ date: KoreanDate, _ hour: Int) -> Int {
        // Monthly means of Seoul, 2020–2023 (에어코리아 대기환경연보).
        let means = [27, 25, 25, 20, 17, 15, 13, 11, 11, 14, 20, 25]
        return max(2, Int(Double(means[date.civil.month - 1]) * (1 + 0.8 * wave(date, hour))))
    }

    /// ppm, most in the afternoons of early summer.
    func ozone(_ date: KoreanDate, _ hour: Int) -> Double {
        let sun = Double(max(0, 8 - abs(hour - 15))) / 8
        let season = 1 - Double(min(abs(date.civil.month - 6), 12 - abs(date.civil.month - 6))) / 8
        return 0.012 + 0.05 * sun * season
    }

    private func wave(_ date: KoreanDate, _ hour: Int) -> Double {
        let time = Double(date.dayNumber * 24 + hour)
        return 0.75 * SampleNoise.wave(.air, 0, at: time, period: 60) + 0.25 * SampleNoise.wave(.air, place, at: time, period: 11)
    }
}

extension AirGrade {
    /// Bands since 2018 (환경부 대기환경 예보등급).
    init(pm10: Int) { self = pm10 > 150 ? .veryBad : pm10 > 80 ? .bad : pm10 > 30 ? .moderate : .good }

    init(pm25: Int) { self = pm25 > 75 ? .veryBad : pm25 > 35 ? .bad : pm25 > 15 ? .moderate : .good }

    init(ozone: Double) { self = ozone > 0.15 ? .veryBad : ozone > 0.09 ? .bad : ozone > 0.03 ? .moderate : .good }

    var number: Int { (AirGrade.allCases.firstIndex(of: self) ?? 0) + 1 }
}
