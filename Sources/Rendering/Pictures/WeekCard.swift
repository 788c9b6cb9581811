import Forecast
import KMAForecast

/// Week of a place as an SVG picture for a README, a blog or an e-paper display.
public struct WeekCard: Sendable {
    /// Possible numbers of days.
    public static let dayCounts = 1...(Week.daysAhead + 1)

    private let report: Report
    private let language: Language
    private let days: [Day]

    /// Creates the card of a report, with days from today on.
    public init(_ report: Report, days: Int, _ language: Language) {
        (self.report, self.language) = (report, language)
        self.days = Array(report.daysAhead.prefix(days))
    }

    /// Picture as SVG.
    public var svg: String {
        let edge = "<rect width=\"\(width.oneDecimal)\" height=\"\(height.oneDecimal)\" rx=\"14\"/>"
        return SVG.picture(
            width: width,
            height: height,
            language,
            title: title,
            words: words,
            css: css,
            symbols: symbols,
            definitions: "<clipPath id=\"edge\">\(edge)</clipPath>",
            "<g clip-path=\"url(#edge)\"><rect class=\"paper\" width=\"100%\" height=\"100%\"/>\(head)\(columns)\(foot)</g>"
        )
    }

    private let columnWidth = 68.0
    private let margin = 20.0
    /// Half a Hangul syllable, or a Latin letter, at font size 1.
    private let cell = 0.55
    private var width: Double { max(400, Double(days.count) * columnWidth + 2 * (margin - 8)) }
    private var headHeight: Double { 72 + Double(sentence.count) * 22 }
    private var columnsHeight: Double { days.isEmpty ? 0 : 242 }
    private var height: Double { headHeight + columnsHeight + Double(notes.count) * 17 + 16 }

    private var style: Style { Style(plain: language, columns: 10_000) }

    private var place: String { report.place.headline(style) }

    private var title: String { style("\(place) 날씨", "Weather in \(place)") }

    private var words: String {
        let clauses = days.map { day in
            let parts = [
                day.whole?.condition?.text[language], day.extremes.minimum.map { style("최저 \($0.wholeDegrees)", "low \($0.wholeDegrees)") },
                day.extremes.maximum.map { style("최고 \($0.wholeDegrees)", "high \($0.wholeDegrees)") },
                report.shownProbability(of: day).map { style("강수확률 \($0.percent)%", "chance of rain \($0.percent)%") },
            ]
            let known = parts.compactMap(\.self)
            return "\(name(of: day)): " + (known.isEmpty ? unknown : known.joined(separator: ", "))
        }
        let all = ([report.summary.text?[language]] + clauses + notes).compactMap(\.self)
        return all.joined(separator: "\n")
    }

    private var unknown: String { style("자료 없음", "no data") }

    private func name(of day: Day) -> String {
        let offset = day.date - KoreanDate(of: report.generatedAt)
        return offset == 0 ? day.date.label(offset: 0)[language] : day.date.dayWithWeekday[language]
    }

    private var sentence: [String] {
        let text = report.summary.text?[language] ?? style("예보가 없습니다.", "There is no forecast.")
        return text.wrapped(to: Int((width - 2 * margin) / (15 * cell)))
    }

    private var notes: [String] {
        let notes = [
            report.isSample ? Notices.sample[language] : nil, report.partNote(of: days, style), report.staleNote(style), report.degradedNote(style),
            Heading(report: report, style: style).sources,
        ]
        return notes.compactMap(\.self).flatMap { $0.wrapped(to: Int((width - 2 * margin) / (11 * cell))) }
    }

    private var symbols: Set<SkySymbol> { Set((days.map { SkySymbol($0.whole?.condition) } + [present]).compactMap(\.self)) }

    private var present: SkySymbol? { SkySymbol(report.week.current?.condition, isNight: report.week.themeSelection.isNight) }

    private var css: String {
        let palette = report.week.themeSelection.palette
        return """
            .paper{fill:#fff}.ink{fill:#17202b}.faint{fill:#566270}.red{fill:#b3261e}.blue,.wet{fill:#1759ad}\
            .line{stroke:#dfe4ea}.now{fill:\(palette.text)}\
            text{font-variant-numeric:tabular-nums}\
            @media(prefers-color-scheme:dark){.paper{fill:#12181f}.ink{fill:#eaeff4}.faint{fill:#a3b0bd}\
            .red{fill:#ff9a91}.blue,.wet{fill:#8fbcff}.line{stroke:#2c3641}}
            """
    }

