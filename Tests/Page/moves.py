"""People who move: they scroll, tap at the foot, open a day, go back, print, have another tab or an older browser."""

import base64
import io
import itertools
import json
import re
import time
import urllib.parse
from pathlib import Path

from pypdf import PdfReader

from colours import contrast, difference
from common import FRESH, link, shown, text
from faults import FOCUS, forget_all, later, open_page
from states import CROSSINGS, rain, temperatures, violations

WIDTHS = {320: 640, 390: 844, 768: 1024, 1280: 800, 1920: 1080}
PLACES = ["서울특별시", "부산광역시", "대구광역시", "광주광역시", "인천광역시", "대전광역시"]
SHIFT = """new Promise((told) => {
  let shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => told(Number(shift.toFixed(3))), 300);
})"""
IN_SIGHT = "((box) => box.top >= -1 && box.bottom <= innerHeight + 1)(document.querySelector({}).getBoundingClientRect())"


def check_all(check, front, browser):
    for part in (check_fold, check_ground, check_skies, check_axis, check_felt, check_dust, check_still, check_choice, check_slow, check_opening, check_hand, check_hourless,
                 check_steps, check_ring, check_many, check_undo, check_agreement, check_reader, check_country, check_record, check_floor, check_turn, check_paper):
        part(check, front, browser)
        front.reset()
    forget_all(browser, front.base)


def seen(selector):
    return IN_SIGHT.format(json.dumps(selector))


def check_fold(check, front, browser):
    """Nothing folded is asked for: the country costs ten times what a place does."""
    forget_all(browser, front.base)
    browser.screen(390, 844)
    front.requests.clear()
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait(shown("#country-line"))
    browser.evaluate("scrollTo(0, document.body.scrollHeight)")
    time.sleep(1)
    asked = [path for path in front.requests if "nation" in path]
    check.that("the country is not asked for before it is unfolded", asked == [], asked)
    left = browser.evaluate("document.querySelectorAll('details:not([open]) img[src]').length")
    check.that("no picture waits in a fold for a browser's grace", left == 0, left)


def ground(browser):
    time.sleep(1.3)
    colour = browser.evaluate("getComputedStyle(document.body).backgroundColor")
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


def skies_of(path, row):
    """The colours of the skies as a source has them: by name those of day and of night, each start, end and ink."""
    found = {}
    for name, *colours in re.findall(row, (SOURCES / path).read_text()):
        found.setdefault(name, []).append([colour.upper() for colour in colours])
    return found


SOURCES = Path(__file__).resolve().parents[2] / "Sources"
SKIES = {name: [colours[at:at + 3] for at in (0, 3)] for name, (colours,) in skies_of(
    "kma-server/Page/scene.js", r"(\w+): \[\['(#\w+)', '(#\w+)', '(#\w+)'\], \['(#\w+)', '(#\w+)', '(#\w+)'\]\]").items()}


def check_ground(check, front, browser):
    """The colour of "not known" is that of no weather."""
    forget_all(browser, front.base)
    browser.screen(390, 844)
    skies = [stop for day_and_night in SKIES.values() for one in day_and_night for stop in one[:2]]
    front.failing = ("/v1/week",)
    browser.open(link(front.base, area="강원", lang="ko"))
    browser.wait(shown("#problem"))
    seen_by = {"out of reach": ground(browser)}
    front.reset()
    browser.open(front.base + "/")
    browser.wait(shown("#problem .choices"))
    seen_by["a welcome"] = ground(browser)
    open_page(browser, front.base, area="강원", lang="ko")
    known = ground(browser)
    browser.evaluate("document.getElementById('place-box').focus()")
    browser.type("없는곳")
    browser.press("Enter")
    browser.wait(shown("#problem"))
    seen_by["a place that is not known"] = ground(browser)
    for state, colour in seen_by.items():
        near = min(difference(colour, sky) for sky in skies)
        check.that(f"the ground of {state} is that of no weather", near >= 8, (colour, near))
    check.that("with an answer it is that of the weather", min(difference(known, sky) for sky in skies) < 1, known)
    front.failing = ("/v1/week", "/v1/stream")
    open_aged(browser, front, 13)
    colour = ground(browser)
    check.that("half a day later, out of reach, it is that of no weather again", min(difference(colour, sky) for sky in skies) >= 8, colour)
    browser.take_errors()


