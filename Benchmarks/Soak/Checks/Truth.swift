import SampleFeeds
import Feeds
import Forecast
import Foundation
import Regions

/// What the upstream really says of any place and issue: read anew from the sample feeds, apart from whatever the
/// program kept or mixed up.
final class Truth {
    let kma: KMAGateway
    let openWeather: OpenWeatherGateway
    private var midTemperatures: [String: MidTemperature] = [:]
    private var midLands: [String: MidLand] = [:]
    private var outlooks: [String: Outlook] = [:]
    private var forecasts: [String: SlotForecast] = [:]
    private var observations: [String: Observation] = [:]
    /// When OpenWeather's forecast was last told in each stretch of three hours, by its URL.
    private var told: [String: [Date: Date]] = [:]

    init(kma: KMAGateway, openWeather: OpenWeatherGateway) {
        self.kma = kma
        self.openWeather = openWeather
    }

    func midTemperature(_ place: Place, _ issue: Date) -> MidTemperature? {
        read(.midTemperature(zone: place.temperatureZone.code, gateway: kma), issue, &midTemperatures)
    }

    func midLand(_ place: Place, _ issue: Date) -> MidLand? {
        read(.midLand(zone: place.landZone.code, gateway: kma), issue, &midLands)
    }

    func outlook(_ place: Place, _ issue: Date) -> Outlook? {
        read(.outlook(station: place.outlookStation.code, gateway: kma), issue, &outlooks)
    }

    func shortTerm(_ place: Place, _ issue: Date) -> SlotForecast? {
        read(.shortTerm(cell: place.gridCell, gateway: kma), issue, &forecasts)
    }

    func nextHours(_ place: Place, _ issue: Date) -> SlotForecast? {
        read(.nextHours(cell: place.gridCell, gateway: kma), issue, &forecasts)
    }

    func nowcast(_ place: Place, _ issue: Date) -> Observation? {
        read(.nowcast(cell: place.gridCell, gateway: kma), issue, &observations)
    }

    func current(_ place: Place, _ fetchedAt: Date) -> Observation? {
        read(current(place), fetchedAt, after: 0, &observations)
    }

    func forecast(_ place: Place, _ fetchedAt: Date) -> SlotForecast? {
        read(forecast(place), fetchedAt, after: 0, &forecasts)
    }

    /// What OpenWeather's forecast said of a day's hours that are over: the last of the three hours before the day, or
    /// else the day's first.
    func earlierForecast(_ place: Place, on date: KoreanDate) -> SlotForecast? {
        let stretches = (told[forecast(place).url(date.start)] ?? [:]).sorted { $0.key > $1.key }.dropFirst()
        let eve = stretches.first {
            $0.key < date.start && $0.key >= date.start.addingTimeInterval(-3 * 3_600)
        }
        return (eve ?? stretches.last { $0.key >= date.start }).flatMap { forecast(place, $0.value) }
    }

    /// Takes note of what the upstream said.
    func hear(_ calls: [Call]) {
        for call in calls where call.outcome == .good && call.url.contains("/data/2.5/forecast") {
            told[call.url, default: [:]][Truth.stretch(of: call.at)] = call.at
        }
        if forecasts.count > 400 { forecasts = [:] }
        if observations.count > 2_000 { observations = [:] }
    }

    private static func stretch(of instant: Date) -> Date {
        Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 10_800).rounded(.down) * 10_800)
    }

    func current(_ place: Place) -> FeedRequest<OpenWeather, Observation> {
        .openWeatherCurrent(latitude: place.latitude, longitude: place.longitude, gateway: openWeather)
    }

    func forecast(_ place: Place) -> FeedRequest<OpenWeather, SlotForecast> {
        .openWeatherForecast(latitude: place.latitude, longitude: place.longitude, gateway: openWeather)
    }

    /// Reads what is said of an issue an hour after it.
    private func read<Service, Value>(
        _ query: FeedRequest<Service, Value>,
        _ issue: Date,
        after delay: Double = 3_600,
        _ known: inout [String: Value]
    ) -> Value? {
        let url = query.url(issue)
        let name = delay == 0 ? "\(url) \(issue.timeIntervalSince1970)" : url
        if let value = known[name] { return value }
        do throws(FeedError) {
            let value = try query.read(SampleFeeds.answer(to: url, at: issue + delay), issue)
            known[name] = value
            return value
        } catch {
            return nil
        }
    }
}
