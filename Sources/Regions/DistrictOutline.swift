/// A district on the map of the country: a row of the table that `embed-tables` makes of the boundaries.
public struct DistrictOutline: Sendable {
    private let row: Row

    /// Code of the district.
    public var district: String { row[0].text }
    /// Code of its province: the districts of a province have the same.
    public var province: String { String(district.prefix(2)) }
    /// Its outline as the data of an SVG path, in units of ``MapProjection``.
    public var path: String { row[1].text }

    /// The corners of its rings.
    public var rings: [[(x: Double, y: Double)]] {
        path.split(separator: "z").map { ring in
            // Whole numbers, which stand apart by a letter, a space or the sign of the next.
            let numbers = ring.replacing("-", with: " -").split { $0 != "-" && !$0.isNumber }.compactMap {
                Double($0)
            }
            var (x, y) = (0.0, 0.0)
            return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
                x += numbers[index]
                y += numbers[index + 1]
                return (x, y)
            }
        }
    }

    /// The districts in the order of the table, those of a province together.
    public static let all = rows.filter { $0[0].text != projectionName }.map(DistrictOutline.init)

    fileprivate static let projectionName = "projection"
    fileprivate static var rows: some Sequence<Row> { Row.all(of: Tables.outlines).filter { !$0[1].isEmpty } }

    /// The zone of 에어코리아's dust forecast that the district lies in; `nil` for one that the table lacks.
    public var dustZone: String? { DistrictOutline.dustZones[district] }

    /// Codes of the lowest zones of KMA's weather warnings on the district.
    public var warningZones: [String] { DistrictOutline.warningZones[district] ?? [] }

    /// Of a city whose boundary is one and whose rows are those of its 구 (화성시), they are those of the 구.
    private static let dustZones: [String: String] = byDistrict(Tables.dustZones).compactMapValues {
        $0.first?[1].text
    }

    private static let warningZones: [String: [String]] = byDistrict(Tables.warningAreas).mapValues { rows in
        Array<String>(Set(rows.filter { $0[1].isEmpty }.flatMap { $0[2].split(at: .semicolon).map(\.text) }))
    }

    /// The rows of a table by the districts that have outlines.
    private static func byDistrict(_ table: StaticString) -> [String: [Row]] {
        let rows = Dictionary(grouping: Row.all(of: table), by: { $0[0].text })
        return Dictionary(
            all.map { outline in
                let parts = rows.filter { $0.key.dropLast() == outline.district.dropLast() }
                return (outline.district, rows[outline.district] ?? parts.flatMap(\.value))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// Where points of the country lie on its map: a unit is about a kilometre, from the upper left corner.
public enum MapProjection {
    /// Units from the left and from the top to the outermost points of the country, 독도 and 마라도, with a margin.
    public static let size = (width: 692.0, height: 640.0)

    /// West and north of the upper left corner, and units in a degree.
    private static let numbers: [Double] = {
        let row = DistrictOutline.rows.first { $0[0].text == DistrictOutline.projectionName }
        let numbers = row?[1].split(at: .semicolon).map(\.decimal) ?? []
        precondition(numbers.count == 4, "embed-tables writes the projection")
        return numbers
    }()

    /// The position of a point in degrees, WGS84.
    public static func position(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
        ((longitude - numbers[0]) * numbers[2], (numbers[1] - latitude) * numbers[3])
    }
}
