/// A text that may be a coordinate: `37.5,127.0`, `37.5N 127.0E`, `북위 37.5 동경 127`, in half or full width.
enum CoordinateText {
    case none
    /// One number alone, with its direction or with decimals, as no name has.
    case half
    case pair(latitude: Double, longitude: Double)

    /// Whether it is a whole coordinate.
    var isPair: Bool {
        if case .pair = self { true } else { false }
    }

    init(_ text: String) {
        let parts = CoordinateText.parts(of: text)
        switch (parts?.first, parts?.dropFirst().first, parts?.count) {
        case (let first?, let second?, 2):
            switch (first.axis, second.axis) {
            case (.longitude, .latitude), (.longitude, nil), (nil, .latitude):
                self = .pair(latitude: second.degrees, longitude: first.degrees)
            case (.latitude, .latitude), (.longitude, .longitude):
                self = .none
            default:
                self = .pair(latitude: first.degrees, longitude: second.degrees)
            }
        case (let only?, nil, 1) where only.axis != nil || text.contains(where: { ".．".contains($0) }):
            self = .half
        default:
            self = .none
        }
    }

    /// The degrees of a text that is one number, with or without its direction.
    static func degrees(_ text: String) -> Double? {
        // As programs write small numbers, 1e-05. Swift reads hexadecimal ones, too, with an x.
        if let degrees = Double(text), degrees.isFinite, !text.contains(where: { "xX".contains($0) }) {
            return degrees
        }
        guard let parts = parts(of: text), parts.count == 1 else { return nil }
        return parts[0].degrees
    }

    private enum Axis {
        case latitude, longitude
    }

    private struct Part {
        var axis: Axis?
        var degrees: Double
    }

    /// The numbers of a text and their directions; `nil` where there is anything else in it.
    private static func parts(of text: String) -> [Part]? {
        guard text.utf8.count <= 100 else { return nil }
        var parts: [Part] = []
        var axis: Axis?
        var rest = Substring(String(String.UnicodeScalarView(text.unicodeScalars.map(halfWidth))))
        while let first = rest.first {
            if let mark = marks.first(where: { rest.hasPrefix($0.text) }) {
                rest = rest.dropFirst(mark.text.count)
                guard let direction = mark.axis else { continue }
                // Behind its number (37.5N) unless no number stands before it (N37.5).
                if axis == nil, let last = parts.indices.last, parts[last].axis == nil {
                    parts[last].axis = direction
                } else if axis == nil {
                    axis = direction
                } else {
                    return nil
                }
            } else if first.isWhitespace || ",;°º".contains(first) {
                rest = rest.dropFirst()
            } else {
                let number = rest.prefix { "0123456789.+-".contains($0) }
                guard let degrees = Double(number), degrees.isFinite else { return nil }
                parts.append(Part(axis: axis, degrees: degrees))
                axis = nil
                rest = rest.dropFirst(number.count)
            }
        }
        return axis == nil ? parts : nil
    }

    private static let marks: [(text: String, axis: Axis?)] = [
        ("북위", .latitude), ("위도", .latitude), ("동경", .longitude), ("경도", .longitude), ("도", nil),
        ("N", .latitude), ("n", .latitude), ("E", .longitude), ("e", .longitude),
    ]

    /// Full-width digits, letters and marks in their usual width.
    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard 0xFF01...0xFF5E ~= scalar.value else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }
}
