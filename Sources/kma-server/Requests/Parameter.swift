/// Everything that may be asked for behind a `?`.
enum Parameter: String, Sendable, CaseIterable {
    /// Name of an area.
    case area
    /// Degrees north.
    case lat
    /// Degrees east.
    case lon
    /// Language of words for people.
    case lang
    /// A day instead of now.
    case date
    /// What is searched for.
    case q
    /// How many areas at the most.
    case limit
}
