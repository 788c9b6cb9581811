#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Files of a page: modules joined to one script without comments, named by a hash; one loaded on demand, `import('./later.js')`, gets the first
/// one's values. `import` and `export` begin a line and name their values, no text spans lines, and no two values of a script have one name.
struct PageBundle {
    let files: [(path: String, contents: Data)]

    init(_ sources: [(path: String, contents: Data)]) throws {
        let texts = Dictionary(
            uniqueKeysWithValues: sources.compactMap { source in String(validating: source.contents, as: UTF8.self).map { (source.path, $0) } }
        )
        let pages = sources.filter { $0.path.hasSuffix(".html") }
        // The same script with other words is that of a page in another language.
        let references = Set(
            pages.flatMap { page in (texts[page.path] ?? "").matches(of: /(?:src|href)="([\w-]+\.(?:js|css))"/).map { String($0.output.1) } }
        ).union(texts.keys.filter { $0.hasSuffix("-en.js") && texts[$0.replacing("-en.js", with: ".js")] != nil })
        var named: [String: (path: String, contents: Data)] = [:]
        for reference in references {
            guard let text = texts[reference] else { throw BundleError("no file \(reference)") }
            let isScript = reference.hasSuffix(".js")
            var result = isScript ? PageBundle.stripped(text) : PageBundle.tightened(text)
            if isScript {
                let script = try PageBundle.script(reference, texts)
                result = script.text
                for late in script.text.matches(of: /import\('\.\/([\w-]+\.js)'\)/) {
                    let path = String(late.output.1)
                    let module = try PageBundle.script(path, texts, given: script.modules)
                    let given = module.taken.sorted().joined(separator: ", ")
                    let file = PageBundle.file(path, "export const $ = ({ \(given) }) => {\n\(module.text)};\n")
                    // Another script may load the same module with other values.
                    named["\(reference) \(path)"] = file
                    let loader = "$" + PageBundle.split(path).stem.replacing("-", with: "_")
                    result = result.replacing(late.output.0, with: "\(loader)()")
                    result = "const \(loader) = () => import(\"./\(file.path)\").then(({ $ }) => $({ \(given) }));\n\(result)"
                }
            }
            named[reference] = PageBundle.file(reference, result)
        }
        let others = sources.filter { source in
            !references.contains(source.path) && (!source.path.hasSuffix(".js") || source.path == "worker.js")
        }
        let rest = others.map { source in
            let isScript = source.path.hasSuffix(".js")
            guard let text = texts[source.path], isScript || source.path.hasSuffix(".html") else { return source }
            let whole = isScript ? PageBundle.tightened(script: PageBundle.stripped(text)) : text
            return (source.path, Data(named.reduce(whole) { $0.replacing("\"\($1.key)\"", with: "\"\($1.value.path)\"") }.utf8))
        }
        // A module that is given nothing is the same file in each.
        files = Dictionary((rest + named.values).map { ($0.path, $0) }) { first, _ in first }.values.sorted { $0.path < $1.path }
    }

    private static func file(_ path: String, _ text: String) -> (path: String, contents: Data) {
        let contents = Data((path.hasSuffix(".js") ? tightened(script: text) : text).utf8)
        let (stem, suffix) = split(path)
        return ("\(stem).\(hash(contents)).\(suffix)", contents)
    }

    /// Script of a module and its imports, without those given, and the values that it takes of them.
    private static func script(_ entry: String, _ texts: [String: String], given: [String]? = nil) throws -> Script {
        var (done, taken, exported, output): (_, Set<String>, Set<String>, _) = (given ?? [], [], [], "")
        func add(_ path: String, below importers: [String]) throws {
            if done.contains(path) { return }
            guard !importers.contains(path) else { throw BundleError("\(path) imports itself") }
            guard let text = texts[path] else { throw BundleError("no module \(path)") }
            let module = try Module(text, path: path)
            for imported in module.imports {
                try add(imported.path, below: importers + [path])
                if given?.contains(imported.path) == true { taken.formUnion(imported.names) }
            }
            done.append(path)
            if path == entry { return output += given == nil ? "\(module.call);\n" : "return \(module.call);\n" }
            guard exported.isDisjoint(with: module.exports) else { throw BundleError("\(path) exports what another module does") }
            exported.formUnion(module.exports)
            output += "const { \(module.exports.joined(separator: ", ")) } = \(module.call);\n"
        }
        try add(entry, below: [])
        return (output, done, taken)
    }

    private typealias Script = (text: String, modules: [String], taken: Set<String>)

    static func stripped(_ text: String) -> String {
        var result = ""
        var isComment = false
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            if isComment || line.hasPrefix("/*") {
                isComment = !line.contains("*/")
                if isComment || line.hasSuffix("*/") { continue }
            }
            if line.isEmpty || line.hasPrefix("//") { continue }
            result += line + "\n"
        }
        return result
    }

    /// None of its texts has a blank beside a brace, a comma or a semicolon.
    private static func tightened(_ style: String) -> String {
        stripped(style).replacing(/\s?([{;,])\s?/) { $0.output.1 }.replacing(": ", with: ":").replacing(/;?\s*}\s*/, with: "}")
    }

    /// Drops blanks that mean nothing, in lines with no regular expression and no text in a text; a line ends where a statement may need it.
    private static func tightened(script: String) -> String {
        let lines = script.split(separator: "\n").map(String.init).map { line in
            let code = line.replacing(#/'(?:[^'\\]|\\.)*'|"[^"\\]*"|`(?:[^`$\\]|\$\{[^`{}]*\}|\\.)*`| / /#) { _ in "" }
            guard code.allSatisfy({ !"'\"`/\\".contains($0) }) else { return line }
            return line.replacing(#/('(?:[^'\\]|\\.)*'|"[^"\\]*"|`(?:[^`$\\]|\$\{[^`{}]*\}|\\.)*`)|\s*([{}(),;:?=<>&|!*\[\]])\s*/#) {
                $0.output.1 ?? $0.output.2 ?? ""
            }
        }
        return (lines.joined(separator: "\n") + "\n").replacing(/([{;,(\[])\n/) { $0.output.1 }
    }

    private static func split(_ path: String) -> (stem: Substring, suffix: Substring) {
        let end = path.lastIndex(of: ".") ?? path.endIndex
        return (path[..<end], path[end...].dropFirst())
    }

    private static func hash(_ contents: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in contents { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

private struct Module {
    var imports: [(path: String, names: [String])] = []
    var exports: [String] = []
    var body = ""

    init(_ text: String, path: String) throws {
        for line in PageBundle.stripped(text).split(separator: "\n") {
            if let found = line.wholeMatch(of: /import \{ (.+) \} from '\.\/([\w-]+\.js)';/) {
                let names = found.output.1.split(separator: ", ").map { $0.split(separator: " as ").map(String.init) }
                imports.append((String(found.output.2), names.map { $0[0] }))
                for pair in names where pair.count == 2 { body += "const \(pair[1]) = \(pair[0]);\n" }
            } else if let found = line.firstMatch(of: /^export ((?:const|let|class|function|async function) (\w+))/) {
                exports.append(String(found.output.2))
                body += line.dropFirst("export ".count) + "\n"
            } else if line.hasPrefix("import ") || line.hasPrefix("export ") {
                throw BundleError("\(path): not understood: \(line)")
            } else {
                body += line + "\n"
            }
        }
    }

    /// Function of its own, so that no other names collide.
    var call: String { "(() => {\n\(body)return { \(exports.joined(separator: ", ")) };\n})()" }
}

struct BundleError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
