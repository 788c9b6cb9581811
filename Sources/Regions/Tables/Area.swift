/// A row of one of the three tables of areas.
enum Area {
    case province(Province)
    case district(District)
    case dong(Dong)
    /// All of `역삼1동`, `역삼2동` …, asked for as `역삼동`; stands where the first of them does.
    case numberedDongs(Dong)
}

extension Place {
    /// The place that an area is.
    init(_ area: Area, query: String) {
        switch area {
        case .province(let province): self.init(province, query: query)
        case .district(let district): self.init(district, query: query)
        case .dong(let dong):
            self.init(dong, named: dong.name.text, english: dong.englishName.text, query: query)
        case .numberedDongs(let dong):
            let (name, english) = (dong.name.withoutNumbers, dong.englishName.withoutNumbers)
            self.init(dong, named: name, english: english, query: query)
        }
    }

    /// A whole province stands where the city of its temperatures does.
    private init(_ province: Province, query: String) {
        let zone = TemperatureZone.known(by: province.temperatureZone)
        self.init(
            query: query,
            name: province.name.text,
            englishName: province.englishName.text,
            province: province.officialName.text,
            district: nil,
            dong: nil,
            latitude: zone.latitude,
            longitude: zone.longitude,
            temperatureZone: zone.forecastZone,
            landZone: zone.landForecastZone,
            outlookStation: .outlookStation(of: province),
            gridCell: GridCell(inKoreaAtLatitude: zone.latitude, longitude: zone.longitude)
        )
    }

    private init(_ district: District, query: String) {
        let province = district.province
        let zone = TemperatureZone.known(by: district.temperatureZone)
        self.init(
            query: query,
            name: district.address,
            englishName: district.englishAddress,
            province: province.name.text,
            district: district.name.isEmpty ? nil : district.name.text,
            dong: nil,
            latitude: district.latitude,
            longitude: district.longitude,
            temperatureZone: zone.forecastZone,
            landZone: zone.landForecastZone,
            outlookStation: .outlookStation(of: province),
            gridCell: district.gridCell
        )
    }

    private init(_ dong: Dong, named name: String, english: String, query: String) {
        let district = dong.district
        self.init(district, query: query)
        self.name = district.address + " " + name
        self.englishName = english + ", " + district.englishAddress
        self.dong = name
        latitude = dong.latitude
        longitude = dong.longitude
        gridCell = dong.gridCell
        if !dong.ownTemperatureZone.isEmpty {
            let zone = TemperatureZone.known(by: dong.ownTemperatureZone)
            temperatureZone = zone.forecastZone
            landZone = zone.landForecastZone
        }
    }
}

extension District {
    fileprivate var address: String {
        name.isEmpty ? province.name.text : province.name.text + " " + name.text
    }

    fileprivate var englishAddress: String {
        let parts = englishName.split(at: .space).reversed() + [province.englishName]
        return parts.map(\.text).joined(separator: ", ")
    }
}
