#!/usr/bin/env python3
"""Checks the page of a running kma-server in a headless Chromium, and by one walk in Firefox and WebKit.

    pip install -r Tests/Page/requirements.txt    # and Debian's chromium, firefox-esr, webkit2gtk-driver, xvfb, fonts-noto-cjk
    Tests/Page/check.py http://127.0.0.1:8080 --shots build/shots --serve "kma-server --sample"

With --serve the service is started for the check and stopped in its midst, to see the page without it.
"""

import argparse
import json
import re
import urllib.parse
from pathlib import Path

import abilities
import choices
import faults
import moves
import walk
from browser import Browser
from common import Checks, link, shown, text
from front import Front
from service import Service
from states import check_states, violations

AREA = "경기도"
LIMIT = 160_000
MODULES = Path(__file__).resolve().parents[2] / "Sources/kma-server/Page"
WIDTHS = {390: 844, 1024: 768, 1920: 1080}


def rgb(colour):
    return "rgb({}, {}, {})".format(*(int(colour[at:at + 2], 16) for at in (1, 3, 5)))


def check_delivery(check, service, browser):
    headers, _ = service.get("/")
    policy = headers["Content-Security-Policy"] or ""
    check.that("the policy starts from nothing and allows nothing inline",
               "default-src 'none'" in policy and "unsafe" not in policy, policy)
    browser.open(service.base + "/")
    check.that("a first visit asks for a place and offers the provinces", browser.wait(shown("#problem .choices")))
    files = {re.sub(r"\?.*", "", address) for address in browser.responses}
    own = {address for address in files if address.startswith(service.base)}
    check.that("nothing is asked of any other host", files == own, files - own)
    paths = {address.removeprefix(service.base) for address in own if "/v1/" not in address} | {"/embed", "/worker.js", "/icon-192.png", "/icon-512.png"}
    size = sum(len(service.get(path)[1]) for path in paths)
    check.that(f"all files together stay under {LIMIT} bytes", size < LIMIT, size)
    browser.open(service.base + "/" + urllib.parse.quote("내일"))
    check.that("words of time alone in the address are no place", browser.wait(shown("#problem .choices")), text(browser, "#problem"))


def check_search(check, service, browser):
    browser.open(service.base + "/")
    browser.wait(shown("#problem .choices"))
    browser.evaluate("document.getElementById('place-box').focus()")
    browser.press("ArrowDown")
    check.that("the empty box lists provinces", browser.wait("document.querySelectorAll('[role=option]').length >= 10"))
    browser.type("수원")
    check.that("typing narrows the list",
               browser.wait("[...document.querySelectorAll('[role=option]')].some((o) => o.textContent.includes('수원'))"
                            " && document.querySelectorAll('[role=option]').length < 10"))
    check.that("the box says that its list is open", browser.evaluate("document.getElementById('place-box').ariaExpanded") == "true")
    browser.press("Escape")
    check.that("Escape closes the list", browser.evaluate("document.getElementById('places-found').hidden"))
    browser.press("ArrowDown")
    check.that("the down arrow opens it again", browser.wait(shown("#places-found")))
    browser.press("ArrowDown")
    active = browser.evaluate("document.getElementById(document.getElementById('place-box').getAttribute('aria-activedescendant'))?.firstChild.textContent ?? ''")
    check.that("the down arrow marks an option", "수원" in active, active)
    browser.press("Enter")
    check.that("Enter opens the marked place", browser.wait(f"document.getElementById('place-name')?.textContent === {json.dumps(active)}"), active)
    check.that("the address names the place",
               urllib.parse.unquote_plus(browser.evaluate("location.search")) == f"?area={active}", browser.evaluate("location.search"))
    check.that("the live region tells of it", active in (text(browser, "#announcer") or ""), text(browser, "#announcer"))
    check.that("the place is remembered", browser.evaluate("document.querySelectorAll('#places .chip').length") == 1)


