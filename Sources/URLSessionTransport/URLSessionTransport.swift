import Feeds
import Foundation
import KMAForecast

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Transport {
    /// Creates a transport without redirects, as the key is in the query, with one deadline, `Transport.maximumBody` bytes, and no URL in errors.
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
    /// Creates an adapter over URLSession with a key of data.go.kr, OpenWeather or both; a blank key is none. Answers stay in memory.
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
