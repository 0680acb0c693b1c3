"""The manual page that scripts/manual makes of the tool's help."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import children
from children import clean_environment
from tool_help import commands, names

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts/manual"


def write(*arguments, **environment):
    return children.run(
        [sys.executable, SCRIPT, *arguments],
        env=clean_environment(**environment),
    )


@pytest.fixture(scope="module")
def source(binary):
    """The page of a day in 2026."""
    result = write(binary, SOURCE_DATE_EPOCH="1790000000")
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


@pytest.fixture(scope="module")
def sections(source):
    """The text below each title, as a reader sees it."""
    parts = re.split(r'^\.S[HS] "(.*)"$', readable(source), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def readable(source):
    """Without fonts and escapes; lines begin anew only where they do on the page."""
    text = re.sub(r"\\f[BIR]", "", source)
    for escape, sign in ((r"\&", ""), (r"\(aq", "'"), (r"\(ga", "`"), (r"\-", "-"), (r"\e", "\\")):
        text = text.replace(escape, sign)
    return text


def words(text):
    return " ".join(text.split())


@pytest.mark.parametrize("reader", [["man", "--warnings", "-l"], ["mandoc", "-Tlint"]], ids=["man", "mandoc"])
def test_readers_accept_it(reader, source, tmp_path):
    if not shutil.which(reader[0]):
        pytest.skip(f"{reader[0]} is not installed")
    page = tmp_path / "firebreak.1"
    page.write_text(source)

    result = children.run([*reader, page], env=clean_environment(LC_ALL="C.UTF-8"))

    assert (result.returncode, result.stderr) == (0, "")
    # mandoc's complaints are its output; man shows the page.
    assert result.stdout == "" if reader[0] == "mandoc" else "EXIT STATUS" in result.stdout


def test_titles(sections):
    titles = [title for title in sections if title.isupper()]

    assert titles == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO",
    ]  # fmt: skip


def test_everything_of_every_command(firebreak, sections):
    for command, help_ in commands(firebreak).items():
        assert re.search(rf"^{command}( |$)", sections["SYNOPSIS"], re.MULTILINE), command
        text = sections[command]
        for argument in help_["arguments"]:
            if not argument["shouldDisplay"]:
                continue
            label = ", ".join(names(argument)) or argument["valueName"]
            if label in ("--version", "-h, --help"):
                assert f".TP\n{label}\n" in sections["OPTIONS"]
                continue
            value = f" {argument['valueName']}" if argument["kind"] == "option" else ""
            start = text.index(f".TP\n{label}{value}\n")
            entry = words(text[start:].split(".TP", 2)[1])
            meaning, default = re.fullmatch(r"(.*?)(?: \(default: (.*)\))?", argument["abstract"]).groups()
            default = argument.get("defaultValue") or default
            assert meaning in entry
            assert default is None or f"Default: {default}." in entry
            if argument["kind"] != "flag":
                assert all(each in entry for each in argument.get("allValues", []))
        for line in help_.get("discussion", "").split("\n"):
            assert line.strip() in words(text) or line.strip() in text, (command, line)


def test_exit_codes_are_those_of_the_help(firebreak, sections):
    codes = re.findall(r"^\.TP\n\.B (\d+)$", sections["EXIT STATUS"], re.MULTILINE)
    listed = re.search(r"Exit codes: (.*?);", words(firebreak("--help").stdout))[1]

    assert codes == re.findall(r"\b\d\b", listed) == ["0", "1", "2", "3", "4", "5"]


def test_every_option_of_serve_has_its_variable(firebreak, sections):
    arguments = commands(firebreak)["firebreak serve"]["arguments"]
    options = [argument for argument in arguments if argument["kind"] == "option" and "--only" not in names(argument)]

    for argument in options:
        option = names(argument)[0]
        variable = "FIREBREAK_" + option.removeprefix("--").upper().replace("-", "_")
        # Commands that call a server find it by the port that it was told.
        used = "--port or --url" if option == "--port" else option
        assert f".B {variable}\nCounts where {used} is not given." in sections["ENVIRONMENT"]
        assert f"Variable: {variable}." in words(sections["firebreak serve"])
        if "allValues" in argument:
            refusal = firebreak("serve", "--port", "0", **{variable: "nonsense"})
            assert refusal.returncode == 2 and variable in refusal.stderr


def test_variables_that_only_other_commands_use(sections):
    text = sections["ENVIRONMENT"]

    for variable in ("FIREBREAK_URL", "FIREBASE_AUTH_EMULATOR_HOST"):
        assert f".B {variable}\nCounts where --url is not given." in text
    for variable in ("FIREBREAK_PROJECT", "GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT"):
        assert f".B {variable}\nCounts where --project is not given." in text


def test_examples_run(binary, sections, tmp_path):
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/firebreak").symlink_to(binary)
    environment = clean_environment(PATH=f"{tmp_path}/bin:{os.environ['PATH']}")
    examples = re.findall(r"^\.nf\n(.*?)\n\.fi$", sections["EXAMPLES"], re.MULTILINE | re.DOTALL)

    assert len(examples) == 3
    for example in examples:
        result = children.run(
            ["bash", "-euo", "pipefail", "-c", example],
            cwd=tmp_path,
            env=environment,
        )
        assert result.returncode == 0 and result.stdout, result.stderr


def test_it_is_the_same_on_each_run(binary, source):
    again = write(binary)
    assert again.stdout == write(binary).stdout
    # Only the day differs.
    assert again.stdout.split("\n")[1:] == source.split("\n")[1:]


def test_the_binary_has_to_be_there(tmp_path):
    result = write(tmp_path / "firebreak")

    assert result.returncode == 1
    assert result.stdout == "" and str(tmp_path / "firebreak") in result.stderr