HOLIDAYS = {
    "2025-05-05": "children", "2025-05-06": "substitute", "2025-05-07": None, "2025-07-17": None, "2025-10-03": "foundation",
    "2025-10-05": "chuseok", "2025-10-08": "substitute", "2025-10-09": "hangeul", "2026-02-16": "seollal", "2026-02-18": "seollal",
    "2026-02-19": None, "2026-03-02": "substitute", "2026-05-25": "substitute", "2026-06-06": "memorial", "2026-06-08": None,
    "2026-05-01": "labour", "2026-06-03": "election", "2026-07-17": "constitution", "2026-08-17": "substitute", "2026-09-26": "chuseok", "2026-09-28": None, "2026-10-05": "substitute",
    "2027-02-08": "seollal", "2027-02-09": "substitute", "2027-02-10": None,
}
SYMBOLS = [
    ("clear", "맑음", "clear"), ("cloudy", "구름많음", "mostly"), ("cloudy", "흐림", "overcast"), ("rain", "흐리고 비", "rain"),
    ("snow", "흐리고 비/눈", "sleet"), ("snow", "구름많고 눈", "snow"), ("rain", "구름많고 소나기", "shower"), ("cloudy", "안개", "fog"),
    ("rain", "천둥번개를 동반한 비", "thunder"), ("clear", "구름조금", "few"), ("rain", "", "rain"), ("snow", "구름많음", "snow"),
    ("cloudy", None, "mostly"), (None, None, None), (None, "비", "rain"), ("rain", "Light shower rain", "shower"), ("snow", "Rain and snow", "sleet"), ("cloudy", "Mist", "fog"),
]


def check_rules(check, front, browser):
    """Rules of single modules, of which the service sends but one script."""
    browser.open(front.base + "/")
    browser.wait("document.readyState === 'complete'")
    told = browser.evaluate(f"import('/holidays.js').then(({{ holiday }}) => {json.dumps(list(HOLIDAYS))}.map(holiday))")
    wrong = {date: name for (date, right), name in zip(HOLIDAYS.items(), told) if right != name}
    check.that("public holidays and their substitute days are known", wrong == {}, wrong)
    kinds = browser.evaluate(
        f"import('/symbols.js').then(({{ symbolKind }}) => {json.dumps(SYMBOLS)}.map(([theme, text]) => symbolKind(theme, text)))")
    wrong = [(*row, kind) for row, kind in zip(SYMBOLS, kinds) if row[2] != kind]
    check.that("sky words have their symbols, and never one that denies the theme", wrong == [], wrong)
    # Of the feeds that are missing, which have a notice: that of a service without a key has none.
    week = {"degraded": ["kma.short", "openweather.forecast"], "sources": [
        {"feed": "kma.short", "status": "missing_key", "error": {"code": "key_missing", "message": "KMA_SERVICE_KEY"}},
        {"feed": "openweather.forecast", "status": "failed", "error": {"code": "timeout", "message": "TIMEOUT"}}]}
    told = browser.evaluate(f"""Promise.all([import('/notices.js'), import('/words-en.js')]).then(([{{ renderNotices }}, words]) => {{
        const container = document.createElement('div');
        renderNotices(container, {{ week: {json.dumps(week)}, words: words.default ?? Object.values(words)[0] }});
        return [...container.querySelectorAll('li')].map((item) => item.textContent);
    }})""")
    check.that("a key that is not needed is not asked for", len(told) == 1 and "OpenWeather forecast" in told[0], told)


