"""What people do with the page, over the real service with edited answers where no sample has the state."""

import json
import os
import re
import signal
import socket
import time
import urllib.parse
from datetime import datetime, timedelta

from common import FRESH, link, shown, text
from service import Service
from states import alerts, failures, mixed_air, snow, unknown_sky

FOCUS = "(document.activeElement.id || document.activeElement.textContent.trim() || document.activeElement.tagName)"


def open_page(browser, base, path="/", **query):
    browser.open(link(base, path, **query))
    browser.wait(f"{FRESH} && ({shown('#place-name')} || {shown('.card h1')})")


def forget_all(browser, base):
    browser.open(base + "/icon.svg")
    browser.wait("document.documentElement")
    browser.evaluate("localStorage.clear()")


def check_sky(check, front, browser):
    front.edit = unknown_sky
    browser.screen(1280, 800)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait(shown(".chart"))
    drawn = browser.evaluate("document.querySelectorAll('.chart .day .symbol').length")
    check.that("a sky that is not known is not drawn", drawn <= 2, drawn)
    open_page(browser, front.base, "/embed", area="강원", lang="ko")
    drawn = browser.evaluate("document.querySelectorAll('.card ol .symbol').length")
    check.that("a sky that is not known is not drawn on the small page", drawn <= 1, drawn)
    front.edit = snow
    browser.screen(1280, 800)
    open_page(browser, front.base, area="강원", lang="ko")
    # The answer of before is shown until this one comes.
    browser.wait("document.getElementById('strip')?.textContent.includes('cm')", 5)
    hours = (text(browser, "#strip") or "").replace("\xa0", " ")
    check.that("snow is told in centimetres", "cm" in hours and "0.5 cm 미만" in hours, hours[-400:])
    front.reset()


def check_alerts(check, front, browser):
    front.edit = alerts
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="ko")
    tall = browser.evaluate("document.querySelector('#alerts').getBoundingClientRect().height")
    check.that("sixteen zones under a warning take two lines at most before they are asked for", tall < 130, tall)
    browser.evaluate("document.querySelector('#alerts summary')?.focus()")
    check.that("a warning is one line with the number of its zones", "16곳" in (text(browser, "#alerts summary") or ""), text(browser, "#alerts"))
    browser.press("Enter")
    check.that("its zones and times can be read, again and again",
               browser.wait("document.querySelector('#alerts details')?.open && document.querySelector('#alerts').innerText.includes('태백')"))
    browser.press("Enter")
    check.that("a warning that is folded keeps the keyboard where it was", browser.evaluate("document.activeElement.tagName") == "SUMMARY")
    check.that("a warning is never gone", browser.evaluate(shown("#alerts summary")))
    open_page(browser, front.base, "/embed", area="강원", lang="ko")
    check.that("the small page tells of warnings", "대설경보" in (text(browser, "#card") or ""), text(browser, "#card"))
    front.reset()


def later(degrees, seconds):
    """A change of the week: warmer by so much, and made so many seconds later."""
    def edit(week):
        week["current"]["temperature"] += degrees
        week["generated_at"] = (datetime.fromisoformat(week["generated_at"]) + timedelta(seconds=seconds)).isoformat()
    return edit


def check_keyboard(check, front, browser):
    forget_all(browser, front.base)
    browser.screen(1280, 800)
    open_page(browser, front.base, area="부산")
    open_page(browser, front.base, area="강원", lang="ko")
    browser.evaluate("document.getElementById('place-box').focus()")
    browser.press("ArrowDown")
    browser.wait(shown("#places-found"))
    browser.press("Tab")
    focus = browser.evaluate(FOCUS)
    check.that("Tab leads from the open search to the next control", focus == "locate", focus)
    browser.wait("document.querySelectorAll('#places a').length >= 2")
    for selector in ("#places a", "#footer a", "#footer summary", "#favourite", "#strip", "#as-table"):
        browser.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")
        before = browser.evaluate(FOCUS)
        temperature = browser.evaluate("document.querySelector('.temperature')?.textContent")
        front.push(later(degrees=1.5, seconds=1))
        changed = browser.wait(f"document.querySelector('.temperature')?.textContent !== {json.dumps(temperature)}", 5)
        front.push(later(degrees=0, seconds=2))
        browser.wait(f"document.querySelector('.temperature')?.textContent === {json.dumps(temperature)}", 5)
        after = browser.evaluate(FOCUS)
        check.that(f"a live update leaves the keyboard at {selector}", changed and before == after, (before, after, changed))


