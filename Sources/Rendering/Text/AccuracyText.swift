import Forecast
import KMAForecast
import Regions

/// Accuracy in words, always with counts.
struct AccuracyWords {
    let report: AccuracyReport

    /// A week ahead, else the longest lead.
    var lead: LeadScore? {
        let scored = report.leads.filter { $0.state == .ok && $0.rain != nil }
        return scored.last { $0.leadDays <= 7 } ?? scored.last
    }

    /// `7일 뒤 비 예보는 41번 중 23번 맞았고, 비 온 날 36일 중 13일을 놓쳤습니다(…).`
    var sentence: LocalizedText? {
        guard let lead, let rain = lead.rain else { return nil }
        let days = lead.cases
        let source = self.source
        let span = LocalizedText(
            "(\(report.since)부터 \(report.days)일 가운데 \(days)일, \(source.korean))",
            "(\(days) of \(report.days) days from \(report.since), \(source.english))"
        )
        let name = LocalizedText(
            lead.leadDays == 0 ? "그날 새벽" : "\(lead.leadDays)일 뒤",
            lead.leadDays == 0
                ? "the same morning" : lead.leadDays == 1 ? "a day ahead" : "\(lead.leadDays) days ahead"
        )
        return LocalizedText(
            "\(name.korean) 비 예보는 \(rain.said)번 중 \(rain.hits)번 맞았고, 비 온 날 \(rain.came)일 중 \(rain.misses)일을 놓쳤습니다\(span.korean).",
            "Rain forecast \(name.english) came \(rain.hits) of \(rain.said) times; \(rain.misses) of \(rain.came) wet days were missed \(span.english)."
        )
    }

    /// `서울 관측소 3.1km`.
    private var source: LocalizedText {
        guard let station = report.station else { return LocalizedText("", "") }
        let distance = station.distance.oneDecimal
        return LocalizedText(
            "\(station.station.name) 관측소 \(distance)km",
            "\(station.station.englishName) station \(distance) km away"
        )
    }

    /// Score of always saying dry.
    var base: LocalizedText? {
        guard let lead, let rain = lead.rain else { return nil }
        let dry = rain.cases - rain.came
        return LocalizedText(
            "늘 ‘비 없음’이라고만 해도 \(rain.cases)일 중 \(dry)일은 맞습니다.",
            "Who always says ‘dry’ is right on \(dry) of \(rain.cases) days."
        )
    }

    /// Station of the measurements, and its distance from the place.
    var truth: LocalizedText {
        guard let station = report.station else {
            return LocalizedText(
                "40km 안에 관측소가 없어 맞았는지 알 수 없습니다.",
                "No station within 40 km shows whether the forecasts were right."
            )
        }
        let name = LocalizedText(station.station.name, station.station.englishName)
        let distance = station.distance.oneDecimal
        let regional = LocalizedText(
            station.isRegional ? " 이 지역을 대신하는 값으로, 25km나 높이 200m 넘게 떨어져 있습니다." : "",
            station.isRegional ? " It speaks for the region: it is over 25 km or 200 m of height away." : ""
        )
        return LocalizedText(
            "\(name.korean) 관측소(\(station.station.id), \(distance)km)의 하루 관측과 견줍니다.\(regional.korean)"
                + " 예보는 넓은 구역의 값이고 관측은 한 지점의 값입니다.",
            "Held against the daily observations of \(name.english) (\(station.station.id), \(distance) km)."
                + "\(regional.english) A forecast is for an area, an observation for a point."
        )
    }

