"""One walk in every engine: open, scroll down, tap the last thing, go back, a second tab, the service gone, print."""

import io
import json
import re
import time
import urllib.parse

from pypdf import PdfReader

from browser import Browser
from common import link
from engines import Firefox, WebKit

TROUBLE = "window.troubles ??= (addEventListener('error', (event) => troubles.push(event.message)), addEventListener('unhandledrejection', (event) => troubles.push(String(event.reason))), [])"
TOP = "(() => { const { top, bottom } = document.getElementById('place-name').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()"


class Chromium(Browser):
    name = "Chromium"

    def tab(self):
        self.first = self.socket
        import urllib.request
        import websocket
        port = re.search(r":(\d+)/", self.first_address)[1]
        target = json.load(urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/json/new?about:blank", method="PUT")))
        self.socket = websocket.create_connection(target["webSocketDebuggerUrl"], timeout=120)
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.command(f"{domain}.enable")

    def first_tab(self):
        self.socket.close()
        self.socket = self.first

    def _page_address(self):
        self.first_address = super()._page_address()
        return self.first_address

    def paper(self):
        import base64
        return base64.b64decode(self.command("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])


def walk(check, front, engine):
    name = engine.name
    engine.screen(420, 844)
    front.requests.clear()
    engine.open(link(front.base, area="강원", lang="ko"))
    opened = engine.wait("document.querySelectorAll('[id^=day-2]').length > 9 && document.querySelector('#strip .hour-chart text.degrees')")
    check.that(f"{name}: the week opens", opened)
    engine.evaluate(TROUBLE)
    engine.evaluate("scrollTo(0, document.body.scrollHeight)")
    time.sleep(5)
    files = [urllib.parse.urlsplit(path).path for path in front.requests]
    twice = {path for path in files if files.count(path) > 1 and not path.startswith("/v1/")}
    # The worker keeps the page; browsers that remember what varies hear that it is the same.
    check.that(f"{name}: each file is asked for once", twice <= ({"/"} if name != "WebKit" else set()), files)
    asked = [path for path in front.requests if path.startswith("/v1/")]
    weeks = [path for path in asked if path.startswith("/v1/week")]
    check.that(f"{name}: the week is asked for once, and nothing that is folded", len(weeks) == 1 and not any("nation" in path for path in asked), asked)
    engine.evaluate("(document.getElementById('country-fold').open = true)")
    check.that(f"{name}: the country unfolds", engine.wait("document.querySelectorAll('.cities a').length === 19"))
    before = engine.evaluate("scrollY")
    engine.evaluate("(document.querySelector('.cities li:last-child a').scrollIntoView(), document.querySelector('.cities li:last-child a').click())")
    there = engine.wait(f"document.getElementById('answer').getAttribute('aria-busy') === null && !document.getElementById('place-name').textContent.includes('강원') && {TOP}")
    check.that(f"{name}: what is tapped at the foot is seen at once", there, engine.evaluate("[scrollY, document.getElementById('place-name').textContent]"))
    engine.evaluate("history.back()")
    back = engine.wait("document.getElementById('place-name').textContent.includes('강원')")
    check.that(f"{name}: back leads back", back and (engine.wait("scrollY > 200", 4) or before < 200), (before, engine.evaluate("scrollY")))
    engine.evaluate("[...document.querySelectorAll('[id^=day-2]')][4].click()")
    check.that(f"{name}: a day opens in sight", engine.wait("(() => { const box = document.getElementById('day-title')?.getBoundingClientRect(); return box && box.top >= 0 && box.bottom <= innerHeight; })()"))
    engine.evaluate("document.getElementById('close-day').click()")
    celsius = engine.evaluate("document.querySelector('.temperature').textContent")
    engine.tab()
    engine.open(link(front.base, area="부산", lang="ko"))
    engine.wait("document.querySelector('#place-name')?.textContent.includes('부산')")
    engine.evaluate("(document.getElementById('settings-fold').open = true)")
    engine.wait("document.getElementById('unit-f')")
    engine.evaluate("document.getElementById('unit-f').click()")
    engine.first_tab()
    check.that(f"{name}: two tabs agree on a unit", engine.wait(f"document.querySelector('.temperature').textContent !== {json.dumps(celsius)}", 8), celsius)
    front.failing = ("/v1",)
    engine.evaluate("dispatchEvent(new Event('offline'))")
    check.that(f"{name}: a service that is gone is told, and the weather stays", engine.wait("document.getElementById('offline') && document.querySelector('.temperature').textContent"))
    front.reset()
    paper = engine.paper()
    if paper:
        said = "".join(page.extract_text() for page in PdfReader(io.BytesIO(paper)).pages).replace(" ", "")
        dates = engine.evaluate("[...document.querySelectorAll('[id^=day-2]')].map(({ id }) => id.slice(4))")
        # Firefox writes the stops of this font as glyphs without a letter.
        missing = [date for date in dates if not re.search(rf"{int(date[5:7])}\W{int(date[8:])}\W", said)]
        check.that(f"{name}: paper has every day", len(dates) > 9 and missing == [], missing)
    troubles = engine.evaluate("window.troubles")
    check.that(f"{name}: nothing went wrong on the way", troubles == [], troubles)


def check_engines(check, front):
    for kind in (Chromium, Firefox, WebKit):
        engine = kind()
        try:
            walk(check, front, engine)
        finally:
            engine.close()
            front.reset()
