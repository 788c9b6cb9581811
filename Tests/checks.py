"""Counts the rules that a check.py holds something to, and says how many in the line that .ci/run reads."""

import sys

passed = failed = 0


def check(rule, good, seen=None):
    """Counts a rule; one that is not true is named, with what was seen instead."""
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {rule}" + ("" if seen is None else f": {seen!r}"), flush=True)
    return bool(good)


def finish():
    """Says how many rules there were, and ends with a status that says whether all hold."""
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
