#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

/// One feed of a service: which questions want it, and the one or two requests it is made of.
struct FeedDefinition<Service: FeedService>: Sendable {
    var traits: FeedTraits
    var parts: [FeedPart<Service>]

    init(
        _ feed: Feed,
        for questions: Set<Question>,
        replaceableBy substitutes: Set<Feed> = [],
        zones: @escaping @Sendable () -> [String] = { [] },
        _ parts: FeedPart<Service>...
    ) {
        traits = FeedTraits(
            feed: feed,
            questions: questions,
            substitutes: substitutes,
            zones: zones,
            callsADay: parts.reduce(0) { $0 + $1.callsADay },
            isNationwide: parts.allSatisfy(\.isNationwide)
        )
        self.parts = parts
    }
}

/// What is known of a feed without its service.
struct FeedTraits: Sendable {
    let feed: Feed
    /// The questions that the feed helps to answer.
    let questions: Set<Question>
    /// Feeds that say the same. Without a key for its service, the feed is not missed where one of them answered.
    let substitutes: Set<Feed>
    /// The zones the feed can be prefetched for; none where it goes by place alone.
    let zones: @Sendable () -> [String]
    /// The calls it takes to keep it fresh for one place, or one zone, over a day.
    let callsADay: Int
    /// Whether one answer is about the whole country.
    let isNationwide: Bool
}

/// One request of a feed: what it asks for a place, how long its answers are fresh, and where their values go.
struct FeedPart<Service: FeedService>: Sendable {
    /// `nil` where the gateway has no such request.
    let connect: @Sendable (FeedConnection<Service>) -> ConnectedPart?
    /// The calls it takes to keep it fresh for one subject over a day.
    let callsADay: Int
    /// Whether its only subject is the whole country.
    var isNationwide = false

    /// A request for a place, and the earlier issue of it that some questions compare with.
    init<Value>(
        _ freshness: Freshness,
        request: @escaping @Sendable (Place, Service.Gateway) -> FeedRequest<Service, Value>,
        merge: @escaping @Sendable (Value, inout Readings) -> Void,
        comparedWith earlier: EarlierIssue<Value>? = nil
    ) {
        // What is kept fresh has the earlier issue stored.
        callsADay = freshness.callsADay
        connect = { connection in
            let repository = connection.repository(freshness, of: Value.self)
            var part = ConnectedPart(repository) { place, maximumAge in
                let request = request(place, connection.gateway)
                return FeedContribution(await repository.answer(request, maximumAge: maximumAge), merge)
            }
            part.knows = { place in await repository.knows(request(place, connection.gateway)) }
            part.earlier = earlier.map { earlier in
                EarlierAnswer(questions: earlier.questions) { place in
                    let issue = freshness.issues(at: connection.now())[0].addingTimeInterval(-earlier.age)
                    var origin = RequestOrigin.current
                    origin.isSupplementary = true
                    let answer = await RequestOrigin.$current.withValue(origin) {
                        await repository.answer(request(place, connection.gateway), ofIssue: issue)
                    }
                    return { readings in
                        if let value = answer?.value { earlier.merge(value, &readings) }
                    }
                }
            }
            return part
        }
    }

    /// A request for the zone a place lies in.
    init<Value>(
        _ freshness: Freshness,
        zone: @escaping @Sendable (Place) -> String,
        request: @escaping @Sendable (String, Service.Gateway) -> FeedRequest<Service, Value>,
        merge: @escaping @Sendable (Value, inout Readings) -> Void
    ) {
        callsADay = freshness.callsADay
        connect = { connection in
            let repository = connection.repository(freshness, of: Value.self)
            var part = ConnectedPart(repository) { place, maximumAge in
                let request = request(zone(place), connection.gateway)
                return FeedContribution(await repository.answer(request, maximumAge: maximumAge), merge)
            }
            part.refresh = { zone in await repository.answer(request(zone, connection.gateway)).report }
            return part
        }
    }

    /// Requests for a place, made one after another until an answer, with those before it, has what the place needs; how
    /// many were made is told as well.
    init<Value>(
        _ freshness: Freshness,
        requests: @escaping @Sendable (Place, Service.Gateway) -> [FeedRequest<Service, Value>],
        until isEnough: @escaping @Sendable (Value, Int, Place, Date) -> Bool,
        merge: @escaping @Sendable (Value, inout Readings) -> Void
    ) {
        // The first is enough for most places.
        callsADay = freshness.callsADay
        connect = { connection in
            let repository = connection.repository(freshness, of: Value.self)
            return ConnectedPart(repository) { place, maximumAge in
                var whole = FeedContribution(missingKeyFor: connection.feed)
                for (index, request) in requests(place, connection.gateway).enumerated() {
                    let answer = await repository.answer(request, maximumAge: maximumAge)
                    let contribution = FeedContribution(answer, merge)
                    let isFirst = index == 0
                    whole =
                        isFirst ? contribution : whole.combined(with: contribution, at: connection.now())
                    if let value = answer.value, isEnough(value, index + 1, place, connection.now()) { break }
                }
                return whole
            }
        }
    }

