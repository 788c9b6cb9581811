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
