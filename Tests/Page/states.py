"""The page in the states that weather and trouble bring about: whatever the answer says, no text stands on another, none
leaves its panel, and no `null`, `undefined` or `NaN` is told."""

import json
from datetime import datetime, timedelta
from importlib import resources

from common import FRESH, link, shown

# The visible boxes of text that cross one another, that leave the panel they stand in, or that lie on a panel of others.
CROSSINGS = """(() => {
  const clip = (rect, node) => {
    let { left, right, top, bottom } = rect;
    for (let box = node; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.visibility === 'hidden' || style.clipPath !== 'none' || style.opacity === '0') return null;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      if (box instanceof SVGElement) continue;
      const edge = box.getBoundingClientRect();
      [left, right, top, bottom] = [Math.max(left, edge.left), Math.min(right, edge.right), Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : null;
  };
  const boxes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.data.trim()) continue;
    const parent = node.parentElement;
    if (!parent.checkVisibility() || parent.closest('noscript, title, defs, #announcer')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = parent instanceof SVGElement ? [parent.getBoundingClientRect()] : [...range.getClientRects()];
    for (const rect of rects) {
      // A line's box is taller than its letters.
      const slack = rect.height * .17;
      const box = clip({ left: rect.left + .5, right: rect.right - .5, top: rect.top + slack, bottom: rect.bottom - slack }, parent);
      if (box) boxes.push({ ...box, parent, whole: rect, node, text: node.data.trim().slice(0, 40) });
    }
  }
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = [];
  boxes.sort((a, b) => a.top - b.top);
  for (let i = 0; i < boxes.length; i += 1) {
    for (let j = i + 1; j < boxes.length && boxes[j].top < boxes[i].bottom; j += 1) {
      // A text that is cut short has a second box for what is left of it.
      if (boxes[i].node === boxes[j].node && boxes[i].top === boxes[j].top) continue;
      if (meet(boxes[i], boxes[j])) found.push(`“${boxes[i].text}” crosses “${boxes[j].text}”`);
    }
  }
  const panels = [...document.querySelectorAll('.panel')].filter((panel) => panel.checkVisibility()).map((panel) => [panel, panel.getBoundingClientRect()]);
  for (const box of boxes) {
    const own = box.parent.closest('.panel');
    for (const [panel, edge] of panels) {
      if (panel === own) {
        if (box.right > edge.right + 1 || box.left < edge.left - 1 || box.bottom > edge.bottom + 2) found.push(`“${box.text}” leaves its panel`);
      } else if (!panel.contains(box.parent) && !own?.contains(panel) && getComputedStyle(panel).position === 'static' && meet(box, edge)) {
        found.push(`“${box.text}” lies on a panel`);
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return [...new Set(found)].slice(0, 6);
})()"""
# In texts and in attributes, drawings among them.
NOTHINGS = r"(document.body.outerHTML.match(/.{0,40}\b(null|undefined|NaN)\b.{0,20}/g) ?? []).filter((text) => !text.includes('data-word')).slice(0, 4)"

FEEDS = ["kma.mid_temperature", "kma.mid_land", "kma.warnings", "airkorea.measured", "airkorea.forecast", "kma.short",
         "kma.nowcast", "openweather.current", "openweather.forecast"]
ZONES = [("춘천", "Chuncheon"), ("원주", "Wonju"), ("강릉평지", "Gangneung plains"), ("속초평지", "Sokcho plains"), ("철원", "Cheorwon"),
         ("화천", "Hwacheon"), ("양구평지", "Yanggu plains"), ("인제평지", "Inje plains"), ("홍천평지", "Hongcheon plains"),
         ("횡성", "Hoengseong"), ("영월", "Yeongwol"), ("정선평지", "Jeongseon plains"), ("평창평지", "Pyeongchang plains"),
         ("태백", "Taebaek"), ("동해평지", "Donghae plains"), ("삼척평지", "Samcheok plains")]


def temperatures(shift):
    def edit(week):
        if week["current"]:
            week["current"]["temperature"] = shift
            week["current"]["feels_like"] = shift - 5.3 if shift < 0 else shift + 2.4
        for index, hour in enumerate(week["hours"]):
            hour["temperature"] = shift - 2 + index % 9
            hour["feels_like"] = hour["temperature"] - 4
        for index, day in enumerate(week["days"]):
            day["temperature_min"], day["temperature_max"] = shift - 6 + index % 3, shift + 4 - index % 3
    return edit


