import KMAForecast
import ServiceClient

extension Report: Encodable {
    /// Writes the week in Korean as the JSON of the contract, of which `WeatherReport` is decoded. JSON has one language and no origin of each
    /// value, so no `Report` is decoded of it.
    public func encode(to encoder: any Encoder) throws { try WeatherReport(json: json(.week, .korean)).encode(to: encoder) }
}
