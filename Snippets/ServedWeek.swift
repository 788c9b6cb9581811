// Prints the week that a running service has for a place: `swift run ServedWeek http://127.0.0.1:8080`.

import Forecast
import ServiceClient
import URLSessionTransport

let address = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080"
// snippet.week
let service = WeatherService(address, .urlSession())
do throws(ServiceError) {
    let week = try await service.week("부산")
    for day in week.days { print(day.label, day.low ?? .nan, day.high ?? .nan, day.sky ?? "–") }
} catch {
    if case .refused(let problem) = error { print(problem.detail) } else { print(error) }
}
// snippet.end