def open_aged(browser, front, hours):
    browser.evaluate(f"""(() => {{
      const answers = JSON.parse(localStorage['kma.answers']);
      for (const answer of Object.values(answers)) answer.receivedAt -= {hours * 3_600_000};
      localStorage['kma.answers'] = JSON.stringify(answers);
    }})()""")
    browser.open(front.base + "/icon.svg")
    browser.open(link(front.base, area="강원", lang="ko"))
    browser.wait(f"{shown('#place-name')} && document.getElementById('offline')")


def check_skies(check, front, browser):
    """Each sky is remembered by its hue, and what stands on it can be read."""
    skies = SKIES
    service = skies_of("Forecast/Weather/Condition.swift", r'case \(\.(\w+), \w+\): Palette\(start: "(#\w+)", end: "(#\w+)", text: "(#\w+)"\)')
    check.that("the page knows the service's skies", len(skies) == 4 and skies == service, (skies, service))
    for at, half in enumerate(("day", "night")):
        for (name, one), (other, two) in itertools.combinations(skies.items(), 2):
            apart = min(difference(first, second) for first in one[at][:2] for second in two[at][:2])
            check.that(f"{name} and {other} are parted by {half}", apart >= 10, apart)
        for name, one in skies.items():
            start, end, ink = one[at]
            check.that(f"text on {name} by {half} can be read", min(contrast(start, ink), contrast(end, ink)) >= 4.5)
    for theme in ("clear", "rain"):
        front.edit = lambda week, theme=theme: week["theme"].update(name=theme)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait("document.querySelector('#strip .hour-chart')")
        drawn = browser.evaluate("document.querySelectorAll('#strip svg > rect[class^=of-]').length")
        check.that("the coming hours have a ribbon of their skies", drawn > 20, drawn)


def check_axis(check, front, browser):
    """Hours lie on an axis of time."""
    forget_all(browser, front.base)
    browser.screen(390, 844)
    front.edit = long_steps
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("document.querySelector('#strip .hour-chart')")
    week = front.week("/v1/week?area=%EA%B0%95%EC%9B%90&lang=ko")[1]
    at = browser.evaluate("[...document.querySelectorAll('#strip text.hour')].map((one) => Number(one.getAttribute('x')))")
    times = browser.evaluate(f"{json.dumps([hour['time'] for hour in week['hours']])}.map(Date.parse)")[-len(at):]
    pace = {round((x2 - x1) / (t2 - t1) * 3_600_000, 2) for x1, x2, t1, t2 in zip(at, at[1:], times, times[1:])}
    check.that("an hour is as wide as any other", len(pace) == 1, pace)
    said = browser.evaluate("[...document.querySelectorAll('#strip li')].at(-2).textContent").replace("\xa0", " ")
    check.that("a step of three hours says so", re.search(r"\d+~\d+시", said), said)
    check.that("what falls in it is how hard it falls", "시간당 3 mm 미만" in said, said)
    browser.evaluate("document.getElementById('strip').focus()")
    browser.press("End")
    wide = browser.evaluate("[Number(document.querySelector('#strip .cursor').getAttribute('width')), parseFloat(getComputedStyle(document.documentElement).fontSize)]")
    check.that("the cursor is as wide as the step", abs(wide[0] - 9 * wide[1]) < 1, wide)


def long_steps(week):
    """The last hours are steps of three, as KMA's from the fourth day on, with rain."""
    for hour in week["hours"][-4:]:
        hour |= {"source": "kma.short", "text": "비", "theme": "rain", "precipitation_amount": None, "precipitation_range": {"low": 0, "high": 3},
                 "snow_amount": None, "snow_range": None}


DASHES = """(() => {
  const numbers = [...document.querySelectorAll('#strip text.degrees')].map((one) => one.getBoundingClientRect());
  const line = document.querySelector('#strip .felt-line');
  const shift = document.querySelector('#strip svg').getBoundingClientRect();
  const long = line.getTotalLength();
  const points = Array.from({ length: Math.ceil(long / 2) }, (_, at) => line.getPointAtLength(at * 2)).map(({ x, y }) => [x + shift.left, y + shift.top]);
  return [numbers.length, numbers.filter((box) => points.some(([x, y]) => x > box.left + 1 && x < box.right - 1 && y > box.top + 4 && y < box.bottom - 4)).length];
})()"""


