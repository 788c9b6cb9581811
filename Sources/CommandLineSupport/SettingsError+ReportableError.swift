import Rendering
import Settings

extension SettingsError: ReportableError {}
