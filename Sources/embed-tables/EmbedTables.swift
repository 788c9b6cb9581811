#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `embed-tables NAME FOLDER OUTPUT PATH…` writes an `enum NAME` of one constant a file.
@main struct EmbedTables {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 3 else { throw Usage() }
        let (name, folder, output) = (arguments[1], arguments[2], arguments[3])
        let sources = try arguments.dropFirst(3).map { path in
            let contents = try Data(contentsOf: URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder)))
            return (path: path, contents: contents)
        }
        var files = name == "Page" ? try PageBundle(sources).files : sources
        if name == "Tables" {
            let boundaries = sources.filter { $0.path.hasPrefix("boundaries") }.map(\.contents)
            files.append((DistrictOutlines.path, Data(DistrictOutlines.table(boundaries).utf8)))
        }
        let constants = files.map { Constant(path: $0.path, contents: $0.contents) }
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

struct Usage: Error, CustomStringConvertible { let description = "embed-tables NAME FOLDER OUTPUT PATH…" }

/// `temperature-zones.csv` is `temperatureZones`; a file no literal can hold is `sunPngBase64`.
struct Constant {
    let path: String
    let contents: Data

    var entry: String? { literalText == nil ? nil : "        (\"\(path)\", \(identifier)),\n" }

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

    /// `nil` if a multi-line literal would change it: CR LF becomes LF, NUL is not allowed.
    private var literalText: String? {
        let isPlain = contents.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 }
        return isPlain ? String(validating: contents, as: UTF8.self) : nil
    }

    private func delimiter(for text: String) -> String {
        var delimiter = "#"
        while text.contains("\"\"\"" + delimiter) || text.contains("\\" + delimiter) { delimiter += "#" }
        return delimiter
    }

    private var identifier: String {
        let stem = path.hasSuffix(".csv") ? String(path.dropLast(4)) : path
        let words = stem.split { !$0.isLetter && !$0.isNumber }
        let name = words.enumerated().map { index, word in index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst() }.joined()
        return name.first?.isNumber == true ? "_" + name : name
    }
}