def check_forgetting(check, front, browser):
    forget_all(browser, front.base)
    open_page(browser, front.base, area="서울")
    # The list of one place comes at the first touch.
    browser.evaluate("dispatchEvent(new Event('pointerdown'))")
    browser.wait(shown("#kept .star"))
    browser.click("#kept .star:last-child")
    browser.wait("document.querySelectorAll('#places .chip').length === 0")
    time.sleep(0.5)
    kept = browser.evaluate("JSON.stringify([localStorage['kma.last'], localStorage['kma.answers'], localStorage['kma.places']])")
    check.that("a place that is forgotten leaves nothing behind", "서울" not in kept, kept[:200])
    browser.open(front.base + "/")
    browser.wait("document.querySelector('#problem .choice') || document.querySelector('#place-name')")
    check.that("a place that is forgotten does not come back", browser.evaluate(shown("#problem .choices")), text(browser, "main"))


def check_search_words(check, front, browser):
    open_page(browser, front.base, area="강원", lang="ko")
    browser.evaluate("document.getElementById('place-box').focus()")
    time.sleep(0.6)
    check.that("an empty search covers nothing until it is asked", not browser.evaluate(shown("#places-found")))
    check.that("an empty search announces nothing", "찾았" not in (text(browser, "#announcer") or ""), text(browser, "#announcer"))
    browser.type("없는곳")
    seen = browser.wait("[...document.querySelectorAll('#search p')].some((one) => one.checkVisibility() && one.textContent.includes('없습니다'))", 5)
    check.that("that nothing is found can be seen", seen)
    failed = "[...document.querySelectorAll('#search p')].some((one) => one.checkVisibility() && one.textContent.includes('연결'))"
    front.failing = ("/v1/areas",)
    browser.type("말")
    seen = browser.wait(failed, 5)
    front.failing = ()
    browser.evaluate("dispatchEvent(new Event('online'))")
    check.that("a search that failed is made again when the network is back", seen and browser.wait(f"!{failed}", 5), text(browser, "#search"))
    browser.press("Enter")
    browser.wait(shown("#problem"), 5)
    said = browser.evaluate("document.querySelector('main').innerText")
    check.that("no path of the interface is told to a person", "/v1/" not in said, said)
    check.that("from a name that is not known the way leads on",
               browser.wait("document.querySelectorAll('#problem .choice').length > 0") or browser.evaluate(shown("#now")), said)
    browser.open(link(front.base, area="중구", lang="ko"))
    browser.wait("document.querySelectorAll('#problem .choice').length >= 2")
    said = text(browser, "#problem")
    check.that("the places of one name are told once", said.count("울산광역시 중구") == 1, said)
    front.failing = ("/v1/areas",)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.evaluate("document.getElementById('place-box').focus()")
    browser.type("수원")
    seen = browser.wait("[...document.querySelectorAll('#search p')].some((one) => one.checkVisibility() && one.textContent.includes('연결'))", 5)
    check.that("that a search failed can be seen", seen)
    front.reset()


def check_words(check, front, browser):
    front.edit = failures("failed")
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="ko")
    said = browser.evaluate("document.querySelector('#notices').innerText")
    check.that("nothing for operators is told to visitors", not re.search(r"API_KEY|HTTP 500|초단기실황", said), said)
    tall = browser.evaluate("document.querySelector('#notices').getBoundingClientRect().height")
    check.that("nine feeds that failed take little room above the weather", tall < 130, tall)
    front.reset()
    front.edit = mixed_air
    open_page(browser, front.base, area="강원", lang="ko")
    head = browser.evaluate("document.querySelector('#now').innerText")
    check.that("the zones of the forecast stand with the sources", "예보구역" not in head and "예보구역" in browser.evaluate("document.querySelector('#footer').textContent"), head)
    air = browser.evaluate("document.querySelector('#air').innerText")
    check.that("the dust forecast has a title that can be seen", "미세먼지 예보" in air, air)
    check.that("a grade says of which dust where the two differ", "초미세먼지" in air.split("미세먼지 예보")[-1], air)
    check.that("a day without a grade keeps its place", "내일" in air, air)
    level = browser.evaluate("[...document.querySelectorAll('.outlook .grade')].filter((one) => one.textContent === '낮음').map((one) => one.className)")
    check.that("low and high are not the colours of the four grades", level != [] and not any(re.search("good|moderate|bad", name) for name in level), level)
    front.reset()
    open_page(browser, front.base, area="강원", lang="en")
    shown_text = browser.evaluate("document.querySelector('main').innerText")
    check.that("English has one kind of clock, that of its sentence", not re.search(r"\d ?[ap]m\b", shown_text), re.findall(r".{9}\d ?[ap]m\b", shown_text)[:3])
    front.edit = lambda week: week.update(summary="Clear now, -0.9°.")
    open_page(browser, front.base, area="강원", lang="en")
    check.that("numbers have one sign for minus", "-0.9" not in browser.evaluate("document.body.innerText"))
    front.reset()
    open_page(browser, front.base, area="제주", lang="en")
    name = text(browser, "#place-name")
    check.that("a province is not said to be told for itself", "for Jeju)" not in name, name)
    title = browser.evaluate("document.title")
    check.that("the title of the tab is short and has the place", len(title) < 60 and "Jeju" in title, title)


