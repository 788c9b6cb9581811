#!/usr/bin/env python3
"""Checks deploy/nginx.conf with the real nginx in front of three replicas of kma-server with sample data.

    Tests/Proxy/check.py PATH/OF/kma-server

Ends with a line "N passed, N failed".
"""

import concurrent.futures
import gzip
import http.client
import os
import itertools
import pathlib
import random
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Tests"))
from checks import check, finish  # noqa: E402

CONFIGURATION = (ROOT / "deploy" / "nginx.conf").read_text()
WEEK = "/v1/week?area=" + urllib.parse.quote("경기도")


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def get(port, target, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
    try:
        connection.request("GET", target, headers=headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit("nothing answers")


class Setup:
    """Three replicas and nginx, on ports of their own."""

    def __init__(self, program, folder, workers=1):
        self.program = program
        self.ports = free_ports(3)
        self.replicas = [self.start_replica(port) for port in self.ports]
        self.port, self.secure_port = free_ports(2)
        site = CONFIGURATION
        for number, port in enumerate(self.ports, start=8081):
            site = site.replace(f"127.0.0.1:{number} ", f"127.0.0.1:{port} ")
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.port}; {self.tls(folder)}").replace("listen [::]:80;", "")
        site = site.replace("/var/cache/nginx/kma", f"{folder}/cache")
        path = pathlib.Path(folder, "nginx.conf")
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        path.write_text(
            f"daemon off; worker_processes {workers}; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
            f"http {{ access_log off; {temporary}\n{site}\n}}"
        )
        os.chmod(folder, 0o755)
        self.nginx = subprocess.Popen(["nginx", "-c", str(path)], stderr=subprocess.DEVNULL)
        for port in self.ports + [self.port]:
            wait_until(lambda: get(port, "/healthz")[0] == 200)

    def tls(self, folder):
        """The directives of a port that speaks TLS, with a certificate of its own."""
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1",
                        "-keyout", key, "-out", certificate], check=True, stderr=subprocess.DEVNULL)
        return f"listen 127.0.0.1:{self.secure_port} ssl; ssl_certificate {certificate}; ssl_certificate_key {key};"

    def start_replica(self, port):
        options = ["--sample", "--behind-proxy", "--limit", "0", "--port", str(port), "--log-level", "warning"]
        # At a moment that stands still no answer can change between two requests.
        environment = {**os.environ, "KMA_NOW": "2026-11-29T15:00:00+09:00"}
        return subprocess.Popen([self.program, *options], stderr=subprocess.DEVNULL, env=environment)

    def requests_at_replicas(self, route):
        """How many requests for a route the replicas have had."""
        pattern = re.compile(rf'^kma_http_request_seconds_count{{[^}}]*"{route}"[^}}]*}} (\d+)$', re.M)
        return sum(
            int(count)
            for port in self.ports
            for count in pattern.findall(get(port, "/metrics")[2].decode())
        )

    def stop(self):
        for process in self.replicas + [self.nginx]:
            process.terminate()
        for process in self.replicas + [self.nginx]:
            process.wait(timeout=20)


def one_fetch_for_all(setup):
    """A thousand clients who ask for the same cold place cost the replicas one request"""
    with concurrent.futures.ThreadPoolExecutor(100) as pool:
        statuses = list(pool.map(lambda _: get(setup.port, WEEK)[0], range(1000)))
    assert statuses == [200] * 1000, statuses
    assert setup.requests_at_replicas("/v1/week") == 1, setup.requests_at_replicas("/v1/week")


def hits(setup):
    """A cached response says so, and has our tag, which is answered with 304"""
    status, headers, body = get(setup.port, WEEK)
    assert (status, headers["X-Cache-Status"]) == (200, "HIT"), (status, headers["X-Cache-Status"])
    assert body and headers["ETag"] and "max-age" in headers["Cache-Control"]
    assert get(setup.port, WEEK, **{"If-None-Match": headers["ETag"]})[0] == 304


