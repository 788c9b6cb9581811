import Forecast
import KMAForecast

struct OpenMeteoVariable<Values>: Sendable {
    struct Definition: Sendable {
        let name: String
        let unit: OpenMeteoUnit
        /// `nil` for a variable unknown here.
        let value: (@Sendable (Values) -> Double?)?

        init(_ name: String, _ unit: OpenMeteoUnit, _ value: (@Sendable (Values) -> Double?)? = nil) {
            self.name = name
            self.unit = unit
            self.value = value
        }
    }

    let name: String
    let definition: Definition

    /// Reads variables of a `type`; an unknown one refuses all, as there.
    static func list(
        _ names: [String]?,
        of known: [String: Definition],
        type: String
    ) throws(Problem) -> [OpenMeteoVariable] {
        var seen: Set<String> = []
        return try (names ?? []).filter { seen.insert($0).inserted }.map { name throws(Problem) in
            guard let definition = known[OpenMeteoNames.canonical(name)] else {
                throw .openMeteo(
                    "Data corrupted at path ''. Cannot initialize \(type) from invalid String value \(name.shown)."
                )
            }
            return OpenMeteoVariable(name: name, definition: definition)
        }
    }

    func value(_ values: Values?, in units: OpenMeteoUnits) -> Double? {
        units.value(values.flatMap { definition.value?($0) }, definition.unit)
    }
}

private func table<Values>(
    _ definitions: [OpenMeteoVariable<Values>.Definition]...
) -> [String: OpenMeteoVariable<Values>.Definition] {
    Dictionary(definitions.joined().map { ($0.name, $0) }) { first, _ in first }
}

extension OpenMeteoVariable<OpenMeteoHour>.Definition {
    /// Hourly variables of open-meteo.com/en/docs, also of `current`.
    static let hourly = table(known, unknown, ofPressureLevels)

    private static let known = [
        Self("temperature_2m", .celsius) { $0.temperature },
        Self("apparent_temperature", .celsius) { $0.feelsLike },
        Self("relative_humidity_2m", .percent) { $0.humidity },
        Self("weather_code", .code) { $0.weatherCode.map(Double.init) },
        Self("is_day", .truth) { $0.isNight ? 0 : 1 },
        Self("wind_speed_10m", .windSpeed) { $0.windSpeed },
        Self("wind_direction_10m", .degrees) { $0.windDirection },
        Self("wind_gusts_10m", .windSpeed) { $0.windGust },
        Self("visibility", .metres) { $0.visibility },
        Self("precipitation_probability", .percent) { $0.probability },
        Self("precipitation", .millimetres) { $0.precipitation },
        Self("rain", .millimetres) { $0.rain },
        Self("snowfall", .centimetres) { $0.snowfall },
    ]

    /// Variables of open-meteo.com/en/docs/air-quality-api.
    static let airQuality = table(measured, unmeasured)

    private static let measured = [
        Self("pm10", .micrograms) { $0.pm10 }, Self("pm2_5", .micrograms) { $0.pm25 },
        Self("ozone", .micrograms) { $0.ozone },
    ]

    private static let unmeasured =
        [
            Self("carbon_monoxide", .micrograms), Self("carbon_dioxide", .ppm),
            Self("nitrogen_dioxide", .micrograms),
            Self("sulphur_dioxide", .micrograms), Self("aerosol_optical_depth", .index),
            Self("dust", .micrograms),
            Self("uv_index", .index), Self("uv_index_clear_sky", .index), Self("ammonia", .micrograms),
            Self("methane", .micrograms),
        ]
        + ["alder", "birch", "grass", "mugwort", "olive", "ragweed"].map { Self("\($0)_pollen", .grains) }
        + [
            "", "_pm2_5", "_pm10", "_nitrogen_dioxide", "_ozone", "_sulphur_dioxide",
        ].map { Self("european_aqi\($0)", .europeanIndex) }
        + [
            "", "_pm2_5", "_pm10", "_nitrogen_dioxide", "_ozone", "_sulphur_dioxide", "_carbon_monoxide",
        ].map { Self("us_aqi\($0)", .americanIndex) }