def check_today(check, front, browser):
    browser.screen(1280, 800)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("document.querySelector('.chart .day')")
    dashed = browser.evaluate("Boolean(document.querySelector('.chart .day .band.partial')) && document.querySelector('.chart .day').querySelector('.partial') !== null")
    check.that("today's low and high are drawn as whole as they are", not dashed)
    top = browser.evaluate("document.querySelector('.days').getBoundingClientRect().top - document.querySelector('.air').getBoundingClientRect().top")
    check.that("the days stand above the air", top < 0 or browser.evaluate("document.querySelector('.air').getBoundingClientRect().left < document.querySelector('.days').getBoundingClientRect().left"), top)


def check_schemes(check, front, browser):
    front.edit = lambda week: week["theme"].update(name="snow", night=False, color="#E8EEF5", gradient=["#E8EEF5", "#F7FAFD"], text_color="#1A2B3C")
    for scheme, dark in (("light", False), ("dark", True)):
        browser.screen(1280, 800, scheme)
        open_page(browser, front.base, area="강원", lang="ko")
        time.sleep(1.2)
        colour = browser.evaluate("getComputedStyle(document.body).backgroundColor")
        light = sum(int(part) for part in re.findall(r"\d+", colour)[:3]) / 3
        check.that(f"snow by day is {'dark' if dark else 'light'} for who chose {scheme}", (light < 110) == dark, colour)
    browser.screen(1280, 800)
    browser.command("Emulation.setEmulatedMedia", media="print")
    front.reset()
    open_page(browser, front.base, area="강원", lang="ko")
    browser.evaluate("new Promise((done) => setTimeout(done, 300))")
    ink = browser.evaluate("getComputedStyle(document.querySelector('#place-name')).color")
    check.that("paper has dark ink", sum(int(part) for part in re.findall(r"\d+", ink)[:3]) < 200, ink)
    buttons = browser.evaluate("[...document.querySelectorAll('button, input')].filter((one) => one.checkVisibility()).map((one) => one.id)")
    check.that("paper has no controls", buttons == [], buttons)
    browser.command("Emulation.setEmulatedMedia", media="")
    browser.screen(1280, 800)


def check_sizes(check, front, browser):
    forget_all(browser, front.base)
    browser.screen(320, 640)
    open_page(browser, front.base, area="경상북도 포항시 남구 호미곶면")
    open_page(browser, front.base, area="강원", lang="en")
    top = browser.evaluate("document.querySelector('#place-name').getBoundingClientRect().top")
    check.that("at 320 px the weather begins below two rows of controls", top < 135, top)
    small = browser.evaluate("[...document.querySelectorAll('#places a, #places button, #as-table, .top button')].filter((one) => one.checkVisibility()"
                             " && one.getBoundingClientRect().height < 43.5).map((one) => one.id || one.textContent)")
    check.that("controls are tall enough for a finger", small == [], small)
    cut = browser.evaluate("[...document.querySelectorAll('#places .chip')].map((one) => one.getBoundingClientRect().width).filter((wide) => wide > 290)")
    check.that("a long name leaves room for its cross", cut == [], cut)
    breaks = browser.evaluate("[...document.querySelectorAll('.details dd')].filter((one) => one.getBoundingClientRect().height > 2 * parseFloat(getComputedStyle(one).fontSize)"
                              " && /\\d [a-zµ%]/.test(one.textContent)).map((one) => one.textContent)")
    check.that("a value is not parted from its unit", breaks == [], breaks)


