import Forecast
import KMAForecast

package struct RuleDecision: Sendable, Hashable {
    package var holds: Bool?
    package var words: LocalizedText?
    package var source: FeedReport?

    package init(holds: Bool?, words: LocalizedText?, source: FeedReport?) { (self.holds, self.words, self.source) = (holds, words, source) }
}

extension WeatherRule {
    package func decision(in report: Report) -> RuleDecision {
        let now = report.generatedAt
        let asked = time.flatMap { AskedTime($0, at: now) }
        let reach = asked ?? AskedTime(text: "", now..<(KoreanDate(of: now) + 2).start, topic: nil, at: now)
        let limited = try? report.limited(to: reach)
        let finding: Finding
        switch subject {
        case .alert(let kind, let level): finding = .alerts(report, kind, level)
        case .dust(let grade): finding = .dust(report, grade, on: asked?.days)
        case .change: finding = .changes(report, asked == nil ? report.changes : limited?.changes)
        case .rain: finding = limited.map(Finding.rain) ?? .unknown
        case .snow: finding = limited.map(Finding.snow) ?? .unknown
        case .sky(let theme):
            let isByStep = asked.map { !$0.isWholeDays } ?? false
            finding = limited.map { .sky(theme, $0, on: reach.days, isByStep: isByStep) } ?? .unknown
        case .value(let quantity, let comparison, let limit): finding = limited.map { .value(quantity, comparison, limit, $0) } ?? .unknown
        }
        var source = finding.feed.flatMap { feed in report.sources.first { $0.feed == feed && $0.hasValue } }
        if let issuedAt = finding.issuedAt { source?.issuedAt = issuedAt }
        return RuleDecision(holds: finding.holds, words: finding.words, source: source)
    }
}

private struct Finding {
    var holds: Bool?
    var words: LocalizedText?
    var feed: Feed?
    var issuedAt: Date?

    static let unknown = Finding()

    static func alerts(_ report: Report, _ kind: WarningKind?, _ level: WarningLevel) -> Finding {
        guard let alerts = report.alerts else { return .unknown }
        let found = alerts.filter { $0.level >= level && (kind == nil || $0.kind == kind) }
        guard !found.isEmpty else {
            // An unreadable part may be the warning.
            guard report.areAlertsWhole else { return .unknown }
            return Finding(holds: false, words: LocalizedText("특보 없음.", "No such warning."), feed: .warnings)
        }
        let sentences = found.compactMap { alert in WeatherSummary(of: .unknown, alerts: [alert], at: report.generatedAt).sentences.first }
        return Finding(holds: true, words: sentences.joined(" "), feed: .warnings, issuedAt: found.compactMap(\.issuedAt).max())
    }

    static func dust(_ report: Report, _ grade: AirGrade, on days: [Range<KoreanDate>]?) -> Finding {
        guard let dust = report.dust(on: days) else { return .unknown }
        // A day without a forecast could be worse.
        let holds = dust.worst >= grade ? true : dust.isWhole ? false : nil
        return Finding(holds: holds, words: dust.words, feed: dust.feed)
    }

    static func changes(_ report: Report, _ changes: [ForecastChange]?) -> Finding {
        guard let changes else { return .unknown }
        let origin = changes.first.flatMap { change -> Origin? in
            let said = report.week.days.first { $0.date == change.date }?.said
            return switch change.values {
            case .minimum: said?.low?.origin
            case .maximum: said?.high?.origin
            case .theme, .precipitationProbability: said?.whole?.origin
            }
        }
        return Finding(
            holds: !changes.isEmpty,
            words: WeatherSummary.changes(changes, today: KoreanDate(of: report.generatedAt)) ?? LocalizedText("달라진 예보 없음.", "Nothing has changed."),
            feed: origin?.feed,
            issuedAt: origin?.issue
        )
    }

    static func rain(_ limited: Report) -> Finding {
        let answer = limited.rainAnswer()
        return Finding(
            holds: answer.falls,
            words: answer.sentence,
            feed: RainPeriod(in: limited.week, at: limited.generatedAt)?.feed ?? limited.firstFeed
        )
    }

    static func snow(_ limited: Report) -> Finding {
        let week = limited.week
        let today = KoreanDate(of: limited.generatedAt)
        func finding(_ label: LocalizedText, _ condition: Condition, _ feed: Feed?) -> Finding {
            Finding(holds: true, words: .sentence(condition.text, of: label), feed: feed)
        }
        if let current = week.current, let condition = current.condition, condition.theme == .snow {
            return finding(LocalizedText("지금", "Now"), condition, week.themeSelection.feed)
        }
        for step in week.hours {
            guard let condition = step.condition, condition.theme == .snow else { continue }
            let time = KoreanTime(step.time)
            let day = time.date.label(offset: time.date - today)
            let label = LocalizedText("\(day.korean) \(time.hour)시", "\(day.english) \(time.clock)")
            return finding(label, condition, step.feed)
        }
        for day in limited.daysBeyondSteps {
            guard let condition = day.whole?.condition, condition.theme == .snow else { continue }
            return finding(day.date.label(offset: day.date - today), condition, day.skyFeed)
        }
        let holds: Bool? = limited.isPrecipitationKnown() ? false : nil
        return Finding(holds: holds, words: holds.map { _ in LocalizedText("눈 예보 없음.", "No snow forecast.") }, feed: limited.firstFeed)
    }

    static func sky(_ theme: Theme, _ limited: Report, on days: [Range<KoreanDate>], isByStep: Bool) -> Finding {
        let week = limited.week
        let isByStep = isByStep && !week.hours.isEmpty
        let skies: [(date: KoreanDate, condition: Condition?, feed: Feed?)] =
            isByStep
            ? week.hours.map { (KoreanDate(of: $0.time), $0.condition, $0.feed) } : week.days.map { ($0.date, $0.whole?.condition, $0.skyFeed) }
        let known = skies.filter { $0.condition.map { $0.kind != .unknown } ?? false }
        let other = known.first { $0.condition?.theme != theme }
        guard let shown = other ?? known.first, let condition = shown.condition else { return .unknown }
        let isWhole = known.count == (isByStep ? skies.count : days.length)
        let label = shown.date.label(offset: shown.date - KoreanDate(of: limited.generatedAt))
        return Finding(holds: other != nil ? false : isWhole ? true : nil, words: .sentence(condition.text, of: label), feed: shown.feed)
    }

    static func value(_ quantity: WeatherRule.Quantity, _ comparison: WeatherRule.Comparison, _ limit: Double, _ limited: Report) -> Finding {
        let values = quantity.values(in: limited)
        let known = values.compactMap { value in value.number.map { (number: $0, value: value) } }
        let decisive = [.below, .atMost].contains(comparison) ? known.min { $0.number < $1.number } : known.max { $0.number < $1.number }
        guard let (number, value) = decisive else { return .unknown }
        let holds = comparison.holds(number, limit)
        let day = value.date.label(offset: value.date - KoreanDate(of: limited.generatedAt))
        return Finding(
            holds: holds ? true : known.count == values.count ? false : nil,
            words: .sentence(quantity.text(number), of: day),
            feed: value.origin?.feed,
            issuedAt: value.origin?.issue
        )
    }
}

extension Report { fileprivate var firstFeed: Feed? { week.hours.first?.feed ?? week.days.first?.skyFeed } }

extension LocalizedText {
    fileprivate static func sentence(_ text: LocalizedText, of label: LocalizedText) -> LocalizedText {
        LocalizedText("\(label.korean) \(text.korean).", "\(label.english): \(text.english).")
    }
}
