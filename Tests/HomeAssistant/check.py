"""Starts Home Assistant with the package files that the service makes, and asks it for what its cards ask for.

    python check.py http://127.0.0.1:8080

Ends with a line "N passed, N failed".
"""

import asyncio
import json
import logging
import math
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

import yaml
from homeassistant import bootstrap, runner
from homeassistant.helpers import entity_registry

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import check, finish

# Home Assistant's words that the file has (developers.home-assistant.io/docs/core/entity/weather).
CONDITIONS = {"clear-night", "cloudy", "fog", "lightning", "lightning-rainy", "partlycloudy", "rainy", "snowy",
              "snowy-rainy", "sunny"}
PLACES = {"ko": "철원군", "en": "Busan"}


def get(address):
    """An answer of the service: its headers and its text. Home Assistant lets nobody wait for it in its own thread."""
    with urllib.request.urlopen(address, timeout=60) as response:
        return response.headers, response.read().decode()


class Faults(logging.Handler):
    """What Home Assistant logs as a fault of a package."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        if any(part in record.name for part in ("template", "rest_command", "weather", "sensor", "config")):
            self.lines.append(record.getMessage())


def near(one, other):
    return one is None and other is None or None not in (one, other) and math.isclose(one, other, abs_tol=0.051)


def whole(day, field):
    """A low or high, unless it may be of some hours of the day."""
    return None if day["partial"] and "openweather.forecast" in day["feeds"] else day[field]


def daily(name, forecast, week):
    days = [day for day in week["days"] if day["text"] is not None or day["temperature_max"] is not None]
    check(f"{name}: daily has every day", [item["datetime"][:10] for item in forecast] == [day["date"] for day in days])
    for item, day in zip(forecast, days):
        date = day["date"]
        check(f"{name}: {date} has a condition", item["condition"] in CONDITIONS, item["condition"])
        check(f"{name}: {date} has low and high", near(item["temperature"], whole(day, "temperature_max"))
              and near(item.get("templow"), whole(day, "temperature_min")), item)
        check(f"{name}: {date} has the chance of rain",
              item.get("precipitation_probability") == day["precipitation_probability"], item)


def hourly(name, forecast, week):
    check(f"{name}: hourly has every hour", [item["datetime"] for item in forecast] == [hour["time"] for hour in week["hours"]])
    good = all(item["condition"] in CONDITIONS and near(item["temperature"], hour["temperature"])
               and item.get("humidity") == hour["humidity"] for item, hour in zip(forecast, week["hours"]))
    check(f"{name}: hourly has condition, temperature and humidity", good)
    nights = [item["condition"] for item, hour in zip(forecast, week["hours"]) if hour["night"]]
    check(f"{name}: no sun shines at night", "sunny" not in nights)


def twice_daily(name, forecast, week):
    halves = [(day, half) for day in week["days"] for half in ("am", "pm") if day[half] is not None]
    check(f"{name}: twice daily has KMA's halves", len(forecast) == len(halves) and len(halves) > 11, len(forecast))
    for item, (day, half) in zip(forecast, halves):
        date = f"{day['date']} {half}"
        check(f"{name}: {date} is at its time, the afternoon by day",
              item["datetime"] == f"{day['date']}T{'00' if half == 'am' else '12'}:00:00+09:00"
              and item["is_daytime"] == (half == "pm"), item)
        check(f"{name}: {date} has condition and chance of rain", item["condition"] in CONDITIONS
              and item.get("precipitation_probability") == day[half]["precipitation_probability"], item)


def entities(name, states, week):
    observed, weather, alerts = week["current"], states["weather"], states["alerts"]
    check(f"{name}: the weather now", weather.state in CONDITIONS, weather.state)
    check(f"{name}: the temperature now", near(weather.attributes["temperature"], observed["temperature"]), weather.attributes)
    check(f"{name}: the humidity now", weather.attributes["humidity"] == observed["humidity"], weather.attributes)
    check(f"{name}: warnings", alerts.state == ("on" if week["alerts"] else "off"), alerts.state)
    check(f"{name}: warnings by name", alerts.attributes["labels"] == [alert["label"] for alert in week["alerts"]])
    check(f"{name}: nothing is stale", states["stale"].state == "off" and states["stale"].attributes["degraded"] == [])
    for value in ("pm10", "pm25", "ozone"):
        state = states[value]
        check(f"{name}: {value}", near(float(state.state), week["air"][value]), state.state)
        check(f"{name}: the grade of {value}", state.attributes["grade"] == week["air"][f"{value}_grade_label"], state.attributes)
    check(f"{name}: when the newest was issued", states["issued"].state not in ("unknown", "unavailable"), states["issued"].state)


def states_of(hass, text):
    """The states of a package's entities, by their identifiers in it."""
    prefix = yaml.safe_load(text)["template"][0]["unique_id"] + "-"
    return {entry.unique_id.removeprefix(prefix): hass.states.get(entry.entity_id)
            for entry in entity_registry.async_get(hass).entities.values() if entry.unique_id.startswith(prefix)}


