"""Puts the Open-Meteo client of Home Assistant's own integration, version 0.3.2 of PyPI, to the service.

    python home_assistant.py http://127.0.0.1:8080

Ends with a line "N passed, N failed".
"""

import asyncio
import json
import sys
import urllib.request
from pathlib import Path

import aiohttp
from open_meteo import DailyParameters, Forecast, HourlyParameters, OpenMeteo, PrecipitationUnit, TemperatureUnit, WindSpeedUnit
from yarl import URL

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import check, finish


class Client(OpenMeteo):
    """The client, whose address is fixed, asks the service in its place."""

    address = URL()

    async def _request(self, url):
        return await super()._request(self.address.with_path("/om" + url.path).with_query(url.query))


async def main(address):
    Client.address = URL(address)
    place = {"latitude": 37.57, "longitude": 126.98, "precipitation_unit": PrecipitationUnit.MILLIMETERS,
             "temperature_unit": TemperatureUnit.CELSIUS, "wind_speed_unit": WindSpeedUnit.KILOMETERS_PER_HOUR}
    async with aiohttp.ClientSession() as session, Client(session=session) as client:
        # What its typed models read in any zone: days, and now.
        for zone in ("UTC", "Asia/Seoul", "Europe/Berlin"):
            forecast = await client.forecast(
                **place, timezone=zone, current_weather=True,
                daily=[DailyParameters.TEMPERATURE_2M_MAX, DailyParameters.TEMPERATURE_2M_MIN, DailyParameters.WEATHER_CODE,
                       DailyParameters.SUNRISE, DailyParameters.SUNSET])
            check(f"{zone}: seven days have a high, a low and a sky",
                  len(forecast.daily.temperature_2m_max) == 7 and None not in forecast.daily.temperature_2m_max
                  + forecast.daily.temperature_2m_min + forecast.daily.weathercode)
            check(f"{zone}: now is there", forecast.current_weather.temperature is not None)
    # The coordinator's own question, raw: it is answered, and what nobody forecasts is null (docs/dashboards.md).
    query = ("latitude=37.57&longitude=126.98&timezone=UTC&current_weather=true&precipitation_unit=mm&temperature_unit=celsius"
             "&windspeed_unit=kmh&hourly=precipitation,temperature_2m,weathercode&daily=precipitation_sum,sunrise,sunset,"
             "temperature_2m_max,temperature_2m_min,weathercode,winddirection_10m_dominant,windspeed_10m_max")
    with urllib.request.urlopen(f"{address}/om/v1/forecast?{query}", timeout=20) as response:
        daily = json.load(response)["daily"]
    check("tomorrow has its rain and its wind in UTC",
          None not in (daily["precipitation_sum"][1], daily["windspeed_10m_max"][1], daily["winddirection_10m_dominant"][1]))
    check("the seventh day has none, and its temperatures",
          daily["precipitation_sum"][6] is None and daily["temperature_2m_max"][6] is not None)


asyncio.run(main(sys.argv[1]))
finish()
