/// District on the map of the country, from the boundaries' table.
public struct DistrictOutline: Sendable {
    private let row: Row

    /// Code of the district.
    public var district: String { row[0].text }
    /// Code of its province.
    public var province: String { String(district.prefix(2)) }
    /// SVG path in units of ``MapProjection``.
    public var path: String { row[1].text }

    /// Corners of its rings.
    public var rings: [[(x: Double, y: Double)]] {
        path.split(separator: "z").map { ring in
            let numbers = ring.replacing("-", with: " -").split { $0 != "-" && !$0.isNumber }.compactMap { Double($0) }
            var (x, y) = (0.0, 0.0)
            return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
                x += numbers[index]
                y += numbers[index + 1]
                return (x, y)
            }
        }
    }

    /// Districts in the order of the table, by province.
    public static let all = rows.filter { $0[0].text != projectionName }.map(DistrictOutline.init)

    fileprivate static let projectionName = "projection"
    fileprivate static var rows: some Sequence<Row> { Row.all(of: Tables.outlines).filter { !$0[1].isEmpty } }

    /// Zone of 에어코리아's dust forecast.
    public var dustZone: String? { DistrictOutline.dustZones[district] }

    /// Codes of the lowest warning zones on the district.
    public var warningZones: [String] { DistrictOutline.warningZones[district] ?? [] }

    /// A city with one boundary (화성시) has the zones of its 구.
    private static let dustZones: [String: String] = byDistrict(Tables.dustZones).compactMapValues { $0.first?[1].text }
    private static let warningZones: [String: [String]] = byDistrict(Tables.warningAreas).mapValues { rows in
        Array<String>(Set(rows.filter { $0[1].isEmpty }.flatMap { $0[2].split(at: .semicolon).map(\.text) }))
    }

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

/// Map of the country, with units of about a kilometre from the upper left corner.
public enum MapProjection {
    /// Units to the outermost points, 독도 and 마라도, with a margin.
    public static let size = (width: 692.0, height: 640.0)

    private static let numbers: [Double] = {
        let row = DistrictOutline.rows.first { $0[0].text == DistrictOutline.projectionName }
        let numbers = row?[1].split(at: .semicolon).map(\.decimal) ?? []
        precondition(numbers.count == 4, "embed-tables writes the projection")
        return numbers
    }()

    /// Position of a point in degrees, WGS84.
    public static func position(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
        ((longitude - numbers[0]) * numbers[2], (numbers[1] - latitude) * numbers[3])
    }
}
