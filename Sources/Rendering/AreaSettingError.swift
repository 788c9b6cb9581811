import Feeds
import Forecast
import KMAForecast
import Regions
import Settings

/// Invalid place in a setting or an option.
public struct AreaSettingError: ReportableError {
    let error: ForecastError
    /// Setting with its file, or option.
    let source: String
    /// Exit status of the program.
    public let exitStatus: ExitStatus

    /// Creates the error; `exitStatus` replaces that of the place's.
    public init(_ error: ForecastError, in source: String, exitStatus: ExitStatus? = nil) {
        (self.error, self.source, self.exitStatus) = (error, source, exitStatus ?? error.exitStatus)
    }

    /// Fault, behind its source.
    public var message: LocalizedText { LocalizedText("\(source): \(error.message.korean)", "\(source): \(error.message.english)") }
}

extension Settings {
    /// Place of `KMA_AREA`; `exitStatus` replaces that of the error.
    public func areaPlace(exitStatus: ExitStatus? = nil) throws(AreaSettingError) -> Place? {
        guard let area else { return nil }
        do throws(ForecastError) { return try PlaceRequest(area).place() } catch {
            throw AreaSettingError(error, in: SettingName.area.rawValue + (files[.area].map { " (\($0))" } ?? ""), exitStatus: exitStatus)
        }
    }
}
