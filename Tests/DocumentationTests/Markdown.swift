import Foundation

/// A page of the documentation: its sections, tables, code blocks and links.
struct Markdown {
    var path: String
    var text: String

    init(_ path: String) throws {
        self.path = path
        text = try Repository.text(of: path)
    }

    /// The Korean and the English file of a page.
    static func translations(of page: String) -> [String] { ["\(page).md", "\(page).en.md"] }

    /// The text under a heading, up to the next of the same rank.
    func section(_ heading: String) -> String {
        let rest = text.components(separatedBy: "\n\(heading)\n").dropFirst().first ?? ""
        let marker = "\n" + heading.prefix { $0 == "#" } + " "
        return rest.components(separatedBy: marker).first ?? ""
    }

    /// The rows of the tables in a text, each as its cells, without the marks around code.
    static func rows(in text: String) -> [[String]] {
        text.matches(of: /(?m)^\| (.+) \|$/).map { row in
            row.output.1.replacing("\\|", with: "/").split(separator: " | ")
                .map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The first cell of every row.
    static func firstCells(in text: String) -> [String] { rows(in: text).map { $0[0] } }

    /// The contents of the fenced blocks of a language.
    func blocks(_ language: String) -> [String] {
        text.components(separatedBy: "\n```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    /// The targets of all links and pictures.
    var links: [String] {
        text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
    }

    /// The anchors of the headings, spelled as GitHub does.
    var anchors: Set<String> {
        let headings = text.matches(of: /(?m)^#{1,6} +(.+)$/).map { String($0.output.1) }
        return Set(
            headings.map { heading in
                heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                    .replacing(" ", with: "-")
            }
        )
    }
}
