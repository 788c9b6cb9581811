import KMAForecast
import ServiceClient

extension Report: Encodable {
    /// Writes the week in Korean as the JSON of the contract, from which `WeatherReport` is decoded; it lacks too much for a `Report`.
    public func encode(to encoder: any Encoder) throws { try WeatherReport(json: json(.week, .korean)).encode(to: encoder) }
}
