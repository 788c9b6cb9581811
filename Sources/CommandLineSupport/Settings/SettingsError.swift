import Feeds
import Forecast

/// A setting that cannot be used as it stands.
public struct SettingsError: ReportableError, Sendable, Hashable {
    /// The setting.
    public var name: SettingName
    /// What it should be, such as "a number of seconds above 0". Never its value: it may be a key.
    public var expected: LocalizedText

    /// A setting that cannot be used is a fault of configuration.
    public var exitStatus: ExitStatus { .configuration }

    /// What is wrong, and what would be right.
    public var message: LocalizedText {
        LocalizedText(
            "설정 \(name.rawValue)의 값을 쓸 수 없습니다. \(expected.korean)",
            "The setting \(name.rawValue) cannot be used: \(expected.english)"
        )
    }
}
