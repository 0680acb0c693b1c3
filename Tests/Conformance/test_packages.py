"""The packages that scripts/package makes of the binary under test, used in systems that have no Swift."""

import hashlib
import json
import os
import platform
import re
import shutil
import ssl
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

import clean_roots
import test_saml
from documentation import LIMIT, README, matches, segments
import children
from children import clean_environment
from firebreak_server import REPOSITORY, Server
from processes import free_port
from rest import Rest, failure, ok
from test_documentation import NOT_RUN

pytestmark = [
    pytest.mark.timeout(clean_roots.LIMIT * 2),
    pytest.mark.skipif(sys.platform != "linux" or not shutil.which("dpkg-deb"), reason="packages are made on Debian"),
]
needs_roots = pytest.mark.skipif(not clean_roots.is_possible(), reason="needs mmdebstrap, root and its rights")
needs_image_tools = pytest.mark.skipif(
    not (shutil.which("skopeo") and shutil.which("umoci")) or os.geteuid() != 0,
    reason="needs skopeo and umoci, and root")

INSTALLING = REPOSITORY / "Sources/Firebreak/Firebreak.docc/Installing.md"
USER = "65532:65532"
TOKEN = "s3cret"
# Bytes.
LARGEST_ARCHIVE = 17_000_000
# Licences of what is not a dependency of the package but in the program all the same.
LINKED_IN = {
    "swift.txt", "libsqlite3.txt", "libicu.txt", "libyaml.txt", "boringssl.txt",
    "swift-nio-cniollhttp-license.txt",
}


def make(binary, directory, *options):
    children.run(
        [REPOSITORY / "scripts/package", "--binary", binary, "--output", directory, *options], check=True,
        timeout=clean_roots.LIMIT)
    return directory


@pytest.fixture(scope="module")
def packages(binary, tmp_path_factory):
    return make(binary, tmp_path_factory.mktemp("packages"))


def the(packages, pattern):
    found = list(packages.glob(pattern))
    assert len(found) == 1, sorted(path.name for path in packages.iterdir())
    return found[0]


@pytest.fixture(scope="module")
def archive(packages, tmp_path_factory):
    """The archive, unpacked."""
    directory = tmp_path_factory.mktemp("archive")
    path = the(packages, "firebreak-*-linux-*.tar.xz")
    children.run(["tar", "-xf", path, "-C", directory], check=True)
    return directory / path.name.removesuffix(".tar.xz")


@pytest.fixture(scope="module")
def roots(packages, archive, tmp_path_factory):
    """Two systems: one with the Debian package, one with what the archive's README asks for and the archive."""
    directory = tmp_path_factory.mktemp("roots")
    listed = re.findall(r"^- `\S+` \((\S+)\)$", (archive / "README.md").read_text(), re.MULTILINE)
    assert listed and "unknown" not in listed
    deb, unpacked = directory / "deb", directory / "archive"
    making = [
        clean_roots.start_making(deb, "curl", the(packages, "*.deb")),
        clean_roots.start_making(unpacked, "curl", *listed),
    ]
    for process in making:
        clean_roots.finish(process)
    shutil.copy(archive / "firebreak", unpacked / "usr/local/bin/firebreak")
    shutil.copytree(REPOSITORY / "fixtures", deb / "srv/fixtures")
    shutil.copytree(REPOSITORY / "fixtures", unpacked / "srv/fixtures")
    return {"deb": deb, "archive": unpacked}


# What is in them


def test_the_archive_is_small(packages):
    assert the(packages, "*.tar.xz").stat().st_size <= LARGEST_ARCHIVE


def test_a_program_is_packaged_to_the_same_bytes(binary, tmp_path):
    # Compression is most of the time, and does not depend on anything else.
    first, second = (make(binary, tmp_path / name, "--compression", "1") for name in ("first", "second"))
    assert (first / "SHA256SUMS").read_text() == (second / "SHA256SUMS").read_text()


