import Forecast
import Regions

/// Package file (home-assistant.io/docs/configuration/packages), from 2024.2 on: template entities read one request each ten minutes.
struct HomeAssistantPackage {
    let place: Place
    let language: Language
    let address: String
    let slug: String

    init(_ place: Place, address: String, slug: String, _ language: Language) {
        (self.place, self.address, self.language) = (place, address, language)
        let letters = slug.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        self.slug = "kma_" + String(letters).split(separator: "_").joined(separator: "_")
    }

    /// Condition by day (developers.home-assistant.io/docs/core/entity/weather).
    static func word(for condition: Condition) -> String? {
        switch condition.kind {
        case .sky(.clear): "sunny"
        case .sky(.mostlyCloudy): "partlycloudy"
        case .sky(.overcast): "cloudy"
        case .sky(.obscured): "fog"
        case .rain: "rainy"
        case .snow: "snowy"
        case .mixed: "snowy-rainy"
        case .unknown: nil
        }
    }

    /// KMA's texts; OpenWeather's go by theme.
    private var words: String {
        let skies = ["맑음", "구름조금", "구름많음", "흐림"]
        let falling = ["비", "눈", "비/눈", "소나기"]
        let both = ["구름많고", "흐리고"].flatMap { sky in falling.map { "\(sky) \($0)" } }
        let texts = skies + falling + ["빗방울", "빗방울눈날림", "눈날림"] + both
        let conditions = texts.compactMap { Condition(kmaText: $0) }
        let pairs = conditions.compactMap { condition in HomeAssistantPackage.word(for: condition).map { (condition.text[language], $0) } }
        var seen: Set<String> = []
        return pairs.filter { seen.insert($0.0).inserted }.map { "            \(quoted($0.0)): \(quoted($0.1))" }.joined(separator: "\n")
    }

    private func words(_ korean: String, _ english: String) -> String { quoted("\(name) \(LocalizedText(korean, english)[language])") }

    private var name: String { LocalizedText(place.name, place.englishName)[language] }

