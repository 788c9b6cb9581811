import Forecast
import KMAForecast
import Regions

/// SVG map of the country without files, fonts and scripts; zones have colours, cities points, and nothing is drawn between.
public struct NationMap: Sendable {
    /// Value on the map.
    public enum Value: String, Sendable, CaseIterable {
        case theme
        case high
        case low
        case probability
        case dust
        case alerts

        /// Name for people.
        public var name: LocalizedText {
            switch self {
            case .theme: LocalizedText("날씨", "Weather")
            case .high: LocalizedText("최고기온", "Highs")
            case .low: LocalizedText("최저기온", "Lows")
            case .probability: LocalizedText("강수확률", "Chance of rain")
            case .dust: LocalizedText("미세먼지", "Dust")
            case .alerts: LocalizedText("기상특보", "Weather warnings")
            }
        }
    }

    let report: NationReport
    let value: Value
    let language: Language

    /// Creates the map of a report.
    public init(_ report: NationReport, _ value: Value, _ language: Language) { (self.report, self.value, self.language) = (report, value, language) }

    /// Picture as SVG.
    public var svg: String {
        SVG.picture(
            width: MapProjection.size.width,
            height: MapProjection.size.height + Double(notes.count) * 17 + 12,
            language,
            title: title,
            words: words,
            css: NationMap.style,
            symbols: symbols,
            "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\(land)\(cities)\(head)\(legend)\(foot)"
        )
    }

    private var style: Style { Style(plain: language, columns: 10_000) }

    private var isToday: Bool { report.date == KoreanDate(of: report.generatedAt) }

    private var moment: String { isToday ? style.moment(report.generatedAt) : report.date.dayWithWeekday[language] }

    private var title: String {
        let name = value.name[language]
        return style("전국 \(name), \(moment)", "Korea: \(name), \(moment)")
    }

    private var words: String {
        let unknown = style("자료 없음", "no data")
        var clauses = report.cities.map { city in "\(name(of: city)): \(said(of: city) ?? unknown)" }
        if value == .dust, !report.dust.isEmpty {
            clauses = report.dust.sorted { $0.key < $1.key }.map { zone, grades in
                let name = language == .korean ? zone : DustZone.englishNames[zone] ?? zone
                return "\(name): \(grades.dust?.label[language] ?? unknown)"
            }
        }
        if value == .alerts { clauses = alertClauses }
        return (clauses + notes).joined(separator: "\n")
    }

    private var alertClauses: [String] {
        guard let alerts = report.alerts, !alerts.isEmpty else { return [AlertList.none(report.alerts, style)] }
        return alerts.readable(at: report.generatedAt).map { alert in
            let zones = alert.zones.map { language == .korean ? $0.name : $0.englishName }
            let title = AlertText(alert: alert, now: report.generatedAt, style: style).title
            return "\(title): \(zones.joined(separator: ", "))"
        }
    }

    private func name(of city: NationReport.City) -> String { style(city.city.name, city.city.englishName) }

    private func day(of city: NationReport.City) -> Day? { city.dayAhead(on: report.date) }

    private func said(of city: NationReport.City) -> String? {
        let day = day(of: city)
        return switch value {
        case .theme: day?.whole?.condition?.text[language]
        case .high: day?.extremes.maximum?.wholeDegrees
        case .low: day?.extremes.minimum?.wholeDegrees
        case .probability: day?.whole?.precipitationProbability.map { "\($0.percent)%" }
        case .dust: city.airGrade(on: report.date)?.label[language]
        case .alerts: city.alerts(on: report.date)?.first?.label[language]
        }
    }

    private var notes: [String] {
        let missing = report.cities.filter { $0.isLate || $0.report == nil }.map(name).joined(separator: ", ")
        let owners = report.attribution.map { Attribution.name(of: $0)[language] }.joined(separator: " · ")
        let outlines = style("경계: 국가데이터처", "Boundaries: Ministry of Data and Statistics")
        let notes = [
            report.isSample ? Notices.sample[language] : nil, missing.isEmpty ? nil : style("아직 받지 못한 곳: \(missing)", "Still loading: \(missing)"),
            missing.isEmpty ? report.degradedNote(style) : nil, report.staleNote(style), style("자료: ", "Data: ") + owners + " · " + outlines,
        ]
        return notes.compactMap(\.self).flatMap { $0.wrapped(to: 106) }
    }

