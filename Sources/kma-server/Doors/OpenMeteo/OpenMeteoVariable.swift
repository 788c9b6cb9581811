/// A variable of Open-Meteo, in the spelling in which it was asked for.
struct OpenMeteoVariable: Sendable {
    /// The part of a response that a variable stands in.
    enum Section: String, Sendable {
        case current
        case hourly
        case daily
    }

    /// The name as it was asked for, under which it stands in the response.
    let name: String
    /// The name of today.
    let canonicalName: String

    /// Reads the variables of a section. One that Open-Meteo does not know is refused with all the rest, as there.
    static func list(_ names: [String]?, in section: Section) throws(OpenMeteoError) -> [OpenMeteoVariable] {
        var seen: Set<String> = []
        return try (names ?? []).filter { seen.insert($0).inserted }.map { name throws(OpenMeteoError) in
            let canonical = canonicalName(of: name)
            guard isKnown(canonical, in: section) else {
                let type = section == .daily ? "ForecastVariableDaily" : "ForecastVariable"
                throw OpenMeteoError(
                    "Data corrupted at path ''. Cannot initialize \(type) from invalid String value \(name.prefix(80))."
                )
            }
            return OpenMeteoVariable(name: name, canonicalName: canonical)
        }
    }

    private static func isKnown(_ name: String, in section: Section) -> Bool {
        switch section {
        case .daily: daily.contains(name)
        case .current, .hourly: hourly.contains(name) || isOfPressureLevel(name)
        }
    }

    /// Such as `temperature_500hPa`.
    private static func isOfPressureLevel(_ name: String) -> Bool {
        guard name.hasSuffix("hPa"), let end = name.lastIndex(of: "_") else { return false }
        return levelled.contains(String(name[..<end])) && Int(name[end...].dropFirst().dropLast(3)) != nil
    }

    /// The spelling of today for one of the API's first years, which apps still use.
    private static func canonicalName(of name: String) -> String {
        for (old, new) in renamed where name.hasPrefix(old) { return new + name.dropFirst(old.count) }
        return name
    }

    private static let renamed = [
        ("relativehumidity", "relative_humidity"), ("dewpoint", "dew_point"), ("weathercode", "weather_code"),
        ("cloudcover", "cloud_cover"), ("windspeed", "wind_speed"), ("winddirection", "wind_direction"),
        ("windgusts", "wind_gusts"), ("freezinglevel", "freezing_level"),
        ("vapor_pressure", "vapour_pressure"), ("soil_moisture_0_1cm", "soil_moisture_0_to_1cm"),
        ("soil_moisture_1_3cm", "soil_moisture_1_to_3cm"), ("soil_moisture_3_9cm", "soil_moisture_3_to_9cm"),
        ("soil_moisture_9_27cm", "soil_moisture_9_to_27cm"),
        ("soil_moisture_27_81cm", "soil_moisture_27_to_81cm"),
    ]

    private static let levelled: Set<String> = [
        "temperature", "relative_humidity", "dew_point", "cloud_cover", "wind_speed", "wind_direction",
        "geopotential_height", "vertical_velocity",
    ]

    /// The hourly variables of open-meteo.com/en/docs, which are those of `current` as well.
    private static let hourly: Set<String> = [
        "temperature_2m", "relative_humidity_2m", "dew_point_2m", "apparent_temperature",
        "precipitation_probability", "precipitation", "rain", "showers", "snowfall", "snow_depth",
        "weather_code",
        "pressure_msl", "surface_pressure", "cloud_cover", "cloud_cover_low", "cloud_cover_mid",
        "cloud_cover_high", "visibility", "evapotranspiration", "et0_fao_evapotranspiration",
        "vapour_pressure_deficit", "wind_speed_10m", "wind_speed_80m", "wind_speed_120m", "wind_speed_180m",
        "wind_direction_10m", "wind_direction_80m", "wind_direction_120m", "wind_direction_180m",
        "wind_gusts_10m", "temperature_80m", "temperature_120m", "temperature_180m", "soil_temperature_0cm",
        "soil_temperature_6cm", "soil_temperature_18cm", "soil_temperature_54cm", "soil_moisture_0_to_1cm",
        "soil_moisture_1_to_3cm", "soil_moisture_3_to_9cm", "soil_moisture_9_to_27cm",
        "soil_moisture_27_to_81cm", "uv_index", "uv_index_clear_sky", "is_day", "sunshine_duration",
        "wet_bulb_temperature_2m", "total_column_integrated_water_vapour", "cape", "lifted_index",
        "convective_inhibition", "freezing_level_height", "boundary_layer_height", "shortwave_radiation",
        "direct_radiation", "diffuse_radiation", "direct_normal_irradiance", "global_tilted_irradiance",
        "terrestrial_radiation", "shortwave_radiation_instant", "direct_radiation_instant",
        "diffuse_radiation_instant", "direct_normal_irradiance_instant", "global_tilted_irradiance_instant",
        "terrestrial_radiation_instant", "lightning_potential", "updraft",
    ]

