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

    /// A request for a place, what is said of an answer that is older than it should be, and the earlier issue that some
    /// questions compare with.
    init<Value>(
        _ freshness: Freshness,
        request: @escaping @Sendable (Place, Service.Gateway) -> FeedRequest<Service, Value>,
        merge: @escaping @Sendable (Value, inout Readings) -> Void,
        whenStale: @escaping @Sendable (inout Readings) -> Void = { _ in },
        comparedWith earlier: EarlierIssue<Value>? = nil
    ) {
        // What is kept fresh has the earlier issue stored.
        callsADay = freshness.callsADay
        connect = { connection in
            let repository = connection.repository(freshness, of: Value.self)
            var part = ConnectedPart(repository) { place, maximumAge in
                let request = request(place, connection.gateway)
                let answer = await repository.answer(request, maximumAge: maximumAge)
                return FeedContribution(answer) { value, readings in
                    merge(value, &readings)
                    if answer.report.status == .stale { whenStale(&readings) }
                }
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

    /// A request whose answer is about the whole country; `nil` for a gateway that does not need the request.
    init<Value>(
        nationwide freshness: Freshness,
        request: @escaping @Sendable (Service.Gateway) -> FeedRequest<Service, Value>?,
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
                    FeedContribution(await repository.answer(request, maximumAge: maximumAge), merge)
                }
            )
        }
    }

    /// A request for a place whose newest answer no longer speaks of the whole day: the answers before it do, and where the
    /// feed has one that speaks of all of today, that one.
    init(
        _ freshness: Freshness,
        request: @escaping @Sendable (Place, Service.Gateway) -> FeedRequest<Service, SlotForecast>,
        issueOfToday: IssueOfToday<Service>?,
        merge: @escaping @Sendable (SlotForecast, inout Readings) -> Void
    ) {
        callsADay = freshness.callsADay + (issueOfToday == nil ? 0 : 1)
        connect = { connection in
            let repository = connection.repository(freshness, of: SlotForecast.self)
            var part = ConnectedPart(repository) { place, maximumAge in
                let request = request(place, connection.gateway)
                async let first = issueOfToday?.answer(repository, connection, place)
                var answer = await repository.answer(request, maximumAge: maximumAge)
                var ofToday = await first
                if answer.report.status == .fresh, ofToday?.report.error?.wasSent == false {
                    // It was not asked for while the feed was tried, and now the feed answers.
                    ofToday = await issueOfToday?.answer(repository, connection, place)
                }
                if let newest = answer.value { answer.value = await repository.filledToday(newest, request) }
                if let ofToday { answer = answer.filled(byToday: ofToday, at: connection.now()) }
                return FeedContribution(answer, merge)
            }
            part.knows = { place in await repository.knows(request(place, connection.gateway)) }
            return part
        }
    }
}

/// The issue of an hour that speaks of all of today, fetched once a day by a request of its own.
struct IssueOfToday<Service: FeedService>: Sendable {
    let hour: Int
    let request: @Sendable (Place, Service.Gateway) -> FeedRequest<Service, SlotForecast>

    fileprivate func answer(
        _ repository: FeedRepository<Service, SlotForecast>,
        _ connection: FeedConnection<Service>,
        _ place: Place
    ) async -> FeedAnswer<SlotForecast>? {
        let issue = KoreanDate(of: connection.now()).at(hour: hour)
        // The newest answer, which has ten times as many rows, goes first.
        await Task.yield()
        return await repository.answer(request(place, connection.gateway), ofIssue: issue)
    }
}

extension FeedAnswer<SlotForecast> {
    /// The newest answer with what only today's issue has; today's alone where there is no newer one.
    fileprivate func filled(byToday today: FeedAnswer, at now: Date) -> FeedAnswer {
        guard let newest = value else {
            guard today.value != nil else { return self }
            var instead = today
            instead.report = today.report.partial(for: report.error, at: now)
            instead.report.answers.merge(report.answers) { own, _ in own }
            return instead
        }
        let whole = today.value.map(newest.filled(byEarlier:)) ?? newest
        return FeedAnswer(value: whole, report: report.supplemented(by: today.report, at: now))
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
