import Forecast
import Regions

extension AirQuality {
    func write(to json: inout JSONWriter, _ language: Language) {
        json.field("observed_at", measurement?.observedAt.rfc3339)
        json.object("station", measurement) { json, measurement in
            json.field("name", measurement.station)
            json.field("name_en", measurement.englishStation)
            json.field("distance_km", distance, decimals: 1)
        }
        (measurement?.pm10 ?? AirValue()).write("pm10", to: &json, language)
        (measurement?.pm25 ?? AirValue()).write("pm25", to: &json, language)
        (measurement?.ozone ?? AirValue()).write("ozone", to: &json, language, decimals: 4)
        json.objects("forecast", forecast) { json, day in
            json.field("date", day.date.description)
            json.field("zone", zone)
            json.field("zone_en", DustZone.englishNames[zone])
            day.grades.write(to: &json, language)
        }
        json.field("provisional", true)
        json.field("source", feed.rawValue)
    }

    func write(_ grades: DustGrades, to json: inout JSONWriter, _ language: Language) {
        json.field("zone", zone)
        json.field("zone_en", DustZone.englishNames[zone])
        grades.write(to: &json, language)
    }
}

extension AirValue {
    fileprivate func write(_ name: String, to json: inout JSONWriter, _ language: Language, decimals: Int = 0) {
        if decimals == 0 { json.field(name, amount.map { Int($0.rounded()) }) } else { json.field(name, amount, decimals: decimals) }
        json.field(name + "_grade", grade?.rawValue)
        json.field(name + "_grade_label", grade?.label[language])
    }
}

extension DustGrades {
    fileprivate func write(to json: inout JSONWriter, _ language: Language) {
        json.field("pm10_grade", pm10?.rawValue)
        json.field("pm10_grade_label", pm10?.label[language])
        json.field("pm25_grade", pm25?.rawValue)
        json.field("pm25_grade_label", pm25?.label[language])
        json.field("pm25_level", pm25Level?.rawValue)
        json.field("pm25_level_label", pm25Level?.label[language])
    }
}
