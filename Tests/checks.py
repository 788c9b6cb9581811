"""Counts the rules that a check.py holds something to, and says how many in the line that .ci/run reads."""

import sys

passed = failed = 0


def check(rule, good):
    """Counts a rule, and says which one is not true."""
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"Not true: {rule}")


def finish():
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
