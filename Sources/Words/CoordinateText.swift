/// Coordinate: `37.5,127.0`, `37.5N 127.0E`, `북위 37.5 동경 127`, `37°33'59.5"N 126°58'40.7"E`, or a map's link (``MapLink``).
package enum CoordinateText {
    case none
    case half
    case pair(latitude: Double, longitude: Double)

    package var isPair: Bool { if case .pair = self { true } else { false } }

    static func begins(with word: String) -> Bool { marks.contains { $0.text.count > 1 && word.hasPrefix($0.text) } }

    var isInKorea: Bool {
        guard case .pair(let latitude, let longitude) = self else { return false }
        return CoordinateText.northOfKorea ~= latitude && CoordinateText.eastOfKorea ~= longitude
    }

    package init(_ text: String) {
        if let point = MapLink.point(in: text) {
            self = .pair(latitude: point.latitude, longitude: point.longitude)
            return
        }
        let parts = CoordinateText.parts(of: text)
        switch (parts?.first, parts?.dropFirst().first, parts?.count) {
        case (let first?, let second?, 2):
            switch (first.axis, second.axis) {
            case (.longitude, .latitude), (.longitude, nil), (nil, .latitude): self = .pair(latitude: second.degrees, longitude: first.degrees)
            case (.latitude, .latitude), (.longitude, .longitude): self = .none
            // As on some maps; degrees north and east of Korea never overlap.
            case (nil, nil) where CoordinateText.eastOfKorea ~= first.degrees && CoordinateText.northOfKorea ~= second.degrees:
                self = .pair(latitude: second.degrees, longitude: first.degrees)
            default: self = .pair(latitude: first.degrees, longitude: second.degrees)
            }
        case (let only?, nil, 1) where only.axis != nil || text.contains(where: { ".．".contains($0) }): self = .half
        default: self = .none
        }
    }

    package static func degrees(_ text: String) -> Double? {
        if let degrees = Double(text), degrees.isFinite, !text.contains(where: { "xX".contains($0) }) { return degrees }
        guard let parts = parts(of: text), parts.count == 1 else { return nil }
        return parts[0].degrees
    }

    private static let northOfKorea = 32.0...39.5
    private static let eastOfKorea = 123.0...133.0

    private enum Axis { case latitude, longitude }

    private struct Part {
        var axis: Axis?
        var degrees: Double
    }

    private static func parts(of text: String) -> [Part]? {
        guard text.utf8.count <= 100 else { return nil }
        var parts: [Part] = []
        var axis: Axis?
        var rest = Substring(String(String.UnicodeScalarView(text.unicodeScalars.map(halfWidth))))
        while let first = rest.first {
            if let mark = marks.first(where: { rest.hasPrefix($0.text) }) {
                rest = rest.dropFirst(mark.text.count)
                guard let direction = mark.axis else { continue }
                if axis == nil, let last = parts.indices.last, parts[last].axis == nil {
                    parts[last].axis = direction
                } else if axis == nil {
                    axis = direction
                } else {
                    return nil
                }
            } else if first.isWhitespace || ",;:=°º()[]".contains(first) {
                rest = rest.dropFirst()
            } else {
                guard let degrees = degreesAndMinutes(&rest) else { return nil }
                parts.append(Part(axis: axis, degrees: degrees))
                axis = nil
            }
        }
        return axis == nil ? parts : nil
    }

    private static func degreesAndMinutes(_ rest: inout Substring) -> Double? {
        guard let degrees = number(&rest) else { return nil }
        var copy = rest
        guard skip(&copy, "°º도"), let minutes = number(&copy), minutes >= 0, minutes < 60, skip(&copy, "'′’‘분") else { return degrees }
        rest = copy
        var seconds = 0.0
        if let next = number(&copy), next >= 0, next < 60, skip(&copy, "\"″”“초") || skip(&copy, "'′’") && skip(&copy, "'′’") {
            seconds = next
            rest = copy
        }
        let size = degrees.magnitude + minutes / 60 + seconds / 3_600
        return degrees.sign == .minus ? -size : size
    }

    private static func number(_ rest: inout Substring) -> Double? {
        let digits = rest.drop { $0.isWhitespace }.prefix { "0123456789.+-".contains($0) }
        guard let number = Double(digits), number.isFinite else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    private static func skip(_ rest: inout Substring, _ marks: String) -> Bool {
        let next = rest.drop { $0.isWhitespace }
        guard let first = next.first, marks.contains(first) else { return false }
        rest = next.dropFirst()
        return true
    }

    private static let marks: [(text: String, axis: Axis?)] = [
        ("latitude", .latitude), ("longitude", .longitude), ("lat", .latitude), ("lng", .longitude), ("lon", .longitude), ("Lat", .latitude),
        ("Lng", .longitude), ("Lon", .longitude), ("북위", .latitude), ("위도", .latitude), ("동경", .longitude), ("경도", .longitude), ("도", nil),
        ("N", .latitude), ("n", .latitude),
        ("E", .longitude), ("e", .longitude),
    ]

    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard 0xFF01...0xFF5E ~= scalar.value else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }
}
