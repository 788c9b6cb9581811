/// A picture of dots that shapes and letters are drawn onto, from top left.
public struct PixelCanvas: Sendable {
    /// Dots in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Red, green and blue of each dot, row by row.
    public private(set) var bytes: [UInt8]

    /// A colour, each part 0…255.
    struct Color: Sendable, Hashable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8

        init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        /// `#1565C0`; black where it is no such text.
        init(_ hexadecimal: String) {
            let number = Int(hexadecimal.dropFirst(), radix: 16) ?? 0
            self.init(UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
        }

        /// This colour with a share of another, 0…1.
        func mixed(with other: Color, _ share: Double) -> Color {
            func part(_ one: UInt8, _ other: UInt8) -> UInt8 {
                UInt8((Double(one) + (Double(other) - Double(one)) * min(max(share, 0), 1)).rounded())
            }
            return Color(part(red, other.red), part(green, other.green), part(blue, other.blue))
        }
    }

    /// A picture of one colour.
    init(width: Int, height: Int, _ color: Color) {
        (self.width, self.height) = (width, height)
        bytes = []
        bytes.reserveCapacity(width * height * 3)
        for _ in 0..<width * height { bytes += [color.red, color.green, color.blue] }
    }

    /// Draws a rectangle; what lies outside is left out.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: Color) {
        for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
            for column in max(x, 0)..<max(min(x + width, self.width), max(x, 0)) {
                blend(column, row, color, 1)
            }
        }
    }

    /// Draws a disc with a smooth edge. `without` is a disc that is left out of it: the moon is one without another.
    mutating func disc(
        x: Double,
        y: Double,
        radius: Double,
        _ color: Color,
        without hole: (x: Double, y: Double, radius: Double)? = nil
    ) {
        func share(_ column: Int, _ row: Int, _ x: Double, _ y: Double, _ radius: Double) -> Double {
            let (across, down) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
            return min(max(radius + 0.5 - (across * across + down * down).squareRoot(), 0), 1)
        }
        for row in Int(y - radius) - 1...Int(y + radius) + 1 where row >= 0 && row < height {
            for column in Int(x - radius) - 1...Int(x + radius) + 1 where column >= 0 && column < width {
                let left = hole.map { 1 - share(column, row, $0.x, $0.y, $0.radius) } ?? 1
                blend(column, row, color, share(column, row, x, y, radius) * left)
            }
        }
    }

    /// Draws a line of text, each dot of a letter as a square of so many; returns where it ends. Letters are capitals,
    /// and what the font does not have is a blank.
    @discardableResult
    mutating func write(_ text: String, x: Int, y: Int, dot: Int, _ color: Color) -> Int {
        var left = x
        for letter in text.uppercased() {
            for row in 0..<PixelFont.height {
                for column in 0..<PixelFont.width where PixelFont.hasDot(letter, x: column, y: row) {
                    fill(x: left + column * dot, y: y + row * dot, width: dot, height: dot, color)
                }
            }
            left += (PixelFont.width + 1) * dot
        }
        return left - dot
    }

    /// How wide a line of text is.
    static func width(of text: String, dot: Int) -> Int {
        max(text.count * (PixelFont.width + 1) - 1, 0) * dot
    }

    private mutating func blend(_ column: Int, _ row: Int, _ color: Color, _ share: Double) {
        guard share > 0 else { return }
        let start = (row * width + column) * 3
        let under = Color(bytes[start], bytes[start + 1], bytes[start + 2])
        let mixed = share >= 1 ? color : under.mixed(with: color, share)
        bytes[start] = mixed.red
        bytes[start + 1] = mixed.green
        bytes[start + 2] = mixed.blue
    }
}
