import KMAForecast
import Regions

extension Place {
    /// Writes the members of `place`.
    public func write(to json: inout JSONWriter) {
        json.field("query", query)
        writeDescription(to: &json)
    }

    /// Writes what the place is, without the question it answers.
    private func writeDescription(to json: inout JSONWriter) {
        json.field("name", name)
        json.field("name_en", englishName)
        json.field("province", province)
        json.field("district", district)
        json.field("dong", dong)
        json.field("latitude", latitude, decimals: 6)
        json.field("longitude", longitude, decimals: 6)
        json.object("temperature_zone", temperatureZone) { $1.write(to: &$0) }
        json.object("land_zone", landZone) { $1.write(to: &$0) }
    }

    /// The answer to a search for areas as JSON, the same for the command line and the service. The service adds the
    /// area that is set for those who name none, so that its page can open there.
    public static func json(
        _ areas: [Place],
        query: String,
        defaultArea: String? = nil,
        pretty: Bool = false
    ) -> [UInt8] {
        var json = JSONWriter(pretty: pretty)
        json.object { json in
            json.field("query", query)
            json.array("areas", areas) { json, area in
                json.object { area.writeDescription(to: &$0) }
            }
            if let defaultArea { json.field("default_area", defaultArea) }
        }
        return json.bytes
    }
}

extension ForecastZone {
    /// Writes the members of a zone.
    func write(to json: inout JSONWriter) {
        json.field("code", code)
        json.field("name", name)
    }
}
