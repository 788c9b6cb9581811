import Record
import Forecast

struct AccuracyWords {
    let report: AccuracyReport

    var lead: LeadScore? { longest { $0.rain != nil } }

    private func longest(where isScored: (LeadScore) -> Bool) -> LeadScore? {
        let scored = report.leads.filter { $0.state == .ok && isScored($0) }
        return scored.last { $0.leadDays <= 7 } ?? scored.last
    }

    var sentence: LocalizedText? {
        guard let lead = lead ?? longest(where: { $0.low != nil && $0.high != nil }) else { return nil }
        let source = self.source
        let span = LocalizedText(
            "(\(report.since)부터 \(report.days)일 가운데 \(lead.cases)일, \(source.korean))",
            "(\(lead.cases) of \(report.days) days from \(report.since), \(source.english))"
        )
        if lead.rain == nil, let low = lead.low?.meanAbsoluteError.oneDecimal, let high = lead.high?.meanAbsoluteError.oneDecimal {
            let name = name(of: lead)
            return LocalizedText(
                "\(name.korean) 예보의 평균 오차는 최저 \(low)°, 최고 \(high)°입니다\(span.korean).",
                "Forecasts \(name.english) are off by \(low)° for lows and \(high)° for highs on average \(span.english)."
            )
        }
        guard let chances = lead.probability.map(told), !chances.isEmpty else { return lead.rain.map { yesOrNo($0, lead, span) } }
        let korean = chances.map { "\($0.probability.percent)%인 \($0.wet.cases)일 중 \($0.wet.count)일" }
        let english = chances.map { "\($0.wet.count) of \($0.wet.cases) days given \($0.probability.percent)%" }
        let name = name(of: lead)
        return LocalizedText(
            "\(name.korean) 예보에서 강수확률 \(korean.joined(separator: ", "))에 비가 왔습니다\(span.korean).",
            "By forecasts \(name.english), it was wet on \(english.joined(separator: ", ")) \(span.english)."
        )
    }

    private func told(_ score: ProbabilityScore) -> [ProbabilityScore.Bin] {
        [0...30, 40...50, 60...100].compactMap { chances in
            score.reliability.filter { chances.contains($0.probability.percent) }.max { $0.wet.cases < $1.wet.cases }
        }
    }

    private func name(of lead: LeadScore) -> LocalizedText {
        let days = lead.leadDays
        return LocalizedText(days == 0 ? "그날 새벽" : "\(days)일 뒤", days == 0 ? "of the same morning" : days == 1 ? "a day ahead" : "\(days) days ahead")
    }

    private func yesOrNo(_ rain: ContingencyTable, _ lead: LeadScore, _ span: LocalizedText) -> LocalizedText {
        let name = name(of: lead)
        return LocalizedText(
            "\(name.korean) 비 예보는 \(rain.said)번 중 \(rain.hits)번 맞았고, 비 온 날 \(rain.came)일 중 \(rain.misses)일을 놓쳤습니다\(span.korean).",
            "Rain forecasts \(name.english) came \(rain.hits) of \(rain.said) times; \(rain.misses) of \(rain.came) wet days were missed \(span.english)."
        )
    }

    var skill: LocalizedText? {
        guard let score = lead?.probability, let skill = score.skill else { return nil }
        let percent = (skill.magnitude * 100).wholeNumber
        func decimals(_ value: Double) -> String { CSV.number(value, decimals: 3) ?? "" }
        return LocalizedText(
            "확률 점수(브라이어) \(decimals(score.brier)): 달마다 비 온 날의 비율만 말할 때(\(decimals(score.baseBrier)))보다 \(percent)% \(skill < 0 ? "못합니다" : "낫습니다").",
            "Brier score \(decimals(score.brier)), \(percent)% \(skill < 0 ? "worse" : "better") than the months' own shares of wet days (\(decimals(score.baseBrier)))."
        )
    }

