/// Every way an upstream has been seen to fail.
public enum Fault: Sendable, Hashable {
    /// KMA's own envelope with a code and no body, HTTP 200.
    case header(HeaderCode)
    /// data.go.kr's gateway envelope, in one of its generations.
    case gateway(GatewayCode, GatewayForm)
    /// The code and message without any envelope, seen on the portal.
    case flat(HeaderCode)
    /// The portal's proxy, in plain text.
    case plain(PlainText)
    /// The API hub's own envelope.
    case hub(HubCode)
    /// OpenWeather's error, with `cod` as a number or a string.
    case openWeather(OpenWeatherCode, cod: CodForm)
    /// A page instead of data: 200 from a maintenance notice, 502 from a proxy.
    case html(status: Int)
    /// No body at all.
    case empty(status: Int)
    /// `03` for the newest issue only, as right after 06:00 and 18:00.
    case newestIssueEmpty
    /// The right body under the wrong `Content-Type`.
    case wrongContentType
    /// JSON that stops in the middle under a `Content-Length` that fits.
    case cutJSON
    /// A connection that ends in the middle of the body.
    case hangUpMidBody
    /// A body past 4 MiB.
    case oversized
    /// A connection reset before any answer.
    case reset
    /// The right answer, its body a byte at a time, with so many milliseconds between.
    case slow(milliseconds: Int)
    /// The right answer after so many milliseconds.
    case late(milliseconds: Int)
    /// A connection that is taken and never answered.
    case hang
    /// 302 to another address.
    case redirect(to: String)

    /// What KMA and its gateways say, each once.
    public static let kma: [Fault] =
        HeaderCode.allCases.map(Fault.header)
        + GatewayCode.allCases.flatMap { code in GatewayForm.allCases.map { Fault.gateway(code, $0) } }
        + [.flat(.invalidParameter), .flat(.quota)]
        + PlainText.allCases.map(Fault.plain)
        + HubCode.allCases.map(Fault.hub)

    /// What OpenWeather says, each with both forms of `cod`.
    public static let openWeather: [Fault] =
        OpenWeatherCode.allCases.flatMap { code in CodForm.allCases.map { Fault.openWeather(code, cod: $0) } }

    /// What any server on the way may do; ``redirect(to:)`` and ``late(milliseconds:)`` aside, which need a figure.
    public static let anyone: [Fault] = [
        .html(status: 200), .html(status: 502), .empty(status: 200), .empty(status: 502), .cutJSON,
        .hangUpMidBody,
        .oversized, .reset, .slow(milliseconds: 50), .hang,
    ]
}
