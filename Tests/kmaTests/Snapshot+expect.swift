import TestSupport
import Testing

extension Snapshot {
    /// Expects the text that stands there.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        if let difference = try difference(from: text) {
            Issue.record("\(difference)", sourceLocation: sourceLocation)
        }
    }
}