    var rule: LocalizedText {
        let rule = LocalizedText(
            "비나 눈이라고 적은 것만 비 예보로 칩니다. 기상청은 강수확률 60%부터 그렇게 적습니다.",
            "A forecast counts as rain if it names rain or snow, which KMA does from 60% on."
        )
        guard let lead, let rain = lead.probability?.contingencyTable(from: 40) else { return rule }
        let name = name(of: lead)
        return LocalizedText(
            rule.korean + " 40%부터로 치면 \(name.korean) 비 예보는 \(rain.said)번 중 \(rain.hits)번 맞고, 비 온 날 \(rain.came)일 중 \(rain.misses)일을 놓칩니다.",
            rule.english
                + " Counted from 40%, those \(name.english) came \(rain.hits) of \(rain.said) times and missed \(rain.misses) of \(rain.came) wet days."
        )
    }

    var progress: LocalizedText? {
        report.observedDays >= report.recordedDays
            ? nil
            : LocalizedText(
                "기록에 있는 \(report.recordedDays)일 가운데 지금까지 \(report.observedDays)일의 관측이 있습니다.",
                "\(report.observedDays) of \(report.recordedDays) recorded days have observations so far."
            )
    }

    private var source: LocalizedText {
        guard let station = report.station else { return LocalizedText("", "") }
        let distance = station.distance.oneDecimal
        return LocalizedText("\(station.station.name) 관측소 \(distance)km", "\(station.station.englishName) station \(distance) km away")
    }

    var base: LocalizedText? {
        guard let lead, let rain = lead.rain else { return nil }
        let dry = rain.cases - rain.came
        return LocalizedText(
            "날마다 ‘비 없음’이라고 예보해도 \(rain.cases)일 중 \(dry)일은 맞습니다.",
            "Always forecasting ‘dry’ would be right on \(dry) of \(rain.cases) days."
        )
    }

    var truth: LocalizedText {
        guard let station = report.station else {
            return LocalizedText("40km 안에 관측소가 없어 맞았는지 알 수 없습니다.", "No station within 40 km shows whether the forecasts were right.")
        }
        let name = LocalizedText(station.station.name, station.station.englishName)
        let distance = station.distance.oneDecimal
        let regional = LocalizedText(
            station.isRegional ? " 관측소가 25km 또는 고도 200m 넘게 떨어져 있어 참고용입니다." : "",
            station.isRegional ? " It speaks for the region: it is over 25 km or 200 m of height away." : ""
        )
        return LocalizedText(
            "\(name.korean) 관측소(\(station.station.id), \(distance)km)의 하루 관측과 비교합니다.\(regional.korean)" + " 예보는 넓은 구역의 값이고 관측은 한 지점의 값입니다.",
            "Held against the daily observations of \(name.english) (\(station.station.id), \(distance) km)."
                + "\(regional.english) A forecast is for an area, an observation for a point."
        )
    }

    var absence: LocalizedText? {
        if !report.isKept { return LocalizedText("예보 기록을 남기지 않고 있습니다(KMA_LEDGER).", "No record of forecasts is kept (KMA_LEDGER).") }
        if report.leads.contains(where: { $0.state == .ok }) { return nil }
        if report.station == nil { return truth }
        if report.observedDays == 0, report.leads.contains(where: { $0.state == .noTruth }) {
            return LocalizedText(
                "남은 예보는 있지만 받아 둔 관측값이 아직 없습니다. ‘지상(종관, ASOS) 일자료 조회서비스’를 활용신청했는지, 지금 답하는지 kma doctor로 확인해 주세요: https://www.data.go.kr/data/15059093/openapi.do",
                "Forecasts are kept, but no observations yet. Check with kma doctor that the daily ones (ASOS) are approved for the key, and answer: https://www.data.go.kr/data/15059093/openapi.do"
            )
        }
        return LocalizedText(
            "아직 30일이 모이지 않았습니다. 예보를 읽을 때마다 기록이 쌓이고, kma ledger import로 지난 예보를 가져올 수 있습니다.",
            "There are not 30 days yet. The record grows with every forecast that is read; kma ledger import brings past ones."
        )
    }
}

