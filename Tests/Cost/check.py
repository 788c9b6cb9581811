#!/usr/bin/env python3
"""Looks for the dearest request of each path, and fails where one costs more than a service can bear.

    Tests/Cost/check.py PATH/OF/kma-server

A search with a fixed seed changes one parameter at a time and goes on from what cost most, in processor time of the
process and in bytes. No response may have more than 2 MB, and no request may take more than 50 ms of the optimised program.
A request about several places costs its client a token for each, so it may take as long as so many requests about one,
each a cold place: 6 ms a token, where that is more than 50 ms. Most of it is reading what KMA sends of each cell, some
1,300 rows, once.

The program that is checked is the debug build, which takes many times as long, so times are told in that of a reference:
a cold week of one place, which takes 5.3 ms optimised, of which 50 ms are 9.4. That holds as far as the optimiser makes all
of our own code faster alike; a request that is dear by what is in libraries (compression, sockets) looks cheaper than it is.

Ends with a line "N passed, N failed".
"""

import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import check, finish

MILLISECONDS = 50
# Of the optimised program for a cold week of one place.
REFERENCE = 5.3
# A cold place, and an eighth more for what the measure is off by.
MILLISECONDS_A_TOKEN = 6
BYTES = 2_000_000
ROUNDS = int(os.environ.get("ROUNDS", "12"))
PLACES = ["서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "수원", "춘천", "청주", "전주", "목포", "안동",
          "창원", "제주", "강릉", "포항", "여수", "속초"]


class Service:
    """A running service, and the processor time of its threads."""

    def __init__(self, program, folder):
        environment = {**os.environ, "KMA_CACHE_DIR": folder, "KMA_NOW": "2026-11-29T15:00:00+09:00", "KMA_LANG": "en"}
        environment.pop("KMA_AREA", None)
        self.log = open(pathlib.Path(folder, "log"), "w+")
        self.process = subprocess.Popen(
            [program, "--sample", "--port", "0", "--limit", "0", "--log-level", "warning"],
            env=environment, stderr=self.log)
        self.port = None
        while self.port is None:
            time.sleep(0.1)
            self.log.seek(0)
            said = self.log.read()
            if "http://127.0.0.1:" in said:
                self.port = int(said.split("http://127.0.0.1:")[1].split()[0])
            assert self.process.poll() is None, said

    def seconds(self):
        total = 0
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                total += int((task / "schedstat").read_text().split()[0])
            except FileNotFoundError:
                pass
        return total / 1e9

    def cost(self, target, body=None, **headers):
        """Seconds and bytes of one request, the first for its target."""
        before = self.seconds()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request("POST" if body else "GET", target, body=body, headers=headers)
            response = connection.getresponse()
            length = len(response.read())
        finally:
            connection.close()
        return self.seconds() - before, length


def areas(values):
    return "&".join("area=" + urllib.parse.quote(value) for value in values)


class Path:
    """A path with what may be chosen of a request to it: names with their values."""

    def __init__(self, name, target, choices, headers=None, body=None):
        self.name, self.target, self.choices = name, target, choices
        self.headers, self.body = headers or (lambda chosen: {}), body or (lambda chosen: None)


LANGUAGES = ["ko", "en"]
# Of `/v1/nation`, which costs as much as so many places.
CITIES = 19
COUNTS = [1, 2, 5, 10, 20]
OFFSETS = list(range(20))
CODINGS = ["identity", "gzip"]
TEMPLATES = ["{sky}", "{sky}" * 80, "{alerts}" * 50, "{summary}" * 44, "x" * 400, "가" * 100]


def chosen_places(chosen):
    start = chosen["offset"]
    return [PLACES[(start + number) % len(PLACES)] for number in range(chosen["count"])]


def several(path):
    return Path(path, lambda c: f"{path}?{areas(chosen_places(c))}&lang={c['lang']}",
                {"count": COUNTS, "offset": OFFSETS, "lang": LANGUAGES, "coding": CODINGS, "accept": ["*/*", "application/x-ndjson"]},
                lambda c: {"Accept": c["accept"], "Accept-Encoding": c["coding"]})


