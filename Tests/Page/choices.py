"""What people choose and keep: units, places with their weather, an opened day with what was said before."""

import json
import re
import time
from datetime import datetime, timedelta

from common import FRESH, link, shown, text
from faults import FOCUS, forget_all, open_page
from states import CROSSINGS, NOTHINGS, alerts, failures, violations

PLACES = ["서울특별시", "부산광역시", "강원특별자치도"]


def check_all(check, front, browser):
    for part in (check_units, check_kept, check_kept_trouble, check_changes, check_history, check_motion, check_colours, check_paper, check_questions):
        part(check, front, browser)
        front.reset()
    forget_all(browser, front.base)


def check_units(check, front, browser):
    forget_all(browser, front.base)
    front.edit = warm
    week = front.week("/v1/week?area=%EA%B0%95%EC%9B%90&lang=ko")[1]
    browser.screen(1280, 800)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("document.querySelector('.chart svg') && document.querySelector('#settings details')")
    celsius = text(browser, ".temperature")
    check.that("without a choice values are in °C, m/s and 24 hours", celsius == "21.3°" and "m/s" in text(browser, "#strip") and "오후 3" not in text(browser, "#strip"), celsius)
    browser.evaluate("document.querySelector('#settings details').open = true")
    browser.wait(shown("#unit-f"))
    browser.evaluate("document.getElementById('unit-f').focus()")
    for unit in ("f", "kmh", "12"):
        browser.click(f"#unit-{unit}")
    check.that("a choice leaves the keyboard on it", browser.evaluate(FOCUS) == "unit-f", browser.evaluate(FOCUS))
    for language in ("ko", "en"):
        open_page(browser, front.base, area="강원", lang=language)
        browser.wait("document.querySelector('.chart svg') && document.querySelector('#hour-told').textContent")
        check.that(f"a choice of units is kept, {language}", text(browser, ".temperature") == "70.3°", text(browser, ".temperature"))
        browser.evaluate("document.querySelectorAll('[id^=day-2]')[1].click(); document.querySelectorAll('details').forEach((one) => { one.open = true })")
        browser.wait("document.getElementById('day-title') && document.getElementById('unit-f') && document.querySelector('.cities a')")
        said = browser.evaluate(SAID)
        lines = [line for line in said if "예보구역" not in line]
        wrong = [line for line in lines if re.search(r"\d\s*m/s", line)]
        check.that(f"no wind is told in another unit than chosen, {language}", wrong == [] and any("km/h" in line for line in lines), wrong[:4])
        wrong = [line for line in lines if re.search(r"(?<!\d)(1[3-9]|2[0-4])(:\d\d|시(?!간))|\b\d{1,2}:\d\d(?!\s*[ap]m)" if language == "en" else r"(?<!\d)(1[3-9]|2[0-4])(:\d\d|시(?!간))|(?<!전 )(?<!후 )\b\d{1,2}:\d\d", line)]
        check.that(f"no time is told by another clock than chosen, {language}", wrong == [], wrong[:4])
        lows = {round(day[name] * 1.8 + 32) for day in week["days"] for name in ("temperature_min", "temperature_max") if day[name] is not None}
        told = {int(number.replace("−", "-")) for number in browser.evaluate("[...document.querySelectorAll('.chart :is(.minimum, .maximum)')].map((one) => one.textContent.replace('°', ''))")}
        check.that(f"the chart of the days is in the unit chosen, {language}", told <= lows and len(told) > 3, (sorted(told), sorted(lows)))
        ticks = [int(number.replace("−", "-")) for number in browser.evaluate("[...document.querySelectorAll('.chart .tick')].map((one) => one.textContent)")]
        check.that(f"its scale has round numbers in that unit, {language}", len(ticks) > 1 and all(tick % 2 == 0 for tick in ticks) and max(ticks) > 40, ticks)
        sentence = text(browser, ".summary") or ""
        check.that(f"the sentence is in the unit chosen, {language}", "70.3°" in sentence and "21.3" not in sentence, sentence)
        check.that(f"a difference is converted as one, {language}", ("5° 높음" if language == "ko" else "5° warmer") in sentence, sentence)
        for width, height in ((1280, 800), (390, 844), (320, 640)):
            browser.screen(width, height)
            browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            crossings = browser.evaluate(CROSSINGS)
            check.that(f"no text crosses another in other units at {width} px, {language}", crossings == [], crossings)
        browser.screen(1280, 800)
        open_page(browser, front.base, "/embed", area="강원", lang=language)
        check.that(f"the small page is in the unit chosen, {language}", text(browser, ".temperature") == "70.3°", text(browser, ".temperature"))
    forget_all(browser, front.base)


