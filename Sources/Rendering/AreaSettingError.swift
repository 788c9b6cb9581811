import Feeds
import Forecast
import KMAForecast
import Regions
import Settings

/// Invalid place in `KMA_AREA`.
public struct AreaSettingError: ReportableError {
    let error: ForecastError
    /// File of the setting; `nil` for the environment.
    let file: String?
    /// Exit status of the program.
    public let exitStatus: ExitStatus

    /// Fault, behind the setting and its file.
    public var message: LocalizedText {
        let start = SettingName.area.rawValue + (file.map { " (\($0))" } ?? "")
        return LocalizedText("\(start): \(error.message.korean)", "\(start): \(error.message.english)")
    }
}

extension Settings {
    /// Place of `KMA_AREA`; `exitStatus` replaces that of the error.
    public func areaPlace(exitStatus: ExitStatus? = nil) throws(AreaSettingError) -> Place? {
        guard let area else { return nil }
        do throws(ForecastError) { return try PlaceRequest(area).place() } catch {
            throw AreaSettingError(error: error, file: files[.area], exitStatus: exitStatus ?? error.exitStatus)
        }
    }
}
