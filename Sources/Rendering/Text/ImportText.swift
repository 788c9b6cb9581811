import Record
import Forecast
import KMAForecast
import Regions

/// Result of an import for people, with differences of hub and data.go.kr.
public struct ImportText {
    let result: ImportResult
    let style: Style

    /// Creates the text of a result.
    public init(result: ImportResult, style: Style) { (self.result, self.style) = (result, style) }

    /// Lines of the result.
    public var text: String {
        var lines = [added]
        if !result.missing.isEmpty { lines.append(missing) }
        if result.unreadableRows > 0 {
            lines.append(style("읽지 못한 행이 \(result.unreadableRows)개 있습니다.", "\(result.unreadableRows) rows could not be read."))
        }
        if result.compared > 0 { lines += comparison }
        return lines.joined(separator: "\n")
    }

    private var added: String {
        let calls = result.calls > 0 ? style("(호출 \(result.calls)번)", " in \(result.calls) calls") : ""
        return result.issues == 0 && result.missing.isEmpty && result.fault == nil && result.partsAsked == 0 && result.calls == 0
            ? style("새로 더할 발표가 없습니다.", "There was nothing to add: all of it is there.")
            : style("발표 \(result.issues)건을 더했습니다\(calls).", "Added \(result.issues) issues\(calls).")
    }

    private var missing: String {
        let times = result.missing.map(\.issuedAt)
        guard let first = times.min(), let last = times.max() else { return "" }
        let span = "\(KoreanTime(first).date)~\(KoreanTime(last).date)"
        return style("API허브에 없는 발표가 \(result.missing.count)건 있습니다(\(span)).", "The API hub lacks \(result.missing.count) issues (\(span)).")
    }

    private var comparison: [String] {
        let summary =
            result.different == 0
            ? style(
                "공공데이터포털에서 받은 같은 발표와 날짜별 값 \(result.compared)개를 비교했고, 모두 같습니다.",
                "\(result.compared) values of days were compared with the same issues of data.go.kr; all are equal."
            )
            : style(
                "공공데이터포털에서 받은 같은 발표와 비교한 날짜별 값 \(result.compared)개 가운데 \(result.different)개가 다릅니다.",
                "Of \(result.compared) values of days compared with the same issues of data.go.kr, \(result.different) differ."
            )
        return [summary] + result.differences.map { "  " + line($0) }
    }

    /// Result of asking the hub for kept issues again.
    public var witness: String {
        let outcome =
            result.different == 0 ? style("모두 같습니다.", "all are equal.") : style("\(result.different)개가 다릅니다.", "\(result.different) differ.")
        let summary = style(
            "API허브에 다시 물은 발표 \(result.issues)건의 날짜별 값 \(result.compared)개: \(outcome)",
            "\(result.compared) values of days of \(result.issues) issues asked of the API hub again: \(outcome)"
        )
        return ([summary] + (result.missing.isEmpty ? [] : [missing])).joined(separator: "\n")
    }

    /// Lines of the first differences.
    public var differences: [String] { result.differences.map(line) }

    private func line(_ difference: ImportResult.Difference) -> String {
        let issued = KoreanTime(difference.issuedAt)
        let subject = ImportText.name(of: difference.subject)[style.language]
        let hub = difference.hub.map { said($0) } ?? style("없음", "nothing")
        let kept = said(difference.kept)
        let half: LocalizedText =
            switch difference.kept.part {
            case .day: LocalizedText("", "")
            case .morning: LocalizedText(" 오전", " AM")
            case .afternoon: LocalizedText(" 오후", " PM")
            }
        let origin = difference.origin == .portal ? style("포털", "portal") : style("기록", "record")
        return style(
            "\(issued.date) \(issued.hour)시 발표 \(subject) \(difference.kept.date)\(half.korean): \(origin) \(kept), 허브 \(hub)",
            "\(subject) \(difference.kept.date)\(half.english), issued \(issued.date) \(issued.clock): \(origin) \(kept), hub \(hub)"
        )
    }

    private func said(_ day: IssuedDay) -> String {
        func degrees(_ value: Double?, _ spread: Spread?) -> String {
            let range = spread.map { "(-\($0.low.wholeNumber)+\($0.high.wholeNumber))" } ?? ""
            return value.map { "\($0.oneDecimal)°\(range)" } ?? "-"
        }
        let (said, sky) = (day.extremes, day.sky)
        let temperatures = said == Extremes() ? nil : "\(degrees(said.minimum, said.minimumSpread))/\(degrees(said.maximum, said.maximumSpread))"
        let values = [temperatures, sky?.condition?.text[style.language], sky?.precipitationProbability.map { "\($0.percent)%" }]
        return values.compactMap(\.self).joined(separator: " ")
    }

    private static func name(of subject: LedgerSubject) -> LocalizedText {
        let zone: LocalizedText? =
            switch subject.feed {
            case .midTemperature: Gazetteer.temperatureZone(code: subject.name).map { LocalizedText($0.name, $0.englishName) }
            case .midLand: Gazetteer.landZones.first { $0.code == subject.name }.map { LocalizedText($0.name, $0.englishName) }
            default: nil
            }
        return zone ?? LocalizedText(subject.name, subject.name)
    }

    /// Progress of an import: `2026-03, 12/72, 약 4분 남음`.
    public static func progress(_ progress: HubImport.Progress, elapsed: Duration, in language: Language) -> String {
        let month = progress.day.description.prefix(7)
        let counts = "\(month) \(progress.done)/\(progress.total)"
        guard progress.asked > 0 else { return counts }
        let left = elapsed / Double(progress.done) * Double(progress.total - progress.done)
        let minutes = Int((left / .seconds(60)).rounded(.up))
        return counts + LocalizedText(", 약 \(minutes)분 남음", ", about \(minutes) min left")[language]
    }
}