def check_location_abroad(check, front, browser):
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.command("Browser.setPermission", permission={"name": "geolocation"}, setting="granted", origin=front.base)
    browser.command("Emulation.setGeolocationOverride", latitude=40.71, longitude=-74.0, accuracy=50)
    browser.click("#locate")
    seen = browser.wait("document.querySelector('#notices')?.innerText.includes('한국')", 8)
    check.that("a location outside of Korea is told, and the weather stays", seen and browser.evaluate(shown("#now")), browser.evaluate("document.querySelector('main').innerText")[:200])
    browser.command("Emulation.setTimezoneOverride", timezoneId="America/New_York")
    open_page(browser, front.base, area="강원", lang="en")
    check.that("the hours are said to be Korean to who is elsewhere", "Korean time" in (text(browser, "#hours") or ""), text(browser, "#hours-title"))
    browser.command("Emulation.setTimezoneOverride", timezoneId="")


def check_limits(check, front, browser):
    """A service that says when to ask again is not asked before."""
    forget_all(browser, front.base)
    front.problem = (503, {"code": "quota_exceeded", "title": "한도", "detail": "오늘의 호출 수를 다 썼습니다."})
    front.headers = {"Retry-After": "30"}
    front.requests.clear()
    browser.open(link(front.base, area="강원", lang="ko"))
    browser.wait(shown("#problem"))
    time.sleep(13)
    asked = [path for path in front.requests if path.startswith("/v1/week")]
    check.that("Retry-After is kept", len(asked) == 1, len(asked))
    front.reset()
    open_page(browser, front.base, area="강원", lang="ko")
    front.problem = (503, {"code": "quota_exceeded", "title": "오늘 호출 한도를 다 썼습니다"})
    browser.evaluate("dispatchEvent(new Event('online'))")
    browser.wait(shown("#offline"))
    told = [text(browser, one) for one in ("#offline p", "#announcer")]
    check.that("a limit beside kept weather is told as that, and no connection is blamed", all("한도" in one and "연결" not in one for one in told), told)
    front.reset()
    browser.click("#retry")
    browser.wait("!document.getElementById('offline')")
    check.that("its end is no connection that came back", "연결" not in text(browser, "#announcer"), text(browser, "#announcer"))