def check_week(check, service, browser):
    week = service.json("/v1/week", area=AREA, lang="ko")
    days = week["days"]
    whole = [day for day in days if day["temperature_min"] is not None and day["temperature_max"] is not None]
    browser.screen(1920, 1080)
    browser.open(link(service.base, area=AREA))
    check.that("the page of an area opens", browser.wait("document.querySelector('.chart svg')"))
    size = browser.evaluate("""(async () => {
        const picture = new Image();
        picture.src = document.querySelector('meta[property="og:image"]').content;
        await picture.decode();
        return [picture.naturalWidth, picture.naturalHeight];
    })()""")
    check.that("what is shown beside a link to it is a picture", size == [512, 512], size)
    for width, drawing in ((1920, "columns"), (390, "rows")):
        browser.screen(width, WIDTHS[width])
        browser.wait(f"document.querySelector('.chart').classList.contains('columns') === {json.dumps(width > 1000)}")
        groups = browser.evaluate("[...document.querySelectorAll('.chart .day')].map((day) => day.dataset.date)")
        check.that(f"the chart in {drawing} has each day once", groups == [day["date"] for day in days], groups)
        bars = browser.evaluate("document.querySelectorAll('.chart rect.band').length")
        check.that(f"the chart in {drawing} has a bar for each day with a low and a high", bars == len(whole), bars)
        check.that(f"no value in {drawing} is NaN", "NaN" not in browser.evaluate("document.querySelector('.chart').innerHTML"))
    check.that("the table has each day once", browser.evaluate("document.querySelectorAll('#day-table tbody tr').length") == len(days))
    browser.screen(1920, 1080)
    browser.wait("document.querySelector('.chart').classList.contains('columns')")
    browser.click("#as-table")
    check.that("the table can be shown", browser.wait("document.getElementById('day-table').clientHeight > 100"))
    browser.click("#as-table")
    check.that("the hours are there", browser.evaluate("document.querySelectorAll('#strip li').length") > 0 or not week["hours"])
    check.that("the strip of hours takes the keyboard", browser.evaluate("document.getElementById('strip').tabIndex") == 0)
    check.that("sample data are marked", ("예시 자료" in text(browser, "#now")) == any(s["status"] == "sample" for s in week["sources"]))
    colours = browser.evaluate("['#place-name', '#place-name small'].map((part) => getComputedStyle(document.querySelector(part)).color)")
    check.that("the city that a province speaks for is as easy to read as the place", colours[0] == colours[1], colours)
    credits = text(browser, ".attribution") or ""
    check.that("every source is credited", all(line in credits for line in week["attribution"]), credits)
    check_theme(check, browser, week["theme"])


def check_theme(check, browser, theme):
    style = browser.evaluate("(({ backgroundColor, backgroundImage, color }) => ({ backgroundColor, backgroundImage, color }))(getComputedStyle(document.body))")
    check.that("the background is the theme's colour", style["backgroundColor"] == rgb(theme["color"]), style)
    check.that("the gradient has the theme's stops", all(rgb(stop) in style["backgroundImage"] for stop in theme["gradient"]), style)
    check.that("text on it has the theme's text colour", style["color"] == rgb(theme["text_color"]), style)


def check_languages(check, service, browser):
    browser.click("#language")
    check.that("the switch turns the page to English", browser.wait("document.documentElement.lang === 'en' && document.querySelector('#days-title').textContent === '11-day forecast'"))
    browser.open(link(service.base, area=AREA, lang="ko"))
    check.that("a link with lang wins over what is remembered", browser.wait("document.documentElement.lang === 'ko' && document.querySelector('.chart svg')"))
    for path in ("/", "/embed"):
        browser.open(link(service.base, path, area=AREA, lang="en"))
        browser.wait("document.querySelector('h1')?.textContent && document.querySelector('.attribution')")
        # The button that leads back to Korean is named in Korean.
        left = browser.evaluate(
            "(() => { const words = []; const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);"
            " for (let node = walk.nextNode(); node; node = walk.nextNode()) { if (node.closest?.('#language, noscript') || node.parentElement.closest('#language, noscript')) continue;"
            " const texts = node.nodeType === 3 ? [node.data] : ['title', 'aria-label', 'placeholder'].map((name) => node.getAttribute(name) ?? '');"
            " words.push(...texts.filter((text) => /[\\u1100-\\u11ff\\u3131-\\u318e\\uac00-\\ud7a3]/.test(text))); }"
            " return [document.title, ...words].filter((text) => /[\\uac00-\\ud7a3]/.test(text)); })()")
        check.that(f"{path} in English has no Hangul", left == [], left)
    browser.open(link(service.base, area=AREA))
    check.that("the language is remembered", browser.wait("document.documentElement.lang === 'en' && document.querySelector('.chart svg')"))
    browser.click("#language")
    browser.wait("document.documentElement.lang === 'ko' && document.querySelector('.chart svg')")