def one(path, more=None):
    return Path(path, lambda c: f"{path}?area={urllib.parse.quote(PLACES[c['offset']])}&lang={c['lang']}{c.get('more', '')}",
                {"offset": OFFSETS, "lang": LANGUAGES, "coding": CODINGS, "more": more or [""]},
                lambda c: {"Accept-Encoding": c["coding"]})


def text():
    def target(c):
        places = "+".join(urllib.parse.quote(place) for place in chosen_places(c))
        how = f"template={urllib.parse.quote(c['template'])}" if c["template"] else f"format={c['format']}&view={c['view']}"
        return f"/{places}?{how}&lang={c['lang']}{'&color' if c['color'] else ''}"
    return Path("/{place}", target,
                {"count": COUNTS, "offset": OFFSETS, "lang": LANGUAGES, "format": ["table", "csv", "json", "ndjson"],
                 "view": ["week", "hours", "now", "outlook"], "template": ["", "", *TEMPLATES], "color": [False, True],
                 "coding": CODINGS},
                lambda c: {"User-Agent": "curl/8.5.0", "Accept-Encoding": c["coding"]})


def open_meteo():
    names = ["temperature_2m", "relative_humidity_2m", "rain", "weather_code", "wind_speed_10m", "cloud_cover", "snowfall"]
    names += [f"temperature_{level}hPa" for level in (1000, 925, 850, 700, 500, 300)]
    def target(c):
        points = [(35.5 + 0.1 * ((c["offset"] + number) % 20), 127.5) for number in range(c["count"])]
        query = {
            "latitude": ",".join(f"{north:.1f}" for north, _ in points), "longitude": ",".join(f"{east}" for _, east in points),
            "hourly": ",".join((names * 9)[: c["variables"]]), "forecast_days": c["days"], "past_days": c["past"],
            "daily": "temperature_2m_max,temperature_2m_min",
        }
        return "/om/v1/forecast?" + urllib.parse.urlencode(query, safe=",")
    return Path("/om/v1/forecast", target,
                {"count": COUNTS, "offset": OFFSETS, "variables": [1, 7, 13, 60, 110], "days": [1, 7, 16], "past": [0, 2, 92]})


def message():
    def body(c):
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": c["tool"], "arguments": {"area": PLACES[c["offset"]], "query": c["query"]}}}
        if c["depth"]:
            return json.dumps(call)[:-1] + ',"x":' + "[" * c["depth"] + ",".join("1" * c["width"]) + "]" * c["depth"] + "}"
        return json.dumps(call)
    return Path("/mcp", lambda c: "/mcp",
                {"tool": ["week", "hours", "now", "nation", "rain", "alerts", "search_places", "nothing"], "offset": OFFSETS,
                 "query": ["", "서", "a", "x" * 100], "depth": [0, 30, 300], "width": [1, 1000]},
                lambda c: {"Content-Type": "application/json"}, body)


def search():
    return Path("/v1/areas", lambda c: f"/v1/areas?q={urllib.parse.quote(c['q'])}&limit={c['limit']}",
                {"q": ["", "동", "a", "서울", "가나다라", "x" * 100, "동 동 동 동", "ㄱ", "은행동 중구"], "limit": [1, 20, 100],
                 "coding": CODINGS}, lambda c: {"Accept-Encoding": c["coding"]})


def card():
    return Path("/{place}.svg", lambda c: f"/{urllib.parse.quote(PLACES[c['offset']])}.svg?days={c['days']}&lang={c['lang']}",
                {"offset": OFFSETS, "lang": LANGUAGES, "days": [1, 5, 11], "coding": CODINGS},
                lambda c: {"Accept-Encoding": c["coding"]})


