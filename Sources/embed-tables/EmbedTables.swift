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