def warm(week):
    """A mild day, whose sentence has each kind of number."""
    week["current"]["temperature"] = 21.3
    for at, day in enumerate(week["days"]):
        day |= {"temperature_min": 11 + at % 3, "temperature_max": 21 + at % 5}
    is_korean = "지금" in (week["summary"] or "")
    week["summary"] = "지금 맑음, 21.3°, 어제보다 3° 높음. 15시부터 20시까지 비, 5~10mm." if is_korean else "Clear now, 21.3°, 3° warmer than yesterday. Rain from 15:00 to 20:00, 5~10 mm."


# Every text and every label, drawings and what only screen readers get among them.
SAID = """(() => {
  const said = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if ((node.parentElement ?? node).closest('noscript, #settings, #announcer')) continue;
    if (node.nodeType === 3) said.push(node.data);
    else said.push(...['title', 'aria-label'].map((name) => node.getAttribute(name) ?? ''));
  }
  return said.map((one) => one.trim()).filter(Boolean);
})()"""


def keep(browser, front, names, favourites=()):
    forget_all(browser, front.base)
    for name in names:
        open_page(browser, front.base, area=name, lang="ko")
        if name in favourites:
            browser.wait(shown("#favourite"))
            browser.click("#favourite")


def kept(browser):
    return browser.evaluate("[...document.querySelectorAll('#kept li')].map((one) => ({ name: one.querySelector('strong').textContent, told: one.querySelector('.kept-told').textContent,"
                            " degrees: one.querySelector('.kept-degrees')?.textContent ?? null, range: one.querySelector('.kept-range')?.textContent ?? '', drawn: Boolean(one.querySelector('.symbol')) }))")


