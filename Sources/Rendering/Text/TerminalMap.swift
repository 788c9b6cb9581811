import KMAForecast
import Regions

struct TerminalMap {
    let report: NationReport
    let style: Style

    private static let widest = 64

    private var columns: Int { min(style.width - 1, TerminalMap.widest) }
    private var unit: Double { MapProjection.size.width / Double(columns) }
    private var rows: Int { Int((MapProjection.size.height / unit / 2).rounded(.up)) }

    var lines: [String] {
        let land = land
        let marks = marks
        return (0..<rows).map { row in
            var line = ""
            var column = 0
            while column < columns {
                if let mark = marks[row]?[column] {
                    line += mark.painted
                    column += mark.text.displayWidth
                } else {
                    line += cell(land[2 * row][column], land[2 * row + 1][column])
                    column += 1
                }
            }
            return line.withoutTrailingSpaces
        }
    }

    private func cell(_ upper: Bool, _ lower: Bool) -> String {
        guard upper || lower else { return " " }
        guard style.ansi.isColored else { return upper && lower ? ":" : upper ? "'" : "." }
        return style.ansi.faint(upper && lower ? "█" : upper ? "▀" : "▄")
    }

    private var land: [[Bool]] {
        var points = Array(repeating: Array(repeating: false, count: columns), count: 2 * rows)
        for outline in DistrictOutline.all {
            var crossings: [Int: [Double]] = [:]
            for ring in outline.rings {
                for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) where start.y != end.y {
                    let (top, bottom) = start.y < end.y ? (start, end) : (end, start)
                    let first = max(0, Int((top.y / unit - 0.5).rounded(.up)))
                    var row = first
                    while row < points.count, (Double(row) + 0.5) * unit < bottom.y {
                        let share = ((Double(row) + 0.5) * unit - top.y) / (bottom.y - top.y)
                        crossings[row, default: []].append(top.x + share * (bottom.x - top.x))
                        row += 1
                    }
                }
            }
            for (row, places) in crossings {
                let sorted = places.sorted()
                for pair in stride(from: 0, to: sorted.count - 1, by: 2) {
                    let from = max(0, Int((sorted[pair] / unit - 0.5).rounded(.up)))
                    let to = min(columns - 1, Int((sorted[pair + 1] / unit - 0.5).rounded(.down)))
                    if from <= to { for column in from...to { points[row][column] = true } }
                }
            }
        }
        return points
    }

    private var marks: [Int: [Int: (text: String, painted: String)]] {
        var marks: [Int: [Int: (text: String, painted: String)]] = [:]
        for city in report.cities {
            let point = NationMap.position(of: city.city)
            let text = text(of: city)
            let width = text.displayWidth
            let column = min(max(0, Int(point.x / unit) - width / 2), columns - width)
            let row = min(max(0, Int(point.y / unit / 2)), rows - 1)
            let moves = [(0, 0), (1, 0), (-1, 0), (0, width + 1), (0, -width - 1), (1, 2), (-1, -2), (2, 0)]
            let free = moves.first { move in
                let (row, column) = (row + move.0, column + move.1)
                guard (0..<rows).contains(row), (0...columns - width).contains(column) else { return false }
                return !(marks[row] ?? [:]).contains { start, mark in start <= column + width && column <= start + mark.text.displayWidth }
            }
            guard let free else { continue }
            let theme = city.dayAhead(on: report.date)?.whole?.condition?.theme
            let painted = style.ansi.theme(theme, text)
            marks[row + free.0, default: [:]][column + free.1] = (text, painted)
        }
        return marks
    }

    private func text(of city: NationReport.City) -> String {
        let day = city.dayAhead(on: report.date)
        let figure = day?.extremes.maximum.map(\.wholeNumber) ?? "-"
        guard style.ansi.isColored else { return figure }
        return (day?.whole?.condition?.theme.symbol(night: false) ?? "") + figure + "°"
    }
}
