"""What every part of the check uses."""

import json
import urllib.parse


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def that(self, sentence, holds, seen=""):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        print(f"{'ok  ' if holds else 'FAIL'} {sentence}" + ("" if holds else f": {seen!r}"), flush=True)


def link(base, path="/", **query):
    return f"{base}{path}?{urllib.parse.urlencode(query)}"


def text(browser, selector):
    return browser.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")


def shown(selector):
    return f"document.querySelector({json.dumps(selector)})?.checkVisibility()"


# The answer of this document's own request has been received; what is kept stands there before.
FRESH = "performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/v1/week') && responseEnd > 0)"
