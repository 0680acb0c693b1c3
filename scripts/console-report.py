#!/usr/bin/env python3
"""Reports what the console's views cost: how soon a live view shows what another client did, how long the list of
100,000 accounts takes at its beginning and at its end, and how much each view transfers.

Usage: .venv/bin/python scripts/console-report.py [--firebreak PATH] [--accounts N] [--times N]
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests" / "Conformance"))

import requests  # noqa: E402

from browser import chromium  # noqa: E402
from firebreak_server import DEFAULT_BINARY, Server  # noqa: E402
from pages import Browser  # noqa: E402
from rest import Rest, ok  # noqa: E402

PROJECT = "demo-report"
# Notes the time at which the page shows a text for the first time.
WATCH = """
    const [text] = arguments;
    window.shownAt = null;
    new MutationObserver(() => {
      if (window.shownAt === null && document.body.textContent.includes(text)) window.shownAt = Date.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
"""


def milliseconds(seconds):
    return f"{seconds * 1000:.0f} ms"


def spread(values):
    return f"median {milliseconds(statistics.median(values))}, worst {milliseconds(max(values))}"


def live(browser, server, rest, view, address, act):
    """Seconds from before a client's call until the view shows its effect."""
    browser.open(f"{server.url}/firebreak/projects/{PROJECT}/{view}")
    browser.wait(lambda b: b.driver.execute_script("return document.documentElement.dataset.live") == "on")
    browser.driver.execute_script(WATCH, address)
    began = time.time()
    act(address)
    shown = browser.wait(lambda b: b.driver.execute_script("return window.shownAt"))
    return shown / 1000 - began


def answer_time(url):
    """Seconds until the whole answer is there, and its size in bytes."""
    began = time.perf_counter()
    answer = requests.get(url, headers={"Accept": "text/html"}, timeout=60)
    answer.raise_for_status()
    return time.perf_counter() - began, len(answer.content)


def transferred(browser, url):
    """Bytes of the page and of everything that it loads, with nothing in the browser's cache."""
    browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    browser.open(url)
    script = (
        "return performance.getEntries().filter((e) => e.encodedBodySize !== undefined)"
        ".reduce((sum, e) => sum + e.encodedBodySize, 0)"
    )
    return browser.driver.execute_script(script)


def last_page(server):
    """The path of the list's last page, by its links."""
    # The order of the list is that of its links, so the way there is the way of a reader, made once.
    path = f"/firebreak/projects/{PROJECT}/accounts"
    while True:
        text = requests.get(server.url + path, headers={"Accept": "text/html"}, timeout=60).text
        marker = text.find('rel="next"')
        if marker < 0:
            return path
        tag = text[text.rfind("<a", 0, marker) : text.find(">", marker)]
        path = tag.split('href="')[1].split('"')[0].replace("&amp;", "&")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--firebreak", default=DEFAULT_BINARY)
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args()

    directory = Path(tempfile.mkdtemp())
    server = Server(options.firebreak, "--project", PROJECT, log=directory / "server.log")
    driver = chromium(None, directory / "chromium")
    try:
        browser = Browser(driver)
        rest = Rest(server, PROJECT)

        def send(address):
            rest.existing_account(address)
            ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": address}))

        for view in ("outbox", "requests"):
            waits = [
                live(browser, server, rest, view, f"{view}-{number}@example.test", send)
                for number in range(options.times)
            ]
            print(f"{view}: shown after {spread(waits)}, the client's own calls included")

        users = [{"factory": "member", "count": options.accounts, "email": "member{n}@example.test"}]
        ok(rest.control("POST", ":seed", json={"version": 1, "projects": {PROJECT: {"users": users}}}))
        first = f"/firebreak/projects/{PROJECT}/accounts"
        for name, path in (("first", first), ("last", last_page(server))):
            times = [answer_time(server.url + path)[0] for _ in range(options.times)]
            print(f"accounts, {name} page of {options.accounts:,}: {spread(times)}")

        views = ("outbox", "accounts", "requests", "settings", "settings/templates", "state")
        for view in views:
            size = transferred(browser, f"{server.url}/firebreak/projects/{PROJECT}/{view}")
            print(f"{view}: {size / 1000:.0f} KB with everything it loads")
    finally:
        driver.quit()
        server.stop()


if __name__ == "__main__":
    main()