def snow(week):
    for index, hour in enumerate(week["hours"]):
        low, high = [(0, 0.5), (0.5, 1), (1, 5), (5, None)][index % 4]
        hour |= {"text": "눈" if week["summary"] and "지금" in week["summary"] else "Snow", "theme": "snow", "snow_amount": 1.5,
                 "snow_range": {"low": low, "high": high}, "precipitation_amount": 0.5, "precipitation_probability": 80,
                 "precipitation_range": {"low": 0, "high": 1}, "feels_like": -12.0}


def rain(week):
    for index, hour in enumerate(week["hours"]):
        low, high = [(0, 1), (1, 4), (30, 50), (50, None)][index % 4]
        hour |= {"theme": "rain", "precipitation_amount": 32.0, "precipitation_probability": 100, "lightning": index % 5 == 0,
                 "precipitation_range": {"low": low, "high": high}, "feels_like": 32.0}


def unknown_sky(week):
    week["theme"] |= {"name": "cloudy", "label": "–"}
    for day in week["days"][1:]:
        day |= {"text": None, "theme": None, "precipitation_probability": None}
        for half in ("am", "pm"):
            if day[half]:
                day[half] |= {"text": None, "theme": None, "precipitation_probability": None}
    for hour in week["hours"][2:]:
        hour |= {"text": None, "theme": None, "precipitation_probability": None, "temperature": None}


def measured_air_alone(week):
    week["air"] = (week["air"] or {}) | {"forecast": []}


def forecast_air_alone(week):
    for name in list(week["air"]):
        if name not in ("forecast", "provisional"):
            week["air"][name] = None


def mixed_air(week):
    forecast = week["air"]["forecast"]
    del forecast[1]
    forecast[0] |= {"pm10_grade": "good", "pm10_grade_label": "Good", "pm25_grade": "very_bad", "pm25_grade_label": "Very bad"}


def nothing_now(week):
    week |= {"current": None, "summary": None, "air": None, "alerts": None, "hours": [], "yesterday": None, "rain": None}


def few_values(week):
    for part in [week["current"], *week["hours"], *week["days"]]:
        for name in part:
            if name not in ("date", "time", "offset", "label", "weekday", "condition", "feeds", "partial", "lightning", "night"):
                part[name] = None
    week["current"]["condition"] = None


def alerts(week):
    zones = [{"code": f"L{at}", "name": name, "name_en": english} for at, (name, english) in enumerate(ZONES)]
    moment = week["generated_at"]
    week["alerts"] = [
        {"kind": "heavy_snow", "label": "대설경보", "level": "warning", "zones": zones, "covers": "part", "issued_at": moment,
         "effective_at": (datetime.fromisoformat(moment) + timedelta(hours=3)).isoformat(), "ends": None, "source": "kma.warnings"},
        {"kind": "cold_wave", "label": "한파주의보", "level": "advisory", "zones": zones[:1], "covers": "all", "issued_at": moment,
         "effective_at": moment, "ends": None, "source": "kma.warnings"},
    ]


def failures(status):
    def edit(week):
        error = {"code": "key_rejected", "message": "OPENWEATHER_API_KEY 값을 확인해 주세요 (HTTP 500)"}
        week["sources"] = [{"feed": feed, "status": status, "issued_at": week["generated_at"], "fetched_at": week["generated_at"],
                            "error": error if status == "failed" else None} for feed in FEEDS]
        week["degraded"], week["stale"] = FEEDS if status == "failed" else [], status == "stale"
    return edit


def apart(week):
    """Days of many words, from frost to warmth: much for the scale, and little room for it."""
    for at, day in enumerate(week["days"]):
        day.update(text="Mostly cloudy with showers of rain or snow", temperature_min=-9 + at, temperature_max=4.5 + 1.3 * at,
                   temperature_min_spread=None, temperature_max_spread=None)


def nothing(week):
    pass


STATES = {
    "the sample": nothing, "−12.4°": temperatures(-12.4), "−27.4°": temperatures(-27.4), "38.1°": temperatures(38.1), "snow": snow, "heavy rain": rain,
    "an unknown sky": unknown_sky, "measured air without a forecast": measured_air_alone, "an air forecast without a station": forecast_air_alone,
    "air of two kinds": mixed_air, "nothing of now": nothing_now, "hardly any value": few_values, "warnings": alerts,
    "every feed failed": failures("failed"), "every feed stale": failures("stale"),
}
AGES = {"a day": 26, "four days": 96, "twelve days": 288}
WIDTHS = {1280: 800, 390: 844, 320: 640}


def look(check, browser, sentence):
    for width, height in WIDTHS.items():
        browser.screen(width, height)
        browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        crossings = browser.evaluate(CROSSINGS)
        check.that(f"no text crosses another at {width} px with {sentence}", crossings == [], crossings)
    left = browser.evaluate(NOTHINGS)
    check.that(f"no absent value is told as null or NaN with {sentence}", left == [], left)