    private static let unknown = [
        Self("dew_point_2m", .celsius), Self("wet_bulb_temperature_2m", .celsius),
        Self("temperature_80m", .celsius), Self("temperature_120m", .celsius),
        Self("temperature_180m", .celsius),
        Self("soil_temperature_0cm", .celsius), Self("soil_temperature_6cm", .celsius),
        Self("soil_temperature_18cm", .celsius), Self("soil_temperature_54cm", .celsius),
        Self("soil_moisture_0_to_1cm", .soil), Self("soil_moisture_1_to_3cm", .soil),
        Self("soil_moisture_3_to_9cm", .soil), Self("soil_moisture_9_to_27cm", .soil),
        Self("soil_moisture_27_to_81cm", .soil),
        Self("showers", .millimetres), Self("snow_depth", .metres),
        Self("evapotranspiration", .millimetres), Self("et0_fao_evapotranspiration", .millimetres),
        Self("vapour_pressure_deficit", .kilopascals), Self("total_column_integrated_water_vapour", .column),
        Self("pressure_msl", .hectopascals), Self("surface_pressure", .hectopascals),
        Self("cloud_cover", .percent), Self("cloud_cover_low", .percent), Self("cloud_cover_mid", .percent),
        Self("cloud_cover_high", .percent),
        Self("wind_speed_80m", .windSpeed), Self("wind_speed_120m", .windSpeed),
        Self("wind_speed_180m", .windSpeed),
        Self("wind_direction_80m", .degrees), Self("wind_direction_120m", .degrees),
        Self("wind_direction_180m", .degrees),
        Self("uv_index", .index), Self("uv_index_clear_sky", .index), Self("lifted_index", .index),
        Self("sunshine_duration", .seconds), Self("freezing_level_height", .metres),
        Self("boundary_layer_height", .metres), Self("updraft", .speed),
        Self("cape", .energy), Self("convective_inhibition", .energy), Self("lightning_potential", .energy),
        Self("shortwave_radiation", .radiation), Self("shortwave_radiation_instant", .radiation),
        Self("direct_radiation", .radiation), Self("direct_radiation_instant", .radiation),
        Self("diffuse_radiation", .radiation), Self("diffuse_radiation_instant", .radiation),
        Self("direct_normal_irradiance", .radiation), Self("direct_normal_irradiance_instant", .radiation),
        Self("global_tilted_irradiance", .radiation), Self("global_tilted_irradiance_instant", .radiation),
        Self("terrestrial_radiation", .radiation), Self("terrestrial_radiation_instant", .radiation),
    ]

    /// `temperature_500hPa`.
    private static let ofPressureLevels = [
        1000, 975, 950, 925, 900, 850, 800, 700, 600, 500, 400, 300, 250, 200, 150, 100, 70, 50, 30,
    ]
    .flatMap { level in
        [
            Self("temperature_\(level)hPa", .celsius), Self("dew_point_\(level)hPa", .celsius),
            Self("relative_humidity_\(level)hPa", .percent), Self("cloud_cover_\(level)hPa", .percent),
            Self("wind_speed_\(level)hPa", .windSpeed), Self("wind_direction_\(level)hPa", .degrees),
            Self("geopotential_height_\(level)hPa", .metres), Self("vertical_velocity_\(level)hPa", .speed),
        ]
    }
}

extension OpenMeteoVariable<OpenMeteoDay>.Definition {
    /// Daily variables of open-meteo.com/en/docs, and those of earlier forecasts.
    static let daily = table(known, unknown, ofThreeKinds, ofEarlier)

