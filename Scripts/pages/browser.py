"""A headless Chromium, driven through its own driver by the WebDriver protocol: no library is needed."""

import base64
import http.client
import json
import os
import shutil
import subprocess
import time

from library import patience
from library.labs import free_port
from library.program import Missing

PACKAGES = {"chromium": "chromium", "chromedriver": "chromium-driver"}
TAB = "\ue004"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def install():
    """Installs Chromium and its driver, if they are missing."""
    wanted = [package for command, package in PACKAGES.items() if not shutil.which(command)]
    if not wanted:
        return
    get = ["apt-get", "install", "-y", "--no-install-recommends", *wanted]
    if subprocess.run(get, capture_output=True).returncode != 0:
        subprocess.run(["apt-get", "update"], capture_output=True)
        subprocess.run(get, capture_output=True)
    for command, package in PACKAGES.items():
        if not shutil.which(command):
            raise Missing(f"{command}, of Debian's package {package}")


class Browser:
    """A browser window. Use it in a `with` statement."""

    def __enter__(self):
        self.port = free_port()
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], **quiet)
        try:
            self.begin()
        except BaseException:
            self.driver.terminate()
            raise
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def begin(self):
        self.session = ""
        flags = ["--headless=new", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": flags},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        deadline = time.monotonic() + patience.BROWSER
        while True:
            try:
                self.call("GET", "/status")
                break
            except OSError:
                if time.monotonic() > deadline or self.driver.poll() is not None:
                    raise Missing("a chromedriver that answers") from None
                time.sleep(0.05)
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/session/" + session["sessionId"]

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience.BROWSER)
        try:
            data = json.dumps(body or {}) if method == "POST" else None
            connection.request(method, (self.session if path != "/status" else "") + path, data)
            answer = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(answer, dict) and answer.get("error"):
            raise OSError(f"{answer['error']}: {answer.get('message', '').splitlines()[0]}")
        return answer

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show(self, address, width, dark, height=900):
        """Opens a page at a width, by day or by night, and forgets what earlier ones complained of."""
        self.resize(width, height)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", features=[scheme])
        self.call("POST", "/url", {"url": "about:blank"})
        self.complaints()
        self.call("POST", "/url", {"url": address})

    def resize(self, width, height):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", **metrics)

    def complaints(self):
        return [f"{entry['level']}: {entry['message']}" for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def ask(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def press_tab(self):
        keys = [{"type": "keyDown", "value": TAB}, {"type": "keyUp", "value": TAB}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})

    def point(self, element, touch=False):
        """Moves the mouse over an element, or taps it."""
        move = {"type": "pointerMove", "x": 0, "y": 0, "duration": 0, "origin": element}
        tap = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] if touch else []
        pointer = {"pointerType": "touch" if touch else "mouse"}
        name = "finger" if touch else "mouse"
        action = {"type": "pointer", "id": name, "parameters": pointer, "actions": [move, *tap]}
        self.call("POST", "/actions", {"actions": [action]})

    def picture(self, path):
        """A picture of the page from its top, up to what a viewer can take in."""
        width, height = self.ask("return [innerWidth, document.documentElement.scrollHeight]")
        self.resize(width, min(height, 4000))
        path.write_bytes(base64.b64decode(self.devtools("Page.captureScreenshot")["data"]))
        self.resize(width, 900)