def check_felt(check, front, browser):
    browser.screen(1280, 800)
    for felt in (2.4, 4.0, -3.0):
        def hot(week, felt=felt):
            temperatures(38.1)(week)
            for at, hour in enumerate(week["hours"]):
                hour |= {"temperature": 30 + at % 7, "feels_like": 30 + at % 7 + felt}
        front.edit = hot
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait("document.querySelector('#strip .felt-line')?.getTotalLength() > 100")
        drawn, struck = browser.evaluate(DASHES)
        check.that(f"the felt line goes through no number at {felt:+}°", drawn > 10 and struck == 0, (drawn, struck))


def check_dust(check, front, browser):
    """Dust stands beside the temperature, as it is the first that is asked in a Korean morning."""
    browser.screen(390, 844)
    front.edit = lambda week: week["air"].update(pm10=812, pm10_grade="very_bad", pm10_grade_label="매우나쁨") if week.get("air") else None
    open_page(browser, front.base, area="강원", lang="ko")
    told = text(browser, "#now .dust") or ""
    check.that("dust is told in the head", "미세" in told and "매우나쁨" in told, told)
    check.that("it is seen at once", browser.evaluate(seen("#now .dust")))


def check_still(check, front, browser):
    for width, height in WIDTHS.items():
        forget_all(browser, front.base)
        browser.screen(width, height)
        for visit in ("first", "second"):
            open_page(browser, front.base, area="강원", lang="ko")
            browser.wait("document.querySelector('.chart svg')")
            time.sleep(1)
            shift = browser.evaluate(SHIFT)
            check.that(f"nothing jumps at {width} px at a {visit} visit", shift <= 0.05, shift)


def check_choice(check, front, browser):
    """A place that is chosen at the foot is seen at once, and “back” leads to where one was."""
    forget_all(browser, front.base)
    browser.screen(390, 844)
    for name in PLACES[:3]:
        open_page(browser, front.base, area=name, lang="ko")
    browser.wait("document.querySelectorAll('#kept li').length === 3")
    browser.evaluate("scrollTo(0, document.body.scrollHeight)")
    top = browser.evaluate("scrollY")
    browser.click("#kept li:last-child a")
    opened = browser.wait(f"document.getElementById('place-name').textContent.startsWith({json.dumps(PLACES[0])}) || document.getElementById('place-name').textContent.startsWith({json.dumps(PLACES[1])})")
    time.sleep(0.5)
    check.that("a place chosen at the foot is seen at once", opened and browser.evaluate(seen("#place-name")), browser.evaluate("scrollY"))
    browser.evaluate("history.back()")
    browser.wait(f"document.getElementById('place-name').textContent.startsWith({json.dumps(PLACES[2])})")
    back = browser.wait(f"Math.abs(scrollY - {top}) < 60", 3)
    check.that("back leads to where one was on the page", back, (browser.evaluate("scrollY"), top))


WAITING = """[document.getElementById('place-name').textContent, document.title, document.documentElement.dataset.theme ?? null,
  !document.getElementById('answer').hidden && getComputedStyle(document.querySelector('.conditions')).opacity < 0.5]"""


def check_slow(check, front, browser):
    """A place that is chosen on a slow line has its name at once, over the dimmed weather of the place before, under no sky."""
    for language, names in (("ko", PLACES[:2]), ("en", ("Seoul", "Busan"))):
        forget_all(browser, front.base)
        for name in PLACES[:2]:
            open_page(browser, front.base, area=name, lang=language)
        browser.wait("document.querySelectorAll('#places a').length === 2")
        browser.evaluate("localStorage.removeItem('kma.answers')")
        front.silent.set()
        browser.click("#places li:last-child a")
        at_once = browser.evaluate(WAITING)
        check.that(f"the name of a place that is on its way stands in the heading and the tab at once, {language}", at_once[:2] == [names[0]] * 2, at_once)
        dimmed = browser.wait(f"({WAITING})[3]", 3)
        now = browser.evaluate(WAITING)
        check.that(f"meanwhile the weather before is dimmed, and the sky tells nothing, {language}", dimmed and now[2] is None, now)
        front.reset()
        browser.evaluate("dispatchEvent(new Event('online'))")
        come = browser.wait(f"!document.querySelector('.waiting') && document.getElementById('place-name').textContent === {json.dumps(names[0])} && document.documentElement.dataset.theme", 15)
        check.that(f"then it stands there with its own sky, {language}", come, browser.evaluate(WAITING))
        browser.take_errors()