def check_accessibility(check, service, browser):
    for path, language, width in (("/", "ko", 1920), ("/", "en", 390), ("/embed", "ko", 390)):
        browser.screen(width, WIDTHS[width])
        browser.open(link(service.base, path, area=AREA, lang=language))
        browser.wait("document.querySelector('h1')?.textContent")
        for table in (False, True) if path == "/" and width > 1000 else (False,):
            if table:
                browser.click("#as-table")
            found = violations(browser)
            check.that(f"axe finds no violation on {path} in {language}{' with the table' if table else ''}", found == [], found)
    browser.screen(1024, 768)
    browser.open(link(service.base, area=AREA, lang="ko"))
    browser.wait("document.querySelector('#place-name')?.textContent")


def check_memory(check, service, browser):
    browser.wait(shown("#favourite"))
    browser.click("#favourite")
    browser.open(link(service.base, area="부산광역시"))
    browser.wait("document.getElementById('place-name')?.textContent === '부산광역시'")
    chips = browser.evaluate("[...document.querySelectorAll('#places .chip a')].map((chip) => chip.textContent)")
    check.that("a favourite comes first among the chips", chips and chips[0].startswith(f"★{AREA}"), chips)
    browser.click("#places .chip a")
    check.that("a chip opens its place", browser.wait(f"document.getElementById('place-name')?.firstChild.textContent === {json.dumps(AREA)}"))
    browser.evaluate("history.back()")
    check.that("back returns to the place before", browser.wait("document.getElementById('place-name')?.textContent === '부산광역시'"))
    before = len(chips)
    browser.click("#kept li:last-child .star:last-child")
    check.that("a kept place can be removed", browser.wait(f"document.querySelectorAll('#places .chip').length === {before - 1}"))


def check_questions(check, service, browser):
    complaints = browser.take_errors()
    check.that("the console stayed silent", complaints == [], complaints)
    browser.open(link(service.base, "/" + urllib.parse.quote("부산")))
    check.that("the name of a place is an address of the page",
               browser.wait("document.getElementById('place-name')?.textContent === '부산광역시'"), text(browser, "#place-name"))
    browser.open(link(service.base, area="중구"))
    check.that("an ambiguous name is asked back", browser.wait("document.querySelectorAll('#problem .choice').length >= 2"))
    chosen = text(browser, "#problem .choice")
    browser.click("#problem .choice")
    check.that("a candidate opens", browser.wait(f"document.getElementById('place-name')?.textContent === {json.dumps(chosen)}"), chosen)
    browser.open(link(service.base, area="수언"))
    check.that("an unknown name is told, with what it may have been",
               browser.wait("document.querySelectorAll('#problem .choice').length >= 1"), text(browser, "#problem"))
    complaints = [entry for entry in browser.take_errors() if not re.search(r"status of (404|422)", entry)]
    check.that("the console tells only of the two answers that were provoked", complaints == [], complaints)


def check_location(check, service, browser):
    browser.open(link(service.base, area=AREA))
    browser.wait(shown("#now"))
    browser.command("Browser.setPermission", permission={"name": "geolocation"}, setting="denied", origin=service.base)
    browser.click("#locate")
    check.that("a refused location is explained, and the weather stays", browser.wait(f"{shown('#notices .notice')} && {shown('#now')}"))
    browser.command("Browser.setPermission", permission={"name": "geolocation"}, setting="granted", origin=service.base)
    browser.command("Emulation.setGeolocationOverride", latitude=35.1796, longitude=129.0756, accuracy=50)
    browser.click("#locate")
    check.that("a location opens its place", browser.wait(f"location.search.includes('lat=35.18') && {shown('#now')} && document.querySelector('.chart svg')"))


def check_embed(check, service, browser):
    headers, _ = service.get("/embed")
    check.that("the small page may stand in any frame", "frame-ancestors *" in (headers["Content-Security-Policy"] or ""), headers["Content-Security-Policy"])
    browser.open(link(service.base, "/embed", area=AREA))
    check.that("the small page shows the place", browser.wait(f"document.querySelector('.card h1')?.textContent === {json.dumps(AREA)}"))
    check.that("the small page shows four days", browser.evaluate("document.querySelectorAll('.card ol li').length") == 4)
    check.that("the small page credits its sources", "OpenWeather" in (text(browser, ".card .attribution") or ""))


