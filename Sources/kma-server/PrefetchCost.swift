import CommandLineSupport
import Feeds
import Forecast
import KMAForecast

/// What `--keep` costs: calls a day of each service that has a key.
struct PrefetchCost {
    private let calls: [(service: UpstreamService, count: Int)]

    init(_ targets: [PrefetchTarget], _ settings: Settings) {
        let cost = PrefetchTarget.callsADay(of: targets)
        calls = UpstreamService.allCases.compactMap { service in
            let hasKey =
                switch service.traits.group {
                case .dataPortal: settings.kma != nil
                case .airKorea: settings.airKorea != nil
                case .openWeather: settings.openWeather != nil
                }
            guard hasKey, let count = cost[service] else { return nil }
            return (service, count)
        }
    }

    /// Throws where a service does not have as many calls as a day costs.
    func check() throws(PrefetchCostError) {
        for (service, count) in calls where count > service.traits.limits.callsADay {
            throw PrefetchCostError(service: service, calls: count)
        }
    }

    /// The cost in words.
    var text: LocalizedText {
        func list(_ language: Language) -> String {
            calls.map { service, count in
                "\(service.words.shortName[language]) \(count)/\(service.traits.limits.callsADay)"
            }
            .joined(separator: ", ")
        }
        return LocalizedText(
            "--keep에 드는 하루 호출 수: \(list(.korean))",
            "calls a day for --keep: \(list(.english))"
        )
    }
}

/// More is to be kept than a service has calls for.
struct PrefetchCostError: ReportableError {
    let service: UpstreamService
    let calls: Int

    let exitStatus = ExitStatus.usage

    var message: LocalizedText {
        let (name, limit) = (service.words.name, service.traits.limits.callsADay)
        return LocalizedText(
            "--keep에 하루 \(calls)번의 호출이 들지만, \(name.korean)는 하루 \(limit)번까지 부릅니다. 곳을 줄여 주세요.",
            "--keep takes \(calls) calls a day of \(name.english), which is called at most \(limit) times. Name fewer places."
        )
    }
}