def check_opening(check, front, browser):
    """A day opens in sight, wherever its button is."""
    for width, height in ((1280, 720), (1366, 768), (1440, 900), (1024, 768), (768, 1024), (390, 844)):
        browser.screen(width, height)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
        date = browser.evaluate("[...document.querySelectorAll('[id^=day-2]')][6].id")
        browser.evaluate(f"document.getElementById({json.dumps(date)}).scrollIntoView({{ block: 'end' }})")
        browser.evaluate(f"document.getElementById({json.dumps(date)}).click()")
        browser.wait(shown("#day-title"), 5)
        time.sleep(0.3)
        for part in ("#day-title", "#close-day", ".day-facts"):
            check.that(f"{part} of an opened day is in sight at {width}×{height}", browser.evaluate(seen(part)))
    for place in (0, 300):
        browser.evaluate(f"scrollTo(0, {place})")
        time.sleep(0.8)
        top = browser.evaluate("scrollY")
        browser.evaluate("window.isLeft = true; setTimeout(() => location.reload())")
        browser.wait(f"!window.isLeft && {shown('#day-title')}")
        time.sleep(0.7)
        now = browser.evaluate("scrollY")
        check.that("a page that is loaded again with an open day stays where it was", abs(now - top) < 60, (now, top))
    front.reset()


def check_hand(check, front, browser):
    """A live update moves nothing under the hand."""
    for width, height in ((1280, 800), (390, 844)):
        browser.screen(width, height)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
        # The first touch brings the kept places, above the days of a narrow screen.
        browser.evaluate("dispatchEvent(new Event('pointerdown'))")
        browser.wait(shown("#kept .star"), 5)
        browser.evaluate("[...document.querySelectorAll('[id^=day-2]')][1].click()")
        browser.wait(shown("#day-hours"), 5)
        browser.evaluate("document.getElementById('day-hours').focus({ preventScroll: true }); document.getElementById('day-hours').scrollLeft = 300")
        before = browser.evaluate("[scrollY, document.getElementById('day-hours').scrollLeft]")
        temperature = text(browser, ".temperature")
        front.push(later(degrees=1.5, seconds=1))
        browser.wait(f"document.querySelector('.temperature').textContent !== {json.dumps(temperature)}", 5)
        time.sleep(0.3)
        after = browser.evaluate("[scrollY, document.getElementById('day-hours').scrollLeft]")
        check.that(f"an update leaves the hours of an open day where they were at {width} px", after == before and before[1] > 0, (before, after))
        check.that(f"an update leaves the keyboard on them at {width} px", browser.evaluate(FOCUS) == "day-hours", browser.evaluate(FOCUS))
        browser.evaluate("window.touched = 0; new MutationObserver((list) => { touched += list.length; }).observe(document.getElementById('hours'), { subtree: true, childList: true, attributes: true })")
        browser.click("#favourite")
        time.sleep(0.5)
        check.that(f"marking a favourite draws no hour anew at {width} px", browser.evaluate("touched") == 0, browser.evaluate("touched"))


def check_hourless(check, front, browser):
    """Without hours the days stand in their place."""
    front.edit = lambda week: week.update(hours=[])
    for width, height in ((390, 844), (1200, 800), (1280, 800), (1920, 1080)):
        forget_all(browser, front.base)
        browser.screen(width, height)
        browser.take_errors()
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
        browser.evaluate("[...document.querySelectorAll('[id^=day-2]')][0].click()")
        browser.wait(shown("#day-title"), 5)
        edges = browser.evaluate("['now', 'days'].map((id) => document.getElementById(id).getBoundingClientRect()).map(({ top, bottom }) => [Math.round(top), Math.round(bottom)])")
        gap = edges[1][0] - edges[0][width < 1200]
        check.that(f"without hours there is no hole over the days at {width} px", gap < 30 and not browser.evaluate(shown("#hours")), edges)
        # What is forgotten is so on a drawing, for which the browser asks for an icon.
        complaints = [entry for entry in browser.take_errors() if "favicon" not in entry]
        check.that(f"without hours the console stays silent at {width} px", complaints == [], complaints)


