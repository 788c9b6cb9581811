"""What the page can do beside showing a week: hours by keyboard, days that open, many updates, few requests."""

import json
import time

import load
from common import text
from faults import FOCUS, forget_all, later, open_page
from states import CROSSINGS, snow


def check_all(check, front, browser):
    for part in (check_hours, check_days, check_tabs, check_updates, check_midnight):
        part(check, front, browser)
        front.reset()


def check_hours(check, front, browser):
    front.edit = snow
    browser.screen(1280, 800)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("document.querySelector('#strip .hour-chart')")
    hours = browser.evaluate("document.querySelectorAll('#strip li').length")
    drawn = browser.evaluate("document.querySelectorAll('#strip .hour-chart .symbol').length")
    check.that("every hour is drawn, and told to screen readers", hours > 40 and drawn == hours, (hours, drawn))
    tall = browser.evaluate("document.querySelector('#strip .hour-chart').getBoundingClientRect().height / parseFloat(getComputedStyle(document.documentElement).fontSize)")
    check.that("the chart of the hours is tall enough to be read", tall >= 13, tall)
    first = text(browser, "#hour-told")
    check.that("the hour at the cursor is told in full", "cm" in first and "강수확률" in first and "m/s" in first, first)
    browser.evaluate("document.getElementById('strip').focus()")
    browser.press("ArrowRight")
    second = text(browser, "#hour-told")
    check.that("an arrow key moves to the next hour", second != first and second == browser.evaluate("document.querySelectorAll('#strip li')[1].textContent"), second)
    browser.press("End")
    check.that("the end key leads to the last hour", text(browser, "#hour-told") == browser.evaluate("[...document.querySelectorAll('#strip li')].at(-1).textContent"))
    browser.click("#hour-days button")
    browser.wait("document.getElementById('strip').scrollLeft === 0")
    check.that("the name of a day leads to its hours", browser.evaluate("document.getElementById('strip').scrollLeft") == 0)
    first = browser.evaluate("document.querySelector('#strip li').textContent")
    check.that("the line above the chart tells of the day that was chosen", text(browser, "#hour-told") == first, text(browser, "#hour-told"))
    front.push(later(degrees=1, seconds=1))
    browser.wait("document.querySelector('.temperature')?.textContent !== '–'")
    check.that("an update leaves the cursor where it was", text(browser, "#hour-told") == browser.evaluate("document.querySelector('#strip li').textContent"))


def check_days(check, front, browser):
    for width, height in ((1280, 800), (390, 844)):
        browser.screen(width, height)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
        dates = browser.evaluate("[...document.querySelectorAll('[id^=day-2]')].map(({ id }) => id.slice(4))")
        for date in (dates[2], dates[6]):
            browser.evaluate(f"document.getElementById('day-{date}').focus()")
            browser.press("Enter")
            opened = browser.wait("[...document.querySelectorAll('.day-detail')].some((one) => one.checkVisibility() && one.textContent)")
            check.that(f"a day opens at {width} px", opened and browser.evaluate(f"document.getElementById('day-{date}').ariaExpanded") == "true")
            check.that(f"the address names the open day at {width} px", browser.evaluate("location.hash") == f"#{date}")
            check.that(f"the keyboard stays on the day at {width} px", browser.evaluate(FOCUS) == f"day-{date}", browser.evaluate(FOCUS))
            # While the day opens, what stands below it is on its way.
            browser.wait(f"{CROSSINGS.strip()}.length === 0", 3)
            crossings = browser.evaluate(CROSSINGS)
            check.that(f"no text crosses another in an open day at {width} px", crossings == [], crossings)
            browser.press("Escape")
            check.that(f"Escape closes the day at {width} px", browser.wait("![...document.querySelectorAll('.day-detail')].some((one) => one.checkVisibility() && one.textContent)"))
        detail = f"day-{dates[6]}"
        browser.click(f"#{detail}" if not detail[0].isdigit() else detail)
        check.that(f"KMA's uncertainty is told in words at {width} px", browser.wait("[...document.querySelectorAll('.day-detail')].some((one) => one.textContent.includes('사이'))"))
        browser.evaluate("history.back()")
        check.that(f"back closes the day at {width} px", browser.wait("![...document.querySelectorAll('.day-detail')].some((one) => one.checkVisibility() && one.textContent)"))
    browser.screen(1280, 800)
    browser.open(front.base + "/icon.svg")
    browser.open(front.base + f"/?area=%EA%B0%95%EC%9B%90&lang=ko#{dates[3]}")
    check.that("a link to a day opens it", browser.wait(f"document.getElementById('day-{dates[3]}')?.ariaExpanded === 'true'"))


