import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions
import Rendering

/// Names and points to places.
enum PlaceWorkloads {
    static func workloads() -> [Workload] {
        [
            Workload("place/province") { blackHole(try Gazetteer.place(named: "경기도")) },
            Workload("place/district") { blackHole(try Gazetteer.place(named: "성남시 분당구")) },
            Workload("place/dong") { blackHole(try Gazetteer.place(named: "평창군 대관령면")) },
            Workload("place/legal dong") { blackHole(try Gazetteer.place(named: "종로구 청운동")) },
            Workload("place/landmark") { blackHole(try Gazetteer.place(named: "강남역")) },
            Workload("place/ending") { blackHole(try Gazetteer.place(named: "망포역")) },
            Workload("place/english") { blackHole(try Gazetteer.place(named: "Busan")) },
            Workload("place/coordinate") {
                blackHole(try Gazetteer.place(latitude: 37.38, longitude: 127.12))
            },
        ]
    }
}

/// Bodies to values, and beside each what JSONDecoder alone takes for it.
enum DecodingWorkloads {
    static func workloads(_ bodies: SampleBodies) -> [Workload] {
        func plain<Type: Decodable>(_ type: Type.Type, _ data: Data) -> () throws -> Void {
            { blackHole(try JSONDecoder().decode(type, from: data)) }
        }
        typealias KMA = ReferenceKMABody
        return [
            Workload(
                "plain/mid temperature",
                plain(KMA<ReferenceMidTemperature>.self, bodies.midTemperature.data)
            ),
            Workload("read/mid temperature") { blackHole(try bodies.midTemperature.read()) },
            Workload("plain/mid land", plain(KMA<ReferenceMidLand>.self, bodies.midLand.data)),
            Workload("read/mid land") { blackHole(try bodies.midLand.read()) },
            Workload("plain/short term", plain(KMA<ReferenceGridRow>.self, bodies.shortTerm.data)),
            Workload("read/short term") { blackHole(try bodies.shortTerm.read()) },
            Workload("plain/current", plain(ReferenceCurrent.self, bodies.current.data)),
            Workload("read/current") { blackHole(try bodies.current.read()) },
            Workload("plain/forecast", plain(ReferenceForecast.self, bodies.forecast.data)),
            Workload("read/forecast") { blackHole(try bodies.forecast.read()) },
        ]
    }
}

/// Values to a week, a week to bytes, and all the way from four bodies to bytes.
enum ResponseWorkloads {
    static func workloads(_ bodies: SampleBodies) throws -> [Workload] {
        let readings = try bodies.readings()
        let report = ResponseWorkloads.report(bodies, readings)
        return [
            Workload("answer/merge") { blackHole(ResponseWorkloads.week(bodies, readings)) },
            Workload("answer/write") { blackHole(report.json(.week, .korean)) },
            Workload("plain/four bodies") {
                let decoder = JSONDecoder()
                blackHole(
                    try decoder.decode(
                        ReferenceKMABody<ReferenceMidTemperature>.self,
                        from: bodies.midTemperature.data
                    )
                )
                blackHole(
                    try decoder.decode(ReferenceKMABody<ReferenceMidLand>.self, from: bodies.midLand.data)
                )
                blackHole(try decoder.decode(ReferenceCurrent.self, from: bodies.current.data))
                blackHole(try decoder.decode(ReferenceForecast.self, from: bodies.forecast.data))
            },
            Workload("answer/four bodies to bytes") {
                blackHole(ResponseWorkloads.report(bodies, try bodies.readings()).json(.week, .korean))
            },
        ]
    }

    private static func week(_ bodies: SampleBodies, _ readings: Readings) -> Week {
        Week(
            readings,
            now: bodies.now,
            latitude: bodies.place.latitude,
            longitude: bodies.place.longitude
        )
    }

    private static func report(_ bodies: SampleBodies, _ readings: Readings) -> Report {
        Report(place: bodies.place, generatedAt: bodies.now, week: week(bodies, readings), sources: [])
    }
}