def check_steps(check, front, browser):
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
    browser.evaluate("document.dispatchEvent(new Event('pointerdown'))")
    before = browser.evaluate("history.length")
    for _ in range(3):
        for _ in ("open", "close"):
            browser.evaluate("[...document.querySelectorAll('[id^=day-2]')][3].click()")
            time.sleep(0.4)
    after = browser.evaluate("history.length")
    check.that("opening and closing a day three times is one step for “back” at most", after - before <= 1, (before, after))
    browser.evaluate("[...document.querySelectorAll('[id^=day-2]')][3].click()")
    browser.wait(shown("#day-title"), 5)
    browser.evaluate("document.getElementById('place-box').focus()")
    browser.type("수원")
    browser.wait(shown("#places-found"))
    browser.press("Escape")
    time.sleep(0.3)
    check.that("Escape in the search closes its list and no day", browser.evaluate(shown("#day-title")) and not browser.evaluate(shown("#places-found")))
    browser.evaluate("document.getElementById('place-box').value = ''")
    browser.click("#language")
    browser.wait("document.documentElement.lang === 'en'")
    time.sleep(0.5)
    check.that("another language leaves the day open", browser.wait(shown("#day-title"), 5))
    browser.click("#language")
    browser.wait("document.documentElement.lang === 'ko'")


def check_ring(check, front, browser):
    """The keyboard's ring is seen on any sky."""
    open_page(browser, front.base, area="강원", lang="ko")
    style = browser.evaluate("""(() => {
      document.getElementById('locate').focus();
      const { outlineColor, boxShadow } = getComputedStyle(document.getElementById('locate'));
      return [outlineColor, boxShadow];
    })()""")
    colours = ["#" + "".join(f"{int(part):02x}" for part in found) for one in style for found in re.findall(r"rgb\((\d+), (\d+), (\d+)\)", one)]
    grounds = [stop for day_and_night in SKIES.values() for one in day_and_night for stop in one[:2]] + ["#ffffff", "#121b26"]
    weak = [ground for ground in grounds if max(contrast(colour, ground) for colour in colours) < 3]
    check.that("the keyboard's ring is seen on every sky and panel", colours and weak == [], (style, weak))


def check_many(check, front, browser):
    """The service tells of twenty places at once."""
    forget_all(browser, front.base)
    names = front.ask("/v1/areas?q=%EA%B5%AC&limit=40")[1]
    names = [area["name"] for area in json.loads(names)["areas"]][:25]
    browser.evaluate(f"localStorage['kma.places'] = JSON.stringify({json.dumps(names)}.map((name) => ({{ name, favourite: true }})))")
    front.requests.clear()
    open_page(browser, front.base, area="강원", lang="ko")
    time.sleep(6)
    asked = [path for path in front.requests if path.startswith("/v1/now")]
    check.that("twenty-five kept places are two requests", len(names) == 25 and len(asked) == 2, (len(names), len(asked)))


def check_undo(check, front, browser):
    forget_all(browser, front.base)
    browser.screen(390, 844)
    for name in PLACES[:2]:
        open_page(browser, front.base, area=name, lang="ko")
    browser.wait("document.querySelectorAll('#kept li').length === 2")
    check.that("the row of places has no cross to slip on", not browser.evaluate("Boolean(document.querySelector('#places button'))"))
    before = browser.evaluate("localStorage['kma.places']")
    browser.click(f"[id='remove-{urllib.parse.quote(PLACES[0])}']")
    browser.wait(shown("#undo"))
    gone = browser.evaluate("localStorage['kma.places']")
    browser.click("#undo")
    back = browser.evaluate("localStorage['kma.places']")
    check.that("a place that was forgotten by a slip comes back", PLACES[0] not in gone and back == before, (gone, back))
    browser.click(f"[id='remove-{urllib.parse.quote(PLACES[0])}']")
    check.that("the way back goes by itself", browser.wait("!document.getElementById('undo')", 9))