def check_tabs(check, front, browser):
    """Tab leads through every control, in the order of the page, and to none that cannot be seen."""
    for width, height in ((1280, 800), (390, 844)):
        browser.screen(width, height)
        open_page(browser, front.base, area="강원", lang="ko")
        browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
        browser.evaluate("document.activeElement.blur()")
        controls = browser.evaluate("[...document.querySelectorAll('a[href], button, input, summary, [tabindex=\"0\"]')].filter((one) => one.checkVisibility()).length")
        seen = []
        for _ in range(controls + 8):
            browser.press("Tab")
            state = browser.evaluate(f"[{FOCUS}, document.activeElement === document.body, document.activeElement.checkVisibility()]")
            if state[1]:
                break
            seen.append(state)
        check.that(f"Tab meets every control at {width} px", len({name for name, *_ in seen}) >= controls, (controls, [name for name, *_ in seen]))
        check.that(f"Tab meets nothing that cannot be seen at {width} px", all(visible for _, _, visible in seen), seen)


def settled(browser, expression):
    """The value of an expression once it has stood still for a second: what comes late on a busy machine has come."""
    value = browser.evaluate(expression)
    for _ in range(20):
        time.sleep(1)
        last, value = value, browser.evaluate(expression)
        if value == last:
            break
    return value


def check_updates(check, front, browser):
    forget_all(browser, front.base)
    browser.screen(390, 844)
    open_page(browser, front.base, area="강원", lang="ko")
    browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
    browser.evaluate("document.getElementById('sources').focus(); document.getElementById('strip').scrollLeft = 200")
    nodes = "document.querySelectorAll('*').length"
    before = settled(browser, nodes)
    for at in range(1, 21):
        front.push(later(degrees=at / 10, seconds=at))
        temperature = browser.evaluate("document.querySelector('.temperature').textContent")
        browser.wait(f"document.querySelector('.temperature').textContent !== {json.dumps(temperature)}", 3)
    after = browser.evaluate(nodes)
    check.that("twenty updates leave as many elements as there were", abs(after - before) <= 2, (before, after))
    kept = browser.evaluate("[document.activeElement.id, document.getElementById('strip').scrollLeft]")
    check.that("twenty updates leave the keyboard and the scrolled hours where they were", kept == ["sources", 200], kept)


CLOCK = """(() => {
  const [RealDate, repeat, repeated] = [Date, setInterval, []];
  let ahead = 0;
  window.Date = class extends RealDate {
    constructor(...parts) { if (parts.length) super(...parts); else super(RealDate.now() + ahead); }
    static now() { return RealDate.now() + ahead; }
  };
  window.setInterval = (call, ...rest) => { repeated.push(call); return repeat(call, ...rest); };
  window.passMidnight = () => {
    const [day, hours] = [86400000, 9 * 3600000];
    ahead = day - (RealDate.now() + hours) % day + 120000;
    repeated.forEach((call) => call());
  };
})()"""


def check_midnight(check, front, browser):
    """A page that is left open names the days anew at midnight in Korea, also while nothing new comes."""
    forget_all(browser, front.base)
    browser.screen(390, 844)
    script = browser.command("Page.addScriptToEvaluateOnNewDocument", source=CLOCK)["identifier"]
    open_page(browser, front.base, area="부산", lang="ko")
    browser.wait("document.querySelectorAll('[id^=day-2]').length > 9")
    days = "[...document.querySelectorAll('[id^=day-2]')].map((one) => [one.id.slice(4), one.textContent])"
    before = browser.evaluate(days)
    sentence = text(browser, ".summary")
    browser.evaluate(f"document.getElementById('day-{before[3][0]}').click()")
    browser.evaluate("passMidnight()")
    browser.wait(f"!document.getElementById('day-{before[0][0]}')", 5)
    after = browser.evaluate(days)
    check.that("at midnight yesterday goes and the next day is called today", [day for day, _ in after[:2]] == [day for day, _ in before[1:3]]
               and "오늘" in after[0][1] and "내일" in after[1][1], (before[:3], after[:3]))
    check.that("a sentence with yesterday's names of days goes", sentence and text(browser, ".summary") != sentence, (sentence, text(browser, ".summary")))
    opened = browser.evaluate(f"[location.hash.slice(1), document.getElementById('day-{before[3][0]}').ariaExpanded]")
    check.that("a day that is open stays open over midnight", opened == [before[3][0], "true"], opened)
    browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def check_load(check, base):
    for language, width in (("ko", 390), ("en", 390), ("ko", 1280), ("en", 1280)):
        first, second = load.measure(base, throttled=False, language=language, width=width)
        where = f"at {width} px, {language}"
        check.that(f"a first visit needs five requests, and eight with the worker and the stream, {where}", first["requests"] <= 5 and first["all"] <= 8, first)
        check.that(f"a first visit takes 48 kB, what is kept for later among them, {where}", first["bytes"] <= 48_000, first)
        check.that(f"a later visit needs three requests and 1 kB, {where}", second["all"] <= 3 and second["bytes"] <= 1000, second)
