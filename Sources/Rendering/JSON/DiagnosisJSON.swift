import Feeds
import Forecast
import KMAForecast

extension Diagnosis {
    /// Diagnosis as JSON; of a key only whether it is set and accepted.
    public func json(_ language: Language, pretty: Bool = false) -> [UInt8] {
        JSONWriter.object(pretty: pretty) { json in
            json.field("live", isLive)
            json.objects("services", services) { $1.write(to: &$0, via: kmaGateway, language) }
            json.objects("checks", checks) { json, check in
                json.field("subject", check.subject.identifier)
                json.field("status", check.status.rawValue)
                json.field("message", check.message[language])
            }
        }
    }
}

extension Diagnosis.ServiceState {
    fileprivate func write(to json: inout JSONWriter, via gateway: KMAGateway.Kind, _ language: Language) {
        json.field("service", service.rawValue)
        json.field("key_present", key != .missing)
        json.field("key_accepted", isKeyAccepted)
        json.object("error", error) { json, error in
            json.field("code", error.code.rawValue)
            json.field("message", error.message(for: feed, via: gateway)[language])
        }
        json.field("calls_today", callsToday)
        json.field("calls_left", callsLeft)
        json.field("silent_until", cooldownUntil?.rfc3339)
    }

    private var isKeyAccepted: Bool? {
        switch error?.code {
        case nil, .noData, .quotaExceeded, .rateLimited: key == .missing ? nil : true
        case .keyRejected, .notSubscribed: false
        default: nil
        }
    }
}
