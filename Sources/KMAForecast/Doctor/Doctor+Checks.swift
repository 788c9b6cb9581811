#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

extension Doctor {
    /// Whether a key is there, and in a spelling that means what it says.
    func keyCheck(_ subject: Check.Subject, _ key: ServiceKey?, _ service: UpstreamService) -> Check {
        guard let key else {
            return Check(
                subject: subject,
                status: .problem,
                message: FeedError(.keyMissing).message(for: service.probedFeed)
            )
        }
        if key.holdsSpace {
            return Check(
                subject: subject,
                status: .problem,
                message: LocalizedText(
                    "\(service.keySetting) 안에 공백이 있습니다. 복사하면서 +가 공백으로 바뀌었을 수 있으니 다시 붙여 넣어 주세요.",
                    "There is a space inside \(service.keySetting): a + may have turned into one. Paste it again."
                )
            )
        }
        if key.encodings > 1 {
            return Check(
                subject: subject,
                status: .warning,
                message: LocalizedText(
                    "\(service.keySetting)가 두 번 인코딩되어 있습니다. 풀어서 쓰고 있지만, 포털의 ‘일반 인증키(Decoding)’를 그대로 넣는 편이 좋습니다.",
                    "\(service.keySetting) is percent-encoded twice. It works, but better paste the portal's Decoding key."
                )
            )
        }
        return Check(
            subject: subject,
            status: .good,
            message: LocalizedText("\(service.keySetting) 있음.", "\(service.keySetting) is set.")
        )
    }

    /// Whether this machine's clock agrees with an upstream's to a minute; `nil` where none told its own.
    func clockCheck(_ services: [Diagnosis.ServiceState]) -> Check? {
        guard let date = services.compactMap(\.date).first else { return nil }
        let seconds = Int(clock().timeIntervalSince(date).rounded())
        guard abs(seconds) > 60 else {
            return Check(subject: .clock, status: .good, message: LocalizedText("맞습니다.", "It is right."))
        }
        return Check(
            subject: .clock,
            status: .warning,
            message: LocalizedText(
                "이 컴퓨터의 시계가 \(abs(seconds))초 \(seconds > 0 ? "빠릅니다" : "느립니다"). 발표 시각을 잘못 고를 수 있으니 맞춰 주세요.",
                "This machine's clock is \(abs(seconds)) s \(seconds > 0 ? "fast" : "slow"). Set it right, or the wrong issue may be asked for."
            )
        )
    }

    var cacheCheck: Check? {
        guard let directory = sources.kept.directory else { return nil }
        if let problem = sources.kept.problem {
            return Check(
                subject: .cache,
                status: .warning,
                message: LocalizedText(
                    "\(directory)에 쓸 수 없습니다(\(problem)). 받은 자료와 호출 수가 남지 않으니 KMA_CACHE_DIR을 쓸 수 있는 곳으로 바꿔 주세요.",
                    "\(directory) cannot be written to (\(problem)). Point KMA_CACHE_DIR to a folder that can."
                )
            )
        }
        return Check(subject: .cache, status: .good, message: LocalizedText(directory, directory))
    }
}

extension Diagnosis.ServiceState {
    /// What was found of the service itself.
    var check: Check {
        let left = LocalizedText(
            "오늘 \(callsToday)번 호출, \(callsLeft)번 남음",
            "\(callsToday) calls today, \(callsLeft) left"
        )
        guard let error else {
            return Check(
                subject: service.subject,
                status: .good,
                message: LocalizedText("키가 통합니다. \(left.korean).", "The key works. \(left.english).")
            )
        }
        // Said already where the key is looked at.
        if error.code == .keyMissing {
            return Check(
                subject: service.subject,
                status: .problem,
                message: LocalizedText("키가 없어 묻지 못했습니다.", "Not asked for want of a key.")
            )
        }
        let message = error.message(for: service.probedFeed)
        let isSpent = error.code == .quotaExceeded || error.code == .rateLimited
        return Check(
            subject: service.subject,
            status: .problem,
            message: isSpent
                ? LocalizedText("\(message.korean) \(left.korean).", "\(message.english) \(left.english).")
                : message
        )
    }
}

extension UpstreamService {
    fileprivate var subject: Check.Subject {
        switch self {
        case .midTerm: .midTerm
        case .shortTerm: .shortTerm
        case .openWeather: .openWeather
        }
    }

    /// The feed a service is tried with.
    var probedFeed: Feed {
        switch self {
        case .midTerm: .outlook
        case .shortTerm: .nowcast
        case .openWeather: .openWeatherCurrent
        }
    }
}