    /// A request whose answer is about the whole country, and whether all of an answer could be read; `nil` for a gateway
    /// that does not need the request.
    init<Value>(
        nationwide freshness: Freshness,
        request: @escaping @Sendable (Service.Gateway) -> FeedRequest<Service, Value>?,
        isWhole: @escaping @Sendable (Value) -> Bool = { _ in true },
        merge: @escaping @Sendable (Value, inout Readings) -> Void
    ) {
        callsADay = freshness.callsADay
        isNationwide = true
        connect = { connection in
            guard let request = request(connection.gateway) else { return nil }
            let repository = connection.repository(freshness, of: Value.self)
            return ConnectedPart(
                repository,
                nationwide: { maximumAge in
                    var answer = await repository.answer(request, maximumAge: maximumAge)
                    if let value = answer.value, !isWhole(value) {
                        let fault = FeedError(.malformedResponse, "zone name")
                        answer.report = answer.report.partial(for: fault, at: connection.now())
                    }
                    return FeedContribution(answer, merge)
                }
            )
        }
    }

    /// A request for a place whose newest answer no longer speaks of the whole day, and what fills it up.
    init(
        _ freshness: Freshness,
        request: @escaping @Sendable (Place, Service.Gateway) -> FeedRequest<Service, SlotForecast>,
        filledBy supplement: FeedSupplement<Service>,
        merge: @escaping @Sendable (SlotForecast, inout Readings) -> Void
    ) {
        callsADay = freshness.callsADay + supplement.callsADay
        connect = { connection in
            let repository = connection.repository(freshness, of: SlotForecast.self)
            var part = ConnectedPart(repository) { place, maximumAge in
                let request = request(place, connection.gateway)
                async let issue = supplement.issue(repository, connection, place)
                var answer = await repository.answer(request, maximumAge: maximumAge)
                let issueOfToday = await issue
                guard let newest = answer.value else { return FeedContribution(answer, merge) }
                if let issueOfToday {
                    answer.value = issueOfToday.value.map(newest.filled(byEarlier:)) ?? newest
                    answer.report = answer.report.supplemented(by: issueOfToday.report, at: connection.now())
                } else if let stored = await supplement.stored(repository, connection, request) {
                    answer.value = newest.filled(byEarlier: stored)
                }
                return FeedContribution(answer, merge)
            }
            part.knows = { place in await repository.knows(request(place, connection.gateway)) }
            return part
        }
    }
}

/// An earlier answer with hours, a low and a high of today that the newest one no longer has.
enum FeedSupplement<Service: FeedService>: Sendable {
    /// Today's issue of an hour, fetched once a day by a request of its own.
    case issue(hour: Int, @Sendable (Place, Service.Gateway) -> FeedRequest<Service, SlotForecast>)
    /// What is stored of today; the feed serves nothing but its newest answer.
    case storedToday

    /// The calls it takes over a day.
    fileprivate var callsADay: Int {
        if case .issue = self { 1 } else { 0 }
    }

    fileprivate func issue(
        _ repository: FeedRepository<Service, SlotForecast>,
        _ connection: FeedConnection<Service>,
        _ place: Place
    ) async -> FeedAnswer<SlotForecast>? {
        guard case .issue(let hour, let request) = self else { return nil }
        let issue = KoreanDate(of: connection.now()).at(hour: hour)
        // The newest answer, which has ten times as many rows, goes first.
        await Task.yield()
        return await repository.answer(request(place, connection.gateway), ofIssue: issue)
    }

    /// Looked up once the newest answer is stored, so that it is not taken for an earlier one.
    fileprivate func stored(
        _ repository: FeedRepository<Service, SlotForecast>,
        _ connection: FeedConnection<Service>,
        _ newest: FeedRequest<Service, SlotForecast>
    ) async -> SlotForecast? {
        guard case .storedToday = self else { return nil }
        return await repository.storedAnswer(on: KoreanDate(of: connection.now()), newest)
    }
}

/// An earlier issue of a request, to compare the newest with.
struct EarlierIssue<Value: Sendable>: Sendable {
    /// Seconds between the two.
    let age: Double
    /// The questions that compare with it.
    let questions: Set<Question>
    /// Where its values go.
    let merge: @Sendable (Value, inout Readings) -> Void
}
