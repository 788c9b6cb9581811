import Feeds
import Forecast
import KMAForecast

/// The week of a place as dots, for those who show a link to it: they take no SVG, and no font is at hand, so that it has
/// figures and a few Latin capitals. The weather now stands on the colour of its theme, below it a column a day.
///
/// 600 × 315 is the smallest picture that Facebook shows at full width, and its shape (developers.facebook.com/docs/sharing/webmasters/images).
public struct WeekPicture: Sendable {
    private static let size = (width: 600, height: 315)
    private static let headHeight = 132
    private static let margin = 24

    private static let paper = PixelCanvas.Color("#FFFFFF")
    private static let ink = PixelCanvas.Color("#1A1A1A")
    private static let faint = PixelCanvas.Color("#5F6B76")
    private static let sun = PixelCanvas.Color("#F5A623")
    private static let cloud = PixelCanvas.Color("#A9B4C0")
    private static let drop = PixelCanvas.Color("#1E73C8")
    private static let sunday = PixelCanvas.Color("#C62828")

    private let report: Report
    private let days: [Day]

    /// The picture of a report.
    public init(_ report: Report) {
        self.report = report
        days = Array(report.daysAhead.prefix(Week.daysAhead + 1))
    }

    /// What is drawn.
    public var canvas: PixelCanvas {
        var canvas = PixelCanvas(width: Self.size.width, height: Self.size.height, Self.paper)
        drawHead(&canvas)
        for (index, day) in days.enumerated() { draw(day, at: index, &canvas) }
        canvas.write(sources, x: Self.margin, y: 292, dot: 1, Self.faint)
        return canvas
    }

    private func drawHead(_ canvas: inout PixelCanvas) {
        let palette = report.week.themeSelection.palette
        let (start, end) = (PixelCanvas.Color(palette.start), PixelCanvas.Color(palette.end))
        let text = PixelCanvas.Color(palette.text)
        for row in 0..<Self.headHeight {
            let color = start.mixed(with: end, Double(row) / Double(Self.headHeight))
            canvas.fill(x: 0, y: row, width: canvas.width, height: 1, color)
        }
        canvas.write(fitting(report.place.englishName), x: Self.margin, y: 16, dot: 2, text)
        let isNight = report.week.themeSelection.isNight
        // A cloud is white, but on the pale colour of snow.
        let cloud = report.week.themeSelection.theme == .snow && !isNight ? Self.cloud : Self.paper
        if let symbol = SkySymbol(report.week.current?.condition, isNight: isNight) {
            draw(symbol, x: Self.margin, y: 40, size: 80, cloud: cloud, drop: text, &canvas)
        }
        guard let temperature = report.temperatureNow else { return }
        canvas.write("\(temperature.oneDecimal)°", x: 136, y: 46, dot: 9, text)
    }

    /// The name as far as it fits: without its last part, then cut.
    private func fitting(_ name: String) -> String {
        let limit = Self.size.width - 2 * Self.margin
        var name = name
        while PixelCanvas.width(of: name, dot: 2) > limit, let comma = name.lastIndex(of: ",") {
            name = String(name[..<comma])
        }
        while PixelCanvas.width(of: name, dot: 2) > limit { name.removeLast() }
        return name
    }

    private func draw(_ day: Day, at index: Int, _ canvas: inout PixelCanvas) {
        let column = Double(Self.size.width - Self.margin) / Double(Week.daysAhead + 1)
        let middle = Int((Double(Self.margin) / 2 + column * (Double(index) + 0.5)).rounded())
        func write(_ text: String, y: Int, _ color: PixelCanvas.Color) {
            canvas.write(text, x: middle - PixelCanvas.width(of: text, dot: 2) / 2, y: y, dot: 2, color)
        }
        let name = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"][day.date.weekday]
        let color = day.date.weekday == 0 ? Self.sunday : day.date.weekday == 6 ? Self.drop : Self.ink
        write(name, y: 146, color)
        if let symbol = SkySymbol(day.whole?.condition) {
            draw(symbol, x: middle - 18, y: 168, size: 36, cloud: Self.cloud, drop: Self.drop, &canvas)
        }
        if let probability = report.shownProbability(of: day) {
            write("\(probability.percent)%", y: 212, probability.percent >= 60 ? Self.drop : Self.faint)
        }
        day.extremes.maximum.map { write($0.wholeDegrees, y: 236, Self.ink) }
        day.extremes.minimum.map { write($0.wholeDegrees, y: 258, Self.faint) }
    }

