import ArgumentParser
import CommandLineSupport
import KMAForecast
import Regions

/// `[place]`: a name, or a coordinate.
struct PlaceOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            localized(
                "지역 이름: 경기도, ‘성남시 분당구’, Busan … (없으면 KMA_AREA)",
                "Area: Busan, ‘Bundang-gu’, 경기도 … (default KMA_AREA)"
            ),
            valueName: "name"
        ),
        completion: .custom { _, _, prefix in Gazetteer.search(prefix, limit: 20).map(\.name) }
    )
    var area: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(localized("위도, 예: 37.38", "Latitude, such as 37.38"), valueName: "degrees")
    )
    var lat: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(localized("경도, 예: 127.12", "Longitude, such as 127.12"), valueName: "degrees")
    )
    var lon: String?

    /// The place that is meant.
    func place(_ settings: Settings) throws(ForecastError) -> Place {
        try PlaceRequest(area: area, latitude: lat, longitude: lon, fallback: settings.area).place()
    }
}
