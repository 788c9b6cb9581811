import CLibrary

/// Cell of KMA's 5 km Lambert grid: columns 1…149 from the west, rows 1…253 from the south.
public struct GridCell: Sendable, Hashable {
    /// Column, `nx` in requests.
    public let x: Int
    /// Row, `ny` in requests.
    public let y: Int

    /// Creates a cell; `nil` off the grid, where KMA answers zeros.
    public init?(x: Int, y: Int) {
        guard 1...149 ~= x, 1...253 ~= y else { return nil }
        self.init(onGridX: x, y: y)
    }

    init(onGridX x: Int, y: Int) { (self.x, self.y) = (x, y) }

    /// Cell of a point, WGS84; Lambert conformal conic with KMA's constants (기상청 단기예보 조회서비스 활용가이드, C program in the annex).
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) < 90, abs(longitude) <= 180 else { return nil }
        let cell = LambertGrid.kma.cell(latitude: latitude, longitude: longitude)
        self.init(x: Int(cell.x), y: Int(cell.y))
    }

    init(inKoreaAtLatitude latitude: Double, longitude: Double) {
        let cell = LambertGrid.kma.cell(latitude: latitude, longitude: longitude)
        self.init(onGridX: Int(min(max(cell.x, 1), 149)), y: Int(min(max(cell.y, 1), 253)))
    }
}

extension GridCell { package var middle: (latitude: Double, longitude: Double) { LambertGrid.kma.middle(of: self) } }

/// KMA's program has `sn` for `cone`, `re * sf` for `scale`, `ro` for `originRadius`.
private struct LambertGrid {
    static let kma = LambertGrid()

    private let originLongitude = 126.0
    private let origin = (x: 43.0, y: 136.0)
    private let cone: Double
    private let scale: Double
    private let originRadius: Double

    private init() {
        let (south, north) = (radians(30), radians(60))
        let gridUnits = 6371.00877 / 5.0
        cone = log(cos(south) / cos(north)) / log(halfAngleTangent(north) / halfAngleTangent(south))
        scale = gridUnits * pow(halfAngleTangent(south), cone) * cos(south) / cone
        originRadius = scale / pow(halfAngleTangent(radians(38)), cone)
    }

    func cell(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
        let radius = scale / pow(halfAngleTangent(radians(latitude)), cone)
        let angle = radians(longitude - originLongitude) * cone
        let x = radius * sin(angle) + origin.x
        let y = originRadius - radius * cos(angle) + origin.y
        return ((x + 0.5).rounded(.down), (y + 0.5).rounded(.down))
    }

    /// Snyder, "Map Projections: A Working Manual", USGS Professional Paper 1395, equations 15-1 to 15-11.
    func middle(of cell: GridCell) -> (latitude: Double, longitude: Double) {
        let (east, north) = (Double(cell.x) - origin.x, originRadius - (Double(cell.y) - origin.y))
        let distance = (east * east + north * north).squareRoot()
        let longitude = originLongitude + atan2(east, north) / cone / radians(1)
        let latitude = 2 * atan(pow(scale / distance, 1 / cone)) - .pi / 2
        return (latitude / radians(1), longitude)
    }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

private func halfAngleTangent(_ latitude: Double) -> Double { tan(.pi / 4 + latitude / 2) }
