"""The wheel for pip: installed without a network, and used there with pytest, pytest-xdist and the Admin SDK."""

import base64
import csv
import hashlib
import importlib.machinery
import importlib.util
import io
import os
import re
import shutil
import site
import subprocess
import sys
import types
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

import children
from children import clean_environment
from firebreak_server import REPOSITORY
from processes import eventually, is_running
from python_module import PACKAGE
from test_packages import LINKED_IN, make, the

tomllib = pytest.importorskip("tomllib", reason="wheels are made by Python 3.11")

# Seconds; what takes longer hangs.
LIMIT = 120
# Bytes. Wheels are zipped with deflate, which makes 40 % more of the program than the archive's xz.
LARGEST = 24_000_000
FIXTURE = "fixtures/quick-start.yaml"

pytestmark = [
    pytest.mark.timeout(2 * LIMIT),
    pytest.mark.skipif(sys.platform != "linux", reason="wheels are made on Linux"),
]


@pytest.fixture(scope="module")
def wheel(binary, tmp_path_factory):
    return the(make(binary, tmp_path_factory.mktemp("wheel"), "--only", "wheel"), "*.whl")


@pytest.fixture(scope="module")
def version(binary):
    return children.run([binary, "--version"], check=True).stdout.split()[-1]


class Environment:
    """A virtual environment without a network; what the tests' own has is added to it where it is needed."""

    def __init__(self, directory):
        self.directory = directory
        children.run([sys.executable, "-m", "venv", directory], check=True, timeout=LIMIT)
        self.python = directory / "bin/python"

    def run(self, *command, cwd=None, **variables):
        path = f"{self.directory / 'bin'}:{os.environ['PATH']}"
        environment = clean_environment(
            PATH=path, PYTHONDONTWRITEBYTECODE="1", PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1", **variables)
        return children.run(command, cwd=cwd, env=environment, timeout=LIMIT)

    def install(self, *what):
        return self.run(self.python, "-m", "pip", "install", *what)

    def borrow(self):
        """Adds what the tests' own environment has, pytest, its plugins and the Admin SDK among it."""
        packages = next((self.directory / "lib").glob("python*/site-packages"))
        (packages / "borrowed.pth").write_text("\n".join(site.getsitepackages()))


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """Where the wheel is installed, beside pytest and the Admin SDK."""
    made = Environment(tmp_path_factory.mktemp("environment"))
    installed = made.install(wheel)
    assert installed.returncode == 0, installed.stderr
    made.borrow()
    return made


@pytest.fixture
def suite(environment, tmp_path):
    """Runs pytest on test files, in a folder with the repository's fixtures."""
    shutil.copytree(REPOSITORY / "fixtures", tmp_path / "fixtures")

    def run(text, *options, **variables):
        (tmp_path / "test_it.py").write_text(text)
        return environment.run(
            environment.python, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *options, cwd=tmp_path, **variables)

    return run


# What is in it


def test_a_wheel_is_packaged_to_the_same_bytes(binary, tmp_path):
    first, second = (
        make(binary, tmp_path / name, "--only", "wheel", "--compression", "1") for name in ("first", "second"))
    assert the(first, "*.whl").name == the(second, "*.whl").name
    assert (first / "SHA256SUMS").read_text() == (second / "SHA256SUMS").read_text() != ""


def test_the_wheel_is_small(wheel):
    assert wheel.stat().st_size <= LARGEST


def test_the_wheel_has_its_name_and_what_it_needs(wheel, version):
    machine = os.uname().machine
    assert wheel.name == f"firebreak_auth-{version}-py3-none-manylinux_2_35_{machine}.whl"
    with zipfile.ZipFile(wheel) as archive:
        about = f"firebreak_auth-{version}.dist-info"
        lines = archive.read(f"{about}/WHEEL").decode().splitlines()
        assert "Root-Is-Purelib: false" in lines and f"Tag: py3-none-manylinux_2_35_{machine}" in lines
        metadata = message_from_bytes(archive.read(f"{about}/METADATA"))
        names = set(archive.namelist())
        modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
        symbols = archive.read(f"firebreak_auth-{version}.data/scripts/firebreak")
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    assert (metadata["Name"], metadata["Version"], metadata["Requires-Python"]) == ("firebreak-auth", version, ">=3.9")
    assert metadata.get_all("Classifier") == project["classifiers"]
    assert metadata.get_payload(decode=True).decode() == (PACKAGE / "README.md").read_text()
    licenses = set(metadata.get_all("License-File"))
    assert LINKED_IN <= licenses
    assert {f"{about}/licenses/{name}" for name in licenses} == {name for name in names if "/licenses/" in name}
    modules = {f"firebreak_auth/{path.name}" for path in (PACKAGE / "src/firebreak_auth").glob("*.py")}
    assert modules | {"firebreak_auth/py.typed"} == {name for name in names if name.startswith("firebreak_auth/")}
    program = f"firebreak_auth-{version}.data/scripts/firebreak"
    assert modes.pop(program) == 0o100755 and set(modes.values()) == {0o100644}
    # Debug information is most of what a build has.
    assert b".debug_info" not in symbols


def test_the_record_has_every_file(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (own,) = (name for name in archive.namelist() if name.endswith("/RECORD"))
        rows = {path: (digest, size) for path, digest, size in csv.reader(io.StringIO(archive.read(own).decode()))}
        assert rows.pop(own) == ("", "")
        assert set(rows) == set(archive.namelist()) - {own}
        for path, (digest, size) in rows.items():
            content = archive.read(path)
            hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert (digest, int(size)) == (f"sha256={hashed}", len(content)), path


@pytest.fixture
def package(monkeypatch):
    """scripts/package as a module."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = importlib.machinery.SourceFileLoader("package", str(REPOSITORY / "scripts/package"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("package", loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("library", ["GLIBC", "GLIBCXX"])
def test_a_program_for_newer_systems_is_refused(package, binary, version, tmp_path, monkeypatch, library):
    monkeypatch.setitem(package.NEWEST_SYMBOLS, library, (2, 4, 1))

    with pytest.raises(SystemExit, match=rf"the program needs {library} [23][.\d]+, and manylinux_2_35 has 2.4.1"):
        package.make_wheel(types.SimpleNamespace(path=binary, version=version), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_program_of_another_version_is_refused(package, binary, tmp_path):
    with pytest.raises(SystemExit, match="is not of version 9.9.9: run scripts/update-clients.py"):
        package.make_wheel(types.SimpleNamespace(path=binary, version="9.9.9"), tmp_path)


def test_generated_files_are_current(binary):
    told = children.run(
        [REPOSITORY / "scripts/update-clients.py", "--check"], timeout=LIMIT,
        env=clean_environment(FIREBREAK_BINARY=str(binary), PYTHONDONTWRITEBYTECODE="1"))

    assert (told.returncode, told.stderr) == (0, "")


def test_the_packages_own_tests_pass(tmp_path):
    told = children.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", tmp_path / "tests"], cwd=PACKAGE,
        env=clean_environment(PYTHONDONTWRITEBYTECODE="1"), timeout=2 * LIMIT)

    assert told.returncode == 0, told.stdout


# In an environment


def test_pip_installs_it_without_a_word_too_many(wheel, tmp_path, version):
    environment = Environment(tmp_path / "environment")
    told = environment.install(wheel)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[-1] == f"Successfully installed firebreak-auth-{version}"
    assert environment.run(environment.python, "-m", "pip", "check").returncode == 0
    command = environment.run("firebreak", "--version")
    assert command.stdout.split()[-1] == version
    # It needs no other package.
    used = environment.run(
        environment.python, "-c",
        "import firebreak_auth as f\n"
        "with f.Firebreak() as server: print(server.info()['version'], f.__version__, f.find_binary())")
    assert used.stdout.split() == [version, version, str(environment.directory / "bin/firebreak")], used.stderr
    gone = environment.run(environment.python, "-m", "pip", "uninstall", "--yes", "firebreak-auth")
    assert gone.returncode == 0
    assert not (environment.directory / "bin/firebreak").exists()


@pytest.mark.parametrize("option", ["--target", "--prefix"])
def test_the_program_is_found_where_pip_puts_it(wheel, environment, tmp_path, option):
    place = tmp_path / "place"
    assert environment.install(wheel, "--ignore-installed", option, place).returncode == 0
    module = next(place.rglob("firebreak_auth"))
    told = children.run(
        [sys.executable, "-c", "import firebreak_auth; print(firebreak_auth.find_binary())"],
        env=clean_environment(PYTHONPATH=str(module.parent), PATH="/usr/bin:/bin"), timeout=LIMIT)

    assert told.stdout.strip() == str(place / "bin/firebreak"), told.stderr


MAILS = """
import os
import urllib.request

import firebase_admin
import pytest
from firebase_admin import auth


@pytest.mark.parametrize("name", ["a", "b", "c", "d"])
def test_a_mail(firebreak_project, name):
    app = firebase_admin.initialize_app(name=name)
    settings = auth.ActionCodeSettings(url="http://localhost/finish", handle_code_in_app=True)
    before = firebreak_project.outbox.cursor()
    link = auth.generate_sign_in_with_email_link(f"{name}@example.test", settings, app=app)
    mail = firebreak_project.outbox.wait(to=f"{name}@example.test", after=before)
    assert mail["link"]["action"] == link and mail["delivery"] == "generated"
    assert auth.get_user_by_email("alice@example.test", app=app).custom_claims == {"role": "admin"}
    assert [each["to"] for each in firebreak_project.outbox.list()["messages"]] == ["bob@example.test", mail["to"]]
    print("server", os.environ["FIREBREAK_URL"])
"""


@pytest.mark.parametrize("workers", [0, 2])
def test_tests_have_a_project_each(suite, workers):
    told = suite(MAILS, "--firebreak-fixture", FIXTURE, *(["-n", str(workers)] if workers else []))

    assert told.returncode == 0, told.stdout
    assert "4 passed" in told.stdout and re.search(r"plugins: .*firebreak-auth-", told.stdout)
    servers = set(re.findall(r"^server (\S+)", told.stdout, re.MULTILINE))
    # A worker that gets no test starts none.
    assert 1 <= len(servers) <= max(workers, 1)
    assert (told.stderr, "warning" in told.stdout) == ("", False)


def test_a_test_that_fails_shows_mails_and_calls(suite):
    told = suite(
        "from firebase_admin import auth, initialize_app\n"
        "def test_one(firebreak_project):\n"
        "    auth.get_user_by_email('nobody@example.test', app=initialize_app())\n",
        "--firebreak-fixture", FIXTURE, "-n", "1")

    assert told.returncode == 1
    section = told.stdout.partition(" Firebreak project demo-shop--")[2]
    assert re.search(
        r"^Last messages:\n  #1 \S+ VERIFY_EMAIL to bob@example.test \(sent, pending\) http://\S+\n"
        r"Last calls:\n  #1 \S+ accounts.lookup 200 nobody@example.test", section, re.MULTILINE), told.stdout


def test_settings_of_a_run(suite, tmp_path):
    test = """
def test_one(firebreak, firebreak_project):
    assert firebreak_project.get()["profile"] == "production"
    assert firebreak_project.accounts.list()["count"] == COUNT
"""
    told = suite(test.replace("COUNT", "0"), "--firebreak-profile=production")
    assert told.returncode == 0, told.stdout
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nfirebreak_fixture = {FIXTURE}\nfirebreak_profile = production\n")
    told = suite(test.replace("COUNT", "2"))
    assert told.returncode == 0, told.stdout
    (tmp_path / "pytest.ini").write_text("[pytest]\nfirebreak_fixture = fixtures/tenants.yaml\n")
    told = suite("def test_one(firebreak_project): print('of', firebreak_project.id.partition('--')[0])")
    assert told.returncode == 0 and "of demo-saas" in told.stdout, told.stdout


def test_a_server_that_runs_is_used(suite, start_server):
    server = start_server("--project", "demo-shop", "--fixture", REPOSITORY / FIXTURE, "--control-token", "s3cret")
    test = """
def test_one(firebreak, firebreak_project):
    assert not firebreak.is_own and firebreak_project.id.startswith("demo-shop--")
    assert firebreak_project.refs.get("alice")["localId"]
    assert "expiresAt" in firebreak_project.get()
"""
    told = suite(test, "--firebreak-url", server.url, FIREBREAK_CONTROL_TOKEN="s3cret")
    assert told.returncode == 0, told.stdout
    told = suite(test, FIREBREAK_URL=server.url, FIREBREAK_CONTROL_TOKEN="s3cret")
    assert told.returncode == 0, told.stdout
    told = suite(test, "--firebreak-url", server.url)
    assert told.returncode == 1 and "UNAUTHENTICATED" in told.stdout, told.stdout
    left = children.run(
        ["curl", "-sSf", f"{server.url}/firebreak/v1/projects", "-H", "Authorization: Bearer s3cret"], check=True)
    assert "demo-shop--" not in left.stdout


def test_a_run_that_is_killed_leaves_no_server(environment, tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import time\n"
        "def test_one(firebreak):\n"
        "    print(firebreak._process._child.pid, flush=True)\n"
        "    time.sleep(600)\n")
    run = children.Popen(
        [environment.python, "-m", "pytest", "-s", "-q", "-p", "no:cacheprovider"], cwd=tmp_path,
        stdout=subprocess.PIPE, text=True, env=clean_environment(PYTHONDONTWRITEBYTECODE="1"))
    with run:
        server = int(next(line for line in run.stdout if line.strip().isdigit()))
        assert is_running(server)
        run.kill()
        run.wait(LIMIT)
        assert eventually(lambda: not is_running(server), within=LIMIT)


SCRIPT = Path(__file__).with_name("python_client_calls.py")


def test_every_method_is_understood_by_a_server(environment, tmp_path):
    told = environment.run(environment.python, SCRIPT, REPOSITORY / FIXTURE, cwd=tmp_path)

    assert (told.returncode, told.stdout) == (0, "all methods were called\n"), told.stderr
