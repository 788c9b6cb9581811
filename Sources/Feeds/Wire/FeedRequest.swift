#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// An upstream service as a type, so that a request to one service cannot be sent by the client of another.
///
/// Each service has its own key application, its own daily quota and its own outages.
public protocol FeedService: Sendable {
    /// Address and key of the service.
    associatedtype Gateway: UpstreamGateway

    /// The service as a value, for quotas, labels and messages.
    static var service: UpstreamService { get }
}

/// Where a service is reached, and the key that is sent along.
public protocol UpstreamGateway: Sendable {
    /// The address that every URL of the service begins with.
    var baseURL: String { get }
    /// The key.
    var key: ServiceKey { get }
}

/// One request to one feed of a service: the URL of each issue of the answer, and how the answer is decoded.
public struct FeedRequest<Service: FeedService, Value: Sendable>: Sendable {
    /// The feed that is requested.
    public var feed: Feed
    /// What is requested: a zone code, a station, a grid cell or a coordinate. It is usable as a file name.
    public var subject: String
    /// The whole URL for an issue; a feed without issues has one URL for all. It contains the key: pass it to a
    /// ``Transport`` and to nothing else.
    public var url: @Sendable (_ issuedAt: Date) -> String
    /// Decodes the answer for an issue, or throws the fault it carries.
    public var read: @Sendable (_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Value

    init(
        feed: Feed,
        subject: String,
        url: @escaping @Sendable (_ issuedAt: Date) -> String,
        read: @escaping @Sendable (_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Value
    ) {
        self.feed = feed
        self.subject = subject
        self.url = url
        self.read = read
    }
}