def check_agreement(check, front, browser):
    """Two tabs agree on units and places."""
    browser.screen(1280, 800)
    open_page(browser, front.base, area="강원", lang="ko")
    celsius = text(browser, ".temperature")
    # Storage and event as another tab leaves them.
    browser.evaluate("localStorage['kma.units'] = JSON.stringify({ temperature: 'f' }); dispatchEvent(new StorageEvent('storage', { key: 'kma.units' }))")
    check.that("a unit that another tab chose is taken", browser.wait(f"document.querySelector('.temperature').textContent !== {json.dumps(celsius)}"))
    browser.evaluate("document.getElementById('settings-fold').open = true")
    browser.wait(shown("#unit-kmh"))
    browser.click("#unit-kmh")
    kept = json.loads(browser.evaluate("localStorage['kma.units']"))
    check.that("a choice here keeps what another tab chose", kept == {"temperature": "f", "wind": "kmh"}, kept)
    browser.evaluate("localStorage.removeItem('kma.units')")


MAP = "https://www.google.com/maps/place/Seoul/@37.5,126.9,12z/data=!3m1!4b1!4m6!3m5!1s0x357ca2012d5c39cf:0x7e11eca1405bf29b!8m2!3d37.5503!4d126.9971"


def check_reader(check, front, browser):
    """The search understands what the command line does."""
    for asked, place, day in (("내일 부산", "부산광역시", 1), ("서울 비와?", "서울특별시", None), ("부산 날씨", "부산광역시", None), ("Busan weather", "부산광역시", None), ("서울 강남구 테헤란로 152", "강남구", None), ("37.5,127", "반포", None)):
        browser.screen(390, 844)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.evaluate("document.getElementById('place-box').focus()")
        browser.wait("document.activeElement.id === 'place-box'")
        time.sleep(0.3)
        browser.type(asked)
        found = browser.wait(f"[...document.querySelectorAll('[role=option]')].some((one) => one.textContent.includes({json.dumps(place)}))", 8)
        check.that(f"‘{asked}’ is offered before it is said that there is none", found, text(browser, "#search"))
        browser.press("Enter")
        opened = browser.wait(f"document.getElementById('place-name')?.textContent.includes({json.dumps(place)}) && {shown('#answer')}", 8)
        check.that(f"‘{asked}’ opens {place}", opened, browser.evaluate("document.querySelector('main').innerText")[:80])
        if day:
            dates = [one["date"] for one in front.week("/v1/week?area=%EA%B0%95%EC%9B%90&lang=ko")[1]["days"]]
            check.that(f"‘{asked}’ opens that day", browser.wait(f"location.hash === '#{dates[day]}' && {shown('#day-title')}", 8), browser.evaluate("location.hash"))
    open_page(browser, front.base, area="강원", lang="ko")
    browser.take_errors()
    browser.evaluate("document.getElementById('place-box').focus()")
    browser.type(MAP)
    time.sleep(1.5)
    told = text(browser, "#search-note")
    browser.press("Enter")
    opened = browser.wait(f"document.getElementById('place-name').textContent.includes('약수동') && {shown('#answer')}", 8)
    complaints = browser.take_errors()
    check.that("a map's link of any length opens its place", told == "" and opened and complaints == [], (told, complaints))
    browser.open(front.base + "/" + urllib.parse.quote("내일+부산"))
    check.that("an address with words of time opens that day", browser.wait(f"document.getElementById('place-name')?.textContent.includes('부산') && {shown('#day-title')}", 10), browser.evaluate("location.href"))


# Names of cities that go on in another line, but for those parted between syllables, at a dot or a blank.
PARTED = """[...document.querySelectorAll('.cities a > span')].filter(({ firstChild: text }) => {
  const top = (at) => { const range = document.createRange(); range.setStart(text, at); range.setEnd(text, at + 1); return range.getClientRects()[0]?.top; };
  return [...text.data].some((letter, at) => at && Math.abs((top(at) ?? 0) - (top(at - 1) ?? 0)) > 4 && !'\\u200b· '.includes(text.data[at - 1]) && letter !== '\\u200b');
}).map((one) => one.textContent)"""


