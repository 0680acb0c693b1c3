"""Completion in shells: the scripts are accepted, and what they offer is what the tool and the server take."""

import re

import pytest

from python_module import Firebreak
from shells import SYNTAX, in_bash, in_fish, in_zsh, run, skip_without
from tool_help import commands, names

LINES = [
    ("firebreak ou", ["outbox"]),
    ("firebreak outbox f", ["follow"]),
    ("firebreak serve --unknown-k", ["--unknown-keys"]),
    ("firebreak serve --port 0 --profile p", ["production"]),
    ("firebreak outbox list --delivery s", ["sent", "suppressed", "scheduled"]),
    ("firebreak outbox wait --type PASS", ["PASSWORD_RESET"]),
    ("firebreak requests list --operation accounts.signU", ["accounts.signUp"]),
    ("firebreak faults add outbox.", ["outbox.email", "outbox.sms"]),
    ("firebreak errors EMAIL_EX", ["EMAIL_EXISTS"]),
    ("firebreak completion ", ["bash", "zsh", "fish"]),
    ("firebreak emulators:start --profile p", ["production"]),
    ("firebreak emulators:exec --non-i", ["--non-interactive"]),
]

# Bash keeps what stands before a colon by itself.
COMMANDS_WITH_COLON = [("firebreak emulators:s", "start"), ("firebreak emulators:exp", "export")]


@pytest.fixture
def script(firebreak, tmp_path):
    """Writes the script of a shell."""

    def write(shell):
        skip_without(shell)
        result = firebreak("completion", shell)
        assert (result.returncode, result.stderr) == (0, "")
        path = tmp_path / f"completion.{shell}"
        path.write_text(result.stdout)
        return path

    return write


@pytest.fixture
def bash(script):
    """The words that bash offers for a line."""
    path = script("bash")
    return lambda line, **options: in_bash(path, line, **options)


@pytest.mark.parametrize("shell", SYNTAX)
def test_the_shell_accepts_its_script(script, shell):
    run(*SYNTAX[shell], script(shell))


@pytest.mark.parametrize("shell", ["ksh", "BASH", ""])
def test_other_shells_are_usage_errors(firebreak, shell):
    result = firebreak("completion", shell)

    assert result.returncode == 2
    assert result.stdout == "" and "'bash', 'zsh' or 'fish'" in result.stderr


def test_without_a_shell(firebreak):
    result = firebreak("completion")

    assert result.returncode == 2
    assert result.stdout == "" and "<shell>" in result.stderr


@pytest.mark.parametrize("line, offered", LINES, ids=[line for line, _ in LINES])
def test_bash(bash, line, offered):
    assert sorted(bash(line)) == sorted(offered)


@pytest.mark.parametrize("line, offered", LINES, ids=[line for line, _ in LINES])
def test_fish(script, line, offered):
    assert sorted(in_fish(script("fish"), line)) == sorted(offered)


SINGLE = [(line, offered[0]) for line, offered in LINES if len(offered) == 1]


@pytest.mark.parametrize("line, offered", SINGLE, ids=[line for line, _ in SINGLE])
def test_zsh(script, line, offered):
    words = line.split()
    assert in_zsh(script("zsh"), line) == [*words[1:-1], offered]


@pytest.mark.parametrize("line, end", COMMANDS_WITH_COLON, ids=[line for line, _ in COMMANDS_WITH_COLON])
def test_names_with_a_colon(script, bash, line, end):
    assert bash(line) == [end]
    assert sorted(bash("firebreak emulators:")) == ["exec", "export", "start"]
    assert sorted(bash("firebreak emul")) == ["emulators:exec", "emulators:export", "emulators:start"]
    assert in_fish(script("fish"), line) == [f"emulators:{end}"]


def test_files(bash, tmp_path):
    """Options for files offer those that they can read, options for directories only directories."""
    for name in ("shop.yaml", "shop.json", "shop.txt"):
        (tmp_path / name).touch()
    (tmp_path / "shop.d").mkdir()

    def offered(line):
        return sorted(bash(line, cwd=tmp_path))

    assert offered("firebreak serve --fixture sh") == ["shop.d", "shop.json", "shop.yaml"]
    assert offered("firebreak validate sh") == ["shop.d", "shop.json", "shop.yaml"]
    assert offered("firebreak serve --data-dir sh") == ["shop.d"]
    assert offered("firebreak serve --export-on-exit sh") == ["shop.d"]
    for option in ("--import", "--tls-cert", "--tls-key", "--signing-key", "--ready-file"):
        assert "shop.txt" in offered(f"firebreak serve {option} sh")
    for line in ("seed", "seed --out", "export"):
        assert "shop.txt" in offered(f"firebreak {line} sh")


def test_every_command_offers_its_options(firebreak, bash):
    for words, command in commands(firebreak).items():
        offered = bash(f"{words} -")
        for argument in command["arguments"]:
            if argument["shouldDisplay"]:
                assert set(names(argument)) <= set(offered), words


REFUSALS = [
    ("outbox list", "--type"),
    ("outbox list", "--channel"),
    ("outbox list", "--delivery"),
    ("outbox list", "--status"),
    ("outbox list", "--order"),
    ("requests list", "--status"),
    ("requests list", "--caller"),
    ("requests list", "--order"),
    ("faults add token", "--drop"),
]


@pytest.mark.parametrize("command, option", REFUSALS, ids=" ".join)
def test_values_are_those_that_the_server_takes(firebreak, server, bash, command, option):
    refusal = firebreak(*command.split(), option, "nonsense", FIREBREAK_URL=server.url)

    assert refusal.returncode == 1
    taken = re.search(r"one of (.*)$", refusal.stderr.strip())[1].split(", ")
    assert sorted(bash(f"firebreak {command} {option} ")) == sorted(taken)


def test_operations_are_those_of_the_server(bash, server, rest):
    known = set(Firebreak(server.url).info()["operations"])
    messages = {name for name in known if name.startswith("outbox.")}

    assert set(bash("firebreak requests list --operation ")) == known - messages
    effects = {name: {"lose": True} if name in messages else {"hang": True} for name in known}
    taken = [name for name in known if rest.control("POST", "/faults", json={"on": name, **effects[name]}).ok]
    assert sorted(bash("firebreak faults add ")) == sorted(taken)


def test_error_codes_are_those_of_the_server(bash, server):
    entries = Firebreak(server.url).errors.list()["errors"]
    codes = {entry["code"] for entry in entries}

    for line in ("errors", "faults add token --error", "requests list --error"):
        assert set(bash(f"firebreak {line} ")) == codes
