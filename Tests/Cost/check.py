#!/usr/bin/env python3
"""Looks for the dearest request of each path, and fails where one costs more than a service can bear.

    Tests/Cost/check.py PATH/OF/kma-server

Paths and parameters are those of /openapi.json, which is made of the service's endpoints: a path without a price, and a
parameter without values to try, is a failure. Each value of each parameter is tried alone and with the dearest of the
others; then a search with a fixed seed changes one parameter at a time and goes on from what cost most, in processor time
of the process and in bytes. No response may have more than 2 MB, and no request may take more than 50 ms of the optimised
program for each token that it costs its client (PriceTests holds the tokens).

The program that is checked is the debug build, which takes many times as long, so times are told in that of a reference:
a cold week of one place, which takes 5.3 ms optimised, of which 50 ms are 9.4. That holds as far as the optimiser makes all
of our own code faster alike; a request that is dear by what is in libraries (compression, sockets) looks cheaper than it is.

Ends with a line "N passed, N failed".
"""

import concurrent.futures
import datetime
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


    def json(self, target):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", target)
        return json.loads(connection.getresponse().read())


class Path:
    """A path with what may be chosen of a request to it: names with their values."""

    def __init__(self, name, target, choices, headers=None, body=None, tokens=lambda chosen: 1):
        self.tokens = tokens
        self.name, self.target, self.choices = name, target, choices
        self.headers, self.body = headers or (lambda chosen: {}), body or (lambda chosen: None)


# Of `/v1/nation`, which costs as much as so many places.
CITIES = 19
COUNTS = [1, 2, 5, 10, 20]
OFFSETS = list(range(20))
CODINGS = ["identity", "gzip"]
TEMPLATES = ["{sky}", "{sky}" * 80, "{alerts}" * 50, "{summary}" * 44, "x" * 400, "가" * 100]


def chosen_places(chosen):
    start = chosen["offset"]
    return [PLACES[(start + number) % len(PLACES)] for number in range(chosen["places"])]


NOW = datetime.date(2026, 11, 29)
HOURLY = ["temperature_2m", "relative_humidity_2m", "rain", "weather_code", "wind_speed_10m", "cloud_cover", "snowfall"]
HOURLY += [f"temperature_{level}hPa" for level in (1000, 925, 850, 700, 500, 300)]
DAILY = ["temperature_2m_max", "temperature_2m_min", "precipitation_sum", "weather_code", "sunrise",
         "precipitation_probability_max"]
EARLIER = [f"temperature_2m_max_previous_day{lead}" for lead in range(1, 11)]
WORDS = [" ".join(["내일"] + ["서울"] * 59), "내일 오전 9시부터 모레 밤까지", "내일 " + "가나다라 " * 18]
# What is tried of each parameter, dear values last. Lists of the description itself need no line here.
VALUES = {
    "date": ["2026-11-30", "2026-12-09"],
    "since": [str(NOW - datetime.timedelta(days)) for days in (1, 30, 121, 365, 1_000, 3_650)],
    "on": ["내일", "2026-12-09", "2026-11-29", "2020-01-01", *WORDS],
    "within": ["3h", "48h", "x" * 100],
    "q": ["동", "a", "서울", "가나다라", "x" * 100, "동 동 동 동", "ㄱ", "은행동 중구"],
    "days": ["1", "5", "11"],
    "limit": ["1", "20", "100"],
    "line": [""],
    "color": [""],
    "template": TEMPLATES,
    "current": [HOURLY[0], ",".join(HOURLY)],
    "hourly": [HOURLY[0], ",".join(HOURLY), ",".join((HOURLY * 9)[:110])],
    "daily": [DAILY[0], EARLIER[6], ",".join(DAILY), ",".join(DAILY + EARLIER)],
    "elevation": ["38"],
    "forecast_days": ["0", "1", "16"],
    "past_days": ["1", "31", "92"],
    "minutely_15": [HOURLY[0]],
    "current_weather": ["true"],
    "timezone": ["auto", "GMT", "America/New_York"],
    "forecast_hours": ["1", "24", "384"],
    "past_hours": ["1", "24"],
    **{f"{end}_{unit}": [f"{NOW + datetime.timedelta(number)}{time}" for number in numbers]
       for end, numbers in (("start", (0, 1)), ("end", (2, 9))) for unit, time in (("date", ""), ("hour", "T00:00"))},
    "name": ["Seoul", "서", "x" * 100],
    "count": ["1", "10", "100"],
    "language": ["en", "ko"],
    "countryCode": ["KR"],
    "id": ["1", "x" * 100],
}


