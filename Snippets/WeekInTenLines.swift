// Prints a week of sample data for Gyeonggi. The code of the article "A week in ten lines of Swift".

import Feeds
import Foundation
import KMAForecast
import Regions
import SampleFeeds

// snippet.week
let key = ServiceKey("sample")
let kma = key.map { KMAGateway(kind: .dataPortal, baseURL: KMAGateway.Kind.dataPortal.baseURL, key: $0) }
let sample = Transport.sample { Date() }
let forecaster = Forecaster(.init(kma: kma, openWeather: nil, transport: sample, store: nil))
let place = try Gazetteer.place(named: "경기도")
let report = try await forecaster.report(.week, at: place)
for day in report.week.days {
    let (low, high) = (day.extremes.minimum ?? .nan, day.extremes.maximum ?? .nan)
    print(day.date, day.whole?.condition?.text.english ?? "-", low, high)
}
// snippet.end