    var absence: LocalizedText? {
        if !report.isKept {
            return LocalizedText(
                "예보 기록을 남기지 않고 있습니다(KMA_LEDGER).",
                "No record of forecasts is kept (KMA_LEDGER)."
            )
        }
        if report.leads.contains(where: { $0.state == .ok }) { return nil }
        if report.station == nil { return truth }
        if report.leads.contains(where: { $0.state == .noTruth }) {
            return LocalizedText(
                "남은 예보는 있지만 관측값이 없습니다. ‘지상(종관, ASOS) 일자료 조회서비스’를 활용신청해 주세요: https://www.data.go.kr/data/15059093/openapi.do",
                "Forecasts are kept, but no observations. Apply for the daily observations (ASOS): https://www.data.go.kr/data/15059093/openapi.do"
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

/// Table of `kma accuracy`: a row a lead, under a sentence.
struct AccuracyTable {
    let report: AccuracyReport
    let style: Style

    private var words: AccuracyWords { AccuracyWords(report: report) }

    var text: String {
        let place = style(report.place.name, report.place.englishName)
        let title = "\(place) · " + style("예보가 맞은 정도", "How good the forecasts were")
        var lines = title.wrapped(to: style.width - 2).map { style.ansi.bold(" " + $0) }
        if let absence = words.absence {
            lines += paragraph(absence)
            if report.leads.allSatisfy({ $0.cases == 0 }) {
                return (lines + [style.attribution(report.attribution)]).joined(separator: "\n")
            }
        }
        if let sentence = words.sentence { lines += paragraph(sentence) }
        if let base = words.base { lines += paragraph(base) }
        lines += [style.ansi.faint(header)] + report.leads.map(row)
        if report.station != nil { lines += paragraph(words.truth).map(style.ansi.faint) }
        return (lines + [style.attribution(report.attribution)]).joined(separator: "\n")
    }

    var line: String { (words.sentence ?? words.absence)?[style.language] ?? "" }

    private func paragraph(_ text: LocalizedText) -> [String] { style.paragraph(text[style.language]) }

    private var isNarrow: Bool { style.width < 72 }

    /// Names and widths of columns; a narrow table has no days and dry days.
    private var columns: [(name: String, width: Int)] {
        if isNarrow {
            return [
                (style("맞음", "Hit"), 5), (style("놓침", "Miss"), 5), (style("헛예보", "False"), 7),
                (style("최저", "Low"), 5), (style("최고", "High"), 5),
            ]
        }
        return [
            (style("일수", "Days"), 6), (style("비 맞음", "Hits"), 9), (style("놓침", "Missed"), 8),
            (style("헛예보", "False"), 8), (style("마른 날", "Dry"), 9), (style("최저 오차", "Low error"), 11),
            (style("최고 오차", "High error"), 11),
        ]
    }

    private var leadWidth: Int { isNarrow ? 7 : 9 }

    private var header: String {
        let names = columns.map { $0.name.aligned(to: $0.width) }.joined()
        return " " + style("며칠뒤", "Lead").padded(to: leadWidth) + names
    }

    private func row(_ lead: LeadScore) -> String {
        let name =
            lead.leadDays == 0
            ? style("당일", isNarrow ? "0 d" : "same day") : style("\(lead.leadDays)일", "\(lead.leadDays) d")
        let start = " " + name.padded(to: leadWidth)
        if let state = lead.state.text(lead.cases) { return start + "  " + state[style.language] }
        let rain = lead.rain
        var cells = [rain?.hits, rain?.misses, rain?.falseAlarms].map(count)
        if !isNarrow { cells = ["\(lead.cases)"] + cells + [count(rain?.correctDry)] }
        cells += [error(lead.low), error(lead.high)]
        return start + zip(cells, columns).map { $0.aligned(to: $1.width) }.joined()
    }

    private func count(_ cases: Int?) -> String { cases.map { "\($0)" } ?? "-" }

    private func error(_ score: TemperatureScore?) -> String {
        score.map { "\($0.meanAbsoluteError.oneDecimal)°" } ?? "-"
    }
}

extension CSV {
    static func leads(_ report: AccuracyReport) -> String {
        func share(_ value: Double?) -> String? { number(value, decimals: 3) }
        return table(
            report.leads,
            [
                "lead_days": { $0.leadDays }, "cases": { $0.cases }, "state": { $0.state.rawValue },
                "hits": { $0.rain?.hits }, "misses": { $0.rain?.misses },
                "false_alarms": { $0.rain?.falseAlarms }, "correct_dry": { $0.rain?.correctDry },
                "pod": { share($0.rain?.probabilityOfDetection) },
                "far": { share($0.rain?.falseAlarmRatio) }, "csi": { share($0.rain?.criticalSuccessIndex) },
                "base_rate": { share($0.rain?.baseRate) }, "brier": { share($0.probability?.brier) },
                "skill": { share($0.probability?.skill) }, "low_cases": { $0.low?.cases },
                "low_mae": { $0.low?.meanAbsoluteError }, "low_bias": { $0.low?.bias },
                "low_within_1": { share($0.low?.withinOne.value) },
                "low_within_2": { share($0.low?.withinTwo.value) },
                "low_range_coverage": { share($0.low?.rangeCoverage?.value) },
                "high_cases": { $0.high?.cases }, "high_mae": { $0.high?.meanAbsoluteError },
                "high_bias": { $0.high?.bias }, "high_within_1": { share($0.high?.withinOne.value) },
                "high_within_2": { share($0.high?.withinTwo.value) },
                "high_range_coverage": { share($0.high?.rangeCoverage?.value) },
            ]
        )
    }
}