def check_kept(check, front, browser):
    browser.screen(390, 844)
    keep(browser, front, PLACES, PLACES[:2])
    front.requests.clear()
    told = browser.wait("document.querySelectorAll('#kept .kept-degrees').length === 3", 12)
    check.that("every kept place is told with its temperature, its sky, its low and its high", told and all(one["drawn"] and one["told"] and "°" in one["range"] for one in kept(browser)), kept(browser))
    asked = [path for path in front.requests if path.startswith("/v1/now")]
    check.that("one request tells of all kept places", len(asked) == 1 and asked[0].count("area=") == 2, asked)
    chips = browser.evaluate("document.querySelectorAll('#places .chip-degrees').length")
    check.that("the row of places has their temperatures", chips == 3, chips)
    check.that("no text crosses another with kept places", browser.evaluate(CROSSINGS) == [], browser.evaluate(CROSSINGS))
    found = violations(browser)
    check.that("axe finds no violation with kept places", found == [], found)
    check.that("favourites come first, in the order in which they were marked", [one["name"] for one in kept(browser)][:2] == PLACES[:2], kept(browser))
    browser.evaluate(f"document.getElementById('up-' + encodeURIComponent({json.dumps(PLACES[1])})).focus()")
    browser.press("Enter")
    moved = [one["name"] for one in kept(browser)]
    check.that("a favourite can be moved up", moved[:2] == [PLACES[1], PLACES[0]], moved)
    check.that("the keyboard stays on what was moved", browser.evaluate("decodeURIComponent(document.activeElement.id)") == f"up-{PLACES[1]}", browser.evaluate(FOCUS))
    check.that("a screen reader hears where it stands", "1" in (text(browser, "#announcer") or ""), text(browser, "#announcer"))
    browser.press("Enter")
    check.that("the first cannot be moved further", [one["name"] for one in kept(browser)] == moved and browser.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true")
    open_page(browser, front.base, area=PLACES[2], lang="ko")
    browser.wait("document.querySelectorAll('#kept li').length === 3")
    check.that("the order is kept", [one["name"] for one in kept(browser)] == moved, kept(browser))
    browser.click("#kept a")
    check.that("a line opens its place", browser.wait(f"document.getElementById('place-name')?.firstChild.textContent === {json.dumps(PLACES[1])}"))
    browser.evaluate(f"document.getElementById('remove-' + encodeURIComponent({json.dumps(PLACES[0])})).click()")
    left = browser.evaluate("JSON.stringify({ ...localStorage })")
    check.that("of a place that is removed nothing is left on the device", PLACES[0] not in left and "서울" not in json.loads(left).get("kma.now", ""), [key for key, value in json.loads(left).items() if "서울" in value])
    check.that("the keyboard stays in the list when a place is removed", browser.evaluate("Boolean(document.activeElement.closest('#kept'))"), browser.evaluate(FOCUS))
    cached = browser.evaluate("caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => decodeURIComponent(url))))).then((all) => all.flat())")
    check.that("what the worker keeps names no place", not any("area" in url or "서울" in url for url in cached), cached)
    for name, told in (("light", "a few"), ("dark", "dark colours")):
        browser.screen(1280, 800, name)
        # The chart is drawn for a new width a moment later.
        browser.wait(f"({CROSSINGS}).length === 0", 2)
        check.that(f"no text crosses another with kept places at 1280 px, {told}", browser.evaluate(CROSSINGS) == [], browser.evaluate(CROSSINGS))


def check_kept_trouble(check, front, browser):
    """Kept places are told of as far as they are known, and never in the way of the weather."""
    keep(browser, front, PLACES)
    browser.wait("document.querySelectorAll('#kept .kept-degrees').length === 3", 12)
    browser.evaluate("(() => { const now = JSON.parse(localStorage['kma.now']); for (const one of Object.values(now)) one.receivedAt -= 5 * 3600000; localStorage['kma.now'] = JSON.stringify(now); })()")
    front.failing = ("/v1/now",)
    open_page(browser, front.base, area=PLACES[2], lang="ko")
    browser.wait("document.querySelectorAll('#kept li').length === 3")
    time.sleep(4)
    degrees = [one["degrees"] for one in kept(browser)]
    check.that("what was told hours ago is not told as now", degrees.count(None) == 2, kept(browser))
    check.that("kept places that cannot be told leave the weather alone", browser.evaluate(shown("#now")) and not browser.evaluate("Boolean(document.getElementById('offline'))"))
    front.reset()
    browser.evaluate("localStorage['kma.places'] = JSON.stringify([{ name: '없는 곳', favourite: true }, ...JSON.parse(localStorage['kma.places'])]); localStorage.removeItem('kma.now')")
    open_page(browser, front.base, area=PLACES[2], lang="ko")
    told = browser.wait("document.querySelectorAll('#kept .kept-degrees').length === 3", 15)
    check.that("a name that is not known any more keeps no other from being told", told, kept(browser))
    browser.take_errors()


def changed(week):
    if "days" not in week:
        return
    days = week["days"]
    since = week["generated_at"]
    days[3]["precipitation_probability"] = 70
    week["changes"] = [
        {"date": days[3]["date"], "field": "theme", "from": "clear", "to": "rain", "since": since},
        {"date": days[3]["date"], "field": "precipitation_probability", "from": 20, "to": 70, "since": since},
        {"date": days[5]["date"], "field": "temperature_min", "from": 3.0, "to": -2.0, "since": since},
        {"date": days[6]["date"], "field": "temperature_max", "from": 9.0, "to": 14.0, "since": since},
    ]


def check_changes(check, front, browser):
    forget_all(browser, front.base)
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="ko")
    check.that("a forecast that stayed the same says nothing of changes", not browser.evaluate("Boolean(document.querySelector('.changes'))") or front.week("/v1/week?area=%EA%B0%95%EC%9B%90")[1].get("changes"))
    front.edit = changed
    for language, words in (("ko", ["맑음 → 비 (70%)", "최저 3° → −2°"]), ("en", ["clear → rain (70%)", "Low 3° → −2°"])):
        open_page(browser, front.base, area="강원", lang=language)
        browser.wait(f"document.querySelector('.changes')?.textContent.includes({json.dumps(words[1])})", 5)
        told = text(browser, ".changes") or ""
        check.that(f"a forecast that changed says how, in at most two clauses, {language}", all(word in told for word in words) and told.count("→") == 2, told)
        check.that(f"no text crosses another with changes, {language}", browser.evaluate(CROSSINGS) == [], browser.evaluate(CROSSINGS))


