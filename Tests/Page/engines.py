"""Firefox and WebKit by the automation that each has: WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) and WebDriver."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import websocket

MINI_BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))


class Engine:
    """A browser, as far as a walk needs it."""

    def wait(self, condition, seconds=90):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.evaluate(f"Boolean({condition})"):
                    return True
            except RuntimeError:
                pass  # The page is between two documents.
            time.sleep(0.2)
        return False


class Firefox(Engine):
    name = "Firefox"

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="kma-firefox-")
        Path(self.profile, "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);\nuser_pref("app.normandy.enabled", false);\nuser_pref("messaging-system.rsexperimentloader.enabled", false);\n')
        log = open(Path(self.profile, "log"), "wb")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port", "0", "about:blank"], stdout=log, stderr=log)
        self.socket = websocket.create_connection(self._address() + "/session", timeout=300, suppress_origin=True)
        self.sent = 0
        self.errors = []
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def _address(self):
        for _ in range(2400):
            found = re.search(r"ws://[\d.:]+", Path(self.profile, "log").read_text(errors="replace"))
            if found:
                return found[0]
            time.sleep(0.1)
        raise RuntimeError("firefox did not start")

    def command(self, method, **params):
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])
            if message.get("id") == self.sent:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]

    def screen(self, width, height):
        self.command("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def open(self, address):
        self.command("browsingContext.navigate", context=self.context, url=address, wait="interactive")

    def evaluate(self, expression):
        result = self.command("script.evaluate", expression=f"Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))",
                              target={"context": self.context}, awaitPromise=True)
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    def tab(self):
        self.context = self.command("browsingContext.create", type="tab")["context"]

    def first_tab(self):
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def paper(self):
        return base64.b64decode(self.command("browsingContext.print", context=self.context)["data"])

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=20)
        shutil.rmtree(self.profile, ignore_errors=True)


class WebKit(Engine):
    name = "WebKit"

    def __init__(self):
        read, write = os.pipe()
        self.display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24"], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            screen = f":{told.readline().strip()}"
        self.home = tempfile.mkdtemp(prefix="kma-webkit-")
        # The folders are its own; the sandbox needs rights that a container has not.
        environment = os.environ | {"DISPLAY": screen, "HOME": self.home, "GDK_BACKEND": "x11", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
                                    "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        port = _free_port()
        self.driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(MINI_BROWSERS[-1]), "args": ["--automation"]}
        self.base += "/" + self._ask("POST", "", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}, tries=50)["sessionId"]
        self._ask("POST", "/timeouts", {"script": 30_000, "pageLoad": 60_000})
        self.handle = self._ask("GET", "/window")
        self.errors = []

    def _ask(self, method, path, body=None, tries=1):
        request = urllib.request.Request(self.base + path, method=method, headers={"Content-Type": "application/json"},
                                         data=json.dumps(body or {}).encode() if method == "POST" else None)
        for left in range(tries - 1, -1, -1):
            try:
                return json.load(urllib.request.urlopen(request, timeout=90))["value"]
            except urllib.error.HTTPError as error:
                raise RuntimeError(error.read().decode()[:300]) from error
            except OSError:
                if not left:
                    raise
                time.sleep(0.2)

    def screen(self, width, height):
        self._ask("POST", "/window/rect", {"width": width, "height": height})

    def open(self, address):
        self._ask("POST", "/url", {"url": address})

    def evaluate(self, expression):
        told = self._ask("POST", "/execute/async", {"args": [], "script": (
            "const done = arguments[0];"
            f"try {{ Promise.resolve({expression}).then((value) => done(JSON.stringify([value ?? null])), (fault) => done(String(fault))); }} catch (fault) {{ done(String(fault)); }}")})
        if not (told or "").startswith("["):
            raise RuntimeError(told)
        return json.loads(told)[0]

    def tab(self):
        self._ask("POST", "/window", {"handle": self._ask("POST", "/window/new", {"type": "tab"})["handle"]})

    def first_tab(self):
        self._ask("POST", "/window", {"handle": self.handle})

    def paper(self):
        return None  # Its driver knows no print.

    def close(self):
        try:
            self._ask("DELETE", "")
        finally:
            for process in (self.driver, self.display):
                process.terminate()
                process.wait(timeout=20)
            shutil.rmtree(self.home, ignore_errors=True)


def _free_port():
    import socket
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]
