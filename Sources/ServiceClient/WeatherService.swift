import Feeds
import Forecast

/// Client of a `kma-server`.
public struct WeatherService: Sendable {
    private let address: String
    private let transport: Transport
    private let language: Language
    private let timeout: Duration

    /// Creates a client of an address, such as over `.urlSession()` of `URLSessionTransport`.
    public init(_ address: String, _ transport: Transport, language: Language = .korean, timeout: Duration = .seconds(15)) {
        self.address = address.last == "/" ? String(address.dropLast()) : address
        (self.transport, self.language, self.timeout) = (transport, language, timeout)
    }

    /// Fetches eleven days and their hours at a place in words, or a time such as `내일`.
    public func week(_ place: String, on time: String? = nil) async throws(ServiceError) -> WeatherReport {
        try await fetch("week", [("area", place), ("on", time)])
    }

    /// Fetches eleven days and their hours at a coordinate, or a time of them.
    public func week(latitude: Double, longitude: Double, on time: String? = nil) async throws(ServiceError) -> WeatherReport {
        try await fetch("week", [("lat", "\(latitude)"), ("lon", "\(longitude)"), ("on", time)])
    }

    /// Fetches the weather now.
    public func now(_ place: String) async throws(ServiceError) -> WeatherReport { try await fetch("now", [("area", place)]) }

    /// Fetches any path under `/v1`, such as `alerts`, with its parameters.
    public func ask(_ path: String, _ parameters: [(name: String, value: String?)] = []) async throws(ServiceError) -> ReportedValue {
        try await fetch(path, parameters)
    }

    private func fetch<Answer: Decodable>(_ path: String, _ parameters: [(name: String, value: String?)]) async throws(ServiceError) -> Answer {
        let query = (parameters + [("lang", language.rawValue)]).compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        let answer: HTTPAnswer
        do throws(TransportFault) {
            let url = "\(address)/v1/\(path)?\(query.joined(separator: "&"))"
            answer = try await transport.fetch(url, timeout)
        } catch { throw .unreachable(error) }
        let problem: ServiceProblem
        do {
            let body = Data(answer.body)
            if answer.status == 200 { return try JSONDecoder().decode(Answer.self, from: body) }
            problem = try JSONDecoder().decode(ServiceProblem.self, from: body)
        } catch { throw .unreadable(status: answer.status) }
        throw .refused(problem)
    }
}

/// Reason for an answer without weather.
public enum ServiceError: Error, Sendable, Equatable {
    /// No answer came.
    case unreachable(TransportFault)
    /// The service answered with a problem.
    case refused(ServiceProblem)
    /// The answer is none of the service.
    case unreadable(status: Int)
}

/// Problem document (RFC 9457) of the service.
public struct ServiceProblem: Codable, Sendable, Hashable {
    /// Status of HTTP.
    public let status: Int
    /// Code of `docs/http.en.md`, as in `ErrorCode`.
    public let code: String
    /// Sentence for people, in the language of the client.
    public let detail: String
    /// Places of an ambiguous name.
    public let candidates: [String]?
}
