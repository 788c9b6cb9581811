import Hummingbird

/// A path of the service: what may be asked there, and who answers.
struct Endpoint: Sendable {
    /// Where it stands.
    let path: String
    /// The parameters it knows; `nil` where they are for the page and not for us.
    let parameters: [Parameter]?
    /// Whether requests count against a client's limit; those of probes do not.
    var isLimited = true
    /// Answers a request whose parameters it knows.
    let respond: @Sendable (Visit, QueryString) async throws(Problem) -> Response

    /// The methods of every path: all of them only read.
    static let methods = "GET, HEAD, OPTIONS"
}
