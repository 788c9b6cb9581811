import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers

/// Warns, once, of a proxy on this machine whose `X-Forwarded-For` is not believed.
///
/// This machine is not limited, so behind such a proxy nobody is. Whether the header can be believed is for the person
/// to say who runs both: a client may write it as well.
struct ForwardedForMiddleware: RouterMiddleware {
    let logger: Logger
    private let hasWarned = NIOLockedValueBox(false)

    init(logger: Logger) {
        self.logger = logger
    }

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        if let field = HTTPField.Name("X-Forwarded-For"), request.headers.contains(field),
            ClientAddress(context.remoteAddress)?.isLoopback == true,
            hasWarned.withLockedValue({ hasWarned in
                defer { hasWarned = true }
                return !hasWarned
            })
        {
            logger.warning(
                "X-Forwarded-For from this machine is not believed, and this machine is not limited: add --behind-proxy"
            )
        }
        return try await next(request, context)
    }
}
