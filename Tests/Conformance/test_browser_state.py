"""What a browser keeps of a person who is signed in: an app that begins with it needs no form."""

import json
import time

import pytest

from browser import Site, chromium
from factors import enroll_phone, signed_in_user
from rest import ok, wait_for_second_after

# The start of the web SDK, as far as it reads what was stored: `IndexedDBLocalPersistence`, `BrowserLocalPersistence`,
# `PersistenceUserManager.create`, `UserImpl._fromJSON`, `StsTokenManager.getToken` and `_reloadWithoutSaving` of 12.18.0.
APP = """<!DOCTYPE html>
<html lang="en">
<title>App</title>
<script>
  const settings = %s;
  const DB = "firebaseLocalStorageDb", STORE = "firebaseLocalStorage";
  const key = `firebase:authUser:${settings.key}:${settings.app}`;
  const calls = [];
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const open = () => new Promise((resolve, reject) => {
    const request = indexedDB.open(DB, 1);
    request.onerror = () => reject(request.error);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "fbase_key" });
    request.onsuccess = async () => {
      const db = request.result;
      if (db.objectStoreNames.contains(STORE)) return resolve(db);
      db.close();
      await done(indexedDB.deleteDatabase(DB));
      resolve(open());
    };
  });
  const store = async (mode) => (await open()).transaction([STORE], mode).objectStore(STORE);
  const get = async () => (await done((await store("readonly")).get(key)))?.value;
  const put = async (value) => done((await store("readwrite")).put({ fbase_key: key, value }));
  const remove = async () => done((await store("readwrite")).delete(key));

  const assert = (condition) => { if (!condition) throw new Error("internal-error"); };
  const text = (value) => assert(typeof value === "string" || value === undefined || value === null);
  const fromJSON = (object) => {
    const tokens = object.stsTokenManager;
    assert(object.uid && tokens);
    if (tokens.refreshToken) assert(typeof tokens.refreshToken === "string");
    if (tokens.accessToken) assert(typeof tokens.accessToken === "string");
    if (tokens.expirationTime) assert(typeof tokens.expirationTime === "number");
    assert(typeof object.uid === "string");
    text(object.displayName);
    text(object.email);
    assert(typeof object.emailVerified === "boolean");
    assert(typeof object.isAnonymous === "boolean");
    for (const name of ["phoneNumber", "photoURL", "tenantId", "_redirectEventId", "createdAt", "lastLoginAt"]) {
      text(object[name]);
    }
    if (object.providerData) assert(Array.isArray(object.providerData));
    return { ...object, stsTokenManager: { ...tokens } };
  };

  const call = async (path, body) => {
    calls.push(path);
    const isForm = body instanceof URLSearchParams;
    const headers = isForm ? {} : { "Content-Type": "application/json" };
    const answer = await fetch(`${settings.url}/${path}?key=${encodeURIComponent(settings.key)}`, {
      method: "POST", headers, body: isForm ? body : JSON.stringify(body),
    });
    const json = await answer.json();
    if (!answer.ok) throw new Error(json.error.message);
    return json;
  };
  const token = async (user) => {
    const tokens = user.stsTokenManager;
    if (tokens.accessToken && Date.now() <= tokens.expirationTime - 30000) return tokens.accessToken;
    assert(tokens.refreshToken);
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: tokens.refreshToken });
    const fresh = await call("securetoken.googleapis.com/v1/token", form);
    tokens.accessToken = fresh.access_token;
    tokens.refreshToken = fresh.refresh_token;
    tokens.expirationTime = Date.now() + Number(fresh.expires_in) * 1000;
    return tokens.accessToken;
  };
  const reload = async (user) => {
    const idToken = await token(user);
    const { users: [account] } = await call("identitytoolkit.googleapis.com/v1/accounts:lookup", { idToken });
    const providerData = (account.providerUserInfo ?? []).map((info) => ({
      providerId: info.providerId, uid: info.rawId || "", displayName: info.displayName || null,
      email: info.email || null, phoneNumber: info.phoneNumber || null, photoURL: info.photoUrl || null,
    }));
    const hasWay = (user.email && account.passwordHash) || providerData.length;
    const isAnonymous = user.isAnonymous && !hasWay;
    return {
      ...user, uid: account.localId, email: account.email || null, emailVerified: account.emailVerified || false,
      displayName: account.displayName || null, photoURL: account.photoUrl || null,
      phoneNumber: account.phoneNumber || null, tenantId: account.tenantId || null, providerData, isAnonymous,
      createdAt: account.createdAt, lastLoginAt: account.lastLoginAt,
      factors: (account.mfaInfo ?? []).map((factor) => factor.mfaEnrollmentId),
    };
  };

  // The result: a user, null, or "hangs" where the SDK's start would fail for good.
  const start = async () => {
    let stored = await get();
    if (!stored) {
      const kept = localStorage.getItem(key);
      stored = kept ? JSON.parse(kept) : undefined;
      if (stored) await put(stored);
      localStorage.removeItem(key);
    }
    if (!stored) return null;
    let user;
    try { user = fromJSON(stored); } catch { return "hangs"; }
    try { user = await reload(user); } catch {
      await remove();
      return null;
    }
    await put(user);
    return user;
  };
  window.result = undefined;
  start().then((user) => { window.result = user; }, (error) => { window.result = `failed: ${error}`; });
</script>
"""

