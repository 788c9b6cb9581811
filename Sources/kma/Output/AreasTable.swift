import KMAForecast
import Regions

/// Areas for people, a row each.
struct AreasTable {
    let areas: [Place]
    let style: Style

    var text: String {
        let names = areas.map { style($0.name, $0.englishName) }
        let width = (names.map(\.displayWidth).max() ?? 0) + 2
        let header =
            style("이름", "Name").padded(to: width) + style("기온 구역", "Temperature zone").padded(to: 22)
            + style("육상 구역", "Land zone")
        let rows = zip(areas, names).map { area, name in
            let temperature = "\(area.temperatureZone.code) \(area.temperatureZone.name)".padded(to: 22)
            return name.padded(to: width) + temperature + "\(area.landZone.code) \(area.landZone.name)"
        }
        return ([style.ink.faint(header)] + rows).joined(separator: "\n")
    }
}
