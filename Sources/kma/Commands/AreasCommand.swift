import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast
import Regions

/// `kma areas`: searches the region tables.
struct AreasCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "areas",
            abstract: localized("지역 이름 찾기.", "Search for areas."),
            discussion: localized(
                """
                예:
                  kma areas              시도 모두
                  kma areas 중구         이름이 ‘중구’인 곳
                """,
                """
                Examples:
                  kma areas              the provinces
                  kma areas Jung-gu      whatever is called Jung-gu
                """
            )
        )
    }

    @Argument(help: ArgumentHelp(localized("이름이나 그 일부.", "A name or a part of one.")))
    var query = ""

    @Option(
        name: .long,
        help: ArgumentHelp(localized("보여 줄 개수.", "How many at the most."), valueName: "number")
    )
    var limit = 20

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        try output.allow(.table, .json, .csv, of: "areas")
        guard limit > 0 else {
            throw ValidationError(localized("--limit은 1 이상이어야 합니다.", "--limit takes 1 or more."))
        }
    }

    func run() throws {
        let settings = try Settings.ofThisProcess()
        let areas = Gazetteer.search(query, limit: limit)
        if areas.isEmpty {
            // The resolver knows what was probably meant.
            throw try unknown()
        }
        let style = Style(language: output.lang ?? settings.language, terminal: .current())
        switch output.chosenFormat() {
        case .table, .line: StandardStreams.writeOutput(AreasTable(areas: areas, style: style).text)
        case .json: StandardStreams.writeOutput(Place.json(areas, query: query, pretty: true))
        case .csv: StandardStreams.writeOutput(CSV.areas(areas))
        }
    }

    private func unknown() throws(ForecastError) -> ForecastError {
        _ = try PlaceRequest.area(query).place()
        return .place(.unknownArea(query: query, suggestions: []))
    }
}

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
