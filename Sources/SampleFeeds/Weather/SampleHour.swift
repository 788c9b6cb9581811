#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Forecast

struct SampleHour {
    /// °C.
    var temperature: Double
    /// %.
    var humidity: Double
    /// Mean wind.
    var wind: SampleWind
    /// How much of the sky is covered.
    var sky: SampleHalfDay.Sky
    /// Cloud cover, %, within what ``sky`` means.
    var cloudCover: Int
    /// What falls; `nil` when nothing does.
    var falling: SampleFalling?
    /// mm of water in the hour.
    var amount: Double
    /// Chance of precipitation, %.
    var probability: Int
    /// hPa at sea level.
    var pressure: Double

    /// cm of new snow in the hour.
    var snowfall: Double { falling?.snow(outOf: amount) ?? 0 }

    /// Metres, at most 10 km: what falls takes a kilometre off with each millimetre.
    var visibility: Int {
        max(1_500, 10_000 - (amount * 10).whole * 100)
    }
}

struct SampleDay {
    /// Low of the morning, at 06:00, °C.
    var low: Double
    /// High of the afternoon, at 15:00, °C.
    var high: Double
    /// 00–12.
    var morning: SampleHalfDay
    /// 12–24.
    var afternoon: SampleHalfDay

    /// What falls from 00 to 12: one form for all of its hours, so that no feed calls it otherwise.
    var fallingInMorning: SampleFalling? {
        SampleFalling(morning.fall, temperature: low + (high - low) * 0.35)
    }

    /// What falls from 12 to 24.
    var fallingInAfternoon: SampleFalling? {
        SampleFalling(afternoon.fall, temperature: low + (high - low) * 0.7)
    }

    /// mm of rain and cm of new snow in all of its hours.
    var fallen: (rain: Double, snow: Double) {
        var (rain, snow) = (0.0, 0.0)
        for (half, falling) in [(morning, fallingInMorning), (afternoon, fallingInAfternoon)]
        where half.fall != nil {
            let amount = (0..<12).reduce(0) { $0 + half.amount(hour: $1) }
            let snowOfHalf = falling?.snow(outOf: amount) ?? 0
            snow += snowOfHalf
            if snowOfHalf == 0 { rain += amount }
        }
        return (rain, snow)
    }
}

/// What half a day brings to a land zone: its sky, and what falls when.
struct SampleHalfDay {
    /// The three states of the sky that KMA distinguishes, by its code `SKY`; 2 went out of use in 2019.
    enum Sky: Int, Comparable {
        /// 맑음.
        case clear = 1
        /// 구름많음.
        case mostlyCloudy = 3
        /// 흐림.
        case overcast = 4

        static func < (left: Sky, right: Sky) -> Bool { left.rawValue < right.rawValue }
    }

    /// A fall of rain or snow within the half day.
    struct Fall {
        /// 0, 3, 6 or 9 hours into the half day, so that a forecast every three hours never misses it.
        var peak: Int
        /// Hours before and after the peak that it lasts.
        var reach: Int
        /// mm in the hour of the peak.
        var amount: Double
        /// Whether it is a summer shower, out of broken cloud.
        var isShower: Bool
    }

    /// The sky all through.
    var sky: Sky
    /// What falls; `nil` when it stays dry.
    var fall: Fall?
    /// Chance of precipitation, %, in KMA's steps of ten: 60 and more when something falls, 40 and less when not.
    var probability: Int

    /// mm in an hour of the half day (0…11), in tenths; 0 when nothing falls then.
    func amount(hour: Int) -> Double {
        guard let fall else { return 0 }
        let distance = abs(hour - fall.peak)
        guard distance <= fall.reach else { return 0 }
        let share = 1 - Double(distance) / Double(fall.reach + 1)
        return max(0.1, (fall.amount * share * 10).rounded() / 10)
    }
}

enum SampleFalling: Int {
    // By the code `PTY` of getVilageFcst.
    case rain = 1
    case sleet, snow, shower

    /// What a fall is at a temperature of the air, °C; `nil` when nothing falls.
    init?(_ fall: SampleHalfDay.Fall?, temperature: Double) {
        guard let fall else { return nil }
        self = temperature < 0.5 ? .snow : temperature < 2.5 ? .sleet : fall.isShower ? .shower : .rain
    }

    /// cm of new snow that so many mm of water make: of snow ten times as much, of sleet half of that.
    func snow(outOf amount: Double) -> Double {
        switch self {
        case .snow: amount
        case .sleet: amount / 2
        case .rain, .shower: 0
        }
    }
}

/// A wind by where it comes from.
struct SampleWind {
    /// m/s.
    var speed: Double
    /// Degrees clockwise from north, 0..<360.
    var direction: Double

    /// m/s towards the east, KMA's UUU.
    var eastward: Double { -speed * sin(direction * .pi / 180) }
    /// m/s towards the north, KMA's VVV.
    var northward: Double { -speed * cos(direction * .pi / 180) }
}
