extension String {
    /// By scalars: a combining mark makes another character of the `<` before it, and none in a browser.
    package var escapedForMarkup: String {
        guard utf8.contains(where: "&<>\"'".utf8.contains) else { return self }
        return unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
