"""Scores of the made cases of Tests/ForecastTests/Tables by the package `scores` of PyPI, whose bounds of shares are SciPy's.

reference.py cases            prints the made cases, a row a day
reference.py scores CASES     prints what the package makes of them
"""

import random
import sys

import numpy
import scipy.stats
import scores
import xarray


def made():
    """400 days: forecasts that know something of what comes, in KMA's own steps."""
    chance = random.Random(20261122)
    print("probability,said,came,base_rate,forecast,spread_low,spread_high,observed")
    for _ in range(400):
        base = chance.choice([0.2, 0.25, 0.3, 0.45])
        came = chance.random() < base
        probability = min(100, max(0, round(chance.gauss(65 if came else 25, 22) / 10) * 10))
        observed = round(chance.gauss(12, 9), 1)
        forecast = round(observed + chance.gauss(0.4, 1.9))
        low, high = chance.choice([1, 2, 3]), chance.choice([1, 2, 3])
        print(f"{probability},{int(probability >= 50)},{int(came)},{base},{forecast},{low},{high},{observed}")


def column(rows, name):
    return xarray.DataArray(numpy.array([float(row[name]) for row in rows]), dims="day")


def bounds(count, cases):
    interval = scipy.stats.binomtest(count, cases).proportion_ci(0.95, method="wilson")
    return interval.low, interval.high


def reference(path):
    with open(path) as file:
        names, *lines = [line.split(",") for line in file.read().split()]
    rows = [dict(zip(names, line)) for line in lines]
    probability, came, base = column(rows, "probability") / 100, column(rows, "came"), column(rows, "base_rate")
    forecast, observed = column(rows, "forecast"), column(rows, "observed")

    def show(name, value):
        print(f"{name},{float(value):.9f}")

    table = scores.categorical.BinaryContingencyManager(column(rows, "said"), came)
    counts = table.get_counts()
    for ours, theirs in [("hits", "tp"), ("misses", "fn"), ("false_alarms", "fp"), ("correct_dry", "tn")]:
        show(ours, counts[theirs + "_count"])
    show("pod", table.probability_of_detection())
    show("far", table.false_alarm_ratio())
    show("csi", table.critical_success_index())
    show("base_rate", table.base_rate())
    brier, brier_of_base = scores.probability.brier_score(probability, came), scores.probability.brier_score(base, came)
    show("brier", brier)
    show("skill", 1 - brier / brier_of_base)
    for step in sorted(set(probability.values)):
        chosen = came.values[probability.values == step]
        low, high = bounds(int(chosen.sum()), len(chosen))
        show(f"reliability {round(step * 100)}", chosen.mean())
        show(f"reliability {round(step * 100)} low", low)
        show(f"reliability {round(step * 100)} high", high)
    show("mae", scores.continuous.mae(forecast, observed))
    show("bias", scores.continuous.additive_bias(forecast, observed))
    distance = abs(forecast - observed).round(1)
    show("within_1", (distance <= 1).mean())
    show("within_2", (distance <= 2).mean())
    inside = ((observed - forecast).round(1) >= -column(rows, "spread_low")) & (
        (observed - forecast).round(1) <= column(rows, "spread_high")
    )
    show("range_coverage", inside.mean())


if sys.argv[1:] == ["cases"]:
    made()
else:
    reference(sys.argv[2])
