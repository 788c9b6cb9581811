/// Why words or a point did not lead to one place.
public enum PlaceError: Error, Sendable, Equatable {
    /// No area bears the name; `suggestions` are full names of near misses, best first, at most five.
    case unknownArea(query: String, suggestions: [String])
    /// Several areas bear the name; `candidates` are their full names.
    case ambiguousArea(query: String, candidates: [String])
    /// The point is at sea or abroad, more than 15 km from the nearest 읍·면·동.
    case outsideKorea(latitude: Double, longitude: Double)
}
