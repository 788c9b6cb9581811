import Foundation
import Testing

@testable import Rendering

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An SVG as a reader takes it: its texts with where they stand, and whether it is well-formed.
final class Drawing: NSObject, XMLParserDelegate {
    /// A text of the picture.
    struct Label {
        var x, y, size: Double
        var anchor: String
        var kind: String
        var text = ""

        /// From where to where it reaches, by what its cells take at most.
        var reach: ClosedRange<Double> {
            let width = Double(text.displayWidth) * size * 0.6
            switch anchor {
            case "middle": return x - width / 2...x + width / 2
            case "end": return x - width...x
            default: return x...x + width
            }
        }
    }

    private(set) var labels: [Label] = []
    private(set) var title = ""
    private(set) var words = ""
    private(set) var size = (width: 0.0, height: 0.0)
    private(set) var elements: [String: Int] = [:]
    private var open: [String] = []

    /// Reads a picture; records an issue where it is not well-formed.
    init(_ svg: String) {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        #expect(parser.parse(), "\(String(describing: parser.parserError)) in \(svg)")
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(name)
        elements[name, default: 0] += 1
        func number(_ attribute: String) -> Double { attributes[attribute].flatMap(Double.init) ?? 0 }
        if name == "svg" { size = (number("width"), number("height")) }
        guard name == "text" else { return }
        labels.append(
            Label(
                x: number("x"),
                y: number("y"),
                size: number("font-size"),
                anchor: attributes["text-anchor"] ?? "start",
                kind: attributes["class"] ?? ""
            )
        )
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        switch open.last {
        case "text": labels[labels.count - 1].text += text
        case "title": title += text
        case "desc": words += text
        default: break
        }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        open.removeLast()
    }
}

/// Contrast ratio of two colours `#RRGGBB` or `#RGB` (WCAG 2.2).
func contrast(_ one: String, _ other: String) -> Double {
    func luminance(_ color: String) -> Double {
        var digits = String(color.dropFirst())
        if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
        let value = UInt32(digits, radix: 16) ?? 0
        let channels = [value >> 16 & 255, value >> 8 & 255, value & 255].map { channel in
            let share = Double(channel) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
    let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
}

/// The fills of the classes in the style sheet of a drawing.
struct StyleSheet {
    private let rules: [(classes: [String], fill: String)]

    init(of svg: String) {
        // The sheet stands before the shapes, which are most of the text.
        let sheet = svg.prefix(upTo: svg.firstRange(of: "</style>")?.lowerBound ?? svg.endIndex)
        rules = sheet.matches(of: #/([^{}<>]+)\{fill:(#[0-9a-fA-F]{3,6})/#).map { rule in
            (rule.output.1.split(separator: ",").map(String.init), String(rule.output.2))
        }
    }

    /// The fill of a class: the first, or the last where the dark one is meant.
    func fill(of kind: String, isDark: Bool) -> String? {
        let own = rules.filter { $0.classes.contains { $0.hasSuffix("." + kind) } }
        return (isDark ? own.last : own.first)?.fill
    }
}