def check_first_language(check, command, browser):
    """Each first visit is in the language of the address, of what is remembered, of the service, or of the browser."""
    rows = [
        # The address, what is remembered, the service's setting, the browser's language, and what the page is in.
        ("en", "ko", None, "ko-KR", "en"), (None, None, None, "en-US", "en"), (None, None, None, "ko-KR", "ko"), (None, None, None, "fr-FR", "en"),
        ("ko", None, "en", "en-US", "ko"), (None, "ko", "en", "en-US", "ko"), (None, None, "en", "ko-KR", "en"),
        (None, "en", "ko", "ko-KR", "en"), (None, None, "ko", "en-US", "ko"),
    ]
    agent = browser.evaluate("navigator.userAgent")
    port = socket.create_server(("127.0.0.1", 0))
    base = f"http://127.0.0.1:{port.getsockname()[1]}"
    port.close()
    command = re.sub(r"--port \d+", f"--port {base.rsplit(':', 1)[1]}", command)
    for setting in (None, "ko", "en"):
        service = Service(base, command + (f" --lang {setting}" if setting else ""), without=("KMA_LANG", "LANG", "LC_ALL"))
        service.start()
        try:
            for address, remembered, of_service, of_browser, told in rows:
                if of_service != setting:
                    continue
                browser.command("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=of_browser)
                for path in ("/", "/embed"):
                    forget_all(browser, service.base)
                    if remembered:
                        browser.evaluate(f"localStorage['kma.language'] = JSON.stringify({json.dumps(remembered)})")
                    address_of_place = {"area": "부산"} | ({"lang": address} if address else {})
                    open_page(browser, service.base, path, **address_of_place)
                    named = "/Busan|부산/.test(document.querySelector('h1').textContent)"
                    if not browser.wait(named):
                        # The browser may hold a connection of the service before, which was at the same address.
                        open_page(browser, service.base, path, **address_of_place)
                        browser.wait(named)
                    name = text(browser, "h1") or ""
                    seen = (browser.evaluate("document.documentElement.lang"), "en" if "Busan" in name else "ko")
                    check.that(f"{path} is in {told} with address {address}, memory {remembered}, service {setting}, browser {of_browser}",
                               seen == (told, told), (seen, name))
            head = service.get("/")[1].decode().split("</head>")[0]
            left = re.findall("[가-힣]+", head)
            check.that(f"the page that the service sends is in its language, {setting}", (left == []) == (setting == "en"), left)
            manifest = service.json("/manifest.webmanifest")
            check.that(f"the name of the app is in the service's language, {setting}", manifest["lang"] == (setting or "ko") and manifest.get("id"), manifest)
            check.that(f"a link to the page says what it is, {setting}", "og:title" in head and 'name="description"' in head, head)
        finally:
            service.stop()
    browser.command("Network.setUserAgentOverride", userAgent=agent)


def check_hang(check, service, browser):
    """A service that is stopped takes connections and says nothing, as a network that hangs."""
    browser.screen(390, 844)
    base = service.base
    open_page(browser, base, area="강원", lang="ko")
    browser.wait("navigator.serviceWorker.controller", 20)
    time.sleep(1)
    os.kill(service.process.pid, signal.SIGSTOP)
    try:
        start = time.monotonic()
        browser.evaluate("setTimeout(() => location.reload())")
        time.sleep(0.5)
        seen = browser.wait(shown("#now"), 12)
        check.that("a service that hangs does not keep the kept weather from showing within four seconds", seen and time.monotonic() - start < 4.5, time.monotonic() - start)
        late = browser.evaluate("performance.getEntriesByType('navigation')[0].responseStart")
        check.that("the worker serves what is kept within two seconds, whatever hangs", late < 2000, late)
        check.that("the page says after ten seconds that the service is silent", browser.wait("document.getElementById('offline')", 14))
        browser.evaluate("document.getElementById('place-box').focus()")
        browser.type("수원")
        check.that("a search that hangs is told", browser.wait("[...document.querySelectorAll('#search p')].some((one) => one.checkVisibility() && one.textContent.includes('연결'))", 14))
    finally:
        os.kill(service.process.pid, signal.SIGCONT)


def check_halts(check, front, browser):
    """Answers that begin and never end, as on a line that breaks in their midst."""
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("navigator.serviceWorker.controller", 20)
    open_page(browser, front.base, area="강원", lang="ko")
    time.sleep(1)
    front.halting = True
    try:
        browser.evaluate("window.isLeft = true; setTimeout(() => location.reload())")
        seen = browser.wait(f"!window.isLeft && {shown('#now')}", 12)
        late = browser.evaluate("performance.getEntriesByType('navigation')[0].responseStart")
        check.that("answers that stop in their midst keep the kept weather from nobody for two seconds", seen and late < 2000, (seen, late))
        told = browser.wait("document.getElementById('offline')", 14)
        check.that("an answer that stops in its midst is told", told)
    finally:
        front.reset()
        browser.take_errors()


def check_proxy_alone(check, front, browser):
    """A proxy that answers while every service behind it is gone."""
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("navigator.serviceWorker.controller", 20)
    open_page(browser, front.base, area="강원", lang="ko")
    time.sleep(1)
    front.answers = {path: (502, {}) for path in ("/", "/v1/week")}
    browser.evaluate("window.isLeft = true; setTimeout(() => location.reload())")
    seen = browser.wait(f"!window.isLeft && {shown('#now')}", 12)
    check.that("a proxy whose services are gone keeps the kept page from nobody", seen, text(browser, "body"))
    front.reset()
    browser.take_errors()


def check_offline_paths(check, service, browser):
    base = service.base
    for path, query in (("/" + urllib.parse.quote("강원"), {}), ("/embed", {"area": "강원", "lang": "ko"}), ("/", {"area": "강원"})):
        open_page(browser, base, path, **query)
    browser.wait("navigator.serviceWorker.controller", 20)
    # The record is a page of its own, which must not be kept in place of the weather.
    browser.open(link(base, "/accuracy", area="강원", lang="ko"))
    check.that("the record is no page of a place", browser.wait("document.querySelector('html.record h1')", 60), browser.evaluate("document.title"))
    time.sleep(1)
    service.stop()
    for path, query in (("/" + urllib.parse.quote("강원"), {}), ("/embed", {"area": "강원", "lang": "ko"}), ("/", {"area": "강원"})):
        browser.open(link(base, path, **query))
        check.that(f"{urllib.parse.unquote(path)} opens without its server", browser.wait(f"{shown('#place-name')} || {shown('.card h1')}", 8))
    service.start()
    browser.take_errors()
