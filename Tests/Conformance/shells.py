"""What shells make of `firebreak …<TAB>` with the tool's completion script."""

import os
import pty
import shutil
import sys

import pytest

import children

# Sets what bash sets for the line, whose words end at colons, and calls the function that the script registered for the
# tool.
BASH = """
source "$1"
COMP_LINE="$2" COMP_POINT="${#2}"
read -ra COMP_WORDS <<< "${2//:/ : }"
[[ "$2" != *" " ]] || COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
registered=($(complete -p firebreak))
"${registered[-2]}" firebreak "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""

FISH = 'source $argv[1]; complete --do-complete $argv[2]'

# The tool only shows how it is called, so that a line can be completed and run.
ZSH = """
autoload -Uz compinit && compinit -u -D
source "$SCRIPT" && compdef _firebreak firebreak
firebreak() { print -r -- "called: $*." }
"""

# Makes the terminal that a program writes to the one that it is controlled by, as a shell has it.
IN_ITS_TERMINAL = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"

# What checks a script without running it.
SYNTAX = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}


def skip_without(shell):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")


def run(*command, **options):
    result = children.run(command, **options)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


def in_bash(script, line, **options):
    """The words that bash offers."""
    return run("bash", "--norc", "-c", BASH, "bash", script, line, **options)


def in_fish(script, line):
    """The words that fish offers."""
    return [offer.split("\t")[0] for offer in run("fish", "--no-config", "-c", FISH, script, line)]


def in_zsh(script, line):
    """The arguments of the line that zsh makes of one that has a single completion."""
    terminal, end = pty.openpty()
    environment = children.clean_environment(TERM="vt100", SCRIPT=str(script), PS1="", PROMPT_EOL_MARK="")
    command = [sys.executable, "-c", IN_ITS_TERMINAL, "zsh", "-f", "-i"]
    shell = children.Popen(command, env=environment, stdin=end, stdout=end, stderr=end)
    os.close(end)
    try:
        os.write(terminal, ZSH.encode())
        os.write(terminal, f"{line}\t\nexit\n".encode())
        shown = b""
        try:
            while part := os.read(terminal, 4096):
                shown += part
        except OSError:  # how a terminal says that its other end is closed
            pass
    finally:
        os.close(terminal)
        shell.wait(30)
    text = shown.decode(errors="replace")
    assert "called: " in text.replace('called: $*."', ""), text
    return text.rpartition("called: ")[2].partition(".\r")[0].split()
