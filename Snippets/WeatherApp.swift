// Models of five small weather apps over the libraries. The code of the article "Five weather apps".

import Feeds
import Forecast
import Foundation
import KMAForecast
import Observation
import Regions
import Rendering
import SampleFeeds
import URLSessionTransport

// snippet.forecaster
/// One adapter for the whole app: it keeps answers and sends equal requests once.
func makeForecaster(key: String?) -> Forecaster {
    if let key { return Forecaster(key: key) }
    let sample = ServiceKey("sample").map { KMAGateway(key: $0) }
    return Forecaster(.init(kma: sample, openWeather: nil, transport: .sample { Date() }, areSamples: true))
}
// snippet.end

// snippet.steps
/// (a) Now and five days in steps of three hours, at a coordinate.
struct Steps {
    let now: String
    let steps: [(time: Date, temperature: Double?, symbol: String)]

    init(_ forecaster: Forecaster, latitude: Double, longitude: Double) async throws(ForecastError) {
        let report = try await forecaster.report(.week, latitude: latitude, longitude: longitude)
        let degrees = report.week.current?.temperature.map { "\($0)°" } ?? "–"
        now = "\(degrees) \(report.week.themeSelection.label.korean)"
        let end = report.generatedAt.addingTimeInterval(5 * 86_400)
        steps = report.week.hours
            .filter { $0.time < end && KoreanTime($0.time).hour.isMultiple(of: 3) }
            .map { ($0.time, $0.temperature, symbol($0.condition?.theme, night: $0.isNight ?? false)) }
    }
}

/// A name of SF Symbols for a sky.
func symbol(_ theme: Theme?, night: Bool) -> String {
    switch theme {
    case .clear: night ? "moon.stars.fill" : "sun.max.fill"
    case .rain: "cloud.rain.fill"
    case .snow: "cloud.snow.fill"
    case .cloudy, nil: "cloud.fill"
    }
}
// snippet.end

// snippet.typed
/// (b) The same with a latitude and a longitude as somebody types them, and the address that is found there.
func typed(_ forecaster: Forecaster, _ latitude: String, _ longitude: String) async throws(ForecastError)
    -> String
{
    let place = try PlaceRequest(area: nil, latitude: latitude, longitude: longitude).place()
    let report = try await forecaster.report(.now, at: place)
    return "\(place.name): \(report.week.current?.temperature ?? .nan)°"
}
// snippet.end

// snippet.taps
/// (c) Many taps, one request, and errors in the person's words.
@MainActor @Observable final class Model {
    private(set) var report: Report?
    private(set) var message: String?
    private var task: Task<Void, Never>?
    private let forecaster: Forecaster

    init(_ forecaster: Forecaster) { self.forecaster = forecaster }

    func refresh(_ name: String) async {
        // A tap while a request is under way waits for it.
        if let task { return await task.value }
        let task = Task {
            do throws(ForecastError) {
                report = try await forecaster.report(.week, named: name)
                message = nil
            } catch {
                message = error.message.korean
            }
        }
        self.task = task
        await task.value
        self.task = nil
    }
}
// snippet.end

// snippet.week
/// (d) KMA's week of a province, with rain, sky and a background of four.
struct ProvinceWeek {
    let background: (start: Palette.Color, end: Palette.Color, text: Palette.Color)
    let rows: [String]

    init(_ forecaster: Forecaster, _ province: String) async throws(ForecastError) {
        let report = try await forecaster.report(.week, named: province)
        background = report.week.themeSelection.palette.colors
        rows = report.week.days.map { day in
            let rain = day.whole?.precipitationProbability.map { "\($0.percent)%" } ?? "–"
            return "\(day.date.weekdayName.korean) \(day.whole?.condition?.text.korean ?? "–") \(rain)"
        }
    }
}
// snippet.end

// snippet.search
/// (e) Places as one types, each with its days from low to high.
func search(_ forecaster: Forecaster, _ text: String) async throws(ForecastError) -> [String] {
    guard let place = Gazetteer.completions(of: text, limit: 8).first else { return [] }
    let report = try await forecaster.report(.week, at: place)
    return report.week.days.map { day in
        let (low, high) = (day.extremes.minimum ?? .nan, day.extremes.maximum ?? .nan)
        return "\(place.name) \(day.date) \(low)–\(high)° \(ThemeSelection(of: day).theme.rawValue)"
    }
}
// snippet.end

#if canImport(SwiftUI)
import SwiftUI

// snippet.view
/// A coloured week, from a coordinate.
struct WeekView: View {
    let forecaster: Forecaster
    @State private var report: Report?

    var body: some View {
        let colors = report?.week.themeSelection.palette.colors
        List(report?.week.days ?? [], id: \.date) { day in
            Text(
                "\(day.date.weekdayName.korean) \(day.extremes.minimum ?? .nan)–\(day.extremes.maximum ?? .nan)°"
            )
        }
        .scrollContentBackground(.hidden)
        .foregroundStyle(colors.map { Color($0.text) } ?? .primary)
        .background(
            LinearGradient(
                colors: colors.map { [Color($0.start), Color($0.end)] } ?? [],
                startPoint: .top,
                endPoint: .bottom
            )
        )
        .task { report = try? await forecaster.report(.week, latitude: 37.57, longitude: 126.98) }
    }
}

extension Color {
    init(_ color: Palette.Color) { self.init(red: color.red, green: color.green, blue: color.blue) }
}
// snippet.end
#endif

let forecaster = makeForecaster(key: ProcessInfo.processInfo.environment["KMA_SERVICE_KEY"])
let steps = try await Steps(forecaster, latitude: 37.57, longitude: 126.98)
print(steps.now, steps.steps.count)
print(try await typed(forecaster, "37.57", "126.98"))
let model = Model(forecaster)
async let first: Void = model.refresh("부산")
async let second: Void = model.refresh("부산")
_ = await (first, second)
await model.refresh("없는곳")
print(model.report?.place.name ?? "–", model.message ?? "–")
let week = try await ProvinceWeek(forecaster, "경기도")
print(week.background.start, week.rows.joined(separator: ", "))
print(try await search(forecaster, "강남"))
