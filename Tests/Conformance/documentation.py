"""The blocks of README.md and of the articles of the documentation, and how they are run.

A block is what stands between two lines of three backquotes. A comment in the line above it, which readers do not see,
says what the block is:

`<!-- run: file NAME -->`
    It is a file of that name in the working directory, for the blocks after it.
`<!-- run: servers -->`
    Each command in it is a `firebreak serve`, which is started and has to become ready. The last one goes on for the
    blocks after it.
`<!-- run: output -->`
    It is what the block above it, or the server that it started, prints to standard output: all of it, where `…` stands
    for anything within a line, and a line of `…` alone for any number of lines.
`<!-- run: fails CODE -->`
    It is run, and ends with this exit code.
`<!-- run: until stopped -->`
    It is run, prints without an end, and is stopped after its first line.

Without such a comment, blocks marked `bash` and `python` are run, those marked `text` are pictures, those marked
`swift` are excerpts of files below Tests/Consumer, and all others have to be named in test_documentation.py with the
reason why they are not run; so have those that cannot be run or compiled. Besides, anywhere in the text:

`<!-- run: server OPTIONS -->`
    From here on there is a server with these options of `firebreak serve`, in place of the one before.

Blocks run one after the other in one bash with `-euo pipefail`, so that variables and functions go on until the next
server, and files until the end of the page. The working directory is a new one with the repository's `fixtures`, into
which the Node package is installed; the Python package is installed as well, and `firebreak` is in PATH. The texts say
9099; the server has a free port, which is put in its place. So are free ports in that of others at 127.0.0.1, where a
developer may have a server.
"""

import re
import shlex
import shutil
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

import children
from firebreak_server import REPOSITORY, Server
from processes import free_port
from python_module import PACKAGE

CATALOGUE = REPOSITORY / "Sources/Firebreak/Firebreak.docc"
README = REPOSITORY / "README.md"
# Made by scripts, and held to what they are made from by tests of their own.
GENERATED = {"Compatibility.md", "Errors.md"}
PAGES = [README, *sorted(path for path in CATALOGUE.glob("*.md") if path.name not in GENERATED)]

PORT = "9099"
# The server's, and those of others on this machine, such as functions and mail servers.
PORTS = re.compile(rf"(?<=\b127\.0\.0\.1:)\d{{2,5}}\b|\b{PORT}\b")
FENCE = re.compile(r"( *)```(\S*)")
DIRECTIVE = re.compile(r"<!-- run: (\S.*?) -->")
# What may take this long only when something hangs.
LIMIT = 300


@dataclass
class Block:
    """A block of code of a page."""

    page: Path
    line: int
    language: str
    text: str
    directive: str = ""

    @property
    def name(self):
        """What the lists of blocks call it: its first line."""
        return self.text.partition("\n")[0]

    @property
    def is_run(self):
        kind = self.directive.partition(" ")[0]
        return kind in ("fails", "until") or (not kind and self.language in ("bash", "python"))

    def __str__(self):
        return f"{self.page.name}:{self.line}"


@dataclass
class Segment:
    """Blocks that share a server, and a shell."""

    # Options of each server to start, one after the other; the last one goes on.
    servers: list = field(default_factory=list)
    blocks: list = field(default_factory=list)


def read(page):
    """The states and blocks of a page in their order: options of a server as text, or a `Block`."""
    found = []
    directive, block, lines = "", None, []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if block:
            if line.strip() == "```":
                block.text = textwrap.dedent("\n".join(lines))
                found.append(block)
                block, directive = None, ""
            else:
                lines.append(line)
        elif fence := FENCE.fullmatch(line):
            block = Block(page, number + 1, fence[2], "", directive)
            lines = []
        else:
            assert not directive, f"{page.name}:{number}: a block has to follow {directive!r}"
            mark = DIRECTIVE.fullmatch(line.strip())
            directive = mark[1] if mark else ""
            kind, _, options = directive.partition(" ")
            if kind == "server":
                found.append(options)
                directive = ""
            else:
                assert kind in ("", "file", "servers", "output", "fails", "until"), f"{page.name}:{number}: {line}"
    assert not block, f"{page.name}: the block in line {block.line} has no end"
    return found


def blocks(page):
    return [part for part in read(page) if isinstance(part, Block)]


def commands(block):
    """The options of each `firebreak serve` in a block."""
    lines = block.text.replace("\\\n", " ").splitlines()
    words = [shlex.split(line, comments=True) for line in lines]
    assert all(line[:2] == ["firebreak", "serve"] for line in words), f"{block}: not only servers"
    return [line[2:] for line in words]


def segments(page, left_out):
    """The page without the blocks that are not run, taken apart where another server starts."""
    found = [Segment()]
    for part in read(page):
        if isinstance(part, str):
            found.append(Segment([shlex.split(part)]))
        elif part.directive == "servers":
            found.append(Segment(commands(part)))
        elif part.is_run and part.name in left_out:
            continue
        elif part.is_run or part.directive:
            found[-1].blocks.append(part)
    return found