def check_history(check, front, browser):
    forget_all(browser, front.base)
    front.edit = changed
    week = front.week("/v1/week?area=%EA%B0%95%EC%9B%90&lang=ko")[1]
    date = week["days"][4]["date"]
    made = datetime.fromisoformat(week["generated_at"])
    issues = [{"issued_at": (made - timedelta(days=back)).isoformat(), "fetched_at": made.isoformat(), "origin": "portal", "lead_days": 4 + back,
               "source": "kma.mid", "temperature_min": -1.0 - back, "temperature_max": 8.0, "temperature_min_spread": None, "temperature_max_spread": None,
               "am": None, "pm": None, "text": "흐리고 비", "theme": "rain", "precipitation_probability": 60} for back in range(1, 8) for _ in range(2)]
    front.answers["/v1/history"] = (200, {"date": date, "issues": issues, "observed": None, "issues_expected": 12, "issues_kept": 7})
    for width, height in ((390, 844), (1280, 800)):
        browser.screen(width, height)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait(f"document.getElementById('day-{date}')")
        front.requests.clear()
        browser.click(f"[id='day-{date}']")
        seen = browser.wait("[...document.querySelectorAll('.day-before li')].some((one) => one.checkVisibility())")
        lines = browser.evaluate("[...document.querySelectorAll('.day-before li')].map((one) => one.textContent)")
        check.that(f"an opened day tells what was said before, newest first, at {width} px", seen and len(lines) == 5 and "흐리고 비" in lines[0] and "−2°" in lines[0], lines)
        tall = browser.evaluate("Math.max(...[...document.querySelectorAll('.day-before li')].map((one) => one.clientHeight))")
        check.that(f"each takes two lines at most at {width} px", tall < 55, tall)
        asked = [path for path in front.requests if path.startswith("/v1/history")]
        check.that(f"it is asked for once, when the day opens, at {width} px", len(asked) == 1 and f"on={date}" in asked[0], asked)
        check.that(f"no text crosses another with what was said before at {width} px", browser.evaluate(CROSSINGS) == [], browser.evaluate(CROSSINGS))
        found = violations(browser)
        check.that(f"axe finds no violation in an opened day at {width} px", found == [], found)
        check.that(f"nothing absent is told in an opened day at {width} px", browser.evaluate(NOTHINGS) == [], browser.evaluate(NOTHINGS))
    front.answers["/v1/history"] = (503, {"code": "upstream_error"})
    open_page(browser, front.base, area="강원", lang="en")
    browser.wait(f"document.getElementById('day-{date}')")
    browser.click(f"[id='day-{date}']")
    time.sleep(1)
    check.that("a history that fails takes nothing from the day", browser.evaluate("[...document.querySelectorAll('.day-facts')].some((one) => one.checkVisibility())") and not browser.evaluate("Boolean(document.querySelector('.day-before'))"))
    front.edit = lambda week: week.pop("changes", None)
    # The answer of before, which is shown until this one comes, has changes.
    forget_all(browser, front.base)
    open_page(browser, front.base, area="강원", lang="en")
    browser.wait(f"document.getElementById('day-{date}')")
    front.requests.clear()
    browser.click(f"[id='day-{date}']")
    time.sleep(0.5)
    check.that("a service that keeps no history is not asked for one", not any(path.startswith("/v1/history") for path in front.requests), front.requests)
    browser.take_errors()


def media(browser, **features):
    browser.command("Emulation.setEmulatedMedia", features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])


def check_motion(check, front, browser):
    front.edit = lambda week: week["theme"].update(name="rain", night=False, color="#37474F", gradient=["#37474F", "#455A64"], text_color="#FFFFFF")
    for wish, moves in (("reduce", False), ("no-preference", True)):
        browser.screen(1280, 800)
        media(browser, prefers_reduced_motion=wish)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.evaluate("new Promise((done) => setTimeout(done, 300))")
        running = browser.evaluate("document.getAnimations().length")
        check.that(f"{'the rain falls where nobody minds' if moves else 'nothing moves for who wants no motion'}", (running > 0) == moves, running)
    browser.screen(1280, 800)


