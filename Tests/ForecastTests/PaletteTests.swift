import Foundation
import Testing

@testable import Forecast

@Suite("The colours of a theme")
struct PaletteTests {
    @Test(
        "Words read at 4.5:1 or better on every point of a gradient, by day and by night",
        arguments: Theme.allCases,
        [false, true]
    )
    func contrast(theme: Theme, night: Bool) throws {
        let palette = theme.palette(night: night)
        let (start, end) = (try RGB(palette.start), try RGB(palette.end))
        let text = try RGB(palette.text)
        for step in 0...100 {
            let ratio = text.contrast(with: start.mixed(with: end, share: Double(step) / 100))
            #expect(ratio >= 4.5, "\(theme) night \(night) at \(step) %: \(ratio)")
        }
    }

    @Test(
        "Numbers of a colour are its hexadecimal digits, from 0 to 1",
        arguments: Theme.allCases,
        [false, true]
    )
    func numbers(theme: Theme, night: Bool) {
        let palette = theme.palette(night: night)
        let colors = palette.colors
        for (color, hex) in [
            (colors.start, palette.start), (colors.end, palette.end), (colors.text, palette.text),
        ] {
            let digits = Array(hex.dropFirst())
            let parts = [0, 2, 4].map { Int(String(digits[$0...$0 + 1]), radix: 16) ?? -1 }
            #expect(
                [color.red, color.green, color.blue].map { ($0 * 255).rounded() } == parts.map(Double.init)
            )
            #expect([color.red, color.green, color.blue].allSatisfy { (0...1).contains($0) })
        }
    }

    @Test("Every theme looks different, by day and by night")
    func distinct() {
        let starts = Theme.allCases.flatMap {
            [$0.palette(night: false).start, $0.palette(night: true).start]
        }
        #expect(Set(starts).count == 8)
    }

    @Test("The night is darker than the day", arguments: Theme.allCases)
    func night(theme: Theme) throws {
        let day = try RGB(theme.palette(night: false).start)
        let night = try RGB(theme.palette(night: true).start)
        #expect(night.luminance < day.luminance)
    }

    @Test("The measure is WCAG's: black on white is 21:1, and #767676 is the palest grey that passes")
    func measure() throws {
        #expect(abs(try RGB("#000000").contrast(with: RGB("#FFFFFF")) - 21) < 1e-9)
        #expect(try RGB("#767676").contrast(with: RGB("#FFFFFF")) >= 4.5)
        #expect(try RGB("#777777").contrast(with: RGB("#FFFFFF")) < 4.5)
    }
}

/// A colour of sRGB, each channel 0…1.
private struct RGB {
    var red: Double
    var green: Double
    var blue: Double

    init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads `#RRGGBB`, and nothing else.
    init(_ text: String) throws {
        let digits = try #require(text.wholeMatch(of: /#([0-9A-F]{6})/)).output.1
        let number = try #require(Int(digits, radix: 16))
        red = Double(number >> 16) / 255
        green = Double(number >> 8 & 255) / 255
        blue = Double(number & 255) / 255
    }

    func mixed(with other: RGB, share: Double) -> RGB {
        func mix(_ own: Double, _ theirs: Double) -> Double { own + (theirs - own) * share }
        return RGB(
            red: mix(red, other.red),
            green: mix(green, other.green),
            blue: mix(blue, other.blue)
        )
    }

    /// Relative luminance, WCAG 2.2.
    var luminance: Double {
        func linear(_ channel: Double) -> Double {
            channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Contrast ratio, WCAG 2.2.
    func contrast(with other: RGB) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }
}
