struct XMLWriter {
    private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    private var depth = 0

    mutating func element(_ name: String, _ text: String?) {
        guard let text else { return }
        line("<\(name)>\(text.escapedForXML)</\(name)>")
    }

    mutating func empty(_ name: String, _ attributes: [(String, String)]) { line("<\(start(name, attributes))/>") }

    mutating func element(_ name: String, _ attributes: [(String, String)] = [], _ content: (inout XMLWriter) -> Void) {
        line("<\(start(name, attributes))>")
        depth += 1
        content(&self)
        depth -= 1
        line("</\(name)>")
    }

    private func start(_ name: String, _ attributes: [(String, String)]) -> String {
        attributes.reduce(name) { "\($0) \($1.0)=\"\($1.1.escapedForXML)\"" }
    }

    private mutating func line(_ text: String) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }
}

extension String {
    /// Drops characters outside of XML 1.0 (2.2).
    fileprivate var escapedForXML: String {
        let isValid = { (scalar: Unicode.Scalar) in
            let isControl = scalar.value < 0x20 && ![0x09, 0x0A, 0x0D].contains(scalar.value)
            return !isControl && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        }
        guard !unicodeScalars.allSatisfy(isValid) else { return escapedForMarkup }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: unicodeScalars.filter(isValid))
        return String(kept).escapedForMarkup
    }
}