    private static let known = [
        Self("weather_code", .code) { $0.whole?.weatherCode },
        Self("temperature_2m_max", .celsius) { $0.extremes.maximum },
        Self("temperature_2m_min", .celsius) { $0.extremes.minimum },
        Self("temperature_2m_max_spread", .kelvin) { $0.highRange?.halfWidth },
        Self("temperature_2m_min_spread", .kelvin) { $0.lowRange?.halfWidth },
        Self("apparent_temperature_max", .celsius) { $0.feelsLikeMaximum },
        Self("apparent_temperature_min", .celsius) { $0.feelsLikeMinimum },
        Self("precipitation_sum", .millimetres) { $0.precipitation },
        Self("precipitation_probability_max", .percent) { $0.whole?.percent },
        Self("rain_sum", .millimetres) { $0.rain },
        Self("snowfall_sum", .centimetres) { $0.snowfall },
        Self("precipitation_hours", .hours) { $0.hoursOfPrecipitation },
        Self("wind_speed_10m_max", .windSpeed) { $0.windSpeed },
        Self("wind_direction_10m_dominant", .degrees) { $0.windDirection },
        Self("sunrise", .time) { $0.sun?.rise.timeIntervalSince1970 },
        Self("sunset", .time) { $0.sun?.set.timeIntervalSince1970 },
        Self("daylight_duration", .seconds) { $0.sun.map { $0.set.timeIntervalSince($0.rise) } },
    ]

    private static let unknown = [
        Self("showers_sum", .millimetres), Self("snowfall_water_equivalent_sum", .millimetres),
        Self("sunshine_duration", .seconds), Self("uv_index_max", .index),
        Self("uv_index_clear_sky_max", .index),
        Self("shortwave_radiation_sum", .radiationSum),
        Self("et0_fao_evapotranspiration", .millimetres),
        Self("et0_fao_evapotranspiration_sum", .millimetres),
        Self("growing_degree_days_base_0_limit_50", .index), Self("leaf_wetness_probability_mean", .percent),
        Self("updraft_max", .speed),
    ]

    /// Variables with highest, lowest and mean value.
    private static let ofThreeKinds = [
        ("temperature_2m", OpenMeteoUnit.celsius), ("apparent_temperature", .celsius),
        ("dew_point_2m", .celsius),
        ("wet_bulb_temperature_2m", .celsius), ("precipitation_probability", .percent),
        ("relative_humidity_2m", .percent), ("cloud_cover", .percent), ("pressure_msl", .hectopascals),
        ("surface_pressure", .hectopascals), ("visibility", .metres), ("wind_speed_10m", .windSpeed),
        ("wind_gusts_10m", .windSpeed), ("vapour_pressure_deficit", .kilopascals), ("cape", .energy),
    ]
    .flatMap { name, unit in ["max", "min", "mean"].map { Self("\(name)_\($0)", unit) } }
}

extension OpenMeteoVariable<OpenMeteoDay>.Definition {
    private static let reach = 1...10
    /// `temperature_2m_max_previous_day1` (open-meteo.com/en/docs/previous-runs-api).
    private static let earlierMark = "_previous_day"

    var isOfEarlier: Bool { name.contains(Self.earlierMark) }

    private static let ofEarlier = reach.flatMap { days -> [Self] in
        let mark = "\(earlierMark)\(days)"
        return [
            Self("temperature_2m_max" + mark, .celsius) { $0.said(daysBefore: days)?.extremes.maximum },
            Self("temperature_2m_min" + mark, .celsius) { $0.said(daysBefore: days)?.extremes.minimum },
            Self("precipitation_probability_max" + mark, .percent) {
                $0.said(daysBefore: days)?.wholeSky?.percent
            },
            Self("weather_code" + mark, .code) { $0.said(daysBefore: days)?.wholeSky?.weatherCode },
        ]
    }
}

extension HalfDay {
    fileprivate var weatherCode: Double? { (condition?.weatherCode).map(Double.init) }
    fileprivate var percent: Double? { precipitationProbability.map { Double($0.percent) } }
}

/// Names of the API's first years, still used by apps.
enum OpenMeteoNames {
    static func canonical(_ name: String) -> String {
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
}