def violations(browser):
    """What axe finds wrong with the page as it stands."""
    axe = resources.files("axe_core_python").joinpath("axe.min.js").read_text()
    browser.evaluate(f"window.axe || (() => {{ {axe}; }})(); 0")
    return browser.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join()).join()]))")


# Words that can hardly be seen: what stands around them counts, so that a bar's class on them is noticed.
FAINT = """[...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((one) => {
    let seen = 1;
    for (let at = one; at; at = at.parentElement) seen *= getComputedStyle(at).opacity;
    return seen < 0.5;
  }).map((one) => `${one.getAttribute('class')} ${one.textContent}`)"""


def check_states(check, front, browser, shots=None, only=None):
    for language in ("ko", "en"):
        for name, edit in STATES.items():
            if only and only not in name:
                continue
            for path in ("/", "/embed"):
                front.reset()
                front.edit = edit
                browser.screen(1280, 800)
                browser.open(link(front.base, path, area="강원", lang=language))
                browser.wait(f"{FRESH} && ({shown('#place-name')} || {shown('.card h1')})")
                browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
                look(check, browser, f"{name}, {language}, {path}")
                if language == "ko":
                    found = violations(browser)
                    check.that(f"axe finds no violation with {name}, {path}", found == [], found)
                    for width, height in WIDTHS.items():
                        browser.screen(width, height)
                        browser.evaluate("new Promise((done) => setTimeout(done, 300))")
                        faint = browser.evaluate(FAINT)
                        check.that(f"every word can be seen with {name}, {path} at {width} px", faint == [], faint)
                if shots and path == "/":
                    for width, height in WIDTHS.items():
                        browser.screen(width, height)
                        browser.screenshot(shots / f"state-{name.replace(' ', '-')}-{language}-{width}.png", width, height)
        check_large_text(check, front, browser, language)
    front.reset()
    check_age(check, front, browser, shots, only)


def check_large_text(check, front, browser, language):
    """The text size that people set in their system is the size of the root's font."""
    front.reset()
    front.edit = temperatures(-12.4)
    browser.open(link(front.base, area="강원", lang=language))
    browser.wait(f"{FRESH} && {shown('#place-name')}")
    for size in ("150%", "200%"):
        browser.screen(390, 844)
        browser.evaluate(f"document.documentElement.style.fontSize = {json.dumps(size)}")
        browser.evaluate("new Promise((done) => setTimeout(done, 300))")
        crossings = browser.evaluate(CROSSINGS)
        check.that(f"no text crosses another at 390 px with text at {size}, {language}", crossings == [], crossings)


def check_age(check, front, browser, shots=None, only=None):
    """Kept answers, aged by hand, while the service is out of reach."""
    for name, hours in AGES.items():
        if only and only not in name:
            continue
        for language in ("ko", "en"):
            front.reset()
            # With little of now beside them the days are at their lowest.
            front.edit = apart
            browser.screen(1280, 800)
            browser.open(link(front.base, area="강원", lang=language))
            browser.wait(f"{FRESH} && {shown('#place-name')}")
            front.failing = ("/v1",)
            age(browser, hours)
            browser.open(front.base + "/icon.svg")
            browser.wait("document.documentElement.tagName === 'svg'")
            browser.open(link(front.base, area="강원", lang=language))
            browser.wait(f"{shown('#place-name')} && document.getElementById('offline')")
            look(check, browser, f"an answer of {name} ago, {language}")
            head = browser.evaluate("document.getElementById('now').innerText")
            check.that(f"an answer of {name} ago does not say that it is now, {language}", "지금" not in head and " now" not in head, head)
            big = browser.evaluate("document.querySelector('.temperature')?.textContent ?? null")
            check.that(f"what was measured {name} ago is not the large temperature, {language}", big != "12.4°", big)
            empty = browser.evaluate("[...document.querySelectorAll('#answer > .panel')].filter((panel) => panel.checkVisibility()"
                                     " && !panel.querySelector('#chart svg, #chart li, #strip li, .grade, #strip svg, .kept li')).map((panel) => panel.className)")
            check.that(f"no panel is empty with an answer of {name} ago, {language}", empty == [], empty)
            if shots:
                browser.screen(390, 844)
                browser.screenshot(shots / f"age-{hours}-{language}-390.png", 390, 844)
    front.reset()


def age(browser, hours):
    browser.evaluate(f"""(() => {{
      const answers = JSON.parse(localStorage['kma.answers']);
      for (const answer of Object.values(answers)) answer.receivedAt -= {hours * 3_600_000};
      localStorage['kma.answers'] = JSON.stringify(answers);
    }})()""")
