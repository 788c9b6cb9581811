import Testing

@testable import KMAForecast
@testable import Words

@Suite("A coordinate as a map gives it")
struct CoordinateTextTests {
    /// Seoul's city hall, and how far a text that is rounded may lie from it, in degrees.
    private static let hall = (latitude: 37.5663, longitude: 126.9779)
    private static let rounding = 0.0002

    @Test(
        "Degrees with minutes and seconds, geo:, brackets and the links of maps are the point that they name",
        arguments: [
            "37°33'58.7\"N 126°58'40.4\"E", "37° 33′ 58.7″ N, 126° 58′ 40.4″ E", "37°33’58.7”N 126°58’40.4”E",
            "37°33'58.7''N 126°58'40.4''E", "N37°33'58.7\" E126°58'40.4\"", "37º33'58.7\" 126º58'40.4\"",
            "126°58'40.4\"E 37°33'58.7\"N", "북위 37도 33분 58.7초 동경 126도 58분 40.4초",
            "위도 37도 33분 58.7초, 경도 126도 58분 40.4초", "37°33.978'N 126°58.674'E",
            "(37.5663, 126.9779)", "[37.5663, 126.9779]",
            "geo:37.5663,126.9779", "GEO:37.5663,126.9779", "geo:37.5663,126.9779,38",
            "geo:37.5663,126.9779;u=35",
            "geo:37.5663,126.9779?z=15", "geo:0,0?q=37.5663,126.9779(서울시청)",
            "geo:0,0?q=37.5663%2C126.9779&z=9",
            "https://www.google.com/maps/@37.5663,126.9779,15z",
            "https://www.google.com/maps/place/%EC%84%9C%EC%9A%B8%EC%8B%9C%EC%B2%AD/@37.51,126.91,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d37.5663!4d126.9779!16s",
            "https://www.google.com/maps?q=37.5663,126.9779",
            "https://maps.google.com/?ll=37.5663,126.9779&z=15",
            "https://www.google.com/maps/search/?api=1&query=37.5663%2C126.9779",
            "https://www.google.com/maps/dir/?api=1&destination=37.5663,126.9779",
            "https://map.kakao.com/link/map/37.5663,126.9779",
            "https://map.kakao.com/link/to/서울시청,37.5663,126.9779",
            "https://map.kakao.com/link/map/%EC%84%9C%EC%9A%B8%EC%8B%9C%EC%B2%AD,37.5663,126.9779",
            "https://map.naver.com/?lat=37.5663&lng=126.9779&title=서울시청",
            "https://map.naver.com/v5/?c=14135115.2,4518338.4,15,0,0,0,dh",
            "https://map.naver.com/v5/entry/place/11571707?placePath=home&c=14135115.2,4518338.4,15,0,0,0,dh",
            "nmap://place?lat=37.5663&lng=126.9779&appname=a",
            "nmap://route/car?dlat=37.5663&dlng=126.9779&dname=시청",
            "https://maps.apple.com/?ll=37.5663,126.9779&q=서울시청",
            "https://maps.apple.com/place?address=서울&coordinate=37.5663,126.9779&name=서울시청",
            "https://www.openstreetmap.org/#map=15/37.5663/126.9779",
            "https://www.openstreetmap.org/?mlat=37.5663&mlon=126.9779#map=15/37.51/126.91",
        ]
    )
    func point(text: String) throws {
        guard case .point(let latitude, let longitude) = try PlaceRequest(text) else {
            Issue.record("\(text) is no point")
            return
        }
        #expect(abs(latitude - Self.hall.latitude) < Self.rounding)
        #expect(abs(longitude - Self.hall.longitude) < Self.rounding)
    }

    @Test("South and west of zero the minutes count away from it")
    func negative() throws {
        #expect(try PlaceRequest("-33°30' -70°15'") == .point(latitude: -33.5, longitude: -70.25))
    }

    @Test(
        "A link without a coordinate, minutes of 60 or more and numbers that are no degrees are no point",
        arguments: [
            "https://maps.app.goo.gl/AbCdEf123", "https://naver.me/xyz", "https://kko.to/abc", "geo:서울",
            "geo:91,127", "geo:37.5", "https://www.google.com/maps/@100,200,15z",
            "https://map.naver.com/p/entry/place/11571707?c=15.00,0,0,0,dh", "https://example.org/?q=37.5",
            "37°60'N 126°58'E", "37°33'60\"N 126°58'40\"E",
        ]
    )
    func none(text: String) {
        if case .point(let latitude, let longitude)? = try? PlaceRequest(text) {
            Issue.record("\(text) is \(latitude), \(longitude)")
        }
    }
}
