/// A script as its words: what is needed to leave out blanks and to shorten names without changing what it does.
///
/// It reads the JavaScript of this package: statements end with a semicolon, and a `/` begins a regular expression only
/// where a value may begin.
struct ScriptText {
    /// One word of a script as it is written; blanks are none.
    struct Token {
        enum Kind { case name, number, text, regularExpression, sign }

        var kind: Kind
        var text: String
        /// Whether it begins a line.
        var startsLine: Bool

        /// By how much the brackets that are open become more, or fewer.
        var depth: Int {
            guard kind == .sign else { return 0 }
            return ["(", "[", "{"].contains(text) ? 1 : [")", "]", "}"].contains(text) ? -1 : 0
        }

        /// Adds it to the brackets that are open, or takes away the one that it closes.
        func note(in open: inout [String]) {
            if depth > 0 { open.append(text) }
            if depth < 0 { _ = open.popLast() }
        }
    }

    private(set) var tokens: [Token] = []

    /// Words of the language, which are no names.
    static let words: Set<String> = [
        "null", "undefined", "true", "false", "this", "new", "await", "async", "typeof", "void",
    ]

    init(_ source: String) { tokens = Reader(source).tokens }

    /// The script without comments, and without the blanks and the ends of lines that mean nothing.
    var tightened: String {
        var result = ""
        var previous: Token?
        for token in tokens {
            if let previous {
                if token.startsLine, ScriptText.endsValue(previous), ScriptText.beginsStatement(token) {
                    result += "\n"
                } else if ScriptText.mustStandApart(previous, token) {
                    result += " "
                }
            }
            result += token.text
            previous = token
        }
        return result + "\n"
    }

    mutating func rename(_ names: [String: String]) {
        for index in tokens.indices where tokens[index].kind == .name {
            if let name = names[tokens[index].text] { tokens[index].text = name }
        }
    }

    /// The names that a statement declares, and those of parameters; those that are taken out of an object by their own
    /// name are among the ``properties``.
    var declared: Set<String> {
        var names: Set<String> = []
        for (index, token) in tokens.enumerated() {
            let before = index > 0 ? tokens[index - 1].text : ""
            if token.kind == .name, ["const", "let", "function", "class"].contains(before) {
                names.insert(token.text)
            }
            let isPattern = token.text == "[" && ["const", "let"].contains(before)
            if isPattern || (token.text == "(" && isParameterList(index)) {
                names.formUnion(self.names(in: index))
            }
        }
        return names
    }

    /// Whether the bracket at an index holds the parameters of a function.
    private func isParameterList(_ index: Int) -> Bool {
        let isFunction =
            index > 1 && (tokens[index - 2].text == "function" || tokens[index - 1].text == "function")
        let isCatch = index > 0 && tokens[index - 1].text == "catch"
        guard !isFunction, !isCatch else { return true }
        guard let end = end(of: index), end + 1 < tokens.count else { return false }
        return tokens[end + 1].text == "=>"
    }

    /// The names in the bracket at an index, and in lists within, that are neither values nor taken out of an object.
    private func names(in index: Int) -> Set<String> {
        guard let end = end(of: index) else { return [] }
        var names: Set<String> = []
        var open: [String] = []
        for at in index...end {
            let token = tokens[at]
            token.note(in: &open)
            let isInList = open.dropFirst().allSatisfy { $0 == "[" }
            let isFirst = ["(", "[", ",", "..."].contains(tokens[at == 0 ? 0 : at - 1].text)
            if token.kind == .name, isInList, isFirst { names.insert(token.text) }
        }
        return names
    }

    /// Whether the name at an index is that of a method: its parameters and its body follow.
    private func isMethod(_ index: Int) -> Bool {
        guard index + 1 < tokens.count, tokens[index + 1].text == "(", let end = end(of: index + 1) else {
            return false
        }
        return end + 1 < tokens.count && tokens[end + 1].text == "{"
    }

    /// Where the bracket at an index closes.
    private func end(of index: Int) -> Int? {
        var depth = 0
        for at in index..<tokens.count where tokens[at].kind == .sign {
            depth += tokens[at].depth
            if depth == 0 { return at }
        }
        return nil
    }

    /// The names that mean something to somebody else: properties of values, keys of objects, and keys that stand for
    /// their own value.
    var properties: Set<String> {
        var names: Set<String> = []
        var open: [String] = []
        for (index, token) in tokens.enumerated() {
            token.note(in: &open)
            guard token.kind == .name else { continue }
            let before = index > 0 ? tokens[index - 1].text : ""
            let after = index + 1 < tokens.count ? tokens[index + 1].text : ""
            let isShorthand =
                open.last == "{" && ["{", ",", "..."].contains(before) && [",", "}", "="].contains(after)
            if before == "." || before == "?." || after == ":" || isShorthand { names.insert(token.text) }
            if open.last == "{", ["{", ",", "async"].contains(before), isMethod(index) {
                names.insert(token.text)
            }
        }
        return names
    }

