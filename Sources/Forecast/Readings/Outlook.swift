#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One issue of KMA's mid-term text, as a forecaster wrote it.
public struct Outlook: Sendable, Hashable {
    /// 06:00 or 18:00 in Korea.
    public var issuedAt: Date
    /// The text in Korean, a line a statement, without the padding it comes with.
    public var text: String

    /// An issue from its time and its text.
    public init(issuedAt: Date, text: String) {
        self.issuedAt = issuedAt
        self.text = text
    }
}
