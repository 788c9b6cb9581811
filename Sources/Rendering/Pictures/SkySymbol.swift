import Forecast

/// 56 × 56 units, with the shapes of the page's `symbols.js`.
enum SkySymbol: String, CaseIterable {
    case clear, night, mostly, overcast, fog, rain, mixed, snow

    init?(_ condition: Condition?, isNight: Bool = false) {
        switch condition?.kind {
        case .sky(.clear): self = isNight ? .night : .clear
        case .sky(.mostlyCloudy): self = isNight ? .overcast : .mostly
        case .sky(.overcast): self = .overcast
        case .sky(.obscured): self = .fog
        case .rain: self = .rain
        case .mixed: self = .mixed
        case .snow: self = .snow
        case .unknown, nil: return nil
        }
    }

    private var shapes: String {
        let cloud = "M14 38a9 9 0 0 1-.6-17.98A13 13 0 0 1 38.4 17.2 10.5 10.5 0 0 1 38 38z"
        let wet = "<path class=\"cloud\" d=\"\(cloud)\" transform=\"translate(2 -2)\"/>"
        switch self {
        case .clear: return SkySymbol.sun(28, 28, 11)
        case .night: return "<path class=\"sun\" d=\"M30 14a15 15 0 1 0 13 22.5A17 17 0 0 1 30 14z\"/>"
        case .mostly: return SkySymbol.sun(38, 19, 8) + "<path class=\"cloud\" d=\"\(cloud)\" transform=\"translate(1 9)\"/>"
        case .overcast: return "<path class=\"cloud\" d=\"\(cloud)\" transform=\"translate(2 4)\"/>"
        case .fog:
            return "<path class=\"cloud\" d=\"\(cloud)\" transform=\"translate(4 -4) scale(.9)\"/>"
                + "<path class=\"drop\" d=\"M8 38H46M14 45H50M8 52H40\"/>"
        case .rain: return wet + "<path class=\"drop\" d=\"M17 40l-3 9M28 42l-3 9M39 40l-3 9\"/>"
        case .mixed: return wet + "<path class=\"drop\" d=\"M17 40l-3 9M41 40l-3 9\"/>" + SkySymbol.flake(28, 47)
        case .snow: return wet + SkySymbol.flake(15, 44) + SkySymbol.flake(28, 49) + SkySymbol.flake(41, 44)
        }
    }

    private static func sun(_ x: Int, _ y: Int, _ radius: Int) -> String {
        let rays = (0..<8).map { ray in "<path class=\"ray\" d=\"M\(x) \(y - radius - 4)v-4\" transform=\"rotate(\(ray * 45) \(x) \(y))\"/>" }
        return "<circle class=\"sun\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>" + rays.joined()
    }

    private static func flake(_ x: Int, _ y: Int) -> String { "<path class=\"flake\" d=\"M\(x) \(y - 4)v8m-3.5-6l7 4m-7 0l7-4\"/>" }

    static func definitions(_ symbols: Set<SkySymbol>) -> String {
        allCases.filter(symbols.contains).map { "<symbol id=\"sky-\($0.rawValue)\" viewBox=\"0 0 56 56\">\($0.shapes)</symbol>" }.joined()
    }

    func use(x: Double, y: Double, size: Double) -> String {
        "<use href=\"#sky-\(rawValue)\" x=\"\(x.oneDecimal)\" y=\"\(y.oneDecimal)\" width=\"\(size.oneDecimal)\" height=\"\(size.oneDecimal)\"/>"
    }

    static let style = """
        .sun{fill:#f2a900}.ray{stroke:#f2a900;stroke-width:3;stroke-linecap:round}.cloud{fill:#8b9aaa}\
        .drop{fill:none;stroke:#3a8de0;stroke-width:3;stroke-linecap:round}\
        .flake{fill:none;stroke:#4d9fd6;stroke-width:2;stroke-linecap:round}
        """
}
