/// How a program of ours ends, after `sysexits.h`.
public enum ExitStatus: Int32, CaseIterable {
    /// Something useful was printed.
    case success = 0
    /// Wrong usage.
    case usage = 64
    /// No such place, or several.
    case noInput = 66
    /// The upstream is down, late, or answered rubbish.
    case unavailable = 69
    /// A quota is spent, or calls came too fast.
    case temporaryFailure = 75
    /// The upstream rejected the key.
    case noPermission = 77
    /// A needed key is missing, or a setting is malformed.
    case configuration = 78

    /// The end that an error leads to.
    public init(_ error: ForecastError) {
        if case .settings = error {
            self = .configuration
            return
        }
        switch error.code {
        case .badInput: self = .usage
        case .unknownArea, .ambiguousArea, .outsideKorea: self = .noInput
        case .noData, .timeout, .unreachable, .upstreamError, .malformedResponse: self = .unavailable
        case .quotaExceeded, .rateLimited: self = .temporaryFailure
        case .keyRejected, .notSubscribed, .blocked: self = .noPermission
        case .keyMissing: self = .configuration
        }
    }
}