def take_shots(check, service, browser, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in ("light", "dark"):
        for width, height in WIDTHS.items():
            browser.screen(width, height, scheme)
            browser.open(link(service.base, area=AREA))
            browser.wait("document.querySelector('.chart svg')")
            wide = browser.evaluate("document.documentElement.scrollWidth")
            check.that(f"nothing sticks out at {width} px, {scheme}", wide <= width, wide)
            browser.screenshot(folder / f"page-{width}-{scheme}.png", width, height)
    browser.screen(360, 300)
    browser.open(link(service.base, "/embed", area=AREA))
    browser.wait("document.querySelector('.card ol')")
    browser.screenshot(folder / "embed.png", 360, 300)


def check_absence(check, service, browser, folder):
    browser.screen(390, 844)
    browser.open(link(service.base, area=AREA))
    browser.wait("document.querySelector('.chart svg') && navigator.serviceWorker.controller")
    complaints = browser.take_errors()
    check.that("the console stayed silent to the end", complaints == [], complaints)
    if service.process is None:
        print("skip the page without its server: no --serve command")
        return
    service.stop()
    check.that("the page says when the server goes away", browser.wait(shown("#offline")))
    check.that("it says how old its data are", re.search(r"전 자료를 보여", text(browser, "#offline") or ""), text(browser, "#offline"))
    check.that("the weather stays", browser.evaluate(shown("#now")))
    browser.screenshot(folder / "offline-390.png", 390, 844)
    browser.open(link(service.base, area=AREA))
    check.that("the page opens without its server, with the last answer",
               browser.wait(f"{shown('#offline')} && document.querySelectorAll('.chart .day').length > 0"))
    service.start()
    browser.click("#retry")
    check.that("the notice goes when the server is back", browser.wait("!document.getElementById('offline')"))


def check_service(check, service, browser, given):
    check_delivery(check, service, browser)
    check_rules(check, Front(given.base, MODULES), browser)
    check_search(check, service, browser)
    check_week(check, service, browser)
    check_languages(check, service, browser)
    check_accessibility(check, service, browser)
    check_memory(check, service, browser)
    check_questions(check, service, browser)
    check_location(check, service, browser)
    check_embed(check, service, browser)
    take_shots(check, service, browser, given.shots)
    check_absence(check, service, browser, given.shots)


def check_made(check, service, browser, given):
    front = Front(given.base)
    check_states(check, front, browser)
    for part in (faults.check_sky, faults.check_alerts, faults.check_keyboard, faults.check_forgetting, faults.check_search_words,
                 faults.check_words, faults.check_today, faults.check_schemes, faults.check_sizes, faults.check_location_abroad,
                 faults.check_limits, faults.check_halts, faults.check_proxy_alone):
        part(check, front, browser)
        front.reset()
    abilities.check_all(check, front, browser)
    choices.check_all(check, front, browser)
    moves.check_all(check, front, browser)
    abilities.check_load(check, given.base)
    if service.process:
        faults.check_hang(check, service, browser)
        faults.check_offline_paths(check, service, browser)
        faults.check_first_language(check, given.serve, browser)


def check_chromium(check, service, given):
    browser = Browser()
    try:
        browser.screen(1024, 768)
        if given.part != "states":
            check_service(check, service, browser, given)
        if given.part != "service":
            check_made(check, service, browser, given)
    finally:
        browser.close()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("base", help="where the service answers, e.g. http://127.0.0.1:8080")
    arguments.add_argument("--shots", type=Path, default=Path("shots"), help="folder for screenshots")
    arguments.add_argument("--serve", help="command that starts the service")
    arguments.add_argument("--part", choices=("service", "states", "engines"), help="one of the three parts, which may run at "
                           "once: what the service shows, what answers that are made show, or the walk in three engines")
    given = arguments.parse_args()

    check, service = Checks(), Service(given.base, given.serve)
    service.start()
    try:
        if given.part in (None, "engines"):
            walk.check_engines(check, Front(given.base))
        if given.part != "engines":
            check_chromium(check, service, given)
    finally:
        service.stop()
    check.finish()


if __name__ == "__main__":
    main()
