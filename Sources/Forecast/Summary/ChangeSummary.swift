extension WeatherSummary {
    private static let toldChanges = 2

    /// At most two changes, precipitation first, then the nearer day: `어제와 달라진 예보: 토요일 맑음 → 비(70%).`
    public static func changes(_ changes: [ForecastChange], today: KoreanDate) -> LocalizedText? {
        let wetOrDry = Set(changes.compactMap { change in if case .theme = change.values { change.date } else { nil } })
        let ranked = changes.filter { change in if case .precipitationProbability = change.values { !wetOrDry.contains(change.date) } else { true } }
            .sorted { ($0.values.rank, $0.date) < ($1.values.rank, $1.date) }
        var told: [(since: LocalizedText, changes: [LocalizedText])] = []
        for change in ranked.prefix(toldChanges) {
            let since = change.sinceText(today: today)
            let index = told.firstIndex { $0.since == since } ?? told.endIndex
            if index == told.endIndex { told.append((since, [])) }
            told[index].changes.append(change.text(today: today))
        }
        guard !told.isEmpty else { return nil }
        let sentences = told.map { since, changes in
            let all = changes.joined(", ")
            return LocalizedText("\(since.korean): \(all.korean).", "\(since.english): \(all.english).")
        }
        return sentences.joined(" ")
    }
}

extension ForecastChange.Values {
    fileprivate var rank: Int {
        switch self {
        case .theme: 0
        case .minimum, .maximum: 1
        case .precipitationProbability: 2
        }
    }
}

extension ForecastChange {
    fileprivate func sinceText(today: KoreanDate) -> LocalizedText {
        let issue = KoreanTime(since)
        guard issue.date == today else { return LocalizedText("어제와 달라진 예보", "Changed since yesterday") }
        return LocalizedText("오늘 \(issue.hour)시 발표와 달라진 예보", "Changed since today’s \(issue.clock) issue")
    }

    fileprivate func text(today: KoreanDate) -> LocalizedText {
        let day = date.name(today: today)
        func degrees(_ value: Double) -> String { value.wholeNumber + "°" }
        switch values {
        case .theme(let from, let to):
            let chance = probability.map { LocalizedText("(\($0.percent)%)", " (\($0.percent)%)") }
            return LocalizedText(
                "\(day.korean) \(from.word.korean) → \(to.word.korean)\(chance?.korean ?? "")",
                "\(day.english) \(from.word.english) → \(to.word.english)\(chance?.english ?? "")"
            )
        case .precipitationProbability(let from, let to):
            return LocalizedText(
                "\(day.korean) 강수확률 \(from.percent) → \(to.percent)%",
                "\(day.english) chance of rain \(from.percent) → \(to.percent)%"
            )
        case .minimum(let from, let to):
            return LocalizedText("\(day.korean) 최저 \(degrees(from)) → \(degrees(to))", "\(day.english) low \(degrees(from)) → \(degrees(to))")
        case .maximum(let from, let to):
            return LocalizedText("\(day.korean) 최고 \(degrees(from)) → \(degrees(to))", "\(day.english) high \(degrees(from)) → \(degrees(to))")
        }
    }
}

extension Theme {
    fileprivate var word: LocalizedText {
        switch self {
        case .clear: LocalizedText("맑음", "clear")
        case .cloudy: LocalizedText("흐림", "cloudy")
        case .rain: LocalizedText("비", "rain")
        case .snow: LocalizedText("눈", "snow")
        }
    }
}

extension KoreanDate {
    fileprivate func name(today: KoreanDate) -> LocalizedText {
        let offset = self - today
        let label = label(offset: offset)
        guard (2...6).contains(offset) else { return label }
        return LocalizedText(offset == 2 ? label.korean : weekdayName.korean + "요일", englishWeekday)
    }
}