    private var head: String {
        SVG.text("ink strong", 20, 36, 22, style("전국 \(value.name.korean)", "Korea: \(value.name.english)")) + SVG.text("faint", 20, 56, 13, moment)
    }

    private var foot: String { SVG.lines("faint", 20, MapProjection.size.height + 8, 11, notes, apart: 17) }

    private var land: String {
        let zones = value == .dust && !report.dust.isEmpty
        let groups = Dictionary(grouping: DistrictOutline.all) { zones ? $0.dustZone ?? "" : $0.province }
        let parts = groups.sorted { $0.key < $1.key }.enumerated().map { index, group -> String in
            let (key, outlines) = group
            let path = outlines.map(\.path).joined()
            let kind = zones ? report.dust[key]?.dust.map { "grade-\($0.rawValue)" } : nil
            // Edge first, half covered by the next: lines between provinces, none between districts.
            return "<g class=\"edge\"><path id=\"z\(index)\" d=\"\(path)\"/></g><use class=\"\(kind ?? "land")\" href=\"#z\(index)\"/>"
        }
        return parts.joined() + (value == .alerts ? warned : "")
    }

    private var warned: String {
        var levels: [String: WarningLevel] = [:]
        for alert in report.alerts ?? [] {
            for code in alert.zones.compactMap(\.code) { levels[code] = max(levels[code] ?? alert.level, alert.level) }
        }
        return DistrictOutline.all.compactMap { outline in
            let found = outline.warningZones.map { levels[$0] }
            guard let level = found.compactMap(\.self).max() else { return nil }
            let part = found.contains { $0 == nil } ? " part" : ""
            return "<path class=\"level-\(level.rawValue)\(part)\" d=\"\(outline.path)\"/>"
        }.joined()
    }

    private var symbols: Set<SkySymbol> { value == .theme ? Set(report.cities.compactMap(symbol)) : [] }

    private func symbol(of city: NationReport.City) -> SkySymbol? { SkySymbol(day(of: city)?.whole?.condition) }

    static func position(of city: NationCity) -> (x: Double, y: Double) {
        let point = MapProjection.position(latitude: city.place.latitude, longitude: city.place.longitude)
        let move = moves[city.name] ?? (0, 0)
        return (point.x + move.x, point.y + move.y)
    }

    private static let moves: [String: (x: Double, y: Double)] = [
        "서울": (8, -18), "인천": (-30, 0), "수원": (12, 14), "청주": (14, -14), "대전": (-10, 6), "창원": (-24, -4), "부산": (14, 16), "울산": (16, -4),
        "대구": (-6, -8), "전주": (-4, 4), "강릉": (6, -2), "백령": (14, 22), "울릉·독도": (0, -26),
    ]

    private var cities: String { report.cities.map { city in mark(city, at: NationMap.position(of: city.city)) }.joined() }

    private func mark(_ city: NationReport.City, at point: (x: Double, y: Double)) -> String {
        let (x, y) = point
        let name = SVG.text("name", x, y - 11, 11, name(of: city), anchor: "middle")
        if value == .theme, let symbol = symbol(of: city) {
            let figure = day(of: city)?.extremes.maximum.map { SVG.text("name strong", x + 13, y + 11, 12, $0.wholeDegrees) } ?? ""
            return name + symbol.use(x: x - 18, y: y - 9, size: 30) + figure
        }
        let said = said(of: city)
        if value == .alerts, said == nil { return "<circle class=\"dot\" cx=\"\(x.oneDecimal)\" cy=\"\(y.oneDecimal)\" r=\"3\"/>" + name }
        let shown = said ?? "–"
        let width = max(34, Double(shown.displayWidth) * 7 + 14)
        let frame =
            "<rect class=\"frame\" x=\"\((x - width / 2).oneDecimal)\" y=\"\((y - 8).oneDecimal)\" width=\"\(width.oneDecimal)\" height=\"20\" rx=\"10\" stroke=\"\(color(of: city))\"/>"
        return name + frame + SVG.text("ink strong", x, y + 6.5, 12, shown, anchor: "middle")
    }

    private static let unknownColor = "#8b9aaa"

