import Feeds
import Forecast

/// Unusable setting.
public struct SettingsError: Error, Sendable, Hashable {
    /// Name of the setting.
    public var name: SettingName
    /// Expected form, such as "a number of seconds above 0"; never the value, maybe a key.
    public var expected: LocalizedText
    /// File of the setting; `nil` for the environment.
    public var file: String?

    /// Creates an error with the expected form.
    public init(_ name: SettingName, _ korean: String, _ english: String) {
        self.name = name
        expected = LocalizedText(korean, english)
    }

    /// 78, `EX_CONFIG`.
    public var exitStatus: ExitStatus { .configuration }

    /// Fault, and the right form.
    public var message: LocalizedText {
        let place = file.map { LocalizedText("\($0)의 ", " in \($0)") } ?? LocalizedText("", "")
        return LocalizedText(
            "\(place.korean)설정 \(name.rawValue)의 값이 올바르지 않습니다. \(expected.korean)",
            "The value of \(name.rawValue)\(place.english) is not valid: \(expected.english)"
        )
    }
}