def install_python_package(directory):
    """Makes a directory for PYTHONPATH with the package as it is in the repository, so that pytest knows its plugin."""
    about = directory / "firebreak_auth-0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: firebreak-auth\nVersion: 0\n")
    (about / "entry_points.txt").write_text("[pytest11]\nfirebreak = firebreak_auth.pytest_plugin\n")
    (directory / "firebreak_auth").symlink_to(PACKAGE / "src/firebreak_auth")


class Runner:
    """Runs the segments of a page in a working directory."""

    def __init__(self, binary, directory):
        self.binary = binary
        self.directory = directory / "work"
        self.notes = directory / "notes"
        self.log = directory / "server.log"
        tools = directory / "bin"
        for path in (self.notes, tools):
            path.mkdir()
        shutil.copytree(REPOSITORY / "fixtures", self.directory / "fixtures")
        (tools / "firebreak").symlink_to(binary)
        modules = self.directory / "node_modules"
        modules.mkdir()
        (modules / "firebreak-auth").symlink_to(REPOSITORY / "Sources/NodePackages/firebreak-auth")
        packages = directory / "packages"
        install_python_package(packages)
        paths = [tools, Path(sys.executable).parent]
        self.ports = {}
        environment = children.clean_environment(
            HOME=str(directory), PYTHONDONTWRITEBYTECODE="1", FIREBREAK_PORT="0", FIREBREAK_BINARY=str(binary),
            PYTHONPATH=str(packages))
        self.environment = {**environment, "PATH": ":".join([*map(str, paths), environment["PATH"]])}

    def run(self, segment):
        server = None
        try:
            for options in segment.servers:
                if server:
                    assert server.stop(within=LIMIT) == 0, server.log_tail()
                server = self.start(options)
            self.run_blocks(segment.blocks, server)
        finally:
            if server:
                assert server.stop(within=LIMIT) == 0, server.log_tail()

    def start(self, options):
        return Server(
            self.binary, *map(self.with_free_ports, options), log=self.log, environment=self.environment,
            directory=self.directory, ready_within=LIMIT)

    def with_free_ports(self, text):
        def replaced(found):
            if found[0] not in self.ports:
                self.ports[found[0]] = free_port()
            return str(self.ports[found[0]])

        return PORTS.sub(replaced, text)

    def run_blocks(self, blocks, server):
        self.ports[PORT] = port = server.port if server else free_port()
        script, run = ["set -euo pipefail"], []
        for block in blocks:
            text = self.with_free_ports(block.text) + "\n"
            if block.directive.startswith("file "):
                path = self.directory / block.directive.partition(" ")[2]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            elif block.directive != "output":
                source = self.notes / f"{block}.{block.language}"
                source.write_text(text)
                script.append(self.command(block, source))
                run.append(block)
        environment = {**self.environment, **({"FIREBREAK_URL": server.url} if server else {})}
        code = self.shell("\n".join(script), environment)
        if code:
            # A block that has written nothing was not reached.
            reached = [block for block in run if self.note(block, "out").exists()]
            last = reached[-1] if reached else run[0]
            errors = self.note(last, "err").read_text()
            raise AssertionError(f"{last}: exit code {code}\n{self.note(last, 'out').read_text()}\n{errors}")
        self.compare(blocks, server, port)

    def note(self, block, kind):
        return self.notes / f"{block}.{kind}"

    def command(self, block, source):
        """What runs a block, its output kept in files."""
        kept = f">{shlex.quote(str(self.note(block, 'out')))} 2>{shlex.quote(str(self.note(block, 'err')))}"
        quoted = shlex.quote(str(source))
        if block.language == "python":
            return f"{shlex.quote(sys.executable)} {quoted} {kept}"
        kind, _, value = block.directive.partition(" ")
        if kind == "fails":
            # Not as a condition: within one, `-e` would have no effect.
            return f"set +e; (set -e; source {quoted}) {kept}; code=$?; set -e; [[ $code == {value} ]]"
        if kind == "until":
            # What it says about the end of its reader is not an error.
            endless = f"coproc endless {{ source {quoted}; }} 2>/dev/null"
            return f"{endless}; head -n 1 <&\"${{endless[0]}}\" {kept}; kill $endless_PID"
        return f"source {quoted} {kept}"

    def shell(self, script, environment):
        with children.group():
            # Ends with what is left of it: what blocks run until it is stopped, or all of it when time is over.
            return children.Popen(["bash", "-c", script], cwd=self.directory, env=environment).wait(LIMIT)

    def compare(self, blocks, server, port):
        printed = "".join(server.output) if server else None
        for block in blocks:
            if block.is_run:
                printed = self.note(block, "out").read_text()
            elif block.directive == "output":
                assert printed is not None, f"{block}: nothing before it is run"
                told = printed.replace(f":{port}", f":{PORT}")
                assert matches(block.text, told), f"{block} shows\n{block.text}\nbut this was printed:\n{told}"


def matches(shown, printed):
    """Whether an output is what a page shows."""
    pattern = ""
    for line in shown.splitlines():
        if line.strip() == "…":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\n]*".join(map(re.escape, line.rstrip().split("…"))) + r"[ \t]*\n"
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None
