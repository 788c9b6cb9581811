"""A headless Chromium, driven over its DevTools protocol."""

import base64
import json
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import websocket


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="kma-page-")
        self.process = subprocess.Popen(
            [
                "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
                "--remote-allow-origins=*", "--force-prefers-reduced-motion", f"--user-data-dir={self.profile}", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        self.socket = websocket.create_connection(self._page_address(), timeout=120)
        self.sent = 0
        self.errors = []
        self.responses = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.command(f"{domain}.enable")
        self.command("Emulation.setFocusEmulationEnabled", enabled=True)

    def _page_address(self):
        # Chromium writes the port it chose once it listens.
        port_file = Path(self.profile, "DevToolsActivePort")
        for _ in range(300):
            if port_file.exists() and port_file.read_text().strip():
                port = port_file.read_text().splitlines()[0]
                targets = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
                pages = [target for target in targets if target["type"] == "page"]
                if pages:
                    return pages[0]["webSocketDebuggerUrl"]
            time.sleep(0.1)
        raise RuntimeError("chromium did not start")

    def command(self, method, **params):
        self.sent += 1
        number = self.sent
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self._note(message)

    def _note(self, message):
        params = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description") or details["text"])
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "warning", "assert"):
                self.errors.append(" ".join(str(argument.get("value")) for argument in params["args"]))
            case "Log.entryAdded" if params["entry"]["level"] in ("error", "warning"):
                self.errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}".strip())
            case "Network.responseReceived":
                self.responses.append(params["response"]["url"])

    def take_errors(self):
        """What the console complained of since last asked."""
        self.evaluate("0")
        errors, self.errors = self.errors, []
        return errors

    def evaluate(self, expression):
        result = self.command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "exception"))
        return result["result"].get("value")

    def open(self, address):
        """Goes to an address; what is waited for afterwards is of the new document, also where the address is the same."""
        self.evaluate("window.isLeft = true")
        self.command("Page.navigate", url=address)
        self.wait("!window.isLeft", 5)

    def wait(self, condition, seconds=15):
        """Until a JavaScript condition holds; says whether it did."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.evaluate(f"Boolean({condition})"):
                    return True
            except RuntimeError:
                pass  # The page is between two documents.
            time.sleep(0.1)
        return False

    def type(self, text):
        self.command("Input.insertText", text=text)

    def press(self, key):
        codes = {"Enter": 13, "ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "ArrowDown": 40, "ArrowUp": 38, "Escape": 27, "Tab": 9}
        key_event = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
        if key == "Enter":
            key_event["text"] = "\r"
        self.command("Input.dispatchKeyEvent", type="keyDown", **key_event)
        self.command("Input.dispatchKeyEvent", type="keyUp", **key_event)

    def click(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def screen(self, width, height, scheme="light"):
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])

    def screenshot(self, path, width, height):
        tall = self.command("Page.getLayoutMetrics")["cssContentSize"]["height"]
        # A taller screen rather than a wider clip: the fixed background then covers all of it.
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=max(int(tall), height), deviceScaleFactor=1, mobile=width < 500)
        time.sleep(0.5)
        Path(path).write_bytes(base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=10)
        shutil.rmtree(self.profile, ignore_errors=True)
