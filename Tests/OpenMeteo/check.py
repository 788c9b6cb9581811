"""Puts the Open-Meteo client of PyPI, version 1.0.1, to the service, and the requests of Breezy Weather and MagicMirror.

    python check.py http://127.0.0.1:8080

Ends with a line "N passed, N failed".
"""

import asyncio
import json
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import aiohttp
from open_meteo import OpenMeteo
from open_meteo.models import AirQualityParameters, DailyParameters, HourlyParameters
from yarl import URL

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import check, finish


class Client(OpenMeteo):
    """The client, whose addresses are fixed, asks the service in place of each of them."""

    address = URL()

    async def _request(self, url):
        return await super()._request(
            self.address.with_path("/om" + url.path).with_query(url.query))


def get(address, path, parameters):
    """The answer to a request as JSON, its parameters in the order in which the client sends them."""
    query = urllib.parse.urlencode(parameters, safe=",")
    with urllib.request.urlopen(f"{address}/om/v1/{path}?{query}", timeout=20) as response:
        return json.load(response)


def only(kind, values):
    """Whether all values are of a kind, or null: what a typed client reads."""
    return all(value is None or type(value) in kind for value in values)


def breezy_weather(address):
    """Sends what Breezy Weather 6 sends, and reads it as strictly as its typed models do."""
    daily = ["temperature_2m_max", "temperature_2m_min", "apparent_temperature_max", "apparent_temperature_min",
             "sunshine_duration", "uv_index_max"]
    daily += [f"{name}_{kind}" for name in ("relative_humidity_2m", "dew_point_2m", "pressure_msl", "cloud_cover", "visibility")
              for kind in ("mean", "max", "min")]
    hourly = ["temperature_2m", "apparent_temperature", "precipitation_probability", "precipitation", "rain", "showers",
              "snowfall", "weather_code", "wind_speed_10m", "wind_direction_10m", "wind_gusts_10m", "uv_index", "is_day",
              "relative_humidity_2m", "dew_point_2m", "pressure_msl", "cloud_cover", "visibility"]
    current = ["temperature_2m", "apparent_temperature", "weather_code", "wind_speed_10m", "wind_direction_10m",
               "wind_gusts_10m", "uv_index", "relative_humidity_2m", "dew_point_2m", "pressure_msl", "cloud_cover", "visibility"]
    answer = get(address, "forecast", {
        "timezone": "auto", "timeformat": "unixtime", "latitude": 37.57, "longitude": 126.98, "models": "best_match",
        "daily": ",".join(daily), "hourly": ",".join(hourly), "minutely_15": "precipitation", "current": ",".join(current),
        "forecast_days": 16, "past_days": 1, "windspeed_unit": "ms"})
    whole_numbers = {"precipitation_probability", "weather_code", "wind_direction_10m", "relative_humidity_2m", "cloud_cover",
                     "relative_humidity_2m_mean", "relative_humidity_2m_max", "relative_humidity_2m_min",
                     "cloud_cover_mean", "cloud_cover_max", "cloud_cover_min"}
    for section, names in (("daily", daily), ("hourly", hourly)):
        table = answer[section]
        check(f"Breezy Weather: {section} has seventeen days of whole numbers for times",
              len(table["time"]) == 17 * (24 if section == "hourly" else 1) and only((int,), table["time"]))
        for name in names:
            if name == "is_day": continue
            kinds = (int,) if name in whole_numbers else (int, float)
            check(f"Breezy Weather: {section} {name} is of its type", len(table[name]) == len(table["time"]) and only(kinds, table[name]))
    check("Breezy Weather: is_day is 0 or 1 at every hour", set(answer["hourly"]["is_day"]) == {0, 1})
    now = answer["current"]
    check("Breezy Weather: now has its time, temperature, humidity and code",
          type(now["time"]) is int and None not in (now["temperature_2m"], now["relative_humidity_2m"], now["weather_code"]))
    air = get(address, "air-quality", {
        "timezone": "auto", "timeformat": "unixtime", "latitude": 37.57, "longitude": 126.98,
        "hourly": "pm10,pm2_5,carbon_monoxide,nitrogen_dioxide,sulphur_dioxide,ozone", "forecast_days": 7, "past_days": 1})
    check("Breezy Weather: the air has eight days, with the measured hour in them",
          len(air["hourly"]["time"]) == 8 * 24 and any(value is not None for value in air["hourly"]["pm2_5"]))
    for name, values in air["hourly"].items():
        check(f"Breezy Weather: air {name} is of its type", only((int,) if name == "time" else (int, float), values))
    places = get(address, "search", {"format": "json", "name": "수원", "count": 20, "language": "ko"})["results"]
    check("Breezy Weather: places have numbers of 31 bits, and names",
          all(0 <= place["id"] < 2**31 and place["name"] for place in places) and places[0]["admin1"] == "경기도")


