"""What the benchmarks of this folder share: programs that are started and ended, wrk, and tables."""

import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[2]
QUERY = "/v1/week?area=Busan"


def release_folder():
    """Where the release build puts programs."""
    return Path(subprocess.run(["swift", "build", "-c", "release", "--show-bin-path"], cwd=PACKAGE, check=True, text=True,
                               capture_output=True).stdout.strip())


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def get(url):
    with urllib.request.urlopen(url, timeout=30) as response:
        return response.read()


def wait_until(condition, what, seconds=30):
    """Waits for something to be true, or ends with what it was."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"not within {seconds} s: {what}")
        time.sleep(0.1)


def metric(base, name):
    return float(re.search(rf"^{name} (\S+)", get(base + "/metrics").decode(), re.M)[1])


class Server:
    """A program that answers at an address."""

    def __init__(self, name, url, command, **environment):
        self.name, self.url, self.body = name, url, b""
        self.process = subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        try:
            wait_until(self.answers, f"an answer at {url}")
        except BaseException:
            self.stop()
            raise

    def answers(self):
        try:
            self.body = get(self.url)
            return True
        except OSError:
            return False

    def stop(self):
        # One that is frozen would not end.
        for ending in (signal.SIGCONT, signal.SIGTERM):
            self.process.send_signal(ending)
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Upstream:
    """The stub upstream, which ends when nobody writes to it any longer."""

    def __init__(self, programs):
        self.process = subprocess.Popen([programs / "stub-upstream"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        lines = iter(self.process.stdout.readline, "\n")
        self.settings = dict(line.strip().split("=", 1) for line in lines)

    def requests(self, line=""):
        """How many requests it has had, how many of them differ, and the most of one service at one time."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return [int(number) for number in self.process.stdout.readline().split()]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=15)


def wrk(url, seconds):
    """Requests a second, 99th percentile in ms, and how many requests there were."""
    said = subprocess.run(["wrk", "-t2", "-c64", f"-d{seconds}s", "--latency", url], check=True, text=True,
                          capture_output=True, timeout=seconds + 30).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(said)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", said).groups()
    requests = int(re.search(r"(\d+) requests in", said)[1])
    return rate, float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit], requests


def table(runs, what, ratio):
    """A line a server: the medians of what wrk measured in turns, `ratio` telling one rate by that of the first."""
    medians = {name: [statistics.median(values) for values in zip(*measured)] for name, measured in runs.items()}
    first = next(iter(medians.values()))[0]
    print("| " + " | ".join(what) + " |\n| --- | ---: | ---: | ---: |")
    for name, (rate, slowest, _) in medians.items():
        print(f"| {name} | {rate:,.0f} | {ratio(rate, first):.2f} × | {slowest:.1f} ms |")
