#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
import Regions

/// KMA's 5 km grid read backwards: from a cell to the point in its middle.
///
/// Lambert conformal conic with two standard parallels; figures from 기상청 단기예보 조회서비스 활용가이드,
/// formulas from Snyder, "Map Projections: A Working Manual" (USGS Professional Paper 1395), equations 15-1 to 15-11.
enum SampleGrid {
    /// The middle of a cell, degrees north and east; `nil` for a cell that is not on the grid.
    static func middle(of cell: GridCell) -> (latitude: Double, longitude: Double)? {
        guard 1...149 ~= cell.x, 1...253 ~= cell.y else { return nil }
        let east = Double(cell.x - 43)
        let north = radius(latitude: 38) - Double(cell.y - 136)
        let distance = (east * east + north * north).squareRoot()
        let longitude = 126 + atan2(east, north) / cone / degree
        let latitude = 2 * atan(pow(earth * scale / distance, 1 / cone)) - .pi / 2
        return (latitude / degree, longitude)
    }

    private static let degree = Double.pi / 180
    /// Radius of the earth in cells of 5 km.
    private static let earth = 6_371.00877 / 5
    private static let cone =
        log(cos(30 * degree) / cos(60 * degree)) / log(tangent(latitude: 60) / tangent(latitude: 30))
    private static let scale = pow(tangent(latitude: 30), cone) * cos(30 * degree) / cone

    private static func tangent(latitude: Double) -> Double {
        tan(.pi / 4 + latitude * degree / 2)
    }

    /// Cells from the pole of the cone to a parallel.
    private static func radius(latitude: Double) -> Double {
        earth * scale / pow(tangent(latitude: latitude), cone)
    }
}
