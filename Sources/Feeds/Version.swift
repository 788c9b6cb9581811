/// The version of the project.
public enum Version {
    /// The current one, as CHANGELOG.md names it.
    public static let current = "0.1.0"
}
