import Record
import Forecast

struct AccuracyDrawings {
    let report: AccuracyReport
    let language: Language

    private func words(_ korean: String, _ english: String) -> String { LocalizedText(korean, english)[language].escapedForMarkup }

    private struct Frame {
        let width = 640.0
        let height = 400.0
        let left = 56.0
        let right = 16.0
        let top = 16.0
        let bottom = 56.0

        func x(_ share: Double) -> Double { left + share * (width - left - right) }
        func y(_ share: Double) -> Double { height - bottom - share * (height - top - bottom) }
    }

    private let frame = Frame()

    func reliability(of lead: LeadScore) -> String? {
        guard let probability = lead.probability else { return nil }
        var marks = line("diagonal", 0, 0, 1, 1)
        for step in stride(from: 0, through: 100, by: 20) {
            let share = Double(step) / 100
            marks += line("grid", 0, share, 1, share)
            marks += label("end", frame.left - 8, frame.y(share) + 5, "\(step)%")
            marks += label("middle", frame.x(share), frame.y(0) + 20, "\(step)%")
        }
        for bin in probability.reliability {
            let x = Double(bin.probability.percent) / 100
            let bounds = bin.wet.bounds
            marks += line("bounds", x, bounds.lowerBound, x, bounds.upperBound)
            marks += dot("chance", x, bin.wet.value, bin.wet.cases)
            marks += label("middle cases", frame.x(x), frame.y(0) + 38, "\(bin.wet.cases)")
        }
        let title = words(
            "강수확률마다 실제로 비가 온 날의 비율, \(lead.leadDays)일 뒤 예보",
            "The share of wet days by the chance that was forecast, \(lead.leadDays) days ahead"
        )
        return drawing(title, marks)
    }

    func errors() -> String? {
        let leads = report.leads.filter { $0.low != nil || $0.high != nil }
        guard let last = report.leads.last?.leadDays, !leads.isEmpty else { return nil }
        let largest = leads.flatMap { [$0.low, $0.high] }.compactMap { $0?.meanAbsoluteError }.max() ?? 1
        let top = max(1, largest.rounded(.up))
        func x(_ lead: Int) -> Double { (Double(lead) + 0.5) / Double(last + 1) }
        var marks = ""
        for step in 0...Int(min(top, 40)) {
            marks += line("grid", 0, Double(step) / top, 1, Double(step) / top)
            marks += label("end", frame.left - 8, frame.y(Double(step) / top) + 5, "\(step)°")
        }
        for lead in report.leads {
            marks += label("middle", frame.x(x(lead.leadDays)), frame.y(0) + 20, "\(lead.leadDays)")
            marks += label("middle cases", frame.x(x(lead.leadDays)), frame.y(0) + 38, AccuracyColumn.degrees[0].cell(lead) ?? "–")
        }
        for (name, score) in [("low", \LeadScore.low), ("high", \LeadScore.high)] {
            let points = leads.compactMap { lead in lead[keyPath: score].map { (x: x(lead.leadDays), y: $0.meanAbsoluteError / top) } }
            let path = points.map { "\(number(frame.x($0.x))),\(number(frame.y($0.y)))" }.joined(separator: " ")
            marks += "<polyline class=\"\(name)\" points=\"\(path)\"/>"
            for point in points { marks += dot(name, point.x, point.y, nil) }
        }
        return drawing(words("며칠 뒤 예보인지에 따른 최저·최고기온의 평균 오차", "The mean error of lows and highs by days ahead"), marks)
    }

    private func drawing(_ title: String, _ marks: String) -> String {
        "<svg viewBox=\"0 0 \(number(frame.width)) \(number(frame.height))\" role=\"img\" aria-label=\"\(title)\">\(marks)</svg>"
    }

    private func line(_ name: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line class=\"\(name)\" x1=\"\(number(frame.x(x1)))\" y1=\"\(number(frame.y(y1)))\""
            + " x2=\"\(number(frame.x(x2)))\" y2=\"\(number(frame.y(y2)))\"/>"
    }

    private func dot(_ name: String, _ x: Double, _ y: Double, _ cases: Int?) -> String {
        let radius = cases.map { min(11, 4 + Double($0).squareRoot() / 2) } ?? 4
        return "<circle class=\"\(name)\" cx=\"\(number(frame.x(x)))\" cy=\"\(number(frame.y(y)))\" r=\"\(number(radius))\"/>"
    }

    private func label(_ name: String, _ x: Double, _ y: Double, _ text: String) -> String {
        "<text class=\"\(name)\" x=\"\(number(x))\" y=\"\(number(y))\">\(text.escapedForMarkup)</text>"
    }

    private func number(_ value: Double) -> String { value.oneDecimal }
}
