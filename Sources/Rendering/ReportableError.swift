import Feeds
import Forecast
import Settings

/// An error that a program ends with: a message and an exit status.
public protocol ReportableError: Error {
    /// What happened, and what the person can do.
    var message: LocalizedText { get }
    /// The same in as many lines as it takes: one for each service that failed.
    var lines: [LocalizedText] { get }
    /// The exit status of the program.
    var exitStatus: ExitStatus { get }
}

extension ReportableError {
    /// The message in one line.
    public var lines: [LocalizedText] { [message] }
}

extension SettingsError: ReportableError {}
