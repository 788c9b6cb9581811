import Forecast
import Regions

/// A place as a person gives it: by name, or by its coordinate.
public enum PlaceRequest: Sendable, Hashable {
    /// A name, such as `성남시 분당구`.
    case area(String)
    /// Degrees north and east, WGS84.
    case point(latitude: Double, longitude: Double)

    /// Reads what was given, or falls back on the area that is set. Throws ``ForecastError/badInput(_:)`` for half a
    /// coordinate, a coordinate that is no number, both at once, or nothing at all.
    public init(
        area: String?,
        latitude: String?,
        longitude: String?,
        fallback: String? = nil
    ) throws(ForecastError) {
        switch (area, latitude, longitude) {
        case (let area?, nil, nil):
            self = .area(area)
        case (nil, let latitude?, let longitude?):
            self = .point(
                latitude: try PlaceRequest.degrees(latitude, within: 90),
                longitude: try PlaceRequest.degrees(longitude, within: 180)
            )
        case (nil, nil, nil):
            guard let fallback else {
                throw .badInput(
                    LocalizedText(
                        "어느 곳의 날씨를 볼지 알려 주세요: 지역 이름(area)이나 위도·경도(lat, lon).",
                        "Say where: an area, or lat and lon."
                    )
                )
            }
            self = .area(fallback)
        case (nil, _, _):
            throw .badInput(
                LocalizedText(
                    "위도(lat)와 경도(lon)는 함께 적어야 합니다.",
                    "Latitude (lat) and longitude (lon) go together."
                )
            )
        case (_?, _, _):
            throw .badInput(
                LocalizedText("지역 이름과 좌표 가운데 하나만 적어 주세요.", "Give an area or a coordinate, not both.")
            )
        }
    }

    /// The place, or why there is no one such place.
    public func place() throws(ForecastError) -> Place {
        do throws(PlaceError) {
            switch self {
            case .area(let name): return try Gazetteer.place(named: name)
            case .point(let latitude, let longitude):
                return try Gazetteer.place(latitude: latitude, longitude: longitude)
            }
        } catch {
            throw .place(error)
        }
    }

    private static func degrees(_ text: String, within limit: Double) throws(ForecastError) -> Double {
        guard let degrees = Double(text), abs(degrees) <= limit else {
            throw .badInput(
                LocalizedText(
                    "좌표 ‘\(text.shown)’을(를) 읽지 못했습니다. 37.38처럼 도 단위 숫자로 적어 주세요.",
                    "‘\(text.shown)’ is not a coordinate. Write degrees, such as 37.38."
                )
            )
        }
        return degrees
    }
}
