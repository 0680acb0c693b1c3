"""The packages for npm: installed into an empty folder without a network, and used there as a developer does."""

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import tarfile

import pytest
import requests

import children
from browser import Site
from children import clean_environment
from firebreak_server import REPOSITORY
from processes import accepts_connections, free_port
from test_browser_state import APP
from test_packages import LINKED_IN, make, the

SOURCES = REPOSITORY / "Sources/NodePackages"
LIBRARY = SOURCES / "firebreak-auth/lib"
# Seconds; what takes longer hangs.
LIMIT = 120
# Bytes. npm packs with gzip, which makes 40 % more of the program than the archive's xz.
LARGEST = 24_000_000
PLATFORM = "firebreak-auth-linux-x64"

pytestmark = [
    pytest.mark.timeout(2 * LIMIT),
    pytest.mark.skipif(not shutil.which("npm"), reason="needs Node with npm"),
]
needs_this_platform = pytest.mark.skipif(
    os.uname().sysname != "Linux" or os.uname().machine != "x86_64", reason=f"is about {PLATFORM}")


def node_environment(directory, **extra):
    """npm's and Node's own, with no registry to ask."""
    return clean_environment(
        HOME=str(directory), npm_config_cache=str(directory / ".npm"), npm_config_registry="http://127.0.0.1:9/",
        npm_config_update_notifier="false", NO_COLOR="1", **extra)


def run_in(directory, *command, environment=None, **options):
    options = {"timeout": LIMIT, **options}
    return children.run(command, cwd=directory, env=node_environment(directory, **(environment or {})), **options)


def install(directory, *packages):
    return run_in(directory, "npm", "install", "--offline", *packages)


@pytest.fixture(scope="module")
def tarballs(binary, tmp_path_factory):
    return make(binary, tmp_path_factory.mktemp("npm"), "--only", "npm")


@pytest.fixture(scope="module")
def main_tarball(tarballs, version):
    return tarballs / f"firebreak-auth-{version}.tgz"


@pytest.fixture(scope="module")
def version(binary):
    return children.run([binary, "--version"], check=True).stdout.split()[-1]


@pytest.fixture(scope="module")
def app(tarballs, tmp_path_factory):
    """A folder into which both packages are installed."""
    directory = tmp_path_factory.mktemp("app")
    installed = install(directory, *tarballs.glob("*.tgz"))
    assert installed.returncode == 0, installed.stderr
    return directory


# What is in them


def content(path):
    with tarfile.open(path) as archive:
        return {
            member.name: (member, archive.extractfile(member).read())
            for member in archive.getmembers() if member.isfile()
        }


def manifest(path):
    return json.loads(content(path)["package/package.json"][1])


@needs_this_platform
def test_the_packages_have_what_npm_needs(tarballs, main_tarball, version, tmp_path):
    assert {path.name for path in tarballs.iterdir()} == {
        "SHA256SUMS", main_tarball.name, f"{PLATFORM}-{version}.tgz"}
    described = manifest(main_tarball)
    assert described["version"] == version
    # Exactly the same version of each platform, no other dependency, and nothing that npm runs.
    assert set(described["optionalDependencies"].values()) == {version}
    assert PLATFORM in described["optionalDependencies"]
    assert "dependencies" not in described and "scripts" not in described
    for target in described["exports"].values():
        for path in target.values() if isinstance(target, dict) else [target]:
            assert f"package/{path.removeprefix('./')}" in content(main_tarball)
    platform = the(tarballs, f"{PLATFORM}-*.tgz")
    assert manifest(platform) == {
        "name": PLATFORM, "version": version, "description": manifest(platform)["description"],
        "preferUnplugged": True, "os": ["linux"], "cpu": ["x64"], "libc": ["glibc"]}
    names = set(content(platform))
    assert {f"package/licenses/{name}" for name in LINKED_IN} <= names
    assert "{" not in content(platform)["package/README.md"][1].decode()


def test_programs_can_be_run_and_nothing_else(tarballs):
    runnable = {
        name for path in tarballs.glob("*.tgz") for name, (member, _) in content(path).items() if member.mode & 0o111}
    assert runnable == {"package/bin/firebreak.js", "package/bin/firebreak"}
    for path in tarballs.glob("*.tgz"):
        assert all(name.startswith("package/") for name in content(path))
        assert {member.mode for member, _ in content(path).values()} <= {0o644, 0o755}


