import Rendering

/// Help of the argument parser, wrapped by cells, since a Hangul syllable takes two. The parser wraps by
/// characters, so it prints lines of any length (``unwrapped``), which are split again.
struct HelpText {
    /// Columns that keep the parser from wrapping.
    static let unwrapped = 100_000

    let text: String
    let columns: Int

    /// Cells before a meaning, as in the parser's layout.
    private static let margin = 26

    var wrapped: String {
        var lines: [String] = []
        var isList = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.hasPrefix(" ") {
                isList = line.hasSuffix(":") && !line.hasPrefix("예") && line != "Examples:"
            }
            if isList, line.hasPrefix(String(repeating: " ", count: HelpText.margin)), let last = lines.last {
                // Meaning of an argument too long for its line.
                lines[lines.count - 1] = last.withoutTrailingSpaces
                lines += meaning(line)
            } else if isList, line.hasPrefix("  "), let entry = HelpText.entry(line) {
                lines += entryLines(entry)
            } else {
                lines += paragraph(line)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func entry(_ line: Substring) -> (label: Substring, meaning: Substring)? {
        guard let match = line.wholeMatch(of: /(  \S+(?: \S+)*?) {2,}(\S.*)/) else { return nil }
        return (match.1, match.2)
    }

    private func entryLines(_ entry: (label: Substring, meaning: Substring)) -> [String] {
        let label = String(entry.label)
        guard columns >= 60, label.displayWidth + 2 <= HelpText.margin else {
            return [label] + meaning(entry.meaning)
        }
        let lines = meaning(entry.meaning)
        guard let first = lines.first else { return [label] }
        return [label.padded(to: HelpText.margin) + first.drop { $0 == " " }] + lines.dropFirst()
    }

    private func meaning(_ text: Substring) -> [String] {
        let margin = columns >= 60 ? HelpText.margin : 6
        return String(text).wrapped(to: max(20, columns - margin))
            .map { String(repeating: " ", count: margin) + $0 }
    }

    /// Wraps a line; examples are indented.
    private func paragraph(_ line: Substring) -> [String] {
        let text = String(line)
        guard text.displayWidth > columns else { return [text] }
        let indent = text.prefix { $0 == " " }
        let (first, rest) = (String(indent), indent.isEmpty ? "" : String(indent) + "    ")
        return text.wrapped(to: columns - rest.count).enumerated().map { ($0 == 0 ? first : rest) + $1 }
    }
}