async def look(hass, address, files):
    """Holds what Home Assistant knows against what the service says."""
    for language, area in PLACES.items():
        _, body = await asyncio.to_thread(get, f"{address}/v1/week?area={urllib.parse.quote(area)}&lang={language}")
        week = json.loads(body)
        states = states_of(hass, files[language])
        if not check(f"{area}: every entity is there", len(states) == 7 and None not in states.values(), states): continue
        entities(area, states, week)
        entity = states["weather"].entity_id
        for kind, compare in (("daily", daily), ("hourly", hourly), ("twice_daily", twice_daily)):
            answer = await hass.services.async_call("weather", "get_forecasts", {"type": kind, "entity_id": entity},
                                                    blocking=True, return_response=True)
            compare(area, answer[entity]["forecast"], week)
    for name, state in states_of(hass, files["gone"]).items():
        check(f"without the service {name} is not known", state.state in ("unknown", "unavailable"), state.state)


async def run(address):
    faults = Faults()
    logging.getLogger("homeassistant").addHandler(faults)
    files = {}
    for language, area in PLACES.items():
        headers, text = await asyncio.to_thread(
            get, f"{address}/integrations/home-assistant.yaml?area={urllib.parse.quote(area)}&lang={language}")
        check(f"{area}: the file is for no cache", headers["Cache-Control"] == "no-store", headers["Cache-Control"])
        check(f"{area}: the file is addressed to the host that was asked", f'"{address}/v1/week?' in text)
        files[language] = text
    # Of a service that is not there.
    files["gone"] = files["en"].replace(address, "http://127.0.0.1:9").replace("kma_busan", "kma_nowhere").replace("Busan", "Nowhere")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "packages").mkdir()
        for name, text in files.items(): Path(folder, "packages", f"kma_{name}.yaml").write_text(text)
        Path(folder, "configuration.yaml").write_text("homeassistant:\n  packages: !include_dir_named packages\n")
        hass = await bootstrap.async_setup_hass(runner.RuntimeConfig(config_dir=folder, log_no_color=True))
        if not check("Home Assistant starts with the files", hass is not None and not hass.config.recovery_mode): return
        await hass.async_start()
        for _ in range(20):
            await hass.async_block_till_done()
            if all(hass.states.async_all("weather")) and len(hass.states.async_all("sensor")) >= 12: break
            await asyncio.sleep(0.5)
        await asyncio.sleep(2)
        await look(hass, address, files)
        own = [line for line in faults.lines if "nowhere" not in line.lower() and "127.0.0.1:9/" not in line]
        check("no template has a fault", not own, own)
        await hass.async_stop(force=True)


asyncio.run(run(sys.argv[1].rstrip("/")))
finish()
