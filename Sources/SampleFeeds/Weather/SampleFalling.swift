/// What falls.
enum SampleFalling {
    case rain, sleet, snow, shower

    /// What a fall is at a temperature of the air, °C; `nil` when nothing falls.
    init?(_ fall: SampleHalfDay.Fall?, temperature: Double) {
        guard let fall else { return nil }
        self = temperature < 0.5 ? .snow : temperature < 2.5 ? .sleet : fall.isShower ? .shower : .rain
    }
}
