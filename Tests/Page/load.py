#!/usr/bin/env python3
"""Measures what a visit to the page of a running kma-server costs: requests, bytes on the wire, the largest paint.

    Tests/Page/load.py http://127.0.0.1:8080

A first visit and one after it in each language, over a line of 150 ms and 1.6 Mbit/s, with a processor four times slower. Requests and
bytes are counted where they are answered, so that those of the worker count too.
"""

import sys
import time

from browser import Browser
from common import FRESH, link, shown
from front import Front

LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
PAINTS = """new Promise((told) => {
  const paints = {};
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) paints.largest = Math.round(entry.startTime); }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') paints.first = Math.round(entry.startTime); }).observe({ type: 'paint', buffered: true });
  let shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => told({ ...paints, shift: Number(shift.toFixed(3)) }), 500);
})"""


def visit(front, browser, address):
    front.requests.clear()
    front.sent = 0
    browser.open(address)
    browser.wait(f"{FRESH} && {shown('#place-name')}", 30)
    time.sleep(3)
    paints = browser.evaluate(PAINTS)
    # What the worker keeps for later, and the stream that tells of changes, are no part of what a page needs.
    needed = [path for path in front.requests if path not in ("/worker.js", *front.requests[:1]) and not path.startswith("/v1/stream")]
    return {"requests": 1 + len(needed), "all": len(front.requests), "bytes": front.sent, **paints, "paths": list(front.requests)}


def measure(base, throttled=True, language="ko", width=390):
    """`(first, second)` of a browser that asks for a language, each of requests, bytes, first and largest paint in milliseconds, and layout shift."""
    front, browser = Front(base), Browser()
    try:
        browser.screen(width, 844)
        browser.command("Network.setUserAgentOverride", userAgent=browser.evaluate("navigator.userAgent"), acceptLanguage=language)
        if throttled:
            browser.command("Network.emulateNetworkConditions", **LINE)
            browser.command("Emulation.setCPUThrottlingRate", rate=4)
        address = link(front.base, area="서울", lang=language)
        first = visit(front, browser, address)
        browser.wait("navigator.serviceWorker.controller", 20)
        time.sleep(2)
        browser.open(front.base + "/icon.svg")
        time.sleep(1)
        return first, visit(front, browser, address)
    finally:
        browser.close()
        front.close()


if __name__ == "__main__":
    for language in ("ko", "en"):
        for name, seen in zip(("first visit", "second visit"), measure(sys.argv[1], language=language)):
            paths = seen.pop("paths")
            print(language, name, seen)
            if "--paths" in sys.argv:
                print("  " + "\n  ".join(paths))
