"""A headless Chromium that reaches this machine only, and a web app for it.

SDKs load Google's library `gapi.iframes` to talk to the iframe page. A stand-in for its loader is served for
`apis.google.com`, over TLS, so that the pages' security policies are those of real life.
"""

import html
import ipaddress
import json
import shutil
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode, urlsplit

from cryptography import x509
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

import children
from certificates import self_signed

# Child side of the library: what the iframe page calls, carried by messages to the page around it.
GAPI = """
(() => {
  const handlers = {}, replies = {};
  let last = 0;
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !data.gapi) return;
    if (data.gapi === "reply") replies[data.id](data.responses);
    if (data.gapi === "call") parent.postMessage({ gapi: "result", name: data.name, value: handlers[data.name]() }, "*");
  });
  const CROSS_ORIGIN_IFRAMES_FILTER = {};
  const check = (filter) => { if (filter !== CROSS_ORIGIN_IFRAMES_FILTER) throw new Error("wrong filter"); };
  const parentIframe = {
    register(name, handler, filter) {
      check(filter);
      handlers[name] = handler;
      parent.postMessage({ gapi: "registered", name }, "*");
    },
    send(name, value, reply, filter) {
      check(filter);
      replies[++last] = reply;
      parent.postMessage({ gapi: "send", name, value, id: last }, "*");
    },
  };
  window.gapi = {
    load: (name, { callback }) => setTimeout(name === "gapi.iframes" ? callback : null),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER, getContext: () => ({ getParentIframe: () => parentIframe }) },
  };
  window.gapi_onload();
})();
"""

# Parent side, and what an SDK does with it.
APP = """<!DOCTYPE html>
<html lang="en">
<title>App</title>
<button id="popup">Sign in</button>
<iframe src="%s" title="relay"></iframe>
<script>
  window.events = [];
  window.webStorage = [];
  const relay = document.querySelector("iframe").contentWindow;
  addEventListener("message", ({ source, data }) => {
    if (source !== relay) return;
    if (data.gapi === "registered") relay.postMessage({ gapi: "call", name: data.name }, "*");
    if (data.gapi === "result") webStorage.push(data.value);
    if (data.gapi !== "send") return;
    events.push([data.name, data.value]);
    relay.postMessage({ gapi: "reply", id: data.id, responses: [{ status: "ACK" }] }, "*");
  });
</script>
"""


class Site:
    """Serves the same few pages from this machine, with any query."""

    def __init__(self, pages, tls=None):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                kind, body = pages.get(urlsplit(self.path).path, ("text/plain", "Not Found"))
                self.send_response(200 if urlsplit(self.path).path in pages else 404)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(body.encode())))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def app_site(server, key, name="[DEFAULT]"):
    """A web app whose page `/app` frames the iframe page, as SDKs do."""
    iframe = f"{server.url}/emulator/auth/iframe?{urlencode({'apiKey': key, 'appName': name, 'v': '12.0.0'})}"
    return Site({"/app": ("text/html", APP % html.escape(iframe))})


def google_site(directory):
    """Stands in for apis.google.com."""
    path = self_signed(directory, "apis.google.com", x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(path)
    return Site({"/js/api.js": ("text/javascript", GAPI)}, tls=tls)


class ChromeDriver(Service):
    """The program between the tests and the browser, among their other children."""

    def __init__(self):
        super().__init__(
            shutil.which("chromedriver"), env=children.clean_environment(), popen_kw={"start_new_session": True})

    def start(self):
        super().start()
        children.adopt(self.process)


def chromium(google, profile, here=()):
    """Starts the browser. Every name but this machine's and `google`'s is unknown to it.

    - google: The stand-in for Google's library; None for pages that do not load it.
    - here: Names that lead to this machine, as a stranger's may who answers for them.
    """
    here_rules = "".join(f"MAP {name} 127.0.0.1, " for name in here)
    google_rule = f"MAP apis.google.com:443 127.0.0.1:{google.port}, " if google else ""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for argument in (
        "--headless=new",
        "--no-sandbox",  # which a container's root has not
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-popup-blocking",
        "--no-first-run",
        "--no-proxy-server",
        "--ignore-certificate-errors",
        "--window-size=900,900",
        f"--user-data-dir={profile}",
        f"--host-resolver-rules={here_rules}{google_rule}MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    options.unhandled_prompt_behavior = "ignore"
    driver = webdriver.Chrome(options=options, service=ChromeDriver())
    driver.set_page_load_timeout(30)
    return driver


class NetworkLog:
    """What the browser wanted from the network, by its own account."""

    def __init__(self, driver):
        self.driver = driver
        self.requests = []
        self.navigations = []

    def read(self):
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            parameters = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
            if message["method"] in ("Page.frameRequestedNavigation", "Page.frameScheduledNavigation"):
                self.navigations.append(parameters["url"])
        return self

    def hosts(self):
        """Hosts that were asked for anything. What goes to apps of the device asks none."""
        urls = [urlsplit(url) for url in self.read().requests]
        return {url.hostname for url in urls if url.scheme in ("http", "https", "ws", "wss")}

    def navigation(self, scheme, within=10):
        """The last navigation to a scheme, once there is one."""
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            found = [url for url in self.read().navigations if url.startswith(f"{scheme}:")]
            if found:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError(f"no navigation to {scheme}: but {self.navigations}")
