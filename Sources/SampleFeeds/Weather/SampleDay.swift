import Forecast

/// A day at a place.
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
}
