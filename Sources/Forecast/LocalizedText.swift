/// The languages of texts for people.
public enum Language: String, Sendable, CaseIterable {
    /// Korean, the default.
    case korean = "ko"
    /// English.
    case english = "en"

    /// The language that somebody names, by its code or its name in either language, in any case of letters; `nil` for
    /// another text.
    public init?(named name: String) {
        switch name.lowercased() {
        case "ko", "korean", "한국어": self = .korean
        case "en", "english", "영어": self = .english
        default: return nil
        }
    }
}

/// The same text in every language.
public struct LocalizedText: Sendable, Hashable {
    /// In Korean, as KMA writes it.
    public var korean: String
    /// In English.
    public var english: String

    /// A text in Korean and English.
    public init(_ korean: String, _ english: String) {
        self.korean = korean
        self.english = english
    }

    /// The text in one language.
    public subscript(language: Language) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }
}

extension [LocalizedText] {
    /// All of them with something in between, in English something else where that is given.
    package func joined(_ separator: String, _ english: String? = nil) -> LocalizedText {
        LocalizedText(
            map(\.korean).joined(separator: separator),
            map(\.english).joined(separator: english ?? separator)
        )
    }
}
