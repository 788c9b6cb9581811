import CLibrary
import Forecast

struct SampleHour {
    var temperature: Double
    var humidity: Double
    var wind: SampleWind
    var sky: SampleHalfDay.Sky
    var cloudCover: Int
    var falling: SampleFalling?
    var amount: Double
    var probability: Int
    /// hPa at sea level.
    var pressure: Double

    var snowfall: Double { falling?.snow(outOf: amount) ?? 0 }

    /// Metres, at most 10 km, a kilometre less with each millimetre.
    var visibility: Int { max(1_500, 10_000 - (amount * 10).whole * 100) }
}

struct SampleDay {
    let season: SampleSeason
    let normal: (low: Double, high: Double)
    var low: Double
    var high: Double
    var morning: SampleHalfDay
    var afternoon: SampleHalfDay

    /// One form for all hours, so that all feeds agree.
    var fallingInMorning: SampleFalling? { SampleFalling(morning.fall, temperature: low + (high - low) * 0.35) }

    var fallingInAfternoon: SampleFalling? { SampleFalling(afternoon.fall, temperature: low + (high - low) * 0.7) }

    /// mm.
    var amount: Double {
        [morning, afternoon].reduce(0) { sum, half in stride(from: 0, to: 12, by: 3).reduce(sum) { $0 + half.amount(inThreeHoursFrom: $1) } }
    }

    /// mm of rain and cm of new snow.
    var fallen: (rain: Double, snow: Double) {
        var (rain, snow) = (0.0, 0.0)
        for (half, falling) in [(morning, fallingInMorning), (afternoon, fallingInAfternoon)] where half.fall != nil {
            let amount = (0..<12).reduce(0) { $0 + half.amount(hour: $1) }
            let snowOfHalf = falling?.snow(outOf: amount) ?? 0
            snow += snowOfHalf
            if snowOfHalf == 0 { rain += amount }
        }
        return (rain, snow)
    }
}

struct SampleHalfDay {
    enum Sky: Int, Comparable {
        case clear = 1
        case mostlyCloudy = 3
        case overcast = 4

        static func < (left: Sky, right: Sky) -> Bool { left.rawValue < right.rawValue }
    }

    struct Fall {
        /// 0, 3, 6 or 9 hours on, so that no three-hourly forecast misses it.
        var peak: Int
        var reach: Int
        var amount: Double
        var isShower: Bool
    }

    var sky: Sky
    var fall: Fall?
    /// 60 and more with precipitation, 40 and less without.
    var probability: Int
    /// Height over the threshold of a wet half.
    var surplus: Double

    /// mm (0…11), in tenths.
    func amount(hour: Int) -> Double {
        guard let fall else { return 0 }
        let distance = abs(hour - fall.peak)
        guard distance <= fall.reach else { return 0 }
        let share = 1 - Double(distance) / Double(fall.reach + 1)
        return max(0.1, (fall.amount * share * 10).rounded() / 10)
    }

    func amount(inThreeHoursFrom start: Int) -> Double { (start..<start + 3).reduce(0) { $0 + amount(hour: $1) } }
}

enum SampleFalling: Int {
    // `PTY` of getVilageFcst.
    case rain = 1
    case sleet, snow, shower

    init?(_ fall: SampleHalfDay.Fall?, temperature: Double) {
        guard let fall else { return nil }
        self = temperature < 0.5 ? .snow : temperature < 2.5 ? .sleet : fall.isShower ? .shower : .rain
    }

    /// cm: ten times the water of snow, half of that for sleet.
    func snow(outOf amount: Double) -> Double {
        switch self {
        case .snow: amount
        case .sleet: amount / 2
        case .rain, .shower: 0
        }
    }
}

struct SampleWind {
    var speed: Double
    /// Degrees clockwise from north.
    var direction: Double

    /// KMA's UUU, m/s.
    var eastward: Double { -speed * sin(direction * .pi / 180) }
    /// KMA's VVV, m/s.
    var northward: Double { -speed * cos(direction * .pi / 180) }
}
