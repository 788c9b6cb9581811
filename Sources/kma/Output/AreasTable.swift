import CommandLineSupport
import KMAForecast
import Regions

/// Areas for people, a row each.
struct AreasTable {
    let areas: [Place]
    let style: Style

    var text: String {
        let columns = [
            [style("이름", "Name")] + areas.map { style($0.name, $0.englishName) },
            [style("기온 구역", "Temperature zone")] + areas.map { words(for: $0.temperatureZone) },
            [style("육상 구역", "Land zone")] + areas.map { words(for: $0.landZone) },
        ]
        let shown = fitting(columns)
        let rows = columns[0].indices.map { row in
            shown.map { column in column.cells[row].padded(to: column.width) }.joined().trimmingEnd
        }
        return ([style.ansi.faint(rows[0])] + rows.dropFirst()).joined(separator: "\n")
    }

    private func words(for zone: ForecastZone) -> String { "\(zone.code) \(zone.name)" }

    /// The columns from the left that the terminal has room for, each with its width; the names in any case.
    private func fitting(_ columns: [[String]]) -> [(cells: [String], width: Int)] {
        var room = style.columns
        var fitting: [(cells: [String], width: Int)] = []
        for cells in columns {
            let width = cells.map(\.displayWidth).max() ?? 0
            guard fitting.isEmpty || width <= room else { break }
            fitting.append((cells, width + 2))
            room -= width + 2
        }
        return fitting
    }
}
