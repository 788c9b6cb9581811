import Feeds
import Forecast

/// A setting that cannot be used as it stands.
public struct SettingsError: Error, Sendable, Hashable {
    /// The setting.
    public var name: SettingName
    /// What it should be, such as "a number of seconds above 0". Never its value: it may be a key.
    public var expected: LocalizedText
    /// The file that it stands in; `nil` for the environment.
    public var file: String?

    /// A setting, and what it should be.
    public init(_ name: SettingName, _ korean: String, _ english: String) {
        self.name = name
        expected = LocalizedText(korean, english)
    }

    /// 78, `EX_CONFIG`.
    public var exitStatus: ExitStatus { .configuration }

    /// What is wrong, and what would be right.
    public var message: LocalizedText {
        let place = file.map { LocalizedText("\($0)의 ", " in \($0)") } ?? LocalizedText("", "")
        return LocalizedText(
            "\(place.korean)설정 \(name.rawValue)의 값이 올바르지 않습니다. \(expected.korean)",
            "The value of \(name.rawValue)\(place.english) is not valid: \(expected.english)"
        )
    }
}
