/// What half a day brings to a land zone: its sky, and what falls when.
struct SampleHalfDay {
    /// The three skies KMA has words for.
    enum Sky: Comparable {
        case clear, mostlyCloudy, overcast
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