    /// Whose data they are, of when, and that they are made up or old.
    var sources: String {
        let time = KoreanTime(report.generatedAt)
        let names = report.sources.filter(\.hasValue).map(\.feed.service)
        let parts = [
            report.isSample ? "SAMPLE DATA" : report.isStale ? "SOME DATA ARE OLD" : nil,
            "\(time.date.monthAndDay) \(time.clock)",
            report.attribution.contains(UpstreamAPI.shortTerm.traits.attribution) ? "KMA" : nil,
            names.contains(.openWeather) ? "WEATHER DATA PROVIDED BY OPENWEATHER" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }
}

extension WeekPicture {
    /// Draws a symbol of the sky in a square.
    private func draw(
        _ symbol: SkySymbol,
        x: Int,
        y: Int,
        size: Int,
        cloud: PixelCanvas.Color,
        drop: PixelCanvas.Color,
        _ canvas: inout PixelCanvas
    ) {
        // The drawing has 56 units, as the symbols of the page.
        let unit = Double(size) / 56
        func at(_ x1: Double, _ y1: Double) -> (x: Double, y: Double) {
            (Double(x) + x1 * unit, Double(y) + y1 * unit)
        }
        func disc(_ x1: Double, _ y1: Double, _ radius: Double, _ color: PixelCanvas.Color) {
            let middle = at(x1, y1)
            canvas.disc(x: middle.x, y: middle.y, radius: radius * unit, color)
        }
        func drawCloud(_ down: Double) {
            for (x1, y1, radius) in [(17.0, 29.0, 9.0), (28, 23, 13), (39, 28, 10)] {
                disc(x1, y1 + down, radius, cloud)
            }
            let corner = at(16, 28 + down)
            canvas.fill(
                x: Int(corner.x),
                y: Int(corner.y),
                width: Int(24 * unit),
                height: Int(10 * unit),
                cloud
            )
        }
        func drawDrops(_ columns: [Double]) {
            for column in columns {
                for step in 0..<4 { disc(column - Double(step), 42 + Double(step) * 3, 2, drop) }
            }
        }
        func drawFlakes(_ columns: [Double]) {
            for (index, column) in columns.enumerated() { disc(column, index % 2 == 0 ? 45 : 50, 3.2, drop) }
        }
        switch symbol {
        case .clear: disc(28, 28, 17, Self.sun)
        case .night:
            let (middle, hole) = (at(27, 28), at(36, 22))
            canvas.disc(
                x: middle.x,
                y: middle.y,
                radius: 17 * unit,
                Self.sun,
                without: (hole.x, hole.y, 15 * unit)
            )
        case .mostly:
            disc(38, 19, 11, Self.sun)
            drawCloud(8)
        case .overcast: drawCloud(4)
        case .fog:
            drawCloud(-4)
            for row in [40.0, 46, 52] {
                let corner = at(10, row)
                canvas.fill(
                    x: Int(corner.x),
                    y: Int(corner.y),
                    width: Int(36 * unit),
                    height: max(Int(3 * unit), 1),
                    cloud
                )
            }
        case .rain:
            drawCloud(-4)
            drawDrops([18, 29, 40])
        case .mixed:
            drawCloud(-4)
            drawDrops([18, 42])
            drawFlakes([29])
        case .snow:
            drawCloud(-4)
            drawFlakes([17, 28, 39])
        }
    }
}