def test_checksums_are_those_of_the_packages(packages):
    sums = (packages / "SHA256SUMS").read_text()
    names = set()
    for line in sums.splitlines():
        digest, name = line.split("  ")
        names.add(name)
        assert hashlib.sha256((packages / name).read_bytes()).hexdigest() == digest
    assert names == {path.name for path in packages.iterdir()} - {"SHA256SUMS"} and len(names) == 6


def test_the_archive_has_completions_manual_and_licenses(archive, firebreak):
    for shell, name in (("bash", "firebreak.bash"), ("zsh", "_firebreak"), ("fish", "firebreak.fish")):
        assert (archive / "completions" / name).read_text() == firebreak("completion", shell).stdout
    assert (archive / "firebreak.1").read_text().startswith(".")
    licenses = {path.name for path in (archive / "licenses").iterdir()}
    resolved = {path.name for path in (REPOSITORY / ".build/checkouts").iterdir()}
    assert {name for name in resolved if not any(text.startswith(f"{name}-") for text in licenses)} == set()
    assert LINKED_IN <= licenses
    # Their sources have no file of it.
    holders = (archive / "licenses/boringssl.txt").read_text()
    assert "The BoringSSL Authors" in holders and "The OpenSSL Project Authors" in holders
    assert "Licensed under the Apache License, Version 2.0" in holders
    assert "Kirill Simonov" in (archive / "licenses/libyaml.txt").read_text()


def test_the_debian_package_has_all_licenses(packages, archive, tmp_path):
    children.run(["dpkg-deb", "--extract", the(packages, "*.deb"), tmp_path], check=True)
    text = (tmp_path / "usr/share/doc/firebreak/copyright").read_text()
    for path in (archive / "licenses").iterdir():
        assert f"{path.stem}\n{'=' * 78}\n\n{path.read_text()}" in text, path.name


def test_the_program_needs_no_swift(archive):
    needed = children.run(["readelf", "--dynamic", archive / "firebreak"], check=True).stdout
    libraries = re.findall(r"\(NEEDED\).*\[(.+)\]", needed)
    assert libraries and not [name for name in libraries if "swift" in name.lower() or "Foundation" in name]
    told = (archive / "README.md").read_text()
    assert not [name for name in libraries if name not in ("libc.so.6", "libm.so.6")
                and not name.startswith("ld-linux") and f"`{name}`" not in told]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the page names the packages for this machine")
def test_what_the_page_says_of_the_packages(packages, archive):
    page = INSTALLING.read_text()
    assert set(re.findall(r"^\| `(\S+)`", page, re.MULTILINE)) == {path.name for path in packages.iterdir()} - {"SHA256SUMS"}
    (megabytes,) = re.findall(r"\.tar\.xz`, (\d+) MB", page)
    assert abs(the(packages, "*.tar.xz").stat().st_size / 1e6 - int(megabytes)) < 1.5
    told = children.run(["readelf", "--wide", "--version-info", archive / "firebreak"], check=True).stdout
    needed = max(tuple(map(int, version.split("."))) for version in re.findall(r"Name: GLIBC_([\d.]+)", told))
    (glibc,) = re.findall(r"glibc (\d+)\.(\d+)", page)
    assert needed <= tuple(map(int, glibc))
    # Each container is started with what it does not start without.
    lines = re.findall(r"^docker run .*$", page, re.MULTILINE)
    assert lines and all(" --env FIREBREAK_CONTROL_TOKEN=" in line and " --publish 9099:9099 " in line for line in lines)


# In a clean system


