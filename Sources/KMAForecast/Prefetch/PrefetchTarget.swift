import Feeds
import Forecast
import Regions

/// Something to be kept fresh before anybody asks for it.
public enum PrefetchTarget: Sendable, Hashable {
    /// All that a week at a place is made of.
    case place(Place)
    /// The mid-term temperatures of a city zone.
    case temperatureZone(String)
    /// The mid-term rain and sky of a province zone.
    case landZone(String)

    /// What `--keep` names: `all` for every mid-term zone of the country, else places with commas between.
    public static func named(_ list: String) throws(ForecastError) -> [PrefetchTarget] {
        if list == "all" {
            return Gazetteer.temperatureZones.map { .temperatureZone($0.code) }
                + Gazetteer.landZones.map { .landZone($0.code) }
        }
        var targets: [PrefetchTarget] = []
        for name in list.split(separator: ",") {
            targets.append(.place(try PlaceRequest.area(String(name)).place()))
        }
        return targets
    }
}