def test_the_packages_are_small(tarballs):
    assert sum(path.stat().st_size for path in tarballs.glob("*.tgz")) <= LARGEST


def test_packages_are_made_of_the_same_bytes(binary, tarballs, tmp_path):
    again = make(binary, tmp_path / "again", "--only", "npm")
    assert (again / "SHA256SUMS").read_text() == (tarballs / "SHA256SUMS").read_text()
    # No time of its own either.
    for path in again.glob("*.tgz"):
        assert path.read_bytes()[4:8] == bytes(4)
        assert gzip.decompress(path.read_bytes())


# Installed


def test_an_installation_prints_nothing_odd(tarballs, tmp_path):
    installed = install(tmp_path, *tarballs.glob("*.tgz"))
    assert (installed.returncode, installed.stderr) == (0, "")
    assert re.fullmatch(r"\nadded 2 packages in \d+\w+\n", installed.stdout), installed.stdout


@pytest.mark.parametrize("command", ["firebreak", "firebreak-auth"])
def test_npx_runs_the_program(app, firebreak, command):
    told = run_in(app, "npx", command, "--version")
    assert (told.returncode, told.stdout, told.stderr) == (0, firebreak("--version").stdout, "")


SUITE = """
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectFirebreak } from "firebreak-auth";

test("a mail is waited for", async () => {
  const project = connectFirebreak().project();
  const after = await project.outbox.cursor();
  const waiting = project.outbox.wait({ to: "alice@example.test", type: "PASSWORD_RESET", after });
  const url = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts`;
  const post = (method, body) => fetch(`${url}:${method}?key=${project.apiKey}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  await post("signUp", { email: "alice@example.test", password: "correct-horse" });
  await post("sendOobCode", { requestType: "PASSWORD_RESET", email: "alice@example.test" });
  const { oobCode } = await waiting;
  const answer = await post("resetPassword", { oobCode, newPassword: "battery-staple" });
  assert.equal(answer.status, 200);
});
"""


def test_a_suite_runs_with_the_command_and_the_client(app):
    (app / "mail.test.mjs").write_text(SUITE)
    # The usual ports may be those of a server of the developer's.
    ports = {name: {"port": free_port()} for name in ("auth", "hub")}
    (app / "firebase.json").write_text(json.dumps({"emulators": ports}))
    told = run_in(app, "npx", "firebreak", "emulators:exec", "--only", "auth", "node --test mail.test.mjs")
    assert told.returncode == 0, told.stdout + told.stderr
    assert re.search(r"^# pass 1$", told.stdout, re.MULTILINE)
    # It waits for the mail, and not for one that was there.
    (app / "mail.test.mjs").write_text(SUITE.replace('"PASSWORD_RESET", after', '"VERIFY_EMAIL", after, timeout: 50'))
    told = run_in(app, "npx", "firebreak", "emulators:exec", "--only", "auth", "node --test mail.test.mjs")
    assert told.returncode != 0 and "OUTBOX_TIMEOUT : Waited 50 ms" in told.stdout


def test_scripts_of_commonjs_load_it_as_well(app):
    told = run_in(app, "node", "-e", "import('firebreak-auth').then((all) => console.log(Object.keys(all).join()))")
    assert told.stdout.strip() == "FirebreakError,connectFirebreak,startFirebreak", told.stderr


def test_the_client_finds_the_program_of_the_package(app, version):
    script = """
        import { startFirebreak } from "firebreak-auth";
        const firebreak = await startFirebreak();
        console.log((await firebreak.info()).version);
        await firebreak.stop();
    """
    told = run_in(app, "node", "--input-type=module", "--eval", script)
    assert (told.stdout, told.stderr) == (f"{version}\n", "")


# The program in the place of another