    /// The daily variables of open-meteo.com/en/docs.
    private static let daily: Set<String> = Set(
        [
            "temperature_2m", "apparent_temperature", "precipitation_probability", "relative_humidity_2m",
            "dew_point_2m", "cloud_cover", "pressure_msl", "surface_pressure", "visibility", "wind_speed_10m",
            "wind_gusts_10m", "wet_bulb_temperature_2m", "vapour_pressure_deficit", "cape",
        ].flatMap { name in ["max", "min", "mean"].map { "\(name)_\($0)" } }
            + [
                "weather_code", "precipitation_sum", "rain_sum", "showers_sum", "snowfall_sum",
                "precipitation_hours", "sunrise", "sunset", "daylight_duration", "sunshine_duration",
                "uv_index_max", "uv_index_clear_sky_max", "wind_direction_10m_dominant",
                "shortwave_radiation_sum", "et0_fao_evapotranspiration", "et0_fao_evapotranspiration_sum",
                "snowfall_water_equivalent_sum", "growing_degree_days_base_0_limit_50",
                "leaf_wetness_probability_mean", "updraft_max",
            ]
    )
}

/// The units that a request chooses.
struct OpenMeteoUnits: Sendable {
    let temperature: Temperature
    let wind: Wind
    let precipitation: Precipitation

    enum Temperature: String, Sendable, CaseIterable {
        case celsius
        case fahrenheit
    }

    enum Wind: String, Sendable, CaseIterable {
        case kmh
        case ms
        case mph
        case kn
    }

    enum Precipitation: String, Sendable, CaseIterable {
        case mm
        case inch
    }

    /// A temperature in °C in the unit.
    func temperature(_ celsius: Double?) -> Double? {
        celsius.map { temperature == .celsius ? $0 : $0 * 9 / 5 + 32 }
    }

    /// A speed in m/s in the unit.
    func wind(_ speed: Double?) -> Double? {
        speed.map { speed in
            switch wind {
            case .kmh: speed * 3.6
            case .ms: speed
            case .mph: speed * 3600 / 1609.344
            case .kn: speed * 3600 / 1852
            }
        }
    }

    /// Millimetres of rain in the unit.
    func precipitation(_ millimetres: Double?) -> Double? {
        millimetres.map { precipitation == .mm ? $0 : $0 / 25.4 }
    }

    /// Centimetres of snow in the unit.
    func snow(_ centimetres: Double?) -> Double? {
        centimetres.map { precipitation == .mm ? $0 : $0 / 2.54 }
    }

    /// The unit of a variable as Open-Meteo writes it, by the first of these beginnings that its name has.
    func unit(of variable: OpenMeteoVariable, _ timeFormat: OpenMeteoQuery.TimeFormat) -> String {
        let name = variable.canonicalName
        let unit = OpenMeteoUnits.units.first { name.hasPrefix($0.0) }?.1
        switch unit {
        case "°C": return temperature == .celsius ? "°C" : "°F"
        case "km/h":
            return ["km/h", "m/s", "mp/h", "kn"][OpenMeteoUnits.Wind.allCases.firstIndex(of: wind) ?? 0]
        case "mm": return precipitation.rawValue
        case "cm": return precipitation == .mm ? "cm" : "inch"
        case "time": return timeFormat.rawValue
        case let unit: return unit ?? ""
        }
    }

    private static let units = [
        ("temperature", "°C"), ("apparent_temperature", "°C"), ("dew_point", "°C"),
        ("soil_temperature", "°C"),
        ("wet_bulb", "°C"), ("relative_humidity", "%"), ("cloud_cover", "%"),
        ("precipitation_probability", "%"),
        ("leaf_wetness", "%"), ("precipitation_hours", "h"), ("precipitation", "mm"), ("rain", "mm"),
        ("showers", "mm"), ("snowfall_water", "mm"), ("snowfall", "cm"), ("snow_depth", "m"),
        ("evapotranspiration", "mm"), ("et0", "mm"), ("weather_code", "wmo code"), ("pressure", "hPa"),
        ("surface_pressure", "hPa"), ("visibility", "m"), ("vapour_pressure", "kPa"), ("wind_speed", "km/h"),
        ("wind_gusts", "km/h"), ("wind_direction", "°"), ("soil_moisture", "m³/m³"), ("sunshine", "s"),
        ("daylight", "s"), ("sunrise", "time"), ("sunset", "time"), ("cape", "J/kg"), ("convective", "J/kg"),
        ("lightning", "J/kg"), ("total_column", "kg/m²"), ("freezing_level", "m"), ("boundary_layer", "m"),
        ("geopotential", "m"), ("vertical_velocity", "m/s"), ("updraft", "m/s"),
        ("shortwave_radiation_sum", "MJ/m²"), ("shortwave", "W/m²"), ("direct", "W/m²"), ("diffuse", "W/m²"),
        ("global_tilted", "W/m²"), ("terrestrial", "W/m²"),
    ]
}
