extension String {
    /// As it may be shown to people: not longer than a line, and without characters that steer a terminal.
    var shown: String {
        let line = prefix(40).map { $0.isControl ? " " : $0 }
        return String(line) + (line.count < count ? "…" : "")
    }
}

extension Character {
    /// Whether a terminal would do something instead of showing it.
    package var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
