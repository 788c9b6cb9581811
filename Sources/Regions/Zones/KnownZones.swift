// The tables hold together: every zone and station one of them names stands in another, which a test proves.
// A missing one is a fault of the build, not of what a caller asked.

extension TemperatureZone {
    static var all: some Sequence<TemperatureZone> {
        Row.all(of: Tables.temperatureZones).lazy.map(TemperatureZone.init(row:))
    }

    static func known(by code: Field) -> TemperatureZone {
        guard let row = Row.all(of: Tables.temperatureZones).first(where: { $0[0] == code }) else {
            preconditionFailure("\(code.text) is not in Data/temperature-zones.csv")
        }
        return TemperatureZone(row: row)
    }

    var forecastZone: ForecastZone { ForecastZone(code: code, name: name) }

    var landForecastZone: ForecastZone {
        .known(by: landZone, in: Tables.landZones)
    }
}

extension ForecastZone {
    static func outlookStation(of province: Province) -> ForecastZone {
        .known(by: province.outlookStation.text, in: Tables.outlookStations)
    }

    fileprivate static func known(by code: String, in table: StaticString) -> ForecastZone {
        guard let row = Row.all(of: table).first(where: { $0[0].text == code }) else {
            preconditionFailure("no table of zones has \(code)")
        }
        return ForecastZone(code: code, name: row[1].text)
    }
}
