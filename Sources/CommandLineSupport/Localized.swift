import ArgumentParser
import Forecast
import KMAForecast

/// Text in the language of help: `--lang` of this process, else `KMA_LANG`, else Korean.
public func localized(_ korean: String, _ english: String) -> String {
    LocalizedText(korean, english)[.ofThisProcess]
}

extension Language: ExpressibleByArgument {}
extension Preference: ExpressibleByArgument {}