    private var head: String {
        let palette = report.week.themeSelection.palette
        let moment = style.moment(report.generatedAt)
        let degrees = report.week.current?.temperature.map { "\($0.oneDecimal)°" }
        let right = width - margin
        let reading = (degrees ?? "").isEmpty ? 0 : 38 * cell * Double((degrees ?? "").count) + 52
        let room = width - 2 * margin - reading
        let size = min(24, room / (cell * Double(max(place.displayWidth, 1))))
        var marks =
            "<rect width=\"100%\" height=\"\(headHeight.oneDecimal)\" fill=\"\(palette.start)\"/>"
            + SVG.text("now", margin, 36, size, place, isBold: true) + SVG.text("now", margin, 56, 12, moment)
        if let degrees {
            marks += SVG.text("now", right, 48, 38, degrees, anchor: "end", isBold: true)
            if let present {
                let x = right - 38 * cell * Double(degrees.count) - 46
                marks += present.use(x: x, y: 14, size: 40)
            }
        }
        return marks + SVG.lines("now", margin, 82, 15, sentence, apart: 22)
    }

    private var columns: String {
        let temperatures = days.flatMap { [$0.extremes.minimum, $0.extremes.maximum] }.compactMap(\.self)
        let low = temperatures.min() ?? 0
        let span = max((temperatures.max() ?? 0) - low, 1)
        let left = (width - Double(days.count) * columnWidth) / 2
        return days.enumerated().map { index, day in
            let x = left + (Double(index) + 0.5) * columnWidth
            let bar = { (degrees: Double) in headHeight + 208 - (degrees - low) / span * 66 }
            return column(day, at: x, isFirst: index == 0, bar)
        }.joined()
    }

    private func column(_ day: Day, at x: Double, isFirst: Bool, _ y: (Double) -> Double) -> String {
        let top = headHeight
        let isToday = day.date == KoreanDate(of: report.generatedAt)
        let kind = day.date.weekday == 0 ? "red" : day.date.weekday == 6 ? "blue" : "ink"
        let weekday = isToday ? day.date.label(offset: 0)[language] : day.date.weekdayName[language]
        var marks = SVG.text(kind, x, top + 26, 14, weekday, anchor: "middle", isBold: true)
        marks += SVG.text("faint", x, top + 43, 12, day.date.monthAndDay, anchor: "middle")
        if let symbol = SkySymbol(day.whole?.condition) {
            marks += symbol.use(x: x - 19, y: top + 48, size: 38)
        } else {
            marks += SVG.text("faint", x, top + 74, 14, "–", anchor: "middle")
        }
        let chance = report.shownProbability(of: day)
        marks += SVG.text(
            (chance?.percent ?? 0) > 0 ? "wet" : "faint",
            x,
            top + 102,
            12,
            chance.percent == "-" ? "–" : chance.percent,
            anchor: "middle"
        )
        let (low, high) = (day.extremes.minimum, day.extremes.maximum)
        if let low, let high {
            let (start, end) = (y(max(low, high)), y(min(low, high)))
            marks +=
                "<rect x=\"\((x - 5).oneDecimal)\" y=\"\((start - 5).oneDecimal)\" width=\"10\" height=\"\((end - start + 10).oneDecimal)\" rx=\"5\" fill=\"\(Warmth.color(of: (low + high) / 2))\"/>"
        }
        if let high { marks += SVG.text("ink", x + 3, y(high) - 11, 14, high.wholeDegrees, anchor: "middle", isBold: true) }
        if let low { marks += SVG.text("faint", x + 3, y(low) + 22, 14, low.wholeDegrees, anchor: "middle") }
        if !isFirst {
            let edge = (x - columnWidth / 2).oneDecimal
            marks += "<path class=\"line\" d=\"M\(edge) \((top + 14).oneDecimal)V\((top + columnsHeight - 10).oneDecimal)\"/>"
        }
        return marks
    }

    private var foot: String { SVG.lines("faint", margin, headHeight + columnsHeight + 16, 11, notes, apart: 17) }
}
