import ArgumentParser

/// The forms an answer is printed in.
enum Format: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// For people.
    case table
    /// The contract's object.
    case json
    /// A flat row a day or an hour, names first.
    case csv
    /// One short line for a status bar.
    case line
}