extension ScoreState {
    func text(_ cases: Int) -> LocalizedText? {
        switch self {
        case .ok: nil
        case .tooFew: LocalizedText("자료 부족(\(cases)일)", "too few (\(cases) d)")
        case .noTruth: LocalizedText("관측 없음", "no observations")
        case .notVerifiable: LocalizedText("확인할 수 없음", "not verifiable")
        }
    }
}

struct AccuracyTable {
    let report: AccuracyReport
    let style: Style

    private var words: AccuracyWords { AccuracyWords(report: report) }

    var text: String {
        let place = style(report.place.name, report.place.englishName)
        let title = "\(place) · " + style("예보가 맞은 정도", "Forecast accuracy")
        var lines = title.wrapped(to: style.width - 2).map { style.ansi.bold(" " + $0) }
        if let absence = words.absence {
            lines += paragraph(absence)
            if report.leads.allSatisfy({ $0.cases == 0 }) { return (lines + [style.attribution(report.attribution)]).joined(separator: "\n") }
        }
        let sentences = [words.sentence, words.skill].compactMap(\.self)
        lines += sentences.flatMap(paragraph) + chances
        lines += section(AccuracyColumn.degrees, style("기온: 평균 오차와 든 날의 비율", "Degrees: mean error, and shares of days"))
        if words.lead != nil {
            lines += section(AccuracyColumn.words, style("비 있음·없음", "Rain, yes or no"))
            lines += [words.rule, words.base].compactMap(\.self).flatMap(paragraph)
        }
        if report.station != nil { lines += [words.truth, words.progress].compactMap(\.self).flatMap(paragraph).map(style.ansi.faint) }
        return (lines + [style.attribution(report.attribution)]).joined(separator: "\n")
    }

    var line: String { (words.sentence ?? words.absence)?[style.language] ?? "" }

    private func paragraph(_ text: LocalizedText) -> [String] { style.paragraph(text[style.language]) }

    private var chances: [String] {
        guard let lead = words.lead, let score = lead.probability else { return [] }
        let title = style("강수확률과 비 온 날(\(lead.leadDays)일 뒤, 95% 범위)", "Chance and wet days (\(lead.leadDays) days ahead, bounds at 95%)")
        let rows = score.reliability.map { bin in
            func percent(_ share: Double) -> String { "\((share * 100).wholeNumber)%" }
            let bounds = "\(percent(bin.wet.bounds.lowerBound))~\(percent(bin.wet.bounds.upperBound))"
            return " " + "\(bin.probability.percent)%".aligned(to: 5) + "\(bin.wet.count)/\(bin.wet.cases)".aligned(to: 10)
                + percent(bin.wet.value).aligned(to: 6) + bounds.aligned(to: 10)
        }
        return title.wrapped(to: style.width - 2).map { style.ansi.faint(" " + $0) } + rows
    }

    private var isNarrow: Bool { style.width < 72 }
    private var leadWidth: Int { isNarrow ? 7 : 9 }

    private func section(_ columns: [AccuracyColumn], _ title: String) -> [String] {
        let columns = columns.filter { !isNarrow || $0.isShownNarrow }
        let names = columns.map { $0.name[style.language].aligned(to: $0.width) }.joined()
        let header = " " + style("며칠 뒤", "Lead").padded(to: leadWidth) + names
        let rows = report.leads.map { lead in
            let days = lead.leadDays
            let name = days == 0 ? style("당일", isNarrow ? "0 d" : "same day") : style("\(days)일", "\(days) d")
            let start = " " + name.padded(to: leadWidth)
            if let state = lead.state.text(lead.cases) { return start + "  " + state[style.language] }
            return start + columns.map { ($0.cell(lead) ?? "-").aligned(to: $0.width) }.joined()
        }
        return (title.wrapped(to: style.width - 2).map { " " + $0 } + [header]).map(style.ansi.faint) + rows
    }
}

struct AccuracyColumn {
    let name: LocalizedText
    let width: Int
    let isShownNarrow: Bool
    let cell: (LeadScore) -> String?