@needs_roots
@pytest.mark.parametrize("kind", ["deb", "archive"])
def test_the_first_story_in_a_clean_system(kind, roots, tmp_path):
    root = roots[kind]
    assert clean_roots.run(root, "sh", "-c", "command -v swift").returncode != 0
    server = Server(
        clean_roots.program(tmp_path / "firebreak", root, ["firebreak"]), log=tmp_path / "log", ready_within=LIMIT)
    try:
        story, output = next(part for part in segments(README, NOT_RUN["README.md"]) if part.servers).blocks[:2]
        text = story.text.replace("9099", str(server.port))
        told = clean_roots.run(root, "bash", "-euo", "pipefail", "-c", text)
        assert told.returncode == 0, told.stderr
        assert output.directive == "output" and matches(output.text, told.stdout), told.stdout
        health = clean_roots.run(root, "firebreak", "health", "--url", server.url)
        assert (health.returncode, health.stderr) == (0, "")
    finally:
        code = server.stop(within=LIMIT)
    assert code == 0, server.log_tail()
    assert clean_roots.run(root, "firebreak", "health", "--url", server.url).returncode == 1


@needs_roots
@pytest.mark.parametrize("kind", ["deb", "archive"])
def test_a_command_with_a_server_of_its_own_in_a_clean_system(kind, roots):
    told = clean_roots.run(
        roots[kind], "firebreak", "exec", "--project", "demo-shop", "--fixture", "/srv/fixtures/quick-start.yaml", "--",
        "sh", "-c", 'firebreak token demo-shop alice && curl -sSf "$FIREBREAK_URL/firebreak/v1/info" && exit 3')
    assert told.returncode == 3, told.stderr
    assert told.stdout.startswith("ey") and '"defaultProject":"demo-shop"' in told.stdout


@needs_roots
def test_the_debian_package_has_manual_and_completions_and_goes_away(roots, packages):
    root = roots["deb"]
    listed = clean_roots.run(root, "dpkg", "--listfiles", "firebreak").stdout.splitlines()
    wanted = {
        "/usr/bin/firebreak", "/usr/share/man/man1/firebreak.1.gz",
        "/usr/share/bash-completion/completions/firebreak", "/usr/share/zsh/vendor-completions/_firebreak",
        "/usr/share/fish/vendor_completions.d/firebreak.fish", "/usr/share/doc/firebreak/copyright",
    }
    assert wanted <= set(listed)
    for path in listed:
        status = os.lstat(root / path.lstrip("/"))
        assert (status.st_uid, status.st_gid, status.st_mode & 0o022) == (0, 0, 0), path
    gone = clean_roots.run(root, "dpkg", "--purge", "firebreak")
    assert gone.returncode == 0, gone.stderr
    assert not [path for path in wanted if os.path.lexists(root / path.lstrip("/"))]
    shutil.copy(the(packages, "*.deb"), root / "srv/firebreak.deb")
    back = clean_roots.run(root, "dpkg", "--install", "/srv/firebreak.deb")
    assert back.returncode == 0, back.stderr
    assert clean_roots.run(root, "firebreak", "--version").returncode == 0


def saml_answer(server):
    """What a response of a SAML provider gets that nothing is wrong with."""
    rest = Rest(server, "demo-saml")
    rest.allow_all()
    rest.firebreak.rules.patch(credentials="verified", providers="configured")
    ok(test_saml.config(rest, "POST", test_saml.configuration(rest), inboundSamlConfigId="saml.acme"))
    return test_saml.present(rest, test_saml.signed(test_saml.response(rest)))


@needs_roots
def test_saml_without_its_library_is_refused_with_its_name(roots, tmp_path):
    root = roots["archive"]
    assert not list((root / "usr/lib").rglob("libxml2.so*"))
    run = clean_roots.program(tmp_path / "firebreak", root, ["firebreak"])
    server = Server(run, log=tmp_path / "log", ready_within=LIMIT)
    try:
        message = failure(saml_answer(server))
        assert message.endswith("SAML needs the library libxml2, which this system does not have.")
    finally:
        assert server.stop(within=LIMIT) == 0


# The image


@pytest.fixture(scope="module")
def image(packages, tmp_path_factory):
    """The image as other tools read it: its description, and its root in a directory."""
    directory = tmp_path_factory.mktemp("image")
    path = the(packages, "*-oci-*.tar")
    layout, bundle = directory / "layout", directory / "bundle"
    children.run(["skopeo", "copy", "--quiet", f"oci-archive:{path}", f"oci:{layout}:latest"], check=True)
    children.run(["umoci", "unpack", "--image", f"{layout}:latest", bundle], check=True)
    return path, bundle


