import ArgumentParser
import CommandLineSupport
import Rendering
import Settings
import KMAForecast
import Regions

struct AreasCommand: ParsableCommand, FormattedCommand {
    static let koreanNames = ["지역"]
    static let takes = CommandWords.places
    static let optionsWithValue = ["--limit", "-n"]

    static let texts = CommandTexts(
        "areas",
        ("지역 이름 검색.", "Search for areas."),
        usage: ("kma areas [검색어] [옵션]", "kma areas [query] [options]"),
        korean: """
            예:
              kma areas              모든 시도
              kma areas 중구         이름이 ‘중구’인 지역
            """,
        english: """
            Examples:
              kma areas              all provinces
              kma areas Jung-gu      areas called Jung-gu
            """
    )

    @Argument(help: ArgumentHelp("지역 이름 또는 그 일부.", "A name or a part of one.", value: ("검색어", "query"))) var words: [String] = []

    @Option(
        name: [.customShort("n"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("표시할 최대 개수.", "Maximum number of results.", value: ("수", "number"))
    )
    var limit = 20

    @OptionGroup var outputOptions: OutputOptions

    static let formats = output(of: 0, for: "").formats

    private static func output(of total: Int, for query: String) -> Output<[Place]> {
        Output(
            json: { areas, _, pretty in Place.json(areas, of: total, query: query, pretty: pretty) },
            [.table: { AreasTable(areas: $0, style: $1).text }, .csv: { areas, _ in CSV.areas(areas) }],
            hasLines: false
        )
    }

    mutating func validate() throws {
        try validateFormat()
        guard limit > 0 else { throw ValidationError("--limit은 1 이상이어야 합니다.", "--limit must be 1 or more.") }
    }

    private var query: String { words.joined(separator: " ") }

    func run() throws {
        let style = outputOptions.style(try Settings.current())
        try PlaceRequest.requirePrintable(query)
        let (areas, total, unknown) = search()
        // A table without rows says nothing; an empty list does, as in the service.
        if let unknown, outputOptions.format(of: Self.self) == .table { throw unknown }
        try write([("", areas)], as: Self.output(of: total, for: query), style)
        if total > areas.count, !outputOptions.quiet {
            let rest = total - areas.count
            StandardError.writeLine(style("\(rest)곳이 더 있습니다. 모두 보려면: --limit \(total)", "There are \(rest) more. To see all: --limit \(total)"))
        }
        if let unknown { try [unknown].report(style) }
    }

    private func search() -> (places: [Place], total: Int, unknown: ForecastError?) {
        let found = Gazetteer.find(query, limit: limit)
        if !found.places.isEmpty { return (found.places, found.total, nil) }
        do throws(ForecastError) { return ([try PlaceRequest.area(query).place()], 1, nil) } catch { return ([], 0, error) }
    }
}

struct AreasTable {
    let areas: [Place]
    let style: Style

    var text: String {
        let columns = [
            [style("이름", "Name")] + areas.map { style($0.name, $0.englishName) },
            [style("기온예보구역", "Temperature zone")] + areas.map { label(of: $0.temperatureZone) },
            [style("육상예보구역", "Land zone")] + areas.map { label(of: $0.landZone) },
        ]
        let shown = fitting(columns)
        let rows = columns[0].indices.map { row in
            guard shown.count > 1 else { return columns[0][row].wrapped(to: style.columns - 2).joined(separator: "\n  ") }
            return shown.map { column in column.cells[row].padded(to: column.width) }.joined().withoutTrailingSpaces
        }
        return ([style.ansi.faint(rows[0])] + rows.dropFirst()).joined(separator: "\n")
    }

    private func label(of zone: ForecastZone) -> String { "\(zone.code) \(style(zone.name, zone.englishName))" }

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
