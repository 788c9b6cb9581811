import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions

/// Names and points to places.
enum Places {
    static func works() -> [Work] {
        [
            Work("place/province") { keep(try Gazetteer.place(named: "경기도")) },
            Work("place/district") { keep(try Gazetteer.place(named: "성남시 분당구")) },
            Work("place/dong") { keep(try Gazetteer.place(named: "평창군 대관령면")) },
            Work("place/english") { keep(try Gazetteer.place(named: "Busan")) },
            Work("place/coordinate") { keep(try Gazetteer.place(latitude: 37.38, longitude: 127.12)) },
        ]
    }
}

/// Bodies to values, and beside each what JSONDecoder alone takes for it.
enum Decoding {
    static func works(_ bodies: Bodies) -> [Work] {
        func plain<Type: Decodable>(_ type: Type.Type, _ data: Data) -> () throws -> Void {
            { keep(try JSONDecoder().decode(type, from: data)) }
        }
        typealias KMA = PlainKMABody
        return [
            Work("plain/mid temperature", plain(KMA<PlainMidTemperature>.self, bodies.midTemperature.data)),
            Work("read/mid temperature") { keep(try bodies.midTemperature.read()) },
            Work("plain/mid land", plain(KMA<PlainMidLand>.self, bodies.midLand.data)),
            Work("read/mid land") { keep(try bodies.midLand.read()) },
            Work("plain/short term", plain(KMA<PlainGridRow>.self, bodies.shortTerm.data)),
            Work("read/short term") { keep(try bodies.shortTerm.read()) },
            Work("plain/current", plain(PlainCurrent.self, bodies.current.data)),
            Work("read/current") { keep(try bodies.current.read()) },
            Work("plain/forecast", plain(PlainForecast.self, bodies.forecast.data)),
            Work("read/forecast") { keep(try bodies.forecast.read()) },
        ]
    }
}

/// Values to a week, a week to bytes, and all the way from four bodies to bytes.
enum Answers {
    static func works(_ bodies: Bodies) throws -> [Work] {
        let readings = try bodies.readings()
        let report = Answers.report(bodies, readings)
        return [
            Work("answer/merge") { keep(Answers.week(bodies, readings)) },
            Work("answer/write") { keep(report.json(.week, .korean)) },
            Work("plain/four bodies") {
                let decoder = JSONDecoder()
                keep(
                    try decoder.decode(
                        PlainKMABody<PlainMidTemperature>.self,
                        from: bodies.midTemperature.data
                    )
                )
                keep(try decoder.decode(PlainKMABody<PlainMidLand>.self, from: bodies.midLand.data))
                keep(try decoder.decode(PlainCurrent.self, from: bodies.current.data))
                keep(try decoder.decode(PlainForecast.self, from: bodies.forecast.data))
            },
            Work("answer/four bodies to bytes") {
                keep(Answers.report(bodies, try bodies.readings()).json(.week, .korean))
            },
        ]
    }

    private static func week(_ bodies: Bodies, _ readings: Readings) -> Week {
        Week(
            readings,
            now: bodies.now,
            latitude: bodies.place.latitude,
            longitude: bodies.place.longitude
        )
    }

    private static func report(_ bodies: Bodies, _ readings: Readings) -> Report {
        Report(place: bodies.place, generatedAt: bodies.now, week: week(bodies, readings), sources: [])
    }
}
