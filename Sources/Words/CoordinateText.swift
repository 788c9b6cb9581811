/// Coordinate: `37.5,127.0`, `37.5N 127.0E`, `북위 37.5 동경 127`, `37°33'59.5"N 126°58'40.7"E`, or a map's link (``MapLink``).
package enum CoordinateText {
    case none
    case half
    case pair(latitude: Double, longitude: Double)

    package var isPair: Bool { if case .pair = self { true } else { false } }

    var isInKorea: Bool {
        guard case .pair(let latitude, let longitude) = self else { return false }
        return CoordinateText.northOfKorea ~= latitude && CoordinateText.eastOfKorea ~= longitude
    }

    package init(_ text: String) {
        if let point = MapLink.point(in: text) {
            self = .pair(latitude: point.latitude, longitude: point.longitude)
            return
        }
        let parts = CoordinateText.parts(of: text) ?? []
        self = .none
        if parts.count == 1, parts[0].axis != nil || text.contains(where: { ".．".contains($0) }) { self = .half }
        guard parts.count == 2, parts[0].axis == nil || parts[0].axis != parts[1].axis else { return }
        // As on some maps; degrees north and east of Korea never overlap.
        let isReversed = CoordinateText.eastOfKorea ~= parts[0].degrees && CoordinateText.northOfKorea ~= parts[1].degrees
        let isNamed = parts.contains { $0.axis != nil }
        let isEastFirst = isNamed ? parts[0].axis == .longitude || parts[1].axis == .latitude : isReversed
        let (north, east) = isEastFirst ? (parts[1], parts[0]) : (parts[0], parts[1])
        self = .pair(latitude: north.degrees, longitude: east.degrees)
    }

    package static func degrees(_ text: String) -> Double? {
        if let degrees = Double(text), degrees.isFinite, !text.contains(where: { "xX".contains($0) }) { return degrees }
        guard let parts = parts(of: text), parts.count == 1 else { return nil }
        return parts[0].degrees
    }

    private static let (northOfKorea, eastOfKorea) = (32.0...39.5, 123.0...133.0)

    private enum Axis { case latitude, longitude }

    private typealias Part = (axis: Axis?, degrees: Double)

    private static func parts(of text: String) -> [Part]? {
        guard text.utf8.count <= 100, text.contains(where: \.isNumber) else { return nil }
        var parts: [Part] = []
        var axis: Axis?
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.map(halfWidth))).lowercased()
        var rest = ["''", "′′", "’’"].reduce(plain) { $0.replacing($1, with: "\"") }[...]
        while let first = rest.first {
            if first.isWhitespace || ",;:=°º도()[]".contains(first) {
                rest = rest.dropFirst()
            } else if let mark = axes.first(where: { rest.hasPrefix($0.text) }) {
                rest = rest.dropFirst(mark.text.count)
                guard axis == nil else { return nil }
                if let last = parts.indices.last, parts[last].axis == nil { parts[last].axis = mark.axis } else { axis = mark.axis }
            } else {
                guard let degrees = degreesAndMinutes(&rest) else { return nil }
                parts.append((axis, degrees))
                axis = nil
            }
        }
        return axis == nil ? parts : nil
    }

    private static func degreesAndMinutes(_ rest: inout Substring) -> Double? {
        let number = rest.prefix { "0123456789.+-".contains($0) }
        guard let degrees = Double(number), degrees.isFinite else { return nil }
        rest = rest[number.endIndex...]
        var size = degrees.magnitude
        var left = rest.drop(while: \.isWhitespace)
        for (marks, share) in [("'′’‘분", 60.0), ("\"″”“초", 3_600)] {
            let part = left.dropFirst().drop(while: \.isWhitespace).prefix { "0123456789.".contains($0) }
            let end = left[part.endIndex...].drop(while: \.isWhitespace)
            guard let mark = left.first, share > 60 || "°º도".contains(mark), let last = end.first, marks.contains(last) else { break }
            guard let count = Double(part), count < 60 else { return nil }
            size += count / share
            (left, rest) = (end, end.dropFirst())
        }
        return degrees.sign == .minus ? -size : size
    }

    private static let axes: [(text: String, axis: Axis)] = [
        ("latitude", .latitude), ("longitude", .longitude), ("lat", .latitude), ("lng", .longitude), ("lon", .longitude), ("북위", .latitude),
        ("위도", .latitude), ("동경", .longitude), ("경도", .longitude), ("n", .latitude), ("e", .longitude),
    ]

    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        0xFF01...0xFF5E ~= scalar.value ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
}
