import Forecast
import KMAForecast

/// The language of help, usage and errors, which can be needed before any option or setting has been understood.
enum Wording {
    /// `--lang` in the arguments, else `KMA_LANG` of the environment or of `.env`, else Korean.
    static let language: Language = {
        let name = SettingName.language.rawValue
        let said = [argument, Settings.environment[name]].compactMap { $0 }.first {
            !$0.isEmpty
        }
        return Language(rawValue: said ?? Settings.dotEnv.values[name] ?? "") ?? .korean
    }()

    private static var argument: String? {
        let arguments = CommandLine.arguments
        if let flag = arguments.firstIndex(of: "--lang") { return arguments.dropFirst(flag + 1).first }
        return arguments.first { $0.hasPrefix("--lang=") }.map { String($0.dropFirst("--lang=".count)) }
    }
}

/// Words in the language of help.
func words(_ korean: String, _ english: String) -> String {
    Words(korean, english)[Wording.language]
}
