import Feeds
import Forecast
import KMAForecast
import Settings

extension Diagnosis {
    /// Checks in order: a service's key before the first that needs it.
    public var checks: [Check] {
        var keys: Set<SettingName> = []
        let found = services.flatMap { state in
            let isNew = keys.insert(state.service.key(via: kmaGateway)).inserted
            return (isNew ? [keyCheck(state)] : []) + [state.check(via: kmaGateway, isNeeded: !isLive)]
        }
        return found + [clockCheck, cacheCheck].compactMap { $0 }
    }

    private func keyCheck(_ state: ServiceState) -> Check {
        let name = state.service.key(via: kmaGateway)
        let setting = name.rawValue
        let (status, message): (Check.Status, LocalizedText) =
            switch state.key {
            case .missing where isLive: (.warning, optionalKeyMessage(name))
            case .missing: (state.service.traits.isOptional ? .warning : .problem, missingKeyMessage(state.service))
            case .containsSpace:
                (
                    .problem,
                    LocalizedText(
                        "\(setting)에 공백이 있습니다. 복사하는 과정에서 +가 공백으로 바뀌었을 수 있으니 다시 붙여 넣어 주세요.",
                        "\(setting) contains a space. A + may have turned into one; copy the key again."
                    )
                )
            case .encodedTwice:
                (
                    .warning,
                    LocalizedText(
                        "\(setting)가 두 번 인코딩되어 있습니다. 그대로도 동작하지만 포털의 ‘일반 인증키(Decoding)’를 넣는 것이 좋습니다.",
                        "\(setting) is percent-encoded twice. It works, but the portal's Decoding key is the better choice."
                    )
                )
            case .present: (.good, LocalizedText("\(setting)가 설정되어 있습니다.", "\(setting) is set."))
            }
        return Check(subject: .key(name), status: status, message: message)
    }

    private func missingKeyMessage(_ service: UpstreamAPI) -> LocalizedText {
        let message = service.keyMissingMessage(via: kmaGateway)
        guard !service.traits.isOptional, services.allSatisfy({ $0.key == .missing }) else { return message }
        let (korean, english) = ("기상청과 OpenWeather의 키 가운데 하나만 있어도 됩니다.", "Either KMA's or OpenWeather's key will do.")
        return LocalizedText("\(korean) \(message.korean)", "\(english) \(message.english)")
    }

    private func optionalKeyMessage(_ name: SettingName) -> LocalizedText {
        let services = services.map(\.service).filter { $0.key(via: kmaGateway) == name }
        let contents = services.map(\.words.contents)
        let english = [contents.dropLast().map(\.english).joined(separator: ", "), contents.last?.english ?? ""].filter { !$0.isEmpty }.joined(
            separator: " and "
        )
        let page = services.first?.keyPage(via: kmaGateway) ?? ""
        return LocalizedText(
            "없어도 됩니다. \(name.rawValue)를 넣으면 \(contents.map(\.korean).joined(separator: ", "))도 볼 수 있습니다. 발급: \(page)",
            "Optional. \(name.rawValue) would add \(english). Get one at \(page)"
        )
    }

    private var clockCheck: Check? {
        guard let clockOffset else { return nil }
        let seconds = Int(clockOffset.rounded())
        guard abs(seconds) > 60 else { return Check(subject: .clock, status: .good, message: LocalizedText("정확합니다.", "Accurate.")) }
        let units = [(86_400, "일", "d"), (3_600, "시간", "h")]
        let (length, korean, english) = units.first { abs(seconds) >= 2 * $0.0 } ?? (1, "초", "s")
        return Check(
            subject: .clock,
            status: .warning,
            message: LocalizedText(
                "이 컴퓨터의 시계가 \(abs(seconds) / length)\(korean) \(seconds > 0 ? "빠릅니다" : "느립니다"). 발표 시각 계산이 틀릴 수 있으니 시계를 맞춰 주세요.",
                "This machine's clock is \(abs(seconds) / length) \(english) \(seconds > 0 ? "fast" : "slow"). Correct it, or the wrong issue may be requested."
            )
        )
    }

    private var cacheCheck: Check? {
        cacheDirectory.map { directory in
            Check(
                subject: .cache,
                status: cacheProblem == nil ? .good : .warning,
                message: cacheProblem?.notice(about: directory) ?? LocalizedText(directory, directory)
            )
        }
    }
}

extension Diagnosis.ServiceState {
    func check(via gateway: KMAGateway.Kind, isNeeded: Bool) -> Check {
        let left = LocalizedText("오늘 \(callsToday)번 호출, \(callsLeft)번 남음", "\(callsToday) calls today, \(callsLeft) left")
        let (status, message): (Check.Status, LocalizedText) =
            switch error?.code {
            case nil: (.good, LocalizedText("인증키가 유효합니다. \(left.korean).", "The key is valid. \(left.english)."))
            case .keyMissing?:
                (
                    service.traits.isOptional || !isNeeded ? .warning : .problem,
                    LocalizedText("인증키가 없어 확인하지 않았습니다.", "Not checked, as there is no key.")
                )
            case .notSubscribed? where service.traits.isOptional: (.warning, approvalMessage(via: gateway))
            case let code?:
                (code == .keyRejected && service.traits.isOptional ? .warning : .problem, problemMessage(code, via: gateway, left))
            }
        return Check(subject: .service(service), status: status, message: message)
    }

    private func problemMessage(_ code: ErrorCode, via gateway: KMAGateway.Kind, _ left: LocalizedText) -> LocalizedText {
        let message = error?.message(for: feed, via: gateway) ?? code.traits.title
        guard code == .quotaExceeded || code == .rateLimited else { return message }
        return LocalizedText("\(message.korean) \(left.korean).", "\(message.english) \(left.english).")
    }

    private func approvalMessage(via gateway: KMAGateway.Kind) -> LocalizedText {
        let (contents, page) = (service.words.contents, service.keyPage(via: gateway))
        return LocalizedText(
            "활용신청이 되어 있지 않습니다. 신청하면 \(contents.korean)도 볼 수 있습니다: \(page)",
            "Not approved for this key. Apply to see \(contents.english) as well: \(page)"
        )
    }
}

/// Result of one check.
public struct Check: Sendable, Hashable {
    /// Subject of a check.
    public enum Subject: Sendable, Hashable {
        case key(SettingName)
        case service(UpstreamAPI)
        case clock
        case cache
    }

    /// The result of a check.
    public enum Status: String, Sendable, Hashable {
        case good = "ok"
        case warning
        case problem
    }

    /// Subject of the check.
    public var subject: Subject
    /// Status of the check.
    public var status: Status
    /// Finding, and the remedy.
    public var message: LocalizedText
}

extension Check.Subject {
    /// Name in JSON.
    public var identifier: String { names.identifier }

    /// Name for people.
    public var name: LocalizedText { names.text }

    private var names: (identifier: String, text: LocalizedText) {
        switch self {
        case .key(.openWeatherKey): ("openweather_key", LocalizedText("OpenWeather 키", "OpenWeather key"))
        case .key(.airKoreaServiceKey): ("airkorea_key", LocalizedText("에어코리아 키", "AirKorea key"))
        case .key: ("kma_key", LocalizedText("기상청 인증키", "KMA key"))
        case .service(let service): (service.words.identifier, service.words.shortName)
        case .clock: ("clock", LocalizedText("시계", "Clock"))
        case .cache: ("cache", LocalizedText("캐시", "Cache"))
        }
    }
}
