"""Small Debian systems without Swift, in directories, and programs run in them."""

import os
import shlex
import shutil
import stat
import subprocess

import children

SUITE = "bookworm"
# What may take this long only when something hangs; packages come over the network.
LIMIT = 900


def is_possible():
    """Only root may make such a system and change its root directory to it, and root of many containers may not mount."""
    if not shutil.which("mmdebstrap") or os.geteuid() != 0:
        return False
    return children.run(["unshare", "--mount", "true"]).returncode == 0


def start_making(root, *packages):
    """Starts to make a system with these packages, names or files, besides the essential ones; `finish` waits for it."""
    command = ["mmdebstrap", "--variant=apt", *(f"--include={package}" for package in packages)]
    # What is not Debian's own may be read where the packages of this test are.
    command += ["--hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount", SUITE, str(root)]
    # The directory for temporary files is not there in the new system.
    environment = {name: value for name, value in children.clean_environment().items() if name != "TMPDIR"}
    return children.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(making):
    output, _ = making.communicate(timeout=LIMIT)
    assert making.returncode == 0, output[-4000:]


def run(root, *command, environment=None, user=None):
    """Runs a command in a system to its end."""
    return children.run(within(root, command, user), timeout=LIMIT, env=clean(environment))


def within(root, command, user=None):
    """The command in the system, with `/proc`, where Swift finds the arguments of a program."""
    chroot = shutil.which("chroot") or "/usr/sbin/chroot"
    enter = f'mount --rbind /proc "$1/proc" && exec {chroot} --userspec="$2" "$1" "${{@:3}}"'
    return ["unshare", "--mount", "bash", "-c", enter, "bash", str(root), user or "0:0", *map(str, command)]


def clean(environment):
    return {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", **(environment or {})}


def program(path, root, command, user=None, environment=None):
    """Writes a program that runs a command of a system with the arguments that it is given."""
    variables = [f"{name}={value}" for name, value in clean(environment).items()]
    words = shlex.join(["env", "-i", *variables, *within(root, command, user)])
    path.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path

