"""The service under test: asked over HTTP, and started and stopped where a command for it is given."""

import json
import os
import shlex
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request


class Service:
    def __init__(self, base, command, without=()):
        self.base = base.rstrip("/")
        self.environment = {name: value for name, value in os.environ.items() if name not in without}
        self.arguments = shlex.split(command) if command else None
        self.process = None

    def start(self):
        if self.arguments is None:
            return
        self.process = subprocess.Popen(self.arguments, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                self.get("/")
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise RuntimeError(f"nothing answers at {self.base}")

    def stop(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=12)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def get(self, path, **query):
        address = self.base + path + ("?" + urllib.parse.urlencode(query) if query else "")
        with urllib.request.urlopen(address, timeout=30) as response:
            return response.headers, response.read()

    def json(self, path, **query):
        return json.loads(self.get(path, **query)[1])
