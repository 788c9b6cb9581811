import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("Feed requests")
struct FeedRequestTests {
    private let evening = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 18)

    @Test(
        "Mid-term temperatures are requested by city zone and issue in Korea, with the encoded key last"
    )
    func midTemperature() throws {
        let query = FeedRequest.midTemperature(zone: "11B20601", gateway: try Wire.gateway(key: "a+b/c=="))
        #expect(
            query.url(Wire.issue)
                == "https://apis.data.go.kr/1360000/MidFcstInfoService/getMidTa?numOfRows=10&pageNo=1"
                + "&regId=11B20601&tmFc=202610040600&dataType=JSON&serviceKey=a%2Bb%2Fc%3D%3D"
        )
        #expect(query.url(evening).contains("&tmFc=202610041800&"))
        #expect(query.feed == .midTemperature)
        #expect(query.subject == "11B20601")
    }

    @Test("Mid-term sky and rain are requested by province zone")
    func midLand() throws {
        let query = FeedRequest.midLand(zone: "11B00000", gateway: try Wire.gateway())
        #expect(
            query.url(Wire.issue)
                == "https://apis.data.go.kr/1360000/MidFcstInfoService/getMidLandFcst?numOfRows=10&pageNo=1"
                + "&regId=11B00000&tmFc=202610040600&dataType=JSON&serviceKey=abc"
        )
    }

    @Test("The outlook is requested by office")
    func outlook() throws {
        let query = FeedRequest.outlook(station: "109", gateway: try Wire.gateway())
        #expect(
            query.url(Wire.issue)
                == "https://apis.data.go.kr/1360000/MidFcstInfoService/getMidFcst?numOfRows=10&pageNo=1"
                + "&stnId=109&tmFc=202610040600&dataType=JSON&serviceKey=abc"
        )
    }

    @Test("The API hub has another address and takes the key as authKey")
    func hub() throws {
        let query = FeedRequest.midTemperature(zone: "11B20601", gateway: try Wire.gateway(.hub))
        #expect(
            query.url(Wire.issue)
                == "https://apihub.kma.go.kr/api/typ02/openApi/MidFcstInfoService/getMidTa?numOfRows=10&pageNo=1"
                + "&regId=11B20601&tmFc=202610040600&dataType=JSON&authKey=abc"
        )
    }

    @Test(
        "OpenWeather is requested in metric units by a point rounded to 0.01°, with appid in lower case"
    )
    func openWeather() throws {
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("a+b")))
        let now = FeedRequest.openWeatherCurrent(latitude: 37.26357, longitude: 127.02862, gateway: gateway)
        let next = FeedRequest.openWeatherForecast(latitude: 37.26357, longitude: 127.02862, gateway: gateway)
        #expect(
            now.url(Wire.issue)
                == "https://api.openweathermap.org/data/2.5/weather?lat=37.26&lon=127.03&units=metric&appid=a%2Bb"
        )
        #expect(
            next.url(Wire.issue)
                == "https://api.openweathermap.org/data/2.5/forecast?lat=37.26&lon=127.03&units=metric&appid=a%2Bb"
        )
        #expect(now.subject == "37.26,127.03")
        #expect(now.url(Wire.issue) == now.url(evening))
    }

    @Test("Points within the same hundredth of a degree share one request")
    func neighbours() throws {
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        let one = FeedRequest.openWeatherCurrent(latitude: 37.2649, longitude: 127.0251, gateway: gateway)
        let other = FeedRequest.openWeatherCurrent(latitude: 37.2551, longitude: 127.0349, gateway: gateway)
        #expect(one.subject == other.subject)
        #expect(one.url(Wire.issue) == other.url(Wire.issue))
    }

    @Test("A subject contains no key and is usable as a file name")
    func subjects() throws {
        let openWeather = OpenWeatherGateway(key: try #require(ServiceKey("seCret")))
        let gateway = try Wire.gateway(key: "seCret")
        let subjects = [
            FeedRequest.midTemperature(zone: "11B20601", gateway: gateway).subject,
            FeedRequest.outlook(station: "109", gateway: gateway).subject,
            FeedRequest.openWeatherForecast(latitude: -0.001, longitude: 127.0286, gateway: openWeather)
                .subject,
        ]
        for subject in subjects {
            #expect(subject.wholeMatch(of: /[0-9A-Za-z.,-]+/) != nil, "\(subject)")
        }
    }
}
