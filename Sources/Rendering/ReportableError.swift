import Feeds
import Forecast
import Settings

/// Error that ends a program, with a message and an exit status.
public protocol ReportableError: Error {
    var message: LocalizedText { get }
    var lines: [LocalizedText] { get }
    var exitStatus: ExitStatus { get }
}

extension ReportableError {
    /// Message in one line.
    public var lines: [LocalizedText] { [message] }
}

extension SettingsError: ReportableError {}