def check_country(check, front, browser):
    forget_all(browser, front.base)
    for width, height in ((320, 640), (390, 844), (1280, 800)):
        browser.screen(width, height)
        front.requests.clear()
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait(shown("#country-line"))
        browser.evaluate("document.getElementById('country-fold').open = true")
        drawn = browser.wait("document.querySelectorAll('.cities a').length === 19", 20)
        asked = [path for path in front.requests if "nation" in path]
        check.that(f"the country is asked for once, when it is unfolded, at {width} px", drawn and len(asked) == 1, asked)
        small = browser.evaluate("[...document.querySelectorAll('.cities a')].filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12 || one.getBoundingClientRect().height < 43.5).length")
        check.that(f"its cities can be read and tapped at {width} px", small == 0, small)
        crossings = browser.evaluate(CROSSINGS)
        check.that(f"no text crosses another in the country at {width} px", crossings == [], crossings)
    found = violations(browser)
    check.that("axe finds no violation in the country", found == [], found)
    for width, height in ((320, 640), (390, 844)):
        browser.screen(width, height)
        open_page(browser, front.base, area="강원", lang="en")
        browser.wait(shown("#country-line"))
        browser.evaluate("document.getElementById('country-fold').open = true")
        browser.wait("document.querySelectorAll('.cities a').length === 19", 20)
        parted = browser.evaluate(PARTED)
        check.that(f"a city's English name is parted between its syllables alone at {width} px", parted == [], parted)
    browser.screen(1280, 800)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait(shown("#country-line"))
    browser.evaluate("document.getElementById('country-fold').open = true")
    browser.wait("document.querySelectorAll('.cities a').length === 19", 20)
    for value in ("high", "dust", "probability"):
        browser.evaluate(f"(() => {{ const one = document.getElementById('map-value'); one.value = {json.dumps(value)}; one.onchange(); }})()")
        told = browser.evaluate("[...document.querySelectorAll('.cities strong')].map((one) => one.textContent)")
        check.that(f"the country shows {value}", len(told) == 19 and any(re.search(r"°|%|좋음|보통|나쁨", one) for one in told), told)
    browser.evaluate("(() => { const one = document.getElementById('map-day'); one.selectedIndex = 1; one.onchange(); })()")
    check.that("the country shows another day", browser.wait("performance.getEntriesByType('resource').some(({ name }) => name.includes('nation') && name.includes('on='))", 8))
    browser.evaluate("scrollTo(0, document.body.scrollHeight)")
    browser.evaluate("[...document.querySelectorAll('.cities a')].find((one) => one.textContent.includes('부산')).click()")
    check.that("a city opens its place, in sight", browser.wait(f"document.getElementById('place-name').textContent.includes('부산') && {seen('#place-name')}"))


def check_record(check, front, browser):
    """The page of the record is one of the page's: its language, its sky, its search."""
    forget_all(browser, front.base)
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="en")
    browser.wait(shown("#accuracy"))
    sky = browser.evaluate("document.documentElement.dataset.theme")
    browser.click("#accuracy")
    opened = browser.wait("document.querySelector('html.record h1') && document.querySelector('#places a')", 60)
    state = browser.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme ?? null, document.documentElement.scrollWidth]")
    check.that("the record keeps the language and the sky", opened and state == ["en", sky, 390], (state, sky))
    found = violations(browser)
    check.that("axe finds no violation in the record", found == [], found)
    crossings = browser.evaluate(CROSSINGS)
    check.that("no text crosses another in the record", crossings == [], crossings)
    head = browser.evaluate("['#place-box', '#language'].map((one) => document.querySelector(one).getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2))")
    check.that("the record's search and language stand in one line", head[0] == head[1], head)
    letters = browser.evaluate("Math.min(...[...document.querySelectorAll('figure text')].map((one) => one.getBoundingClientRect().height))")
    check.that("the letters in the record's drawings can be read on a telephone", letters >= 12, letters)
    browser.screen(1280, 800)
    cut = browser.evaluate("[...document.querySelectorAll('figure text')].filter((one) => { const [own, all] = [one, one.ownerSVGElement].map((node) => node.getBoundingClientRect());"
                           " return (own.right > all.right || own.left < all.left) && getComputedStyle(one.ownerSVGElement).overflow !== 'visible'; }).map((one) => one.textContent)")
    check.that("no number in the record's drawings is cut off", cut == [], cut)
    browser.screen(390, 844)
    browser.evaluate("document.getElementById('place-box').focus()")
    browser.type("수원")
    check.that("the record has the search", browser.wait("document.querySelectorAll('[role=option]').length > 0"))
    browser.open(link(front.base, "/accuracy", lang="ko"))
    browser.wait("document.querySelector('html.record h1')")
    check.that("without a place the record leads on", browser.evaluate(shown("#place-box")) and "/v1/" not in text(browser, "main"), text(browser, "main"))
    browser.take_errors()