def magic_mirror(address):
    """Sends what MagicMirror's provider sends; .ci/open-meteo runs the provider itself where it has it."""
    hourly = ("temperature_2m,relativehumidity_2m,dewpoint_2m,apparent_temperature,pressure_msl,surface_pressure,cloudcover,"
              "cloudcover_low,cloudcover_mid,cloudcover_high,windspeed_10m,windspeed_80m,windspeed_120m,windspeed_180m,"
              "winddirection_10m,winddirection_80m,winddirection_120m,winddirection_180m,windgusts_10m,shortwave_radiation,"
              "direct_radiation,direct_normal_irradiance,diffuse_radiation,vapor_pressure_deficit,cape,evapotranspiration,"
              "et0_fao_evapotranspiration,precipitation,snowfall,precipitation_probability,rain,showers,weathercode,snow_depth,"
              "freezinglevel_height,visibility,soil_temperature_0cm,soil_temperature_6cm,soil_temperature_18cm,"
              "soil_temperature_54cm,soil_moisture_0_1cm,soil_moisture_1_3cm,soil_moisture_3_9cm,soil_moisture_9_27cm,"
              "soil_moisture_27_81cm,uv_index,uv_index_clear_sky,is_day,terrestrial_radiation,terrestrial_radiation_instant,"
              "shortwave_radiation_instant,diffuse_radiation_instant,direct_radiation_instant,direct_normal_irradiance_instant")
    daily = ("temperature_2m_max,temperature_2m_min,apparent_temperature_min,apparent_temperature_max,precipitation_sum,rain_sum,"
             "showers_sum,snowfall_sum,precipitation_hours,weathercode,sunrise,sunset,windspeed_10m_max,windgusts_10m_max,"
             "winddirection_10m_dominant,shortwave_radiation_sum,uv_index_max,et0_fao_evapotranspiration")
    question = {"latitude": 37.57, "longitude": 126.98, "timeformat": "unixtime", "timezone": "auto", "past_days": 0,
                "daily": daily, "hourly": hourly, "temperature_unit": "celsius", "windspeed_unit": "ms", "precipitation_unit": "mm"}
    now = get(address, "forecast", question | {"current_weather": "true", "forecast_days": 1})
    for name in ("temperature", "windspeed", "winddirection", "weathercode"):
        check(f"MagicMirror: now has {name}", now["current_weather"][name] is not None)
    hour = max(index for index, time in enumerate(now["hourly"]["time"]) if time <= now["current_weather"]["time"])
    for name in ("relativehumidity_2m", "apparent_temperature"):
        check(f"MagicMirror: the hour of now has {name}", now["hourly"][name][hour] is not None)
    days = get(address, "forecast", question | {"forecast_days": 6})["daily"]
    for name in ("temperature_2m_max", "temperature_2m_min", "weathercode", "sunrise", "sunset"):
        whole(f"MagicMirror: daily {name}", days[name], 6)
    check("MagicMirror: every name that is asked for stands in the answer",
          set(days) == set(daily.split(",")) | {"time"} and set(now["hourly"]) == set(hourly.split(",")) | {"time"})


def whole(name, values, count):
    check(f"{name} has a value at each time", values is not None and len(values) >= count and None not in values[:count])


