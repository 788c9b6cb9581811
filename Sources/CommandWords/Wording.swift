import ArgumentParser
import Forecast
import KMAForecast

/// Words in the language of help: `--lang` of this process, else `KMA_LANG`, else Korean.
public func words(_ korean: String, _ english: String) -> String {
    Words(korean, english)[.ofThisProcess]
}

extension Language: ExpressibleByArgument {}
extension Preference: ExpressibleByArgument {}
