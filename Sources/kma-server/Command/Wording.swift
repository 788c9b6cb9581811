#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// The language of help and of what is said before the settings are read.
enum Wording {
    /// `--lang` in the arguments, else `KMA_LANG`, else Korean.
    static let language: Language = {
        let arguments = CommandLine.arguments
        let given =
            arguments.firstIndex(of: "--lang").flatMap { arguments.dropFirst($0 + 1).first }
            ?? arguments.first { $0.hasPrefix("--lang=") }.map { String($0.dropFirst("--lang=".count)) }
        return Language(rawValue: given ?? ProcessInfo.processInfo.environment["KMA_LANG"] ?? "") ?? .korean
    }()
}

/// Words in the language of help.
func words(_ korean: String, _ english: String) -> String {
    Words(korean, english)[Wording.language]
}
