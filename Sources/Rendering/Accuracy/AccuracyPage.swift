import Record
import Forecast

/// Page of a place's accuracy, in a frame with `{language}`, `{title}` and `{content}`.
public struct AccuracyPage {
    let report: AccuracyReport
    let language: Language
    let leadDays: Int?

    /// Creates a page; `leadDays` is the lead of the drawn probabilities.
    public init(report: AccuracyReport, language: Language, leadDays: Int? = nil) {
        (self.report, self.language, self.leadDays) = (report, language, leadDays)
    }

    /// Whole document.
    public func html(in frame: String) -> String { AccuracyPage.document(frame, title: title, language: language, body: body) }

    /// Document of a problem, in place of a report.
    public static func problem(_ message: LocalizedText, language: Language, in frame: String) -> String {
        let title = LocalizedText("예보가 맞은 정도", "Forecast accuracy")[language]
        let home = LocalizedText("날씨로", "To the weather")[language]
        return document(
            frame,
            title: title,
            language: language,
            body: "<h1>\(title)</h1><p>\(message[language].escapedForMarkup)</p><p><a href=\"./\">\(home)</a></p>"
        )
    }

    private static func document(_ frame: String, title: String, language: Language, body: String) -> String {
        frame.replacing("{language}", with: language.rawValue).replacing("{title}", with: title.escapedForMarkup).replacing("{content}", with: body)
    }

    private func words(_ korean: String, _ english: String) -> String { LocalizedText(korean, english)[language].escapedForMarkup }

    private var place: String { LocalizedText(report.place.name, report.place.englishName)[language] }

    private var title: String { "\(place) · " + LocalizedText("예보가 맞은 정도", "Forecast accuracy")[language] }

    private var text: AccuracyWords { AccuracyWords(report: report) }

    private var body: String {
        var parts = ["<h1>\(title.escapedForMarkup)</h1>"]
        if report.isSample { parts.append("<p class=\"notice\">\(Notices.sample[language].escapedForMarkup)</p>") }
        let sentences = [text.absence, text.sentence, text.skill].compactMap { $0?[language].escapedForMarkup }
        parts += sentences.map { "<p>\($0)</p>" }
        parts += [reliability, errors, yesOrNo].compactMap { $0 }
        let sources = report.station == nil ? [] : [text.truth, text.progress].compactMap(\.self)
        parts += sources.map { "<p class=\"small\">\($0[language].escapedForMarkup)</p>" }
        let attribution = Attribution.line(report.attribution, language)
        parts.append("<p class=\"small\">\(attribution.escapedForMarkup)</p>")
        parts.append("<p><a href=\"./?area=\(query)&amp;lang=\(language.rawValue)\">\(words("이 지역의 날씨", "The weather here"))</a></p>")
        return parts.joined(separator: "\n")
    }

    private var query: String { report.place.name.utf8.map { "%" + [$0].hexadecimal.uppercased() }.joined() }

    private var drawings: AccuracyDrawings { AccuracyDrawings(report: report, language: language) }

    private var reliability: String? {
        guard let lead = leadDays.flatMap({ report[$0] }) ?? text.lead else { return nil }
        let title = words("강수확률은 얼마나 맞았나 (\(lead.leadDays)일 뒤 예보)", "How the chances of rain turned out (\(lead.leadDays) days ahead)")
        let figure =
            drawings.reliability(of: lead)
            ?? "<p>\(words("이 예보의 강수확률은 30일치가 없습니다.", "There are not 30 days with a chance of rain at this lead."))</p>"
        let caption = words(
            "가로: 예보한 강수확률, 세로: 비가 온 날의 비율, 막대: 95% 범위, 아래 수: 날 수. 점이 사선 위에 있으면 예보대로입니다.",
            "Across: the chance forecast. Up: the share of wet days, with bounds at 95 %. Below: days. On the diagonal the chances came true."
        )
        let others = report.leads.filter { $0.probability != nil }.map { other in
            other.leadDays == lead.leadDays
                ? "<b aria-current=\"true\">\(other.leadDays)</b>"
                : "<a href=\"accuracy?area=\(query)&amp;lang=\(language.rawValue)&amp;since=\(report.since)&amp;lead=\(other.leadDays)\">\(other.leadDays)</a>"
        }
        let choice = others.isEmpty ? "" : "<p class=\"leads\">\(words("며칠 뒤:", "Days ahead:")) \(others.joined(separator: " "))</p>"
        return "<section><h2>\(title)</h2>\(choice)<figure>\(figure)<figcaption>\(caption)</figcaption></figure></section>"
    }

    private var errors: String? {
        guard let drawing = drawings.errors() else { return nil }
        let title = words("기온은 얼마나 빗나갔나", "How far off the temperatures were")
        let caption = words("가로: 며칠 뒤 예보인지, 세로: 평균 오차(°C), 아래 수: 날 수.", "Across: days ahead. Up: the mean error in °C. Below: days.")
        let legend =
            "<p class=\"legend\"><span class=\"low\">\(words("최저기온", "Lows"))</span> <span class=\"high\">\(words("최고기온", "Highs"))</span></p>"
        return
            "<section class=\"wide\"><h2>\(title)</h2>\(legend)<figure>\(drawing)<figcaption>\(caption)</figcaption></figure>\(table(AccuracyColumn.degrees))</section>"
    }

    private var yesOrNo: String? {
        guard report.leads.contains(where: { $0.rain != nil }) else { return nil }
        let title = words("비가 온다, 오지 않는다", "Rain, yes or no")
        let rules = [text.rule, text.base].compactMap { $0?[language].escapedForMarkup }
        return "<section class=\"wide\"><h2>\(title)</h2><p>\(rules.joined(separator: " "))</p>\(table(AccuracyColumn.words))</section>"
    }

    private func table(_ columns: [AccuracyColumn]) -> String {
        let names = [words("며칠 뒤", "Days ahead")] + columns.map { $0.name[language].escapedForMarkup }
        let head = names.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let rows = report.leads.map { lead -> String in
            let start = "<tr><th scope=\"row\">\(lead.leadDays)</th>"
            if let state = lead.state.text(lead.cases) {
                return start + "<td colspan=\"\(columns.count)\">\(state[language].escapedForMarkup)</td></tr>"
            }
            return start + columns.map { "<td>\($0.cell(lead) ?? "–")</td>" }.joined() + "</tr>"
        }
        return
            "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"\(words("며칠 앞선 예보마다", "By days ahead"))\"><table><thead><tr>\(head)</tr></thead><tbody>\(rows.joined())</tbody></table></div>"
    }
}