async def main(address):
    Client.address = URL(address)
    async with aiohttp.ClientSession() as session, Client(session=session) as client:
        hourly = [HourlyParameters.TEMPERATURE_2M, HourlyParameters.RELATIVE_HUMIDITY_2M, HourlyParameters.WIND_SPEED_10M,
                  HourlyParameters.WIND_DIRECTION_10M, HourlyParameters.WEATHER_CODE, HourlyParameters.PRECIPITATION_PROBABILITY]
        daily = [DailyParameters.WEATHER_CODE, DailyParameters.TEMPERATURE_2M_MAX, DailyParameters.TEMPERATURE_2M_MIN,
                 DailyParameters.PRECIPITATION_SUM, DailyParameters.RAIN_SUM, DailyParameters.SNOWFALL_SUM,
                 DailyParameters.PRECIPITATION_HOURS, DailyParameters.WIND_SPEED_10M_MAX,
                 DailyParameters.WIND_DIRECTION_10M_DOMINANT, DailyParameters.SUNRISE, DailyParameters.SUNSET]
        forecast = await client.forecast(latitude=37.57, longitude=126.98, timezone="Asia/Seoul",
                                         current=[HourlyParameters.TEMPERATURE_2M, HourlyParameters.IS_DAY],
                                         hourly=hourly, daily=daily)
        check("the elevation is a number", isinstance(forecast.elevation, float))
        check("the current section has a temperature and the light", None not in (forecast.current.temperature_2m, forecast.current.is_day))
        hours = forecast.hourly
        check("hours are seven days", len(hours.time) == 7 * 24)
        # From the present hour on, to the end of the steps of three hours: no holes.
        start = next(index for index, value in enumerate(hours.temperature_2m) if value is not None)
        for name in ("temperature_2m", "relative_humidity_2m", "wind_speed_10m", "wind_direction_10m", "weather_code"):
            whole(f"hourly {name}, sixty hours from the first", getattr(hours, name)[start:], 60)
        whole("daily highs", forecast.daily.temperature_2m_max, 7)
        whole("daily weather codes", forecast.daily.weathercode if hasattr(forecast.daily, "weathercode") else forecast.daily.weather_code, 7)
        for name in ("rain_sum", "snowfall_sum", "precipitation_hours", "wind_speed_10m_max", "wind_direction_10m_dominant"):
            check(f"tomorrow has {name}", getattr(forecast.daily, name)[1] is not None)

        past = await client.forecast(latitude=37.57, longitude=126.98, timezone="Asia/Seoul", past_days=2,
                                     daily=[DailyParameters.TEMPERATURE_2M_MAX, DailyParameters.TEMPERATURE_2M_MIN])
        check("two days that are over stand before the seven", len(past.daily.time) == 9)
        whole("daily highs with those of days that are over", past.daily.temperature_2m_max, 9)

        places = await client.geocoding(name="부산", language="ko")
        check("부산 is found, with its zone and country",
              places.results and places.results[0].name == "부산광역시"
              and (places.results[0].timezone, places.results[0].country_code) == ("Asia/Seoul", "KR"))
        place = places.results[0]
        check("a place is found by its number", (await client.geocoding_by_id(location_id=place.geo_id, language="ko")).name == place.name)
        english = await client.geocoding(name="Haeundae")
        check("English names are found, below their province", english.results and english.results[0].admin1 == "Busan")
        check("what is nowhere is no result", not (await client.geocoding(name="Atlantis")).results)

        air = await client.air_quality(latitude=place.latitude, longitude=place.longitude,
                                       current=[AirQualityParameters.PM10, AirQualityParameters.PM2_5, AirQualityParameters.OZONE],
                                       hourly=[AirQualityParameters.PM10])
        check("the air has PM10, PM2.5 and ozone now",
              None not in (air.current.pm10, air.current.pm2_5, air.current.ozone) and air.current.ozone > 1)

    breezy_weather(address)
    magic_mirror(address)
    names = [f"{name}_previous_day{days}" for days in (1, 5, 10)
             for name in ("temperature_2m_max", "temperature_2m_min", "precipitation_probability_max", "weather_code")]
    days = get(address, "forecast", {"latitude": 37.57, "longitude": 126.98, "timezone": "auto", "past_days": 5, "forecast_days": 1, "daily": ",".join(names)})["daily"]
    for name in names:
        whole(f"what was said before: {name}", days[name], 5)

    def text(query):
        with urllib.request.urlopen(address + "/om/v1/forecast?" + query, timeout=10) as response:
            return response.headers["Content-Type"], response.read().decode().split("\n")

    kind, lines = text("latitude=37.57&longitude=126.98&hourly=temperature_2m&daily=weather_code&format=csv")
    check("CSV is CSV", kind.startswith("text/csv") and lines[0].startswith("latitude,longitude,elevation,"))
    check("CSV has a table of hours", "time,temperature_2m (°C)" in lines and len(lines) > 24 * 7 + 7)
    kind, lines = text("latitude=37.57,35.18&longitude=126.98,129.08&elevation=10,20&hourly=rain&format=csv")
    check("CSV of several places has their numbers and heights", lines[1].split(",")[3] == "10.0" and lines[2].startswith("1,35.18,129.08,20.0"))


asyncio.run(main(sys.argv[1]))
finish()