    private init(_ korean: String, _ english: String, _ width: Int, narrow isShownNarrow: Bool = true, _ cell: @escaping (LeadScore) -> String?) {
        name = LocalizedText(korean, english)
        (self.width, self.isShownNarrow, self.cell) = (width, isShownNarrow, cell)
    }

    private static func days(_ width: Int, _ cases: @escaping (LeadScore) -> [Int?]) -> AccuracyColumn {
        AccuracyColumn("일수", "Days", width, narrow: false) { score in
            let counts = cases(score).compactMap { $0.map { "\($0)" } }.uniqued
            return counts.isEmpty ? nil : counts.joined(separator: "/")
        }
    }

    static var degrees: [AccuracyColumn] {
        func columns(_ korean: String, _ english: String, _ score: KeyPath<LeadScore, TemperatureScore?>) -> [AccuracyColumn] {
            func percent(_ share: Share?) -> String? { share.map { "\(($0.value * 100).wholeNumber)%" } }
            return [
                AccuracyColumn(korean, english, 7) { $0[keyPath: score].map { "\($0.meanAbsoluteError.oneDecimal)°" } },
                AccuracyColumn("2° 안", "in 2°", 7, narrow: false) { percent($0[keyPath: score]?.withinTwo) },
                AccuracyColumn("기상청", "KMA ±", 7, narrow: false) { percent($0[keyPath: score]?.rangeCoverage) },
                AccuracyColumn("기록", "own", 6) { percent($0[keyPath: score]?.ownRangeCoverage) },
            ]
        }
        return [days(7) { [$0.low?.cases, $0.high?.cases] }] + columns("최저", "Low", \.low) + columns("최고", "High", \.high)
    }

    static var words: [AccuracyColumn] {
        func column(_ korean: String, _ english: String, _ count: KeyPath<ContingencyTable, Int>, narrow: Bool = true) -> AccuracyColumn {
            AccuracyColumn(korean, english, 9, narrow: narrow) { $0.rain.map { "\($0[keyPath: count])" } }
        }
        return [
            days(6) { [$0.cases] }, column("비 맞음", "Hits", \.hits), column("놓침", "Missed", \.misses), column("헛예보", "False", \.falseAlarms),
            column("마른 날", "Dry", \.correctDry, narrow: false),
        ]
    }
}

extension CSV {
    static func leads(_ report: AccuracyReport) -> String {
        func share(_ value: Double?) -> String? { number(value, decimals: 3) }
        return table(
            report.leads,
            [
                "lead_days": { $0.leadDays }, "cases": { $0.cases }, "state": { $0.state.rawValue }, "hits": { $0.rain?.hits },
                "misses": { $0.rain?.misses }, "false_alarms": { $0.rain?.falseAlarms }, "correct_dry": { $0.rain?.correctDry },
                "pod": { share($0.rain?.probabilityOfDetection) }, "far": { share($0.rain?.falseAlarmRatio) },
                "csi": { share($0.rain?.criticalSuccessIndex) }, "base_rate": { share($0.rain?.baseRate) }, "brier": { share($0.probability?.brier) },
                "skill": { share($0.probability?.skill) }, "low_cases": { $0.low?.cases }, "low_mae": { $0.low?.meanAbsoluteError },
                "low_bias": { $0.low?.bias }, "low_within_1": { share($0.low?.withinOne.value) }, "low_within_2": { share($0.low?.withinTwo.value) },
                "low_range_coverage": { share($0.low?.rangeCoverage?.value) }, "high_cases": { $0.high?.cases },
                "high_mae": { $0.high?.meanAbsoluteError }, "high_bias": { $0.high?.bias }, "high_within_1": { share($0.high?.withinOne.value) },
                "high_within_2": { share($0.high?.withinTwo.value) }, "high_range_coverage": { share($0.high?.rangeCoverage?.value) },
                "low_own_range_coverage": { share($0.low?.ownRangeCoverage?.value) },
                "high_own_range_coverage": { share($0.high?.ownRangeCoverage?.value) },
            ]
        )
    }
}
