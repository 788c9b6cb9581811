/// An hour at a place.
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

    /// cm of new snow in the hour: a millimetre of water makes a centimetre of snow, of sleet half of one.
    var snowfall: Double {
        switch falling {
        case .snow: amount
        case .sleet: amount / 2
        case .rain, .shower, nil: 0
        }
    }

    /// Metres, at most 10 km: what falls takes a kilometre off with each millimetre.
    var visibility: Int {
        max(1_500, 10_000 - (amount * 10).whole * 100)
    }
}
