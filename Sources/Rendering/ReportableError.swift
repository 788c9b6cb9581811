import Feeds
import Forecast
import Settings

/// Error that ends a program, with a message and an exit status.
public protocol ReportableError: Error {
    /// Fault, and the remedy.
    var message: LocalizedText { get }
    /// Message in lines, one for each failed service.
    var lines: [LocalizedText] { get }
    /// Exit status of the program.
    var exitStatus: ExitStatus { get }
}

extension ReportableError {
    /// Message in one line.
    public var lines: [LocalizedText] { [message] }
}

extension SettingsError: ReportableError {}
