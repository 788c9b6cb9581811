import Rendering
import Settings
import Feeds
import Forecast
import KMAForecast

struct PrefetchCost {
    private let calls: [(service: UpstreamAPI, count: Int)]
    private let cause: String
    let isNothing: Bool

    init(_ targets: [PrefetchTarget], _ settings: Settings, isForAlarms: Bool = false) {
        cause = isForAlarms ? "--keep, \(SettingName.rules.rawValue)" : "--keep"
        isNothing = targets.isEmpty
        let cost = PrefetchTarget.callsADay(of: targets)
        calls = UpstreamAPI.allCases.compactMap { service in
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

    func check() throws(PrefetchCostError) {
        for (service, count) in calls where count > service.traits.limits.callsADay {
            throw PrefetchCostError(service: service, calls: count, cause: cause)
        }
    }

    var text: LocalizedText {
        func list(_ language: Language) -> String {
            calls.map { service, count in "\(service.words.shortName[language]) \(count)/\(service.traits.limits.callsADay)" }.joined(separator: ", ")
        }
        return LocalizedText("\(cause)에 드는 하루 호출 수: \(list(.korean))", "calls a day for \(cause): \(list(.english))")
    }
}

struct PrefetchCostError: ReportableError {
    let service: UpstreamAPI
    let calls: Int
    let cause: String

    let exitStatus = ExitStatus.usage

    var message: LocalizedText {
        let (name, limit) = (service.words.name, service.traits.limits.callsADay)
        return LocalizedText(
            "\(cause)에 하루 \(calls)번의 호출이 들지만, \(name.korean)\(name.korean.particle("은", "는")) 하루 \(limit)번까지 호출할 수 있습니다. 지역 수를 줄여 주세요.",
            "\(cause) takes \(calls) calls a day of \(name.english), which is called at most \(limit) times. Name fewer places."
        )
    }
}