    /// Whether a statement may end with a token, so that the end of its line counts.
    private static func endsValue(_ token: Token) -> Bool {
        token.kind != .sign || [")", "]", "}", "++", "--"].contains(token.text)
    }

    private static func beginsStatement(_ token: Token) -> Bool {
        token.kind != .sign || ["(", "[", "{", "++", "--", "+", "-", "!"].contains(token.text)
    }

    private static func mustStandApart(_ left: Token, _ right: Token) -> Bool {
        let isWord = { (token: Token) in token.kind == .name || token.kind == .number }
        if isWord(left), isWord(right) { return true }
        if left.kind == .number, right.text.hasPrefix(".") { return true }
        if left.kind == .sign, right.kind == .sign, let last = left.text.last {
            return (last == "+" || last == "-") && right.text.first == last
        }
        return left.text == "/" && right.kind == .regularExpression
    }
}

private struct Reader {
    private(set) var tokens: [ScriptText.Token] = []
    private let source: [Unicode.Scalar]
    private var index = 0
    private var startsLine = true
    /// How many braces are open in each text with values that is being read.
    private var braces: [Int] = []

    private static let signs = [
        "...", "===", "!==", "**=", "<<=", ">>=", "&&=", "||=", "??=", "=>", "?.", "??", "&&", "||", "==",
        "!=", "<=", ">=",
        "++", "--", "+=", "-=", "*=", "/=", "%=", "**", "<<", ">>",
    ]
    /// Words after which a value begins.
    private static let beforeValues: Set<String> = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "await", "yield",
        "instanceof",
    ]

    init(_ text: String) {
        source = Array(text.unicodeScalars)
        while index < source.count { step() }
    }

    private mutating func step() {
        switch source[index] {
        case "\n":
            startsLine = true
            index += 1
        case " ", "\t", "\r": index += 1
        case "/" where next == "/": index = source[index...].firstIndex(of: "\n") ?? source.count
        case "/" where next == "*": skipComment()
        case "'", "\"": add(.text, upTo: end(of: source[index], from: index + 1))
        case "`": template(from: index + 1)
        case "}" where braces.last == 0:
            braces.removeLast()
            template(from: index + 1)
        case "/" where beginsValue: regularExpression()
        case "0"..."9": add(.number, upTo: endOfWord(from: index, orPoints: true))
        case let letter where Reader.isWord(letter): add(.name, upTo: endOfWord(from: index))
        default: sign()
        }
    }

    private var next: Unicode.Scalar? { index + 1 < source.count ? source[index + 1] : nil }

    private mutating func add(_ kind: ScriptText.Token.Kind, upTo end: Int) {
        let text = String(String.UnicodeScalarView(source[index..<end]))
        tokens.append(ScriptText.Token(kind: kind, text: text, startsLine: startsLine))
        startsLine = false
        index = end
    }

    private mutating func sign() {
        let found = Reader.signs.first { source[index...].starts(with: $0.unicodeScalars) }
        // `.5` is a number, and `? .5` no chain.
        let isNumber = found == "?." && index + 2 < source.count && "0"..."9" ~= source[index + 2]
        if let last = braces.indices.last {
            if source[index] == "{" { braces[last] += 1 }
            if source[index] == "}" { braces[last] -= 1 }
        }
        add(.sign, upTo: index + (isNumber ? 1 : found?.count ?? 1))
    }

    /// A text with values, up to its end or to its next value.
    private mutating func template(from start: Int) {
        var at = start
        while at < source.count {
            if source[at] == "\\" {
                at += 2
            } else if source[at] == "`" {
                return add(.text, upTo: at + 1)
            } else if source[at...].starts(with: "${".unicodeScalars) {
                braces.append(0)
                return add(.text, upTo: at + 2)
            } else {
                at += 1
            }
        }
        add(.text, upTo: source.count)
    }

    private mutating func regularExpression() {
        var at = index + 1
        var isSet = false
        while at < source.count, isSet || source[at] != "/" {
            if source[at] == "[" { isSet = true }
            if source[at] == "]" { isSet = false }
            at += source[at] == "\\" ? 2 : 1
        }
        add(.regularExpression, upTo: endOfWord(from: at + 1))
    }

    private func end(of quote: Unicode.Scalar, from start: Int) -> Int {
        var at = start
        while at < source.count, source[at] != quote { at += source[at] == "\\" ? 2 : 1 }
        return min(at + 1, source.count)
    }

    private mutating func skipComment() {
        while index < source.count, !source[index...].starts(with: "*/".unicodeScalars) { index += 1 }
        index = min(index + 2, source.count)
    }

    private var beginsValue: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .name: return Reader.beforeValues.contains(last.text)
        case .number, .regularExpression: return false
        case .text: return last.text.hasSuffix("${")
        case .sign: return ![")", "]", "}"].contains(last.text)
        }
    }

    private func endOfWord(from start: Int, orPoints: Bool = false) -> Int {
        source[start...].firstIndex { !Reader.isWord($0) && !(orPoints && $0 == ".") } ?? source.count
    }

    private static func isWord(_ letter: Unicode.Scalar) -> Bool {
        switch letter {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: !letter.isASCII
        }
    }
}