# What Playwright does with a state before an app's first page.
RESTORE = """
    const [state, done] = arguments;
    (async () => {
      for (const { name, value } of state.localStorage) localStorage.setItem(name, value);
      for (const database of state.indexedDB ?? []) {
        await new Promise((resolve, reject) => {
          const request = indexedDB.open(database.name, database.version);
          request.onerror = () => reject(request.error);
          request.onupgradeneeded = () => {
            for (const { name, keyPath, autoIncrement } of database.stores) {
              request.result.createObjectStore(name, { keyPath, autoIncrement });
            }
          };
          request.onsuccess = async () => {
            for (const { name, records } of database.stores) {
              const store = request.result.transaction(name, "readwrite").objectStore(name);
              for (const { value } of records) store.add(value);
              await new Promise((added) => { store.transaction.oncomplete = added; });
            }
            request.result.close();
            resolve();
          };
        });
      }
    })().then(() => done(null), (error) => done(String(error)));
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    driver = chromium(None, tmp_path_factory.mktemp("state"))
    driver.set_script_timeout(20)
    yield driver
    driver.quit()


@pytest.fixture
def site(server, rest):
    """An app of the project at an origin of its own, which no test before has used."""
    settings = {"url": server.url, "key": rest.key, "app": "[DEFAULT]"}
    site = Site({"/": ("text/html", APP % json.dumps(settings)), "/empty": ("text/html", "<!DOCTYPE html><title>x")})
    yield site
    site.close()


def state_of(rest, user, site, **options):
    return rest.firebreak.signed_in_state(user, site.url, api_key=rest.key, **options)


def start(driver, site):
    """The user with whom the app starts."""
    driver.get(site.url + "/")
    deadline = time.monotonic() + 20
    while driver.execute_script("return window.result === undefined"):
        assert time.monotonic() < deadline, "the app does not start"
        time.sleep(0.05)
    return driver.execute_script("return window.result")


def restore(driver, site, state):
    (origin,) = state["origins"]
    assert origin["origin"] == site.url
    driver.get(site.url + "/empty")
    assert driver.execute_async_script(RESTORE, origin) is None


def calls(driver):
    return [path.rsplit("/", 1)[-1] for path in driver.execute_script("return calls")]


@pytest.mark.parametrize("profile", ["local", "emulator", "production"])
@pytest.mark.parametrize("persistence", ["indexedDB", "local"])
def test_an_app_starts_signed_in(driver, rest, site, profile, persistence):
    user_id = rest.existing_account("alice@example.test", displayName="Alice")
    restore(driver, site, state_of(rest, "alice@example.test", site, persistence=persistence))
    user = start(driver, site)

    assert (user["uid"], user["email"], user["displayName"]) == (user_id, "alice@example.test", "Alice")
    assert [entry["providerId"] for entry in user["providerData"]] == ["password"]
    assert calls(driver) == ["accounts:lookup"]
    # What the app stored itself is there at its next start.
    assert start(driver, site)["uid"] == user_id


@pytest.mark.parametrize("kind", ["second factor", "tenant", "anonymous", "custom"])
@pytest.mark.all_allowed
def test_every_kind_of_user_starts_signed_in(driver, rest, site, kind):
    options = {}
    if kind == "second factor":
        signed_in = signed_in_user(rest)
        enroll_phone(rest, signed_in["idToken"])
        user_id = signed_in["localId"]
    elif kind == "tenant":
        options["tenant"] = rest.create_tenant()
        body = {"email": "bob@example.test", "password": "correct-horse"}
        user_id = ok(rest.admin("/accounts", body, tenant=options["tenant"]))["localId"]
    elif kind == "anonymous":
        user_id = rest.sign_up()["localId"]
    else:
        user_id = ok(rest.admin("/accounts", {"displayName": "Robot", "emailVerified": False}))["localId"]
    restore(driver, site, state_of(rest, user_id, site, **options))
    user = start(driver, site)

    assert user["uid"] == user_id and user["tenantId"] == options.get("tenant")
    assert len(user["factors"]) == (1 if kind == "second factor" else 0)
    if kind == "anonymous":
        assert user["isAnonymous"] is True and user["providerData"] == []


def test_an_expired_token_is_renewed(driver, rest, site):
    user_id = rest.existing_account("alice@example.test")
    restore(driver, site, state_of(rest, user_id, site, lifetime=-60))
    assert start(driver, site)["uid"] == user_id
    assert calls(driver) == ["token", "accounts:lookup"]


def test_the_session_ends_as_others_do(driver, rest, site):
    user_id = rest.existing_account("alice@example.test")
    restore(driver, site, state_of(rest, user_id, site))
    assert start(driver, site)["uid"] == user_id

    now = int(time.time())
    wait_for_second_after(now)
    ok(rest.admin("/accounts:update", {"localId": user_id, "validSince": str(now + 1)}))
    assert start(driver, site) is None
    # It forgot the user.
    assert start(driver, site) is None and calls(driver) == []


@pytest.mark.parametrize("options", [[], ["--persistence", "local"]], ids=["indexedDB", "local"])
def test_a_suite_of_playwright_starts_signed_in(
    firebreak, server, project, rest, site, playwright_browser, tmp_path, options
):
    user_id = rest.existing_account("alice@example.test", displayName="Alice")
    file = tmp_path / "alice.json"
    command = ["token", project, "alice@example.test", "--url", server.url, "--storage-state", file]
    result = firebreak(*command, "--origin", site.url, "--api-key", rest.key, *options)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")

    context = playwright_browser.new_context(storage_state=str(file))
    page = context.new_page()
    page.goto(site.url + "/")
    page.wait_for_function("window.result !== undefined")
    user = page.evaluate("window.result")
    assert (user["uid"], user["displayName"]) == (user_id, "Alice")

    # What Playwright saves of the app is as good.
    saved = tmp_path / "saved.json"
    context.storage_state(path=str(saved), indexed_db=True)
    context.close()
    again = playwright_browser.new_context(storage_state=str(saved))
    page = again.new_page()
    page.goto(site.url + "/")
    page.wait_for_function("window.result !== undefined")
    assert page.evaluate("window.result.uid") == user_id
    again.close()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--storage-state", "x.json"], "--storage-state needs --origin"),
        (["--storage-state", "x.json", "--origin", "http://a", "--persistence", "cookie"], "'indexedDB' and 'local'"),
        (["--storage-state", "", "--origin", "http://a"], "--storage-state must not be empty"),
        (["--storage-state", "x.json", "--origin", "http://a", "--format", "json"], "--format is for a token"),
        (["--origin", "http://a"], "--origin is for --storage-state"),
        (["--persistence", "local"], "--persistence is for --storage-state"),
    ],
)
def test_wrong_options_are_usage_errors(firebreak, options, problem):
    result = firebreak("token", "demo-shop", "alice", *options)
    assert (result.returncode, result.stdout) == (2, "") and problem in result.stderr, result.stderr


def test_a_state_can_go_to_standard_output(firebreak, server, project, rest):
    rest.existing_account("alice@example.test")
    command = ["token", project, "alice@example.test", "--url", server.url, "--storage-state", "-"]
    result = firebreak(*command, "--origin", "http://localhost:5173")
    assert json.loads(result.stdout)["origins"][0]["origin"] == "http://localhost:5173", result.stderr
    refused = firebreak(*command, "--origin", "localhost")
    assert (refused.returncode, refused.stdout) == (1, "") and "origin must be scheme, host and port" in refused.stderr
