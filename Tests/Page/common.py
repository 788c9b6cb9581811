"""What every part of the check uses."""

import json
import sys
import urllib.parse
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parent.parent))
from checks import check, finish  # noqa: E402


class Checks:
    """What each part of the check holds the page to."""

    that = staticmethod(check)
    finish = staticmethod(finish)


def link(base, path="/", **query):
    return f"{base}{path}?{urllib.parse.urlencode(query)}"


def text(browser, selector):
    return browser.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")


def shown(selector):
    return f"document.querySelector({json.dumps(selector)})?.checkVisibility()"


# The answer of this document's own request has been received; what is kept stands there before.
FRESH = "performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/v1/week') && responseEnd > 0)"
