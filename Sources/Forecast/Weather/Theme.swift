/// The four backgrounds weather is shown on.
public enum Theme: String, Sendable, Hashable, CaseIterable {
    /// Clear, or nearly: 맑음.
    case clear
    /// Clouds, mist, dust, and whatever is not known.
    case cloudy
    /// Anything that falls as water, thunder included.
    case rain
    /// Anything frozen or freezing that falls, mixed with rain or not.
    case snow
}
