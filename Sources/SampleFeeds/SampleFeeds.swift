#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

/// Answers every request of the live feeds as KMA and OpenWeather would, from made-up weather.
///
/// For trying the program without a key or a network, for tests and for pictures: the bytes have the upstreams'
/// wire forms, so that everything behind them is the real thing. The same request at the same time is answered
/// with the same bytes, on any machine.
public enum SampleFeeds {
    /// The answer to a URL, or to a bare target (`/path?query`), that arrives at an instant.
    ///
    /// Keys are not looked at. An operation neither upstream has is answered with 404.
    public static func answer(to url: String, at now: Date) -> HTTPAnswer {
        let request = SampleRequest(url: url)
        var answer =
            switch request.operation {
            case "MidFcstInfoService/getMidTa": midTemperature(request, at: now)
            case "MidFcstInfoService/getMidLandFcst": midLand(request, at: now)
            case "MidFcstInfoService/getMidFcst": outlook(request, at: now)
            case "VilageFcstInfoService_2.0/getVilageFcst": shortTerm(request, at: now)
            case "VilageFcstInfoService_2.0/getUltraSrtNcst": nowcast(request, at: now)
            case "VilageFcstInfoService_2.0/getUltraSrtFcst": nextHours(request, at: now)
            case "2.5/weather": currentWeather(request, at: now)
            case "2.5/forecast": forecast(request, at: now)
            default: HTTPAnswer(status: 404, body: Data("API not found".utf8))
            }
        answer.date = now
        return answer
    }
}