    private func color(of city: NationReport.City) -> String {
        let day = day(of: city)
        let color: String? =
            switch value {
            case .high: day?.extremes.maximum.map(Warmth.color)
            case .low: day?.extremes.minimum.map(Warmth.color)
            case .probability: day?.whole?.precipitationProbability.map { NationMap.color(ofChance: $0.percent) }
            case .dust: city.airGrade(on: report.date).map(NationMap.color)
            case .alerts: city.alerts(on: report.date)?.first.map { NationMap.color(of: $0.level) }
            case .theme: nil
            }
        return color ?? NationMap.unknownColor
    }

    private var legend: String {
        var items: [(color: String, text: String)] = []
        switch value {
        case .dust: items = AirGrade.allCases.map { (NationMap.color(of: $0), $0.label[language]) }
        case .alerts:
            let levels = Set((report.alerts ?? []).map(\.level))
            let names = [WarningLevel.severe, .warning, .advisory, .preliminary].filter(levels.contains)
            items = names.map { (NationMap.color(of: $0), NationMap.name(of: $0)[language]) }
        case .probability: items = [0, 30, 60].map { (NationMap.color(ofChance: $0), NationMap.chances[$0] ?? "") }
        case .theme, .high, .low: break
        }
        let x = 560.0
        var marks = items.enumerated().map { index, item in
            let y = 240 + Double(index) * 24
            return "<rect x=\"\(x.oneDecimal)\" y=\"\((y - 11).oneDecimal)\" width=\"16\" height=\"14\" rx=\"4\" fill=\"\(item.color)\"/>"
                + SVG.text("ink", x + 24, y, 13, item.text)
        }
        if value == .alerts, (report.alerts ?? []).isEmpty {
            marks.append(SVG.lines("ink", x - 20, 240, 13, alertClauses[0].wrapped(to: 20), apart: 18))
        }
        return marks.joined()
    }

    private static let chances = [0: "0–20%", 30: "30–50%", 60: "60–100%"]

    private static func color(ofChance percent: Int) -> String { percent >= 60 ? "#1759ad" : percent >= 30 ? "#5ba3e6" : "#b4c0cc" }

    /// 에어코리아's colours, darker.
    private static func color(of grade: AirGrade) -> String {
        switch grade {
        case .good: "#4a90d9"
        case .moderate: "#4caf6d"
        case .bad: "#e0a419"
        case .veryBad: "#d6453d"
        }
    }

    private static func color(of level: WarningLevel) -> String {
        switch level {
        case .preliminary: "#7fb6c9"
        case .advisory: "#f0b429"
        case .warning: "#d9412f"
        case .severe: "#8e2bb0"
        }
    }

    private static func name(of level: WarningLevel) -> LocalizedText {
        switch level {
        case .preliminary: LocalizedText("예비특보", "Expected")
        case .advisory: LocalizedText("주의보", "Advisory")
        case .warning: LocalizedText("경보", "Warning")
        case .severe: LocalizedText("중대경보", "Severe")
        }
    }

    private static let style: String = {
        let grades = AirGrade.allCases.map { ".grade-\($0.rawValue){fill:\(color(of: $0));stroke:\(color(of: $0))}" }
        let levels = WarningLevel.allCases.map { ".level-\($0.rawValue){fill:\(color(of: $0));stroke:\(color(of: $0))}" }
        return """
            .paper{fill:#f3f7fb}.ink,.name{fill:#17202b}.faint{fill:#536070}.strong{font-weight:600}\
            .edge{fill:none;stroke:#fff;stroke-width:3;stroke-linejoin:round}.land{fill:#d9e0d3;stroke:#d9e0d3}use{stroke-linejoin:round}\(grades.joined())\(levels.joined()).part{fill-opacity:.55}\
            .name{stroke:#f3f7fb;stroke-width:3;stroke-linejoin:round;paint-order:stroke}\
            .frame{fill:#fff;stroke-width:2.5}.dot{fill:#536070}text{font-variant-numeric:tabular-nums}\
            @media(prefers-color-scheme:dark){.paper{fill:#12181f}.ink,.name{fill:#eef2f6}.faint{fill:#a3b0bd}\
            .edge{stroke:#12181f}.land{fill:#33404c;stroke:#33404c}\(grades.joined())\(levels.joined())\
            .name{stroke:#12181f}.frame{fill:#12181f}.dot{fill:#a3b0bd}}
            """
    }()
}