def inspected(path, *options, kind="oci-archive"):
    told = children.run(["skopeo", "inspect", *options, f"{kind}:{path}"], check=True).stdout
    return json.loads(told)


@needs_image_tools
def test_the_image_describes_itself(image, firebreak):
    path, _ = image
    version = firebreak("--version").stdout.split()[-1]
    described = inspected(path)
    assert described["Labels"]["org.opencontainers.image.version"] == version
    assert described["Os"] == "linux"
    config = inspected(path, "--config")["config"]
    assert config["User"] == USER
    assert config["Entrypoint"] == ["/usr/bin/firebreak"] and config["Cmd"] == ["serve"]
    assert config["ExposedPorts"] == {"9099/tcp": {}}
    # As `docker load` reads it.
    assert inspected(path, kind="docker-archive")["Labels"] == described["Labels"]
    assert member(path, "manifest.json")[0]["RepoTags"] == [f"firebreak:{version}"]


@needs_image_tools
def test_the_image_has_nothing_but_the_program_and_what_it_needs(image):
    root = image[1] / "rootfs"
    files = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and not path.is_symlink()}
    directory = "usr/share/doc/firebreak/licenses/"
    licenses = {name.removeprefix(directory) for name in files if name.startswith(directory)}
    assert LINKED_IN | {"libc6.txt", "libstdc++6.txt", "libxml2.txt", "liblzma5.txt"} <= licenses
    files = {name for name in files if not name.startswith(directory)}
    libraries = {name for name in files if re.search(r"\.so(\.|$)", name)}
    assert files - libraries == {
        "usr/bin/firebreak", "etc/passwd", "etc/group", "etc/nsswitch.conf", "etc/ssl/certs/ca-certificates.crt"}
    told = children.run(["ldd", root / "usr/bin/firebreak"], check=True).stdout
    needed = {os.path.basename(name) for name in re.findall(r"(/\S+) \(0x", told)}
    # What SAML loads, and what that needs.
    later = {os.path.basename(name) for name in libraries} - needed
    assert {name.split(".so")[0] for name in later} == {"libxml2", "libicuuc", "libicudata", "liblzma"}
    assert needed <= {os.path.basename(name) for name in libraries}
    assert ssl.create_default_context(cafile=root / "etc/ssl/certs/ca-certificates.crt").get_ca_certs()
    assert f"firebreak:x:{USER}:" in (root / "etc/passwd").read_text()


@needs_image_tools
def test_the_image_reads_saml(image, tmp_path):
    run = clean_roots.program(tmp_path / "firebreak", image[1] / "rootfs", ["/usr/bin/firebreak"], USER)
    server = Server(run, log=tmp_path / "log", ready_within=LIMIT)
    try:
        assert ok(saml_answer(server))["providerId"] == "saml.acme"
    finally:
        assert server.stop(within=LIMIT) == 0


