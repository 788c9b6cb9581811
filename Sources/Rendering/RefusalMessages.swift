import Feeds
import Forecast

extension Refusal {
    func message(until moment: Date?) -> LocalizedText {
        let text = reason
        guard let moment, self != .offline else { return text }
        let clock = KoreanTime(moment).clock
        return LocalizedText("\(text.korean) 한국 시각 \(clock)부터 다시 불러옵니다.", "\(text.english) Calls are made again from \(clock) KST.")
    }

    /// A short name for people.
    public var title: LocalizedText {
        switch self {
        case .daySpent: LocalizedText("오늘 쓸 호출을 다 썼습니다", "Today's calls are spent")
        case .offline: LocalizedText("저장된 자료에 없습니다", "Not among the stored data")
        case .clientBudget, .reservedForKnown, .reservedForKept, .minuteSpent, .ownQueue, .sharedCount:
            LocalizedText("지금은 새로 불러오지 않습니다", "No new calls just now")
        }
    }

    private var reason: LocalizedText {
        switch self {
        case .clientBudget:
            LocalizedText(
                "이 주소로 새로 불러올 수 있는 만큼을 다 썼습니다. 받아 둔 자료는 계속 볼 수 있습니다.",
                "This client has used the calls that one client may cause. Stored data are still served."
            )
        case .reservedForKnown: LocalizedText("남은 호출은 이미 보던 곳에 쓰려고 남겨 두었습니다.", "The calls that are left are kept for places already in use.")
        case .reservedForKept: LocalizedText("남은 호출은 미리 받아 두기로 한 자료에 쓰려고 남겨 두었습니다.", "The calls that are left are kept for what is fetched ahead.")
        case .daySpent: LocalizedText("오늘 쓰기로 한 호출을 다 썼습니다.", "The calls planned for today are spent.")
        case .minuteSpent: LocalizedText("1분 동안 쓰기로 한 호출을 다 썼습니다.", "The calls planned for this minute are spent.")
        case .ownQueue:
            LocalizedText("기다리는 요청이 많아 불러오지 못했습니다. 잠시 뒤에 다시 시도해 주세요.", "Too many requests were waiting, so no call was made. Try again shortly.")
        case .sharedCount: LocalizedText("여러 서버가 함께 세는 호출 수를 확인하지 못했습니다.", "The count of calls that the servers share could not be checked.")
        case .offline: LocalizedText("저장된 자료가 없습니다.", "There are no stored data.")
        }
    }
}