def days(chosen):
    return int(chosen.get("past_days") or 0) + int(chosen.get("forecast_days") or 7)


def of_forecasts(chosen):
    earlier = chosen.get("daily") and (chosen.get("past_days") or "previous_day" in chosen["daily"])
    return chosen["places"] * (2 + days(chosen) // 31 if earlier else 1)


def of_scores(chosen):
    since = chosen.get("since")
    return 1 + ((NOW - datetime.date.fromisoformat(since)).days if since else 365) // 120


def of_places(chosen):
    return chosen["places"]


def of_one(chosen):
    return 1


# Tokens of a request, by its path. A path that is not here has no price, and may not be there.
PRICES = {
    **{path: of_places for path in ("/v1/week", "/v1/now", "/v1/hours", "/v1/prometheus", "/{place}", "/om/v1/air-quality")},
    **{path: of_one for path in (
        "/v1/rain", "/v1/theme", "/v1/outlook", "/v1/alerts", "/v1/alerts.atom", "/v1/alerts/{id}.cap", "/v1/week.ics",
        "/integrations/home-assistant.yaml", "/v1/history", "/v1/why", "/v1/areas", "/om/v1/search", "/om/v1/get",
        "/{place}.svg", "/openapi.json", "/healthz", "/readyz", "/metrics")},
    "/v1/nation": lambda chosen: CITIES, "/v1/nation.svg": lambda chosen: CITIES,
    "/v1/accuracy": of_scores, "/accuracy": of_scores, "/om/v1/forecast": of_forecasts,
}
# Not measured here: a stream never ends (its places are paid for when it is opened), a message has a search of its own.
APART = {"/v1/stream", "/mcp"}


def described(document):
    """A path of the service for each of its description."""
    for name, methods in document["paths"].items():
        if "get" not in methods or name in APART:
            continue
        yield read(name, [
            document["components"]["parameters"][item["$ref"].rpartition("/")[2]] if "$ref" in item else item
            for item in methods["get"].get("parameters", []) + methods.get("parameters", [])])
    yield read("/accuracy", [{"name": name, "schema": {}} for name in ("area", "since", "lead")],
               {"lead": [str(lead) for lead in range(11)]})


def read(name, parameters, more={}):
    names = {parameter["name"] for parameter in parameters if parameter.get("in") != "path"}
    takes_points, takes_place = "latitude" in names, "area" in names or "{place}" in name
    choices = {"coding": CODINGS}
    if takes_points or takes_place:
        choices |= {"places": COUNTS, "offset": OFFSETS}
    for parameter in parameters:
        key = parameter["name"]
        if key in ("area", "lat", "lon", "place", "latitude", "longitude"):
            continue
        values = parameter.get("schema", {}).get("enum") or more.get(key) or VALUES.get(key)
        check(f"{name}: there are values to try of {key}", bool(values))
        choices[key] = [None, *(values or [])]
    if name == "/{place}":
        choices["words"] = [None, *WORDS]

    def target(c):
        path = name
        if "{place}" in name:
            words = c["words"].split() if c.get("words") else chosen_places(c)[:1 if ".svg" in name else None]
            path = path.replace("{place}", "+".join(urllib.parse.quote(word) for word in words))
        if "{id}" in name:
            path = path.replace("{id}", urllib.parse.quote(c["id"] or "x"))
        query = [(key, c[key]) for key in sorted(names) if c.get(key) is not None]
        if takes_points:
            points = [(35.5 + 0.1 * place, 127.5) for place in range(c["offset"], c["offset"] + c["places"])]
            query += [("latitude", ",".join(f"{north % 38:.1f}" for north, _ in points)),
                      ("longitude", ",".join(f"{east}" for _, east in points))]
        elif "area" in names:
            query += [("area", place) for place in chosen_places(c)]
        return path + ("?" + urllib.parse.urlencode(query, safe=",") if query else "")

    check(f"{name}: a request has a price", name in PRICES)
    agent = {"User-Agent": "curl/8.5.0"} if name == "/{place}" else {}
    return Path(name, target, choices, lambda c: {"Accept-Encoding": c["coding"], **agent}, tokens=PRICES.get(name, of_one))


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


def unknown():
    return Path("an unknown name", lambda c: f"/v1/week?area={urllib.parse.quote(c['name'] * c['times'])}",
                {"name": ["서", "부싼", "x", "Gyeong", "동구 ", "가나"], "times": [1, 3, 10, 25]})


PATHS = [message(), unknown(),
         Path("/", lambda c: "/", {"agent": ["curl/8.5.0", "Mozilla/5.0"], "coding": CODINGS},
              lambda c: {"User-Agent": c["agent"], "Accept-Encoding": c["coding"]})]


def limit(path, chosen):
    """Milliseconds that a request may take."""
    return MILLISECONDS * path.tokens(chosen)


def dearest(service, path, rng):
    """The request that costs most of its path, for what it may cost: what, in seconds, and in bytes."""
    best, worst, largest, seen = None, 0.0, 0, set()
    first = {name: values[0] for name, values in path.choices.items()}
    dear = {name: values[-1] for name, values in path.choices.items()}
    # Each value by itself, then with the dearest of those before it, then what is found by chance.
    single = [(name, value) for name, values in path.choices.items() for value in values if name not in ("offset", "coding")]
    for number in range(2 + 2 * len(single) + ROUNDS):
        if number < 2:
            chosen = dict([first, dear][number])
        elif number < 2 + 2 * len(single):
            name, value = single[(number - 2) % len(single)]
            chosen = {**(first if number < 2 + len(single) else best), name: value}
            # Places that nobody has asked about are dearer.
            if "offset" in first:
                chosen["offset"] = number % len(OFFSETS)
        else:
            chosen = dict(best)
            for name in rng.sample(sorted(path.choices), k=min(2, len(path.choices))):
                chosen[name] = rng.choice(path.choices[name])
        key = json.dumps(chosen, sort_keys=True)
        if key in seen:
            continue
        seen.add(key)
        seconds, length = service.cost(path.target(chosen), path.body(chosen), **path.headers(chosen))
        largest = max(largest, length)
        if best is None or seconds / limit(path, chosen) > worst / limit(path, best):
            best, worst = chosen, seconds
    return best, worst, largest


def health(service, reference):
    """The longest that `/healthz` takes while somebody asks for nothing but ten years of accuracy, in milliseconds."""
    def ask(number):
        service.cost(f"/v1/accuracy?area=Busan&since={NOW - datetime.timedelta(3_640 - number)}")
    longest = 0.0
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(ask, number) for number in range(8)]
        while not all(one.done() for one in asked):
            start = time.monotonic()
            service.cost("/healthz")
            longest = max(longest, time.monotonic() - start)
            time.sleep(0.05)
    return longest / reference * REFERENCE


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
            document = service.json("/openapi.json")
            for path in [*described(document), *PATHS]:
                chosen, seconds, length = dearest(service, path, rng)
                price = seconds / reference * REFERENCE
                print(f"{path.name:20} {price:6.1f} ms {length / 1000:8.1f} kB  {json.dumps(chosen, ensure_ascii=False)[:160]}")
                most = limit(path, chosen)
                check(f"{path.name}: no request costs more than {most} ms, at {chosen}", price <= most)
                check(f"{path.name}: no response is larger than 2 MB, at {chosen}", length <= BYTES)
            longest = health(service, reference)
            print(f"/healthz beside accuracies: {longest:.1f} ms at most")
            check("/healthz answers within 100 ms beside the dearest requests", longest <= 100)
        finally:
            service.process.terminate()
            service.process.wait(timeout=20)
            service.log.close()
    finish()


if __name__ == "__main__":
    main()