@needs_image_tools
def test_the_image_runs_as_its_user_with_settings_of_the_environment(image, packages):
    _, bundle = image
    root, port = bundle / "rootfs", free_port()
    process = json.loads((bundle / "config.json").read_text())["process"]
    assert (process["user"]["uid"], process["user"]["gid"]) == tuple(map(int, USER.split(":")))
    environment = dict(pair.split("=", 1) for pair in process["env"] if "=" in pair)
    environment |= {
        "FIREBREAK_PORT": str(port), "FIREBREAK_CONTROL_TOKEN": TOKEN, "FIREBREAK_DATA_DIR": "/data"}
    health = health_check(packages)

    def healthy():
        return clean_roots.run(root, *health, environment=environment, user=USER)

    assert healthy().returncode == 1
    server = children.Popen(
        clean_roots.within(root, process["args"], USER), env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert json.loads(server.stdout.readline())["port"] == port
        told = healthy()
        assert (told.returncode, told.stderr) == (0, "")
        assert os.stat(f"/proc/{server.pid}").st_uid == int(USER.split(":")[0])
        url = f"http://127.0.0.1:{port}/firebreak/v1/info"
        with pytest.raises(urllib.error.HTTPError, match="40[13]"):
            urllib.request.urlopen(url, timeout=LIMIT)
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            assert answer.status == 200
    finally:
        server.terminate()
        code = server.wait(LIMIT)
        server.stdout.close()
    assert code == 0
    assert list((root / "data").iterdir())


@needs_image_tools
def test_the_image_does_not_start_without_a_control_token(image):
    process = json.loads((image[1] / "config.json").read_text())["process"]
    environment = dict(pair.split("=", 1) for pair in process["env"] if "=" in pair)
    told = clean_roots.run(image[1] / "rootfs", *process["args"], environment=environment, user=USER)
    assert (told.returncode, told.stdout) == (2, "")
    assert "needs --control-token (or FIREBREAK_CONTROL_TOKEN)" in told.stderr


def health_check(packages):
    """The command of the image's health check, without the word that says that it is one."""
    word, *command = inspected_raw(the(packages, "*-oci-*.tar"))["config"]["Healthcheck"]["Test"]
    assert word == "CMD"
    return command


def member(path, name):
    """A file of an archive, as JSON."""
    return json.loads(children.run(["tar", "-xOf", path, name], check=True).stdout)


def inspected_raw(path):
    """The configuration as it stands in the archive: Docker's extension of it, other tools leave out."""
    def blob(description):
        return member(path, "blobs/" + description["digest"].replace(":", "/"))

    return blob(blob(member(path, "index.json")["manifests"][0])["config"])


# The action for GitHub


@pytest.fixture
def install(tmp_path):
    """Runs the action's program as GitHub would; yields a function that tells its outcome and what it put in PATH."""

    def run(**variables):
        runner = tmp_path / "runner"
        runner.mkdir(exist_ok=True)
        names = {"GITHUB_PATH": runner / "path", "GITHUB_OUTPUT": runner / "output", "RUNNER_TEMP": runner}
        told = children.run(
            [REPOSITORY / ".github/actions/setup-firebreak/install.sh"], timeout=LIMIT,
            env=clean_environment(GITHUB_WORKSPACE=str(tmp_path), **{k: str(v) for k, v in names.items()}, **variables))
        path = runner / "path"
        return told, path.read_text().strip() if path.exists() else None

    return run


def test_the_action_installs_packages_of_a_directory(install, packages, tmp_path, firebreak):
    (tmp_path / "dist").symlink_to(packages)
    told, path = install(FIREBREAK_FROM="dist")
    assert told.returncode == 0, told.stderr
    version = children.run([f"{path}/firebreak", "--version"], check=True).stdout
    assert version == firebreak("--version").stdout


def test_the_action_installs_a_release(install, packages, tmp_path, firebreak):
    version = firebreak("--version").stdout.split()[-1]
    releases = tmp_path / "releases"
    releases.mkdir()
    (releases / f"v{version}").symlink_to(packages)
    told, path = install(FIREBREAK_RELEASES=releases.as_uri(), FIREBREAK_VERSION=f"v{version}")
    assert told.returncode == 0, told.stderr
    assert os.access(f"{path}/firebreak", os.X_OK)


def test_the_action_installs_nothing_else(install, packages, tmp_path):
    told, path = install(FIREBREAK_RELEASES="https://example.test", FIREBREAK_VERSION="main")
    assert told.returncode == 1 and path is None
    assert "version 'main' is not one of a release" in told.stderr
    changed = tmp_path / "changed"
    changed.mkdir()
    archive = the(packages, "*.tar.xz")
    (changed / archive.name).write_bytes(archive.read_bytes()[:-1] + b"x")
    shutil.copy(packages / "SHA256SUMS", changed)
    told, path = install(FIREBREAK_FROM="changed")
    assert told.returncode != 0 and path is None
    assert "FAILED" in told.stdout + told.stderr
