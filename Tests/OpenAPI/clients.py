"""Asks the service with a client that openapi-python-client has made, for a name, a point and
two places, and as clients of Open-Meteo ask.

    PYTHONPATH=FOLDER python clients.py http://127.0.0.1:8080

Ends with a line "N passed, N failed".
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import check, finish  # noqa: E402

from generated import Client  # noqa: E402
from generated.api.forecast import now, open_meteo, open_meteo_air, open_meteo_place, open_meteo_search, rain, week  # noqa: E402

client = Client(base_url=sys.argv[1])
one = week.sync(client=client, area=["부산"])
check("a name", one.place.name == "부산광역시" and len(one.days) >= 10, one)
point = now.sync(client=client, lat=37.57, lon=126.98)
check("a point", point.place.name.startswith("서울특별시"), point)
two = week.sync(client=client, area=["Seoul", "Busan"])
check("two places", [report.place.name for report in two] == ["서울특별시", "부산광역시"], two)
check("a path of one place", rain.sync(client=client, area="Jeju").falls in (True, False, None))
seoul = {"latitude": "37.57", "longitude": "126.98"}
weather = open_meteo.sync(client=client, **seoul, current="temperature_2m", hourly="weather_code", daily="sunrise")
check("the weather of Open-Meteo", weather.current["interval"] == 3600 and len(weather.hourly["time"]) == 168
      and weather.daily_units["sunrise"] == "iso8601" and isinstance(weather.daily["sunrise"][0], str), weather)
points = open_meteo.sync(client=client, latitude="37.57,35.18", longitude="126.98,129.07", current="temperature_2m")
check("two points of Open-Meteo", len(points) == 2 and points[1].location_id == 1, points)
air = open_meteo_air.sync(client=client, **seoul, current="pm10")
check("the air of Open-Meteo", "pm10" in air.current.additional_properties, air)
places = open_meteo_search.sync(client=client, name="Busan").results
check("a place of Open-Meteo", open_meteo_place.sync(client=client, id=str(places[0].id)).name == places[0].name, places)
finish()
