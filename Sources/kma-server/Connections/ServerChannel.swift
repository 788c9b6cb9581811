import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The framework's channel for HTTP/1.1 with handlers of ours on either side of its decoder: what they look at, the
/// protocol version, the raw headers and bytes, is not there for handlers that are added behind it.
struct ServerChannel: ServerChildChannel {
    let base: HTTP1Channel
    /// How long a connection may stay without a request.
    let idleTimeout: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(UpgradeFilter())
        }
        .flatMap {
            base.setup(channel: channel, logger: logger)
        }
        .flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(RequestValidator(), position: .before(codec))
            let cachedResponses = try pipeline.handler(type: CachedResponseHandler.self)
            try pipeline.addHandler(RepeatedRequestHandler(cachedResponses), position: .first)
            // The framework's own idle timeout does not see what is answered before it.
            try pipeline.addHandler(IdleStateHandler(readTimeout: idleTimeout), position: .first)
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