def nation(path, values):
    return Path(path, lambda c: f"{path}?lang={c['lang']}" + (f"&value={c['value']}" if c["value"] else "") + (f"&on={c['on']}" if c["on"] else ""),
                {"lang": LANGUAGES, "value": values, "on": ["", "", "2026-11-30", "2026-12-09"], "coding": CODINGS, "count": [CITIES]},
                lambda c: {"Accept-Encoding": c["coding"]})


def unknown():
    return Path("an unknown name", lambda c: f"/v1/week?area={urllib.parse.quote(c['name'] * c['times'])}",
                {"name": ["서", "부싼", "x", "Gyeong", "동구 ", "가나"], "times": [1, 3, 10, 25]})


PATHS = [several("/v1/week"), several("/v1/now"), several("/v1/hours"), several("/v1/prometheus"), one("/v1/theme"),
         one("/v1/outlook"), one("/v1/alerts"), text(), card(), nation("/v1/nation", [""]),
         nation("/v1/nation.svg", ["theme", "high", "low", "probability", "dust"]), open_meteo(), message(), search(), unknown(),
         Path("/metrics", lambda c: "/metrics", {"again": [0, 1]}),
         Path("/", lambda c: "/", {"agent": ["curl/8.5.0", "Mozilla/5.0"], "coding": CODINGS},
              lambda c: {"User-Agent": c["agent"], "Accept-Encoding": c["coding"]}),
         Path("/openapi.json", lambda c: "/openapi.json", {"coding": CODINGS}, lambda c: {"Accept-Encoding": c["coding"]})]


def tokens(chosen):
    """What a request costs of its client's limit: one token for each place."""
    return chosen.get("count", 1)


def limit(chosen):
    """Milliseconds that a request may take."""
    return max(MILLISECONDS, MILLISECONDS_A_TOKEN * tokens(chosen))


def dearest(service, path, rng):
    """The request that costs most of its path, for what it may cost: what, in seconds, and in bytes."""
    best, worst, largest, seen = None, 0.0, 0, set()
    # Begins in the middle and at the end of every range, where the dear ones are.
    starts = [{name: values[-1] for name, values in path.choices.items()},
              {name: rng.choice(values) for name, values in path.choices.items()}]
    for number in range(ROUNDS):
        chosen = dict(starts[number]) if number < len(starts) else dict(best)
        if number >= len(starts):
            for name in rng.sample(sorted(path.choices), k=min(2, len(path.choices))):
                chosen[name] = rng.choice(path.choices[name])
        key = json.dumps(chosen, sort_keys=True)
        if key in seen:
            continue
        seen.add(key)
        seconds, length = service.cost(path.target(chosen), path.body(chosen), **path.headers(chosen))
        largest = max(largest, length)
        if best is None or seconds / limit(chosen) > worst / limit(best):
            best, worst = chosen, seconds
    return best, worst, largest


def main():
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        service = Service(sys.argv[1], folder)
        try:
            # What is made once for all, such as the tables, is nobody's request.
            for target in ("/v1/week?area=진주", "/v1/areas?q=진주", "/metrics"):
                service.cost(urllib.parse.quote(target, safe="/?=&"))
            times = sorted(service.cost(f"/v1/week?lat={34.8 + step / 10}&lon=128.1")[0] for step in range(5))
            reference = times[2]
            print(f"reference: {reference * 1000:.1f} ms for a cold week of one place, which stands for 5.3 ms")
            for path in PATHS:
                chosen, seconds, length = dearest(service, path, rng)
                price = seconds / reference * REFERENCE
                print(f"{path.name:20} {price:6.1f} ms {length / 1000:8.1f} kB  {json.dumps(chosen, ensure_ascii=False)[:160]}")
                check(f"{path.name}: no request costs more than {limit(chosen)} ms, at {chosen}", price <= limit(chosen))
                check(f"{path.name}: no response is larger than 2 MB, at {chosen}", length <= BYTES)
        finally:
            service.process.terminate()
            service.process.wait(timeout=20)
            service.log.close()
    finish()


if __name__ == "__main__":
    main()
