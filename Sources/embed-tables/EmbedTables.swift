#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `embed-tables NAME FOLDER OUTPUT PATH…`: writes a Swift file with an `enum NAME` of one constant a file, and
/// their list.
@main
struct EmbedTables {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 3 else { throw Usage() }
        let (name, folder, output) = (arguments[1], arguments[2], arguments[3])
        let constants = try arguments.dropFirst(3).map { path in
            let contents = try Data(
                contentsOf: URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder))
            )
            return Constant(path: path, contents: contents)
        }
        let declarations = constants.map(\.declaration).joined(separator: "\n")
        let source = """
            enum \(name) {
            \(declarations)
                /// Every file that is text, by its path.
                static let files: [(path: String, text: StaticString)] = [
            \(constants.compactMap(\.entry).joined())    ]
            }

            """
        try Data(source.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    }
}

struct Usage: Error, CustomStringConvertible {
    let description = "embed-tables NAME FOLDER OUTPUT PATH…"
}

/// One file as a Swift declaration.
///
/// `temperature-zones.csv` becomes `temperatureZones`, `icons/sun.svg` becomes `iconsSunSvg`, both the very text.
/// What a literal cannot hold (no UTF-8, control characters) becomes base64, and its name says so: `sunPngBase64`.
struct Constant {
    let path: String
    let contents: Data

    /// The line of it in the list of all files; `nil` for what is not text.
    var entry: String? {
        literalText == nil ? nil : "        (\"\(path)\", \(identifier)),\n"
    }

    var declaration: String {
        guard let text = literalText else {
            return """
                /// Base64 of `\(path)`.
                static let \(identifier)Base64: StaticString = "\(contents.base64EncodedString())"

                """
        }
        let delimiter = delimiter(for: text)
        return """
            /// `\(path)`
            static let \(identifier): StaticString = \(delimiter)\"""
            \(text)
            \"""\(delimiter)

            """
    }

    /// The text, if a multi-line literal gives it back byte for byte: it turns CR LF into LF, and refuses NUL.
    private var literalText: String? {
        let isPlain = contents.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 }
        return isPlain ? String(validating: contents, as: UTF8.self) : nil
    }

    /// As many `#` as it takes that nothing in the text ends the literal or escapes from it.
    private func delimiter(for text: String) -> String {
        var delimiter = "#"
        while text.contains("\"\"\"" + delimiter) || text.contains("\\" + delimiter) { delimiter += "#" }
        return delimiter
    }

    private var identifier: String {
        let stem = path.hasSuffix(".csv") ? String(path.dropLast(4)) : path
        let words = stem.split { !$0.isLetter && !$0.isNumber }
        let name = words.enumerated()
            .map { index, word in index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst() }
            .joined()
        return name.first?.isNumber == true ? "_" + name : name
    }
}
