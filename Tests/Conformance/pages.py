"""Pages in a real browser, as a person has them: narrow or wide, light or dark, with the keyboard, with a screen reader.

The fixture `browser` (conftest.py) is one Chromium for all tests; each test gets it without cookies and with the usual
window.
"""

import importlib.util
import json
from pathlib import Path

import html5lib
import requests
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

QUESTIONS = Path(__file__).with_suffix(".js").read_text()
AXE = Path(importlib.util.find_spec("axe_playwright_python").origin).with_name("axe.min.js")
# What a test waits for at most. It is for hangs: no test passes or fails by the speed of the machine.
PATIENCE = 60

WIDE, NARROW = 1280, 360
# The windows in which everything can be clicked: a headless browser's pop-up, that of SDKs, a phone.
SMALL = ((800, 509), (500, 600), (360, 640))

# The states of a control, and what is true of all around it meanwhile.
STATES = {
    "hover": (["hover"], ["hover"]),
    "pressed": (["hover", "active"], ["hover", "active"]),
    "focus": (["focus", "focus-visible"], ["focus-within"]),
    "disabled": (["disabled"], []),
}


class Browser:
    """A Chromium with what tests of pages ask of it."""

    def __init__(self, driver):
        self.driver = driver
        self.axe = AXE.read_text()
        self.looked_at = set()

    def reset(self):
        self.driver.switch_to.default_content()
        self.driver.get("about:blank")
        self.driver.delete_all_cookies()
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
        self.media()
        self.width(WIDE)
        self.driver.get_log("browser")

    # What a person has

    def width(self, pixels, height=900):
        metrics = {"width": pixels, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def media(self, dark=False, reduced_motion=False):
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced_motion else "no-preference"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.settle()

    def without_scripts(self):
        """Pages that are opened from now on run no script."""
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})

    # What a person does

    def open(self, url):
        self.driver.get(url)
        return self

    def press(self, *keys):
        """Presses keys one after another, whatever has the focus."""
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector="body"):
        return self.find(selector).text

    def focused(self):
        return self.driver.switch_to.active_element

    def wait(self, condition, what="what the test waits for"):
        """Waits until the condition, given this browser, is true, and returns its value."""
        return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05, ignored_exceptions=[Exception]).until(
            lambda _: condition(self), f"in vain for {what}"
        )

    def wait_for(self, selector):
        return self.wait(lambda browser: browser.find(selector), selector)

    def follow(self, element):
        """Clicks what leads to another page, and waits for that."""
        old = self.find("html")
        element.click()
        self.wait(lambda _: self._is_stale(old), "the next page")
        self.wait(lambda browser: browser.driver.execute_script("return document.readyState") == "complete")

    @staticmethod
    def _is_stale(element):
        try:
            element.is_enabled()
        except Exception:  # the driver has several errors for it
            return True
        return False

    # What is checked

    def ask(self, question, *arguments):
        """Asks the page one of the questions of pages.js."""
        return self.driver.execute_script(f"{QUESTIONS}\nreturn {question}(...arguments);", *arguments)

    def settle(self):
        """Every check of looks is one of a page that stands still: what moves has arrived afterwards."""
        self.ask("settle")

    def pale(self):
        """The texts in any state of any control, in both colour schemes, whose contrast is too low. Kinds of controls
        that an earlier call has looked at are left out."""
        kinds = self.ask("markControls", sorted(self.looked_at))
        self.looked_at.update(kinds)
        if not kinds:
            return []
        for domain in ("DOM", "CSS"):
            self.driver.execute_cdp_cmd(f"{domain}.enable", {})
        root = self.driver.execute_cdp_cmd("DOM.getDocument", {"depth": 0})["root"]["nodeId"]

        def force(selector, pseudo):
            nodes = self.driver.execute_cdp_cmd("DOM.querySelectorAll", {"nodeId": root, "selector": selector})
            for node in nodes["nodeIds"]:
                state = {"nodeId": node, "forcedPseudoClasses": pseudo}
                self.driver.execute_cdp_cmd("CSS.forcePseudoState", state)

        problems = []
        try:
            for name, (pseudo, pseudo_around) in STATES.items():
                force("[data-around]", pseudo_around)
                force("[data-looked]", pseudo)
                for dark in (False, True):
                    self.media(dark=dark)
                    where = f"{self.driver.current_url}, {name}, {'dark' if dark else 'light'}"
                    problems += [f"{where}: {problem}" for problem in self.ask("paleTexts")]
        finally:
            for domain in ("CSS", "DOM"):
                self.driver.execute_cdp_cmd(f"{domain}.disable", {})  # which ends what was forced
            self.ask("unmarkControls")
            self.media()
        return problems

    def covered(self):
        """The controls that a click does not reach in one of the small windows."""
        problems = []
        for size in SMALL:
            self.width(*size)
            problems += [f"{self.driver.current_url}, {size}, {problem}" for problem in self.ask("coveredControls")]
        return problems

    def source(self):
        """The document as the server sends it: pages are not to be kept, so the browser does not have it. Empty where
        the page is the answer to a form, and not to be had otherwise."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.driver.get_cookies()}
        answer = requests.get(self.driver.current_url, headers={"Accept": "text/html"}, cookies=cookies)
        return answer.text if answer.headers["Content-Type"].startswith("text/html") else ""

    def framed(self):
        """Where the page's first frame is; one that was refused is at an error page."""
        self.driver.switch_to.frame(0)
        try:
            return self.driver.execute_script("return location.href")
        finally:
            self.driver.switch_to.default_content()

    def mistakes(self):
        """What is not HTML as the standard has it, though browsers would guess what is meant."""
        source = self.source()
        if not source:
            return []
        parser = html5lib.HTMLParser()
        parser.parse(source)
        lines = source.split("\n")
        return [f"{code} {lines[line - 1]}" for (line, _), code, _ in parser.errors]

    def problems(self):
        """Errors of scripts and refusals by the page's policy since the last question."""
        return [entry for entry in self.driver.get_log("browser") if entry["source"] in ("javascript", "security")]

    def violations(self, rules=None):
        """What axe-core finds, as texts.

        - rules: The IDs of the rules that are held to; by default all.
        """
        self.settle()
        if not self.driver.execute_script("return typeof window.axe === 'object'"):
            self.driver.execute_script(self.axe)
        found = self.driver.execute_async_script(
            "const [options, done] = arguments; axe.run(document, options).then((r) => done(r.violations));",
            {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})},
        )
        return [
            f"{rule['id']}: {rule['help']}: {node['html']} {json.dumps(node.get('any', [])[:1])}"
            for rule in found
            for node in rule["nodes"]
        ]

    def overflows(self):
        """Whether one would have to scroll sideways."""
        self.settle()
        return self.driver.execute_script("return document.documentElement.scrollWidth > window.innerWidth")

    def check(self, url=None):
        """Holds the page to what every page is held to: in all sizes, both colour schemes and every state."""
        if url:
            self.open(url)
        assert self.mistakes() == []
        for pixels in (WIDE, NARROW):
            self.width(pixels)
            assert not self.overflows(), f"{self.driver.current_url} is wider than {pixels} pixels"
            self.media(reduced_motion=True)
            assert self.violations() == [], f"{self.driver.current_url}, {pixels} pixels, light"
        # All else than contrast is the same in both schemes, and colours are in all sizes.
        self.media(dark=True, reduced_motion=True)
        assert self.violations(["color-contrast"]) == [], f"{self.driver.current_url}, dark"
        covered = self.covered()
        assert covered == [], covered
        assert self.pale() == []
        self.media()
        self.width(WIDE)
        assert self.problems() == []


class Clicks:
    """A person who begins at the server's first page, and whose clicks are counted."""

    def __init__(self, browser, server):
        self.browser = browser
        self.count = 0
        browser.open(server.url)

    def on(self, element, leads=True):
        """Clicks what leads to another page, or else something on this one."""
        self.count += 1
        if leads:
            self.browser.follow(element)
        else:
            element.click()

    def on_link(self, text, within="body"):
        self.on(self._named("a", text, within))

    def on_button(self, text, within="main", leads=True):
        self.on(self._named("button", text, within), leads)

    def _named(self, kind, text, within):
        """The first with this text, once the page has it."""
        return self.browser.wait(lambda b: next((e for e in b.all(f"{within} {kind}") if e.text == text), None), text)
