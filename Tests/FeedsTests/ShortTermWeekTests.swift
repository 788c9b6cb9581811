import Forecast
import Foundation
import Regions
import SampleFeeds
import StubUpstream
import Testing

@testable import Feeds

/// Weeks made of what the sample feeds answer to the very questions the program asks.
@Suite("A week from the answers of every feed")
struct ShortTermWeekTests {
    /// A moment in every stretch between two issues of any feed, and right around 06시 and 18시.
    private static let clock = [
        (0, 5), (2, 5), (2, 15), (5, 9), (5, 59), (6, 5), (8, 30), (11, 15), (14, 9), (14, 11), (17, 9),
        (17, 30),
        (17, 59), (18, 5), (20, 15), (23, 9), (23, 55),
    ]

    /// Answers of a service's feeds at a moment, requested as the program does: the newest issue and one step
    /// back.
    private struct Feeds {
        var now: Date
        var place: Place
        var readings = Readings()

        /// Answers of each moment, which several tests ask about.
        private static let whole = LockedValue<[Date: Feeds]>([:])

        init(now: Date, kma: Bool, openWeather: Bool) throws {
            var whole = try Feeds.whole.withLock { $0[now] } ?? Feeds(wholeAt: now)
            Feeds.whole.withLock { $0[now] = whole }
            if !kma {
                let both = whole.readings
                whole.readings = Readings()
                (whole.readings.current, whole.readings.openWeather) = (both.current, both.openWeather)
            }
            if !openWeather { (whole.readings.current, whole.readings.openWeather) = (nil, nil) }
            self = whole
        }

        private init(wholeAt now: Date) throws {
            self.now = now
            place = try Gazetteer.place(named: "서울특별시")
            try askKMA()
            try askOpenWeather()
        }

        private mutating func askKMA() throws {
            let key = try #require(ServiceKey("key"))
            let kma = KMAGateway(kind: .dataPortal, baseURL: "http://localhost/1360000", key: key)
            let cell = place.gridCell
            let shortTerm = FeedRequest.shortTerm(cell: cell, gateway: kma)
            readings.midTemperature = try answer(
                .midTemperature(zone: place.temperatureZone.code, gateway: kma),
                .midTerm
            )
            readings.midLand = try answer(.midLand(zone: place.landZone.code, gateway: kma), .midTerm)
            readings.nowcast = try answer(.nowcast(cell: cell, gateway: kma), .observation)
            readings.nextHours = try answer(.nextHours(cell: cell, gateway: kma), .nextHours)
            let newest = try answer(shortTerm, .shortTerm)
            let morning = KoreanDate(of: now).at(hour: 2)
            let hasMorning = IssueSchedule.shortTerm.newest(at: now) > morning
            let earlier = hasMorning ? try read(shortTerm, issue: morning) : nil
            readings.shortTerm = earlier.map(newest.filled(byEarlier:)) ?? newest
        }

        private mutating func askOpenWeather() throws {
            let key = try #require(ServiceKey("key"))
            let openWeather = OpenWeatherGateway(key: key)
            let (latitude, longitude) = (place.latitude, place.longitude)
            readings.current = try read(
                .openWeatherCurrent(latitude: latitude, longitude: longitude, gateway: openWeather),
                issue: now
            )
            readings.openWeather = try read(
                .openWeatherForecast(latitude: latitude, longitude: longitude, gateway: openWeather),
                issue: now
            )
        }

        private func answer<Value>(_ query: FeedRequest<Value>, _ schedule: IssueSchedule)
            throws -> Value
        {
            let newest = schedule.newest(at: now)
            do throws(FeedError) {
                return try query.read(SampleFeeds.answer(to: query.url(newest), at: now), newest)
            } catch {
                try #require(error.code == .noData)
                return try read(query, issue: schedule.previous(to: newest))
            }
        }

        private func read<Value>(_ query: FeedRequest<Value>, issue: Date) throws -> Value {
            try query.read(SampleFeeds.answer(to: query.url(issue), at: now), issue)
        }

        func week(_ preference: Preference = .kma) -> Week {
            Week(
                readings,
                now: now,
                latitude: place.latitude,
                longitude: place.longitude,
                preferring: preference
            )
        }
    }

    private static let date = KoreanDate(year: 2026, month: 7, day: 5)

