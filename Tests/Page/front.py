"""A server in front of the service, which passes on what it says, edits it, keeps silent or closes the connection.

States that no sample has (a morning of −12°, nine feeds that failed, an answer four days old) are made by editing the
answers of the real service.
"""

import http.client
import json
import queue
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html; charset=utf-8"}
PASSED_ON = ("Accept", "Accept-Encoding", "Accept-Language", "If-None-Match", "User-Agent")


class Front:
    """`edit` changes a week, `failing` is a set of paths below which connections are closed, `problem` answers `/v1/week`,
    `answers` what it has a status and a body for; where `halting`, every answer stops in its midst."""

    def __init__(self, target, source=None):
        self.target = urllib.parse.urlsplit(target)
        self.source = source
        self.requests = []
        self.sent = 0
        self.streams = []
        self.reset()
        front = self

        class Handler(Answers):
            pass

        Handler.front = front
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reset(self):
        self.edit = None
        self.failing = ()
        self.problem = None
        self.headers = {}
        self.answers = {}
        self.halting = False
        self.silent = threading.Event()

    def ask(self, path, headers=None):
        connection = http.client.HTTPConnection(self.target.hostname, self.target.port, timeout=30)
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    def week(self, path):
        response, body = self.ask(path)
        week = json.loads(body)
        if response.status == 200 and self.edit:
            for one in week if isinstance(week, list) else [week]:
                self.edit(one)
        return response.status, week

    def push(self, edit):
        """Sends a week to every open stream, as the service does when an answer changes."""
        for stream, path in list(self.streams):
            _, week = self.week(path.replace("/v1/stream", "/v1/week"))
            edit(week)
            stream.put(week)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        front = self.front
        path = urllib.parse.urlsplit(self.path).path
        front.requests.append(self.path)
        if any(path.startswith(start) for start in front.failing):
            self.close_connection = True
            return
        if front.silent.is_set():
            # As a network that hangs: neither an answer nor an end.
            front.silent.wait()
            while front.silent.is_set():
                threading.Event().wait(0.1)
            self.close_connection = True
            return
        if path in front.answers:
            status, body = front.answers[path]
            return self.send(status, json.dumps(body).encode(), "application/json" if status == 200 else "application/problem+json")
        if path == "/v1/stream":
            return self.stream()
        if path in ("/v1/week", "/v1/now") and (front.edit or front.problem or front.headers):
            return self.edited()
        if front.source and self.own_file(path):
            return None
        response, body = front.ask(self.path, {name: self.headers[name] for name in PASSED_ON if self.headers[name] and not (front.halting and name == "If-None-Match")})
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in ("content-length", "connection", "date"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if front.halting:
            return self.halt(body)
        front.sent += len(body)
        self.wfile.write(body)

    def halt(self, body):
        self.wfile.write(body[:len(body) // 2])
        self.wfile.flush()
        while self.front.halting:
            threading.Event().wait(0.1)
        self.close_connection = True

    def own_file(self, path):
        name = {"/": "index.html", "/embed": "embed.html"}.get(path, path[1:])
        file = self.front.source / name
        if not file.is_file():
            return False
        self.send(200, file.read_bytes(), TYPES.get(name.split(".")[-1], "application/octet-stream"))
        return True

    def edited(self):
        front = self.front
        if front.problem:
            status, body = front.problem
            self.send(status, json.dumps(body).encode(), "application/problem+json")
        else:
            status, week = front.week(self.path)
            self.send(status, json.dumps(week).encode(), "application/json" if status == 200 else "application/problem+json")

    def send(self, status, body, media_type):
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in self.front.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def stream(self):
        weeks = queue.Queue()
        entry = (weeks, self.path)
        self.front.streams.append(entry)
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            self.wfile.write(b": here\n\n")
            self.wfile.flush()
            while True:
                try:
                    week = weeks.get(timeout=1)
                    self.wfile.write(f"event: week\ndata: {json.dumps(week)}\n\n".encode())
                except queue.Empty:
                    self.wfile.write(b": still here\n\n")
                self.wfile.flush()
        except OSError:
            pass
        finally:
            self.front.streams.remove(entry)