def shim(app):
    return app / "node_modules/.bin/firebreak"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_signals_reach_the_program(app, number):
    server = children.Popen(
        [shim(app), "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, env=node_environment(app), cwd=app)
    ready = json.loads(server.stdout.readline())
    server.send_signal(number)
    assert server.wait(LIMIT) == 0
    server.stdout.close()
    assert not accepts_connections(ready["host"], ready["port"])


def test_codes_are_those_of_the_program(app):
    assert run_in(app, shim(app), "exec", "--", "sh", "-c", "exit 7").returncode == 7
    told = run_in(app, shim(app), "serve", "--no-such-option")
    assert told.returncode == 2 and "--no-such-option" in told.stderr
    # It dies of what the program dies of.
    assert run_in(app, shim(app), "exec", "--", "sh", "-c", "kill -s KILL $PPID").returncode == -signal.SIGKILL


def test_input_and_output_are_those_of_the_program(app):
    told = run_in(app, shim(app), "exec", "--", "cat", input="hello")
    assert (told.returncode, told.stdout) == (0, "hello")


def test_another_program_can_be_named(app, tmp_path):
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    told = run_in(app, shim(app), "a b", environment={"FIREBREAK_BINARY": str(program)})
    assert (told.returncode, told.stdout) == (0, "a b\n")
    program.write_text("#!/no/such/interpreter\n")
    told = run_in(app, shim(app), environment={"FIREBREAK_BINARY": str(program)})
    assert told.returncode == 1 and re.fullmatch(rf"firebreak: {program} cannot be run: .+\n", told.stderr)


# Where there is no program


@needs_this_platform
def test_the_main_package_alone_explains_itself(main_tarball, tmp_path):
    installed = install(tmp_path, main_tarball)
    assert installed.returncode == 0, installed.stderr
    told = run_in(tmp_path, "npx", "firebreak", "serve")
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == (
        f"firebreak: The package {PLATFORM}, which has the program for this system, is not installed. npm leaves it "
        "out with --omit=optional or --no-optional, or if a lockfile made on another system lacks it: install again "
        "without these options, or remove node_modules and the lockfile first. FIREBREAK_BINARY can name a program "
        "that is somewhere else.\n")
    # A program of one's own is enough.
    told = run_in(tmp_path, shim(tmp_path), environment={"FIREBREAK_BINARY": "/bin/true"})
    assert (told.returncode, told.stderr) == (0, "")


@needs_this_platform
def test_folders_of_another_system_are_explained(app, tmp_path):
    shutil.copytree(app / "node_modules", tmp_path / "node_modules", symlinks=True)
    modules = tmp_path / "node_modules"
    (modules / PLATFORM).rename(modules / "firebreak-auth-darwin-arm64")
    told = run_in(tmp_path, shim(tmp_path), "serve")
    assert told.returncode == 1
    assert "node_modules has firebreak-auth-darwin-arm64 instead" in told.stderr and "npm ci" in told.stderr


@needs_this_platform
def test_musl_is_explained(app, tmp_path):
    # What Node tells of a system with musl.
    pretended = tmp_path / "musl.cjs"
    pretended.write_text("process.report.getReport = () => ({ header: {} });\n")
    told = run_in(app, shim(app), "--version", environment={"NODE_OPTIONS": f"--require {pretended}"})
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith("firebreak: This system has the C library musl, as Alpine Linux does, and")


# Its own tests, and what was generated


def test_the_packages_own_tests_pass(binary, tmp_path):
    told = children.run(
        ["node", "--test"], timeout=LIMIT, cwd=SOURCES,
        env=node_environment(tmp_path, FIREBREAK_BINARY=str(binary)))
    assert told.returncode == 0, told.stdout
    assert re.search(r"^# skipped 0$", told.stdout, re.MULTILINE)


# A page that is signed in


# Plays a context of Playwright whose pages are those of another process: each call is a line of JSON, and so is its
# answer.
BRIDGE = """
import { createInterface } from "node:readline";
import { connectFirebreak } from "firebreak-auth";
import { signedIn } from "%s";

const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const call = async (name, ...values) => {
  console.log(JSON.stringify([name, ...values]));
  const { value: line } = await answers.next();
  const { error, value } = JSON.parse(line);
  if (error) throw new Error(error);
  return value;
};
const { who, url, options } = JSON.parse(process.argv.at(-1));
const page = {
  route: (pattern, handler) => handler({ fulfill: (options) => call("route", pattern, options) }),
  goto: (url) => call("goto", url),
  evaluate: (script, parameter) => call("evaluate", String(script), parameter),
  close: () => call("close"),
};
const context = { newPage: async () => (await call("newPage"), page) };
const open = { url: () => url, context: () => context, reload: () => call("reload") };
await signedIn(url ? open : context, who, { ...options, project: connectFirebreak().project() });
process.stdin.destroy();
"""


@pytest.fixture
def signed_in(app, server, project):
    """Calls the package's function for a context of Playwright, or for a page of it."""
    (app / "bridge.mjs").write_text(BRIDGE % (app / "node_modules/firebreak-auth/lib/signed-in.js").as_uri())

    def sign_in(context, who, page=None, **options):
        parameters = json.dumps({"who": who, "url": page.url if page else None, "options": options})
        environment = node_environment(app, FIREBREAK_URL=server.url, FIREBREAK_PROJECT=project)
        bridge = children.Popen(
            ["node", "bridge.mjs", parameters], cwd=app, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        blank = None
        for line in bridge.stdout:
            name, *values = json.loads(line)
            if name == "newPage":
                blank = context.new_page()
            elif name == "route":
                pattern, answer = values
                blank.route(pattern, lambda route, _, answer=answer: route.fulfill(
                    content_type=answer["contentType"], body=answer["body"]))
            elif name == "evaluate":
                script, parameter = values
                blank.evaluate(f"({script})", parameter)
            elif name == "goto":
                blank.goto(*values)
            else:
                getattr(page if name == "reload" else blank, name)()
            bridge.stdin.write("{}\n")
            bridge.stdin.flush()
        errors = bridge.stderr.read()
        for stream in (bridge.stdin, bridge.stdout, bridge.stderr):
            stream.close()
        assert bridge.wait(LIMIT) == 0, errors

    return sign_in


@pytest.fixture
def site(server, rest):
    """An app of the project, with the derived key, whose user is the one that the web SDK would find."""
    keys = rest.firebreak.api_keys.list()["apiKeys"]
    settings = {"url": server.url, "key": keys[0]["key"], "app": "[DEFAULT]"}
    # There is nothing at any other path, such as that of the page that the package opens.
    site = Site({"/app": ("text/html", APP % json.dumps(settings))})
    yield site
    site.close()


def user_of(page):
    page.wait_for_function("window.result !== undefined")
    return page.evaluate("window.result")


def kept(page):
    """Where a user is kept."""
    return page.evaluate("""async () => {
        const request = indexedDB.open("firebaseLocalStorageDb", 1);
        await new Promise((resolve) => { request.onsuccess = resolve; });
        const store = request.result.transaction("firebaseLocalStorage").objectStore("firebaseLocalStorage");
        const keys = store.getAllKeys();
        await new Promise((resolve) => { keys.onsuccess = resolve; });
        request.result.close();
        return [keys.result.length, Object.keys(localStorage).length];
    }""")


@pytest.mark.parametrize(("persistence", "places"), [(None, [1, 1]), ("indexedDB", [1, 0]), ("local", [0, 1])])
def test_a_context_is_signed_in(playwright_browser, signed_in, rest, site, persistence, places):
    user_id = rest.existing_account("alice@example.test", displayName="Alice")
    context = playwright_browser.new_context()
    signed_in(context, "alice@example.test", origin=site.url, **({"persistence": persistence} if persistence else {}))
    assert context.pages == []
    page = context.new_page()
    # Nothing runs here that would move the user.
    page.goto(f"{site.url}/robots.txt")
    assert kept(page) == places
    page.goto(f"{site.url}/app")
    user = user_of(page)
    assert (user["uid"], user["displayName"]) == (user_id, "Alice")
    context.close()


def test_a_page_that_shows_the_app_is_signed_in_and_then_another_user(playwright_browser, signed_in, rest, site):
    users = [rest.existing_account(f"{name}@example.test") for name in ("alice", "bob")]
    context = playwright_browser.new_context()
    page = context.new_page()
    page.goto(f"{site.url}/app")
    assert user_of(page) is None
    for user_id in users:
        signed_in(context, user_id, page=page)
        assert user_of(page)["uid"] == user_id
    # Also in the place where the SDK looks second, once the user is not to be found in the first.
    signed_in(context, users[0], page=page, persistence="local")
    assert user_of(page)["uid"] == users[0]
    context.close()


def test_a_database_that_the_sdk_did_not_make_is_replaced(playwright_browser, signed_in, rest, site):
    user_id = rest.existing_account("alice@example.test")
    context = playwright_browser.new_context()
    page = context.new_page()
    page.goto(f"{site.url}/robots.txt")
    page.evaluate("""() => new Promise((resolve) => {
        const request = indexedDB.open("firebaseLocalStorageDb", 1);
        request.onsuccess = () => { request.result.close(); resolve(); };
    })""")
    signed_in(context, user_id, origin=site.url)
    page.goto(f"{site.url}/app")
    assert user_of(page)["uid"] == user_id
    context.close()


# Types


class Declarations:
    """What the generated declarations say, read by a small parser of its own."""

    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        self.aliases = {
            name: joined(value) for name, value in re.findall(r"^export type (\w+) =([^;]+);", text, re.MULTILINE)}
        self.interfaces = {
            name: {
                member: (mark == "", joined(value))
                for member, mark, value in re.findall(r"^  (\w+)(\??):([^;]+);", body, re.MULTILINE)}
            for name, body in re.findall(r"^export interface (\w+) \{(.*?)^\}", text, re.DOTALL | re.MULTILINE)}
        self.methods = {
            (owner, name): (parameters, answer)
            for owner, body in re.findall(
                r"^export declare class (\w+) extends Resource \{(.*?)^\}", text, re.DOTALL | re.MULTILINE)
            for name, parameters, answer in re.findall(r"^  (\w+)\((.*)\): Promise<(.+)>;$", body, re.MULTILINE)}


def joined(union):
    return " | ".join(part.strip() for part in union.split("|") if part.strip())


class Comparison:
    """Holds declarations to the schemas of the description."""

    SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", None: "unknown"}

    def __init__(self, declared, schemas):
        self.declared = declared
        self.schemas = schemas
        self.compared = set()

    def message(self, name, schema=None):
        """Compares a message and what it refers to, once."""
        if name in self.compared:
            return
        self.compared.add(name)
        schema = schema or self.schemas[name]
        if "properties" not in schema:
            assert self.declared.aliases[name] == self.type(schema, name, self.declared.aliases[name]), name
            return
        members = self.declared.interfaces[name]
        assert list(members) == list(schema["properties"]), name
        for member, (is_required, given) in members.items():
            assert is_required == (member in schema.get("required", [])), f"{name}.{member}"
            assert given == self.type(schema["properties"][member], f"{name}.{member}", given), f"{name}.{member}"

    def type(self, schema, place, given=""):
        """What a schema is as a type; an object in it has the name that is given."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            self.message(name)
            return name
        options = schema.get("anyOf", [])
        is_nullable = any(option.get("nullable") for option in [schema, *options])
        return " | ".join([self.plain(schema, place, given), *(["null"] if is_nullable else [])])

    def plain(self, schema, place, given):
        if options := schema.get("anyOf"):
            return " | ".join(self.plain(option, place, given) for option in options)
        if "enum" in schema:
            values = " | ".join(json.dumps(value) for value in schema["enum"] if value is not None)
            names = [name for name in re.findall(r"\w+", given) if self.declared.aliases.get(name) == values]
            return names[0] if names else values
        kind = schema.get("type")
        if kind == "array":
            element = self.type(schema.get("items", {}), place, given)
            return f"({element})[]" if "|" in element else f"{element}[]"
        if kind == "object" and "properties" in schema:
            (name,) = [name for name in re.findall(r"\w+", given) if name in self.declared.interfaces] or [""]
            assert name, place
            self.message(name, schema)
            return name
        if kind == "object":
            return f"Record<string, {self.type(schema.get('additionalProperties', {}), place, given)}>"
        return self.SCALARS[kind]


@pytest.fixture(scope="module")
def document(servers):
    return requests.get(f"{servers('local').url}/emulator/openapi.json", timeout=LIMIT).json()


@pytest.fixture(scope="module")
def operations(document):
    """The methods of the control API: verb and path, and what the description says."""
    return {
        (verb.upper(), path.removeprefix("/firebreak/v1")): operation
        for path, item in document["paths"].items() if path.startswith("/firebreak/v1/") and "/mailpit" not in path
        for verb, operation in item.items() if verb in ("get", "post", "patch", "put", "delete")
    }


@pytest.fixture(scope="module")
def declared():
    return Declarations((LIBRARY / "generated.d.ts").read_text())


def refers_to(content):
    schema = content["application/json"]["schema"]
    return schema["$ref"].rpartition("/")[2]


def test_types_are_those_of_the_description(document, operations, declared):
    comparison = Comparison(declared, document["components"]["schemas"])
    for operation in operations.values():
        for content in (operation.get("requestBody", {}).get("content", {}), operation["responses"]["200"]["content"]):
            if "application/json" in content and refers_to(content) != "GoogleProtobufEmpty":
                comparison.message(refers_to(content))
    queries = {name for name in declared.interfaces if name.endswith(("Query", "Filter", "Parameters"))}
    assert comparison.compared == set(declared.interfaces) - queries - {"CallOptions"} | {
        name for name in declared.aliases if name in document["components"]["schemas"]}
    assert len(comparison.compared) > 50


# Calls every method that is generated, and prints which request it would send.
EACH_METHOD = """
import * as generated from "%s";
for (const [owner, type] of Object.entries(generated)) {
  for (const name of Object.getOwnPropertyNames(type.prototype).filter((name) => name !== "constructor")) {
    const transport = { send: (verb, path) => console.log(JSON.stringify([owner, name, verb, path])) };
    const path = /^(?!Server)/.test(owner) ? "/projects/{targetProjectId}" : "";
    const method = new type(transport, path)[name];
    method.apply(new type(transport, path), Array(method.length).fill("X"));
  }
}
"""
# More than one call, or of another form; `apiKeys.delete` takes the key in the query.
BY_HAND = {
    ("GET", "/projects/{targetProjectId}/outbox:wait"), ("GET", "/projects/{targetProjectId}/requests:wait"),
    ("GET", "/projects/{targetProjectId}/outbox:stream"), ("GET", "/projects/{targetProjectId}/requests:stream"),
    ("GET", "/requests:stream"), ("POST", "/projects/{targetProjectId}:fork"),
    ("DELETE", "/projects/{targetProjectId}/apiKeys/{key}"),
}


def test_methods_are_those_of_the_description(operations, declared, tmp_path):
    script = EACH_METHOD % (LIBRARY / "generated.js").as_uri()
    told = run_in(tmp_path, "node", "--input-type=module", "--eval", script, check=True)
    methods = {}
    for owner, name, verb, path in map(json.loads, told.stdout.splitlines()):
        methods[verb, path] = owner, name
    described = {
        (verb, re.sub(r"\{(?!targetProjectId)\w+\}", "X", path)): operation
        for (verb, path), operation in operations.items() if (verb, path) not in BY_HAND}
    assert set(methods) == set(described)
    assert set(methods.values()) == set(declared.methods)
    for call, operation in described.items():
        parameters, answer = declared.methods[methods[call]]
        content = operation["responses"]["200"]["content"]
        json_answer = refers_to(content) if "application/json" in content else "string"
        assert answer == {"GoogleProtobufEmpty": "void"}.get(json_answer, json_answer), call
        # A method takes what the query of the description has, and the message of the body.
        body = operation.get("requestBody", {}).get("content")
        assert not body or refers_to(body) in parameters, call
        names = {name for name in re.findall(r"\w+(?:Query|Filter|Parameters)", parameters)}
        interfaces = [declared.interfaces[name] for name in names]
        taken = {member: is_required for given in interfaces for member, (is_required, _) in given.items()}
        query = {given["name"]: given.get("required", False) for given in operation.get("parameters", [])}
        if not operation["operationId"].endswith(".list"):
            # They have no effect.
            query.pop("order", None)
            query.pop("limit", None)
        assert taken == query, call
