import Forecast
import SQLiteStore

extension LedgerDifference {
    var text: LocalizedText {
        let what: LocalizedText =
            switch kind {
            case .column(let name): LocalizedText("\(name)의 값이 있을 수 없는 값", "\(name) has an impossible value")
            case .answer: LocalizedText("답이 받을 때와 다름", "the answer is not as it came")
            case .unreadable: LocalizedText("이 구역의 답이 아님", "no answer about this subject")
            case .day(let kept, let made):
                LocalizedText("남은 값 \(kept ?? "없음"), 답에서 나온 값 \(made ?? "없음")", "kept \(kept ?? "nothing"), by the answer \(made ?? "nothing")")
            case .orphan: LocalizedText("답 없이 값만 있음", "values without an answer")
            case .observation: LocalizedText("관측이 있을 수 없는 값", "an impossible observation")
            case .seal: LocalizedText("남긴 뒤에 시각이나 관측이 바뀌었거나 없어짐", "times or observations were changed or removed after they were kept")
            case .table(let name): LocalizedText("\(name) 표가 바뀜", "table \(name) was changed")
            case .other: LocalizedText("다른 기록에는 다른 답", "another answer in the other record")
            }
        return issue.isEmpty ? what : LocalizedText("\(issue): \(what.korean)", "\(issue): \(what.english)")
    }
}

extension LedgerVerification {
    var text: LocalizedText {
        LocalizedText(
            "답 \(answers)건, 날짜별 값 \(days)행, 관측 \(observations)일: \(differences == 0 ? "모두 맞습니다." : "다른 것이 \(differences)건 있습니다.")",
            "\(answers) answers, \(days) rows of days, \(observations) days observed: \(differences == 0 ? "all as they came." : "\(differences) differences.")"
        )
    }

    static func compared(_ common: Int, _ missing: Int, _ differences: Int) -> LocalizedText {
        LocalizedText(
            "다른 기록과: 같은 답 \(common)건, 여기 없는 답 \(missing)건, 그 가운데 서로 다른 답 \(differences)건.",
            "The other record: \(common) answers in both, \(missing) not here, \(differences) of them of issues that differ."
        )
    }
}
