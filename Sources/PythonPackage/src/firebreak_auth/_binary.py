"""Finds the `firebreak` program."""

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Iterator, Optional, Union

from ._errors import BinaryNotFound

NAME = "firebreak"


def find_binary(binary: Union[str, "os.PathLike[str]", None] = None) -> str:
    """The path of the `firebreak` program.

    It is the one that is given, else that of `FIREBREAK_BINARY`, else that of this package: in the scripts of this
    environment, of the user scheme, or beside the package, where `pip install --target` puts it. Else it is searched in
    PATH.

    Raises:
        BinaryNotFound: There is none, or it cannot be run; the message says what to do.
    """
    if binary:
        return _runnable(os.fspath(binary), "It is what was asked for.")
    if named := os.environ.get("FIREBREAK_BINARY"):
        return _runnable(named, "FIREBREAK_BINARY names it.")
    looked_at = []
    for path in _places():
        if os.path.isfile(path):
            return _runnable(path, "It was installed without the right to run it: install firebreak-auth again.")
        looked_at.append(path)
    if found := shutil.which(NAME):
        return found
    raise BinaryNotFound(
        "NO_BINARY",
        "There is no firebreak program here: not in PATH, nor at\n"
        + "".join(f"  {path}\n" for path in looked_at)
        + "The wheels of firebreak-auth bring it along: install one that is for this system (Linux with glibc, macOS), "
        "or set FIREBREAK_BINARY to the path of a program that you have.",
    )


def _places() -> Iterator[str]:
    """Where pip puts the scripts of a wheel."""
    yield os.path.join(sysconfig.get_path("scripts"), NAME)
    if scheme := _user_scheme():
        yield os.path.join(sysconfig.get_path("scripts", scheme=scheme), NAME)
    # With --target and --prefix: site-packages/bin, or prefix/bin above lib/python3.x/site-packages.
    packages = Path(__file__).resolve().parent.parent
    yield str(packages / "bin" / NAME)
    if packages.parent.parent.name == "lib":
        yield str(packages.parent.parent.parent / "bin" / NAME)


def _user_scheme() -> Optional[str]:
    if sys.version_info >= (3, 10):
        return sysconfig.get_preferred_scheme("user")
    return "osx_framework_user" if sys.platform == "darwin" and getattr(sys, "_framework", "") else "posix_user"


def _runnable(path: str, remark: str) -> str:
    if os.path.isfile(path) and os.access(path, os.X_OK):
        return path
    problem = "cannot be run" if os.path.isfile(path) else "is not there"
    raise BinaryNotFound("NO_BINARY", f"The program {path} {problem}. {remark}")