# Abilities that browsers got after iOS 16, Chrome 108 and Firefox 110.
YOUNG = """
delete AbortSignal.any; delete Map.groupBy; delete Object.groupBy; delete Promise.withResolvers; delete Promise.try; delete Array.fromAsync; delete URL.canParse;
for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name];
delete URLSearchParams.prototype.size; delete Element.prototype.checkVisibility; delete Set.prototype.union; delete Element.prototype.moveBefore; delete Document.prototype.startViewTransition;
"""


def check_floor(check, front, browser):
    """The page works in a browser of 2022: iOS 16, Chrome 108, Firefox 110."""
    forget_all(browser, front.base)
    browser.screen(390, 844)
    added = browser.command("Page.addScriptToEvaluateOnNewDocument", source=YOUNG)["identifier"]
    browser.take_errors()
    try:
        browser.open(link(front.base, area="강원", lang="ko"))
        browser.wait("document.querySelectorAll('[id^=day-2]').length > 9 && document.querySelector('#strip .hour-chart text.degrees')")
        drawn = browser.evaluate("[document.querySelectorAll('#strip .degrees').length, document.querySelectorAll('.chart .day').length]")
        check.that("hours and days are drawn in a browser of 2022", min(drawn) >= 10, drawn)
        browser.evaluate("[...document.querySelectorAll('[id^=day-2]')][3].click()")
        check.that("a day opens in a browser of 2022", browser.wait("Boolean(document.getElementById('day-title'))", 5))
        errors = browser.take_errors()
        check.that("a browser of 2022 complains of nothing", errors == [], errors)
    finally:
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added)
    style = next(front.ask(urllib.parse.urlsplit(address).path)[1].decode() for address in browser.responses if urllib.parse.urlsplit(address).path.endswith(".css"))
    young = re.findall(r"light-dark\(|color-mix\(|@layer|@starting-style|@scope|anchor\(|:has\(|\n\s+&|oklch\(", style)
    nested = re.findall(r"^[^@{}]*\{[^{}]*\{", re.sub(r"@[a-z-]+ [^{]*\{", "", style), re.M)
    check.that("the style has nothing that such a browser does not know", young == [] and nested == [], (young, nested[:2]))
    front.answers["/v1/week"] = (200, {"nothing": True})
    browser.open(link(front.base, area="부산", lang="ko"))
    check.that("an answer that cannot be read is the server's", browser.wait("document.querySelector('#problem')?.innerText.includes('서버')"))
    browser.take_errors()


def check_paper(check, front, browser):
    """Pages that a printer gets."""
    front.edit = rain
    for width, height in ((390, 844), (1280, 800), (1920, 1080)):
        browser.screen(width, height)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
        data = browser.command("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"]
        said = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(base64.b64decode(data))).pages)
        dates = [one["date"] for one in front.week("/v1/week?area=%EA%B0%95%EC%9B%90&lang=ko")[1]["days"]]
        missing = [date for date in dates if f"{int(date[5:7])}.{int(date[8:])}." not in said.replace(" ", "")]
        check.that(f"paper has every day's date from {width} px", missing == [], missing)
        browser.command("Emulation.setEmulatedMedia", media="print")
        over = browser.evaluate(CROSSINGS)
        browser.command("Emulation.setEmulatedMedia", media="")
        check.that(f"nothing stands over anything on paper from {width} px", over == [], over)


def check_turn(check, front, browser):
    """A screen that is turned shows an open day once, in the words of a clock that was chosen."""
    forget_all(browser, front.base)
    browser.screen(1280, 800)
    browser.evaluate("localStorage['kma.units'] = JSON.stringify({ clock: '12' })")
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("document.querySelector('.chart svg')")
    browser.evaluate("document.querySelectorAll('[id^=day-2]')[2].click()")
    browser.wait(shown("#day-title"), 5)
    for width, height in ((390, 844), (1280, 800)):
        browser.screen(width, height)
        browser.wait(f"document.getElementById('chart').classList.contains('columns') === {json.dumps(width > 1000)}", 5)
        time.sleep(0.5)
        told = browser.evaluate("[...document.querySelectorAll('.day-detail')].filter((one) => one.checkVisibility() && one.textContent).map((one) => one.querySelector('#close-day').textContent)")
        check.that(f"an open day stands once on a screen turned to {width} px, with its words", told == ["닫기"], told)
    browser.evaluate("localStorage.removeItem('kma.units')")
