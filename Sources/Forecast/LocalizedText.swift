/// Languages of texts for people.
public enum Language: String, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"

    /// Reads a code or name of a language, in any case of letters.
    public init?(named name: String) {
        switch name.lowercased() {
        case "ko", "korean", "한국어": self = .korean
        case "en", "english", "영어": self = .english
        default: return nil
        }
    }
}

/// Text in every language.
public struct LocalizedText: Sendable, Hashable {
    /// Korean, in KMA's terms.
    public var korean: String
    /// English.
    public var english: String

    /// Creates a text in Korean and English.
    public init(_ korean: String, _ english: String) { (self.korean, self.english) = (korean, english) }

    /// Text in one language.
    public subscript(language: Language) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }
}

extension StringProtocol {
    package var withCapital: String { prefix(1).uppercased() + dropFirst() }
}

extension [LocalizedText] {
    package func joined(_ separator: String, _ english: String? = nil) -> LocalizedText {
        LocalizedText(map(\.korean).joined(separator: separator), map(\.english).joined(separator: english ?? separator))
    }
}
