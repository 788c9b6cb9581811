import Forecast
import KMAForecast

/// Words in the language of help.
func words(_ korean: String, _ english: String) -> String {
    Words(korean, english)[.ofThisProcess]
}
