import Feeds
import Foundation
import KMAForecast

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Transport {
    /// Fetches over URLSession. No redirect is followed, because the key is in the query; the timeout is one deadline for the
    /// whole answer, a body over `Transport.maximumBody` is refused, and no error holds the URL.
    public static func urlSession(contact: String? = nil) -> Transport {
        let userAgent = Transport.userAgent(contact: contact)
        let exchanges = Exchanges()
        return Transport { url, timeout throws(TransportFault) in
            guard let address = URL(string: url) else { throw .unreachable(reason: "URL") }
            var request = URLRequest(url: address)
            request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
            return try await exchanges.answer(to: request, within: timeout)
        }
    }
}

extension Forecaster {
    /// An adapter with a key of data.go.kr, one of OpenWeather, or both, over URLSession. It keeps answers in memory: one of
    /// it lives as long as the program. A blank key counts as none.
    public init(key: String?, openWeatherKey: String? = nil) {
        let key = key.flatMap(ServiceKey.init)
        self.init(
            ForecasterConfiguration(
                kma: key.map { KMAGateway(key: $0) },
                airKorea: key.map { AirKoreaGateway(key: $0) },
                openWeather: openWeatherKey.flatMap(ServiceKey.init).map { OpenWeatherGateway(key: $0) },
                transport: .urlSession()
            )
        )
    }
}
