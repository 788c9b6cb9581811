import KMAForecast
import Forecast

extension Diagnosis {
    /// What was found as JSON. Of keys it tells whether they are there and whether they work, and nothing else.
    public func json(_ language: Language, pretty: Bool = false) -> [UInt8] {
        var json = JSONWriter(pretty: pretty)
        json.object { json in
            json.field("live", isLive)
            json.array("services", services) { json, state in
                json.object { state.write(to: &$0, language) }
            }
            json.array("checks", checks) { json, check in
                json.object { json in
                    json.field("subject", check.subject.rawValue)
                    json.field("status", check.status.rawValue)
                    json.field("message", check.message[language])
                }
            }
        }
        return json.bytes
    }
}

extension Diagnosis.ServiceState {
    fileprivate func write(to json: inout JSONWriter, _ language: Language) {
        json.field("service", service.rawValue)
        json.field("key_present", hasKey)
        json.field("key_accepted", isKeyAccepted)
        json.object("error", error) { json, error in
            json.field("code", error.code.rawValue)
            json.field("message", error.message(for: feed)[language])
        }
        json.field("calls_today", callsToday)
        json.field("calls_left", callsLeft)
        json.field("silent_until", cooldownUntil?.rfc3339)
    }

    /// `nil` where the upstream was not heard on it.
    private var isKeyAccepted: Bool? {
        switch error?.code {
        case nil, .noData, .quotaExceeded, .rateLimited: hasKey ? true : nil
        case .keyRejected, .notSubscribed: false
        default: nil
        }
    }
}