def compressed(setup):
    """Compressed and plain responses are cached apart"""
    plain = get(setup.port, WEEK)[2]
    _, headers, compact = get(setup.port, WEEK, **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip" and len(compact) < len(plain) / 2
    assert get(setup.port, WEEK)[2] == plain


def pairs(setup):
    """Whatever was asked before, a cached answer is the one that a replica gives to the same request"""
    accepts = [None, "*/*", "text/html,*/*;q=0.8", "text/plain", "application/json", "application/x-ndjson"]
    agents = [None, "curl/8.5.0", "Mozilla/5.0 (X11; Linux x86_64)"]
    targets = ["/", "/Busan", "/:help", "/Busan?format=json", "/v1/week?area=Busan", "/v1/hours?area=Busan",
               "/v1/now?area=Seoul&area=Busan", "/v1/theme?area=Busan", "/Nowhere", "/embed", "/openapi.json"]
    languages = [None, "ko", "en"]

    def answer(port, target, fields):
        status, headers, body = get(port, target, **fields)
        if headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        # What one replica made a moment earlier than another differs in nothing but when.
        body = re.sub(rb'("(?:generated|fetched)_at":")[^"]*', rb"\1", body)
        return status, headers["Content-Type"], headers["Content-Encoding"], body

    requests = []
    for accept, agent, target, language, coding in itertools.product(accepts, agents, targets, languages, [None, "gzip"]):
        if language and "?" not in target and not target.startswith("/Busan"):
            continue
        address = target if not language else f"{target}{'&' if '?' in target else '?'}lang={language}"
        # The page names its own host in what it says to those who show a link to it.
        fields = {"Host": "weather.example", "Accept": accept, "User-Agent": agent, "Accept-Encoding": coding or "identity"}
        requests.append((address, {name: value for name, value in fields.items() if value}))
    # Each twice, so that each is asked for after any other; the order is the same in every run.
    requests *= 2
    random.Random(1).shuffle(requests)
    direct = {}
    for target, fields in requests:
        key = (target, *sorted(fields.items()))
        if key not in direct:
            direct[key] = answer(setup.ports[0], target, fields)
        cached = answer(setup.port, target, fields)
        assert cached == direct[key], (target, fields, cached[:3], direct[key][:3])


def problems(setup):
    """A problem document comes through, and is not cached"""
    for _ in range(2):
        status, headers, body = get(setup.port, "/v1/week?area=nowhere-at-all")
        assert status == 404 and headers["Content-Type"] == "application/problem+json", (status, body)
        assert headers["X-Cache-Status"] != "HIT"


def streams(setup):
    """An event stream comes through at once, and is not held back until a buffer is full"""
    connection = http.client.HTTPConnection("127.0.0.1", setup.port, timeout=10)
    connection.request("GET", "/v1/stream?area=Busan")
    response = connection.getresponse()
    assert response.status == 200 and response.headers["Content-Type"].startswith("text/event-stream")
    assert response.readline(), "the first line of the first event"
    connection.close()


def metrics_are_ours(setup):
    """Metrics are not shown to the world"""
    assert get(setup.port, "/metrics")[0] == 404


def addresses(setup):
    """What is sent names the scheme and the port that were asked"""
    for scheme, port in (("http", setup.port), ("https", setup.secure_port)):
        connection = (http.client.HTTPConnection("127.0.0.1", port, timeout=40) if scheme == "http"
                      else http.client.HTTPSConnection("127.0.0.1", port, timeout=40, context=ssl._create_unverified_context()))
        for target, expected in (
            ("/integrations/home-assistant.yaml?area=Busan", f'url: "{scheme}://127.0.0.1:{port}/v1/week?'),
            ("/Busan", f'og:image" content="{scheme}://127.0.0.1:{port}/'),
        ):
            connection.request("GET", target, headers={"X-Forwarded-Proto": "ftp", "Accept": "*/*"})
            body = connection.getresponse().read().decode()
            assert expected in body, (target, expected)
        connection.close()


def lost_replica(setup):
    """A replica that is killed under load costs no request"""
    failures = []
    targets = [f"/v1/now?lat={35 + step / 1000:.3f}&lon=128.6" for step in range(600)]

    def ask(target):
        status, _, body = get(setup.port, target)
        if status != 200:
            failures.append((target, status, body[:200]))

    killer = threading.Timer(0.3, setup.replicas[0].kill)
    killer.start()
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        list(pool.map(ask, targets))
    killer.join()
    assert setup.replicas[0].poll() is not None, "the load ended before the replica"
    assert not failures, failures[:3]


def all_replicas_gone(setup):
    """With no replica left, what is cached is still shown"""
    for replica in setup.replicas:
        replica.kill()
    status, headers, _ = get(setup.port, WEEK)
    assert status == 200 and headers["X-Cache-Status"] in ("HIT", "STALE", "UPDATING")


def main():
    rules = [one_fetch_for_all, hits, compressed, pairs, problems, streams, metrics_are_ours, addresses, lost_replica, all_replicas_gone]
    with tempfile.TemporaryDirectory() as folder:
        setup = Setup(sys.argv[1], folder)
        try:
            for rule in rules:
                fault = None
                try:
                    rule(setup)
                except (AssertionError, OSError, http.client.HTTPException) as error:
                    fault = error
                check(rule.__doc__, fault is None, fault)
        finally:
            setup.stop()
    finish()


if __name__ == "__main__":
    main()