def check_colours(check, front, browser):
    for width, height in ((1280, 800), (390, 844)):
        for name, edit in (("warnings", alerts), ("failures", failures("failed"))):
            front.edit = edit
            browser.screen(width, height)
            media(browser, forced_colors="active", prefers_reduced_motion="reduce", prefers_color_scheme="dark")
            open_page(browser, front.base, area="강원", lang="ko")
            browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
            found = violations(browser)
            check.that(f"axe finds no violation in forced colours at {width} px with {name}", found == [], found)
            check.that(f"no text crosses another in forced colours at {width} px with {name}", browser.evaluate(CROSSINGS) == [], browser.evaluate(CROSSINGS))
            drawn = browser.evaluate("[...document.querySelectorAll('.chart svg :is(rect, path), .hour-chart path')].filter((one) => one.checkVisibility() && getComputedStyle(one).fill !== 'none').length")
            check.that(f"the charts are still drawn in forced colours at {width} px with {name}", drawn > 20, drawn)
    browser.screen(1280, 800)


def check_questions(check, front, browser):
    """What the page asks and says where there is no weather to show, or more than weather."""
    for language in ("ko", "en"):
        forget_all(browser, front.base)
        states = {
            "a welcome": ({}, None, shown("#problem .choices")),
            "an open search": ({}, "document.getElementById('place-box').focus()", shown("#places-found")),
            "a question which place is meant": ({"area": "중구"}, None, "document.querySelectorAll('#problem .choice').length > 1"),
            "a name that is not known": ({"area": "수언"}, None, "document.querySelectorAll('#problem .choice').length > 0"),
            "the table and all that folds open": (
                {"area": "강원"}, "document.getElementById('as-table').click(); document.querySelectorAll('details').forEach((one) => { one.open = true })",
                shown('#unit-f')),
        }
        for name, (query, action, ready) in states.items():
            browser.screen(1280, 800)
            browser.open(link(front.base, lang=language, **query))
            browser.wait(shown("#problem .choices") if not query else shown("#problem .choice") if "area" in query and query["area"] != "강원" else "document.querySelector('#settings details')")
            if action:
                browser.evaluate(action)
            if name == "an open search":
                browser.press("ArrowDown")
            reached = browser.wait(ready)
            found = violations(browser)
            check.that(f"axe finds no violation with {name}, {language}", reached and found == [], found)
            for width, height in ((1280, 800), (390, 844)):
                browser.screen(width, height)
                browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                # A list of search results lies over the page, as it should.
                crossings = [] if name == "an open search" else browser.evaluate(CROSSINGS)
                check.that(f"no text crosses another with {name} at {width} px, {language}", crossings == [], crossings)
            check.that(f"nothing absent is told with {name}, {language}", browser.evaluate(NOTHINGS) == [], browser.evaluate(NOTHINGS))
        open_page(browser, front.base, area="강원", lang=language)
        front.failing = ("/v1",)
        browser.open(link(front.base, area="강원", lang=language))
        gone = browser.wait(f"{shown('#now')} && document.getElementById('offline')")
        found = violations(browser)
        check.that(f"axe finds no violation without the service, {language}", gone and found == [], found)
        front.reset()
    browser.take_errors()


def check_paper(check, front, browser):
    """A4 at 96 px an inch, less its margins."""
    front.edit = changed
    browser.screen(718, 1000)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
    browser.command("Emulation.setEmulatedMedia", media="print")
    browser.evaluate("new Promise((done) => setTimeout(done, 400))")
    crossings = browser.evaluate(CROSSINGS)
    check.that("no text crosses another on paper", crossings == [], crossings)
    hidden = browser.evaluate("['#place-name', '.temperature', '.hour-list', '#day-table tbody', '.attribution'].filter((one) => !document.querySelector(one)?.checkVisibility())")
    check.that("paper has the weather, the hours in words, the days and the sources", hidden == [], hidden)
    pale = browser.evaluate("[...document.querySelectorAll('.foot span, .summary, .observed, .changes')].filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one).color).filter((colour) => colour.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) > 380)")
    check.that("every line on paper is dark", pale == [], pale)
    check.that("paper has no settings", not browser.evaluate("document.querySelector('#settings')?.checkVisibility()"))
    browser.command("Emulation.setEmulatedMedia", media="")
    browser.screen(1280, 800)