    /// The days there are, each checked to be whole of value; today may have one step left, which is no low and high.
    private func offsets(_ week: Week) -> [Int] {
        for day in week.days {
            let isLastStep =
                day.date == Self.date && day.feeds == [.openWeatherForecast] && day.morning == nil
            #expect(isLastStep || (day.extremes.minimum != nil && day.extremes.maximum != nil), "\(day.date)")
            #expect(day.whole?.condition != nil, "\(day.date)")
            #expect(day.whole?.precipitationProbability != nil, "\(day.date)")
            #expect(day.source != nil && !day.feeds.isEmpty, "\(day.date)")
        }
        return week.days.map { $0.date - Self.date }
    }

    /// The 18시 issue of the day before speaks of nine days from today on, so until 06시 KMA's tenth is not told.
    private func reachOfKMA(hour: Int) -> Int { hour < 6 ? 9 : 10 }

    @Test("KMA alone has every day, without a gap between short and mid-term", arguments: clock)
    func kmaAlone(hour: Int, minute: Int) throws {
        let feeds = try Feeds(now: Self.date.at(hour: hour, minute: minute), kma: true, openWeather: false)
        let week = feeds.week()
        #expect(offsets(week) == Array(0...reachOfKMA(hour: hour)))
        #expect(week.days.allSatisfy { !$0.feeds.contains(.openWeatherForecast) })
        let shortDays =
            hour >= 17 && IssueSchedule.shortTerm.newest(at: feeds.now) >= Self.date.at(hour: 17) ? 5 : 4
        #expect(week.days.prefix(shortDays).allSatisfy { $0.source == .shortTerm })
        #expect(week.days.dropFirst(shortDays).allSatisfy { $0.source == .midTerm })
        #expect(week.days.dropFirst(shortDays).allSatisfy { $0.feeds == [.midTemperature, .midLand] })
        #expect(week.days.dropFirst().allSatisfy { !$0.isPartial })
    }

    @Test("OpenWeather alone has the days of its forty steps, and no more", arguments: clock)
    func openWeatherAlone(hour: Int, minute: Int) throws {
        let feeds = try Feeds(now: Self.date.at(hour: hour, minute: minute), kma: false, openWeather: true)
        let steps = try #require(feeds.readings.openWeather?.slots)
        #expect(steps.count == 40)
        let first = KoreanDate(of: try #require(steps.first).time) - Self.date
        // A last step at midnight is the end of the day before.
        let last = KoreanDate(of: try #require(steps.last).time.addingTimeInterval(-1)) - Self.date
        #expect(offsets(feeds.week()) == Array(first...last))
        #expect(feeds.week().days.allSatisfy { $0.source == .openWeather })
    }

    @Test("Both together have every day, each of KMA's where KMA has it whole", arguments: clock)
    func both(hour: Int, minute: Int) throws {
        let now = Self.date.at(hour: hour, minute: minute)
        let week = try Feeds(now: now, kma: true, openWeather: true).week()
        let alone = try Feeds(now: now, kma: true, openWeather: false).week()
        #expect(offsets(week) == Array(0...reachOfKMA(hour: hour)))
        #expect(Array(week.days.dropFirst()) == Array(alone.days.dropFirst()))
        #expect(week.days.map(\.source) == alone.days.map(\.source))
    }

    @Test("With OpenWeather preferred, its whole days are its own and the rest is KMA's", arguments: clock)
    func preferringOpenWeather(hour: Int, minute: Int) throws {
        let feeds = try Feeds(now: Self.date.at(hour: hour, minute: minute), kma: true, openWeather: true)
        let week = feeds.week(.openWeather)
        #expect(offsets(week) == Array(0...reachOfKMA(hour: hour)))
        #expect(
            week.days[1...4].allSatisfy { $0.source == .openWeather && $0.feeds == [.openWeatherForecast] }
        )
        #expect(week.days.dropFirst(6).allSatisfy { $0.source == .midTerm })
        #expect(week.current?.feed == .openWeatherCurrent)
    }

    @Test(
        "The steps from this hour on follow each other, none twice and none inside another",
        arguments: clock
    )
    func hours(hour: Int, minute: Int) throws {
        let now = Self.date.at(hour: hour, minute: minute)
        for (kma, openWeather) in [(true, false), (false, true), (true, true)] {
            let feeds = try Feeds(now: now, kma: kma, openWeather: openWeather)
            for preference in Preference.allCases {
                let hours = feeds.week(preference).hours
                for (slot, next) in zip(hours, hours.dropFirst()) {
                    #expect(next.time >= slot.time.addingTimeInterval(Double(slot.hours) * 3_600))
                }
                #expect(hours.allSatisfy { $0.isNight != nil && $0.temperature != nil })
            }
            if kma { #expect(feeds.week().hours.first?.time == Self.date.at(hour: hour)) }
        }
    }
}