    private func quoted(_ text: String) -> String { "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }

    private var heading: String {
        LocalizedText(
            """
            # Home Assistant 패키지: \(name)의 날씨
            # 설정 폴더의 packages/에 두고 configuration.yaml에 homeassistant: packages: !include_dir_named packages 를 적습니다.
            """,
            """
            # A package for Home Assistant: the weather of \(name)
            # Put it into packages/ of the configuration folder, and into configuration.yaml
            # homeassistant: packages: !include_dir_named packages
            """
        )[language]
    }

    var yaml: String {
        #"""
        \#(heading)
        rest_command:
          \#(slug):
            url: \#(quoted(address))
            timeout: 20
        template:
          - unique_id: \#(slug)
            trigger:
              - platform: homeassistant
                event: start
              - platform: event
                event_type: event_template_reloaded
              - platform: time_pattern
                minutes: "/10"
            action:
              - service: rest_command.\#(slug)
                response_variable: answer
                continue_on_error: true
              - variables:
                  week: "{{ answer.content if answer is defined and answer.status == 200 else none }}"
                  themes: { clear: sunny, cloudy: cloudy, rain: rainy, snow: snowy }
                  sky:
        \#(words)
              - variables:
                  observed: "{{ week.current if week and week.current else none }}"
                  hour: "{{ (week.hours | first | default(none)) if week else none }}"
                  daily: >-
                    {% set all = namespace(list=[]) %}
                    {% for day in (week.days if week else []) if day.text is not none or day.temperature_max is not none %}
                    {% set part = day.partial and 'openweather.forecast' in day.feeds %}
                    {% set all.list = all.list + [{
                      'datetime': day.date ~ 'T00:00:00+09:00',
                      'condition': sky.get(day.text, themes.get(day.theme)),
                      'temperature': none if part else day.temperature_max,
                      'templow': none if part else day.temperature_min,
                      'precipitation_probability': day.precipitation_probability,
                      'precipitation': day.precipitation_amount
                    }] %}
                    {% endfor %}
                    {{ all.list }}
                  twice_daily: >-
                    {% set all = namespace(list=[]) %}
                    {% for day in (week.days if week else []) %}
                    {% set part = day.partial and 'openweather.forecast' in day.feeds %}
                    {% for half, is_daytime, time, degrees in [
                      (day.am, false, 'T00:00:00+09:00', day.temperature_min),
                      (day.pm, true, 'T12:00:00+09:00', day.temperature_max)
                    ] if half is not none %}
                    {% set all.list = all.list + [{
                      'datetime': day.date ~ time,
                      'is_daytime': is_daytime,
                      'condition': sky.get(half.text, themes.get(half.theme)),
                      'temperature': none if part else degrees,
                      'precipitation_probability': half.precipitation_probability
                    }] %}
                    {% endfor %}
                    {% endfor %}
                    {{ all.list }}
                  hourly: >-
                    {% set all = namespace(list=[]) %}
                    {% for hour in (week.hours if week else []) %}
                    {% set word = sky.get(hour.text, themes.get(hour.theme)) %}
                    {% set word = 'clear-night' if word == 'sunny' and hour.night else word %}
                    {% set wet = hour.theme in ['rain', 'snow'] %}
                    {% set all.list = all.list + [{
                      'datetime': hour.time,
                      'condition': ('lightning-rainy' if wet else 'lightning') if hour.lightning else word,
                      'temperature': hour.temperature,
                      'apparent_temperature': hour.feels_like,
                      'humidity': hour.humidity,
                      'precipitation_probability': hour.precipitation_probability,
                      'precipitation': hour.precipitation_amount,
                      'wind_speed': hour.wind_speed,
                      'wind_bearing': hour.wind_direction
                    }] %}
                    {% endfor %}
                    {{ all.list }}
              - variables:
                  sources: "{{ week.sources if week else [] }}"
                  place: "{{ observed if observed and observed.temperature is not none else hour }}"
                  condition: "{{ observed.condition if observed and observed.condition else hour }}"
            weather:
              - name: \#(quoted(name))
                unique_id: weather
                condition_template: >-
                  {% set word = sky.get(condition.text, themes.get(condition.theme)) if condition else none %}
                  {{ 'clear-night' if word == 'sunny' and week.theme.night else word or 'unknown' }}
                # Without a temperature or a humidity Home Assistant has no weather: it is unavailable then.
                temperature_template: "{{ place.temperature | float }}"
                humidity_template: >-
                  {{ (observed.humidity if observed and observed.humidity is not none else hour.humidity) | float }}
                apparent_temperature_template: "{{ place.feels_like if place else none }}"
                wind_speed_template: "{{ place.wind_speed if place else none }}"
                wind_bearing_template: "{{ place.wind_direction if place else none }}"
                wind_gust_speed_template: "{{ observed.wind_gust if observed else none }}"
                visibility_template: "{{ observed.visibility if observed else none }}"
                visibility_unit: m
                attribution_template: "{{ week.attribution | join(', ') if week else none }}"
                temperature_unit: "°C"
                wind_speed_unit: m/s
                precipitation_unit: mm
                forecast_daily_template: "{{ daily }}"
                forecast_hourly_template: "{{ hourly }}"
                forecast_twice_daily_template: "{{ twice_daily }}"
            binary_sensor:
              - name: \#(words("특보", "warnings"))
                unique_id: alerts
                device_class: safety
                state: "{{ week.alerts | count > 0 if week and week.alerts is not none else none }}"
                availability: "{{ week is not none and week.alerts is not none }}"
                attributes:
                  labels: "{{ week.alerts | map(attribute='label') | list if week and week.alerts else [] }}"
                  alerts: "{{ week.alerts if week and week.alerts else [] }}"
              - name: \#(words("오래된 자료", "stale data"))
                unique_id: stale
                device_class: problem
                state: "{{ week.stale if week else none }}"
                availability: "{{ week is not none }}"
                attributes:
                  degraded: "{{ week.degraded if week else [] }}"
                  attribution: "{{ week.attribution if week else [] }}"
            sensor:
              - name: \#(words("발표 시각", "issue"))
                unique_id: issued
                device_class: timestamp
                state: "{{ sources | map(attribute='issued_at') | select('string') | sort | last | default('') }}"
                availability: "{{ sources | map(attribute='issued_at') | select('string') | list | count > 0 }}"
        \#(air("pm10", words("미세먼지(PM10)", "PM10"), deviceClass: "pm10", unit: "µg/m³"))
        \#(air("pm25", words("초미세먼지(PM2.5)", "PM2.5"), deviceClass: "pm25", unit: "µg/m³"))
        \#(air("ozone", words("오존", "ozone"), deviceClass: nil, unit: "ppm"))

        """#
    }

    /// Home Assistant has no class for ozone in ppm.
    private func air(_ value: String, _ name: String, deviceClass: String?, unit: String) -> String {
        let lines = [
            "      - name: \(name)", "        unique_id: \(value)", deviceClass.map { "        device_class: \($0)" },
            "        state_class: measurement", "        unit_of_measurement: \"\(unit)\"",
            "        state: \"{{ week.air.\(value) if week and week.air else none }}\"",
            "        availability: \"{{ week is not none and week.air is not none and week.air.\(value) is not none }}\"", "        attributes:",
            "          grade: \"{{ week.air.\(value)_grade_label if week and week.air else none }}\"",
            "          observed_at: \"{{ week.air.observed_at if week and week.air else none }}\"",
        ]
        return lines.compactMap { $0 }.joined(separator: "\n")
    }
}
