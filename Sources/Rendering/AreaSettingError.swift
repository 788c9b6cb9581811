import Feeds
import Forecast
import KMAForecast
import Regions
import Settings

/// What is wrong with the place of `KMA_AREA`, and where it is set.
public struct AreaSettingError: ReportableError {
    let error: ForecastError
    /// The file it stands in; `nil` for the environment.
    let file: String?
    /// The exit status of the program.
    public let exitStatus: ExitStatus

    /// What is wrong, behind the setting and its file.
    public var message: LocalizedText {
        let start = SettingName.area.rawValue + (file.map { " (\($0))" } ?? "")
        return LocalizedText("\(start): \(error.message.korean)", "\(start): \(error.message.english)")
    }
}

extension Settings {
    /// The place of `KMA_AREA`; `nil` where none is set. `exitStatus`: that of the program where it is no place;
    /// without it that of the error.
    public func areaPlace(exitStatus: ExitStatus? = nil) throws(AreaSettingError) -> Place? {
        guard let area else { return nil }
        do throws(ForecastError) {
            return try PlaceRequest(area).place()
        } catch {
            throw AreaSettingError(
                error: error,
                file: files[.area],
                exitStatus: exitStatus ?? error.exitStatus
            )
        }
    }
}
