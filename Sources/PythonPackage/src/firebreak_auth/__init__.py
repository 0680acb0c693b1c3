"""Firebase Authentication for tests: a local server, its outbox of mails and SMS, its clock and its faults.

    from firebreak_auth import Firebreak

    with Firebreak(fixture="fixtures/shop.yaml") as firebreak:
        project = firebreak.project("demo-shop")
        mail = project.outbox.wait(to="alice@example.test", type="EMAIL_SIGNIN")

Under pytest, the fixture `firebreak_project` is a copy of a seeded project for each test.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, List

from ._version import __version__

if TYPE_CHECKING:
    from ._binary import find_binary as find_binary
    from ._errors import (
        BinaryNotFound as BinaryNotFound,
        FirebreakError as FirebreakError,
        OutboxTimeout as OutboxTimeout,
        RequestTimeout as RequestTimeout,
        StartError as StartError,
        Unreachable as Unreachable,
    )
    from ._project import Fork as Fork, Outbox as Outbox, Project as Project, Requests as Requests
    from ._server import Firebreak as Firebreak

_MODULES = {
    "Firebreak": "_server",
    "Project": "_project",
    "Fork": "_project",
    "Outbox": "_project",
    "Requests": "_project",
    "find_binary": "_binary",
    "FirebreakError": "_errors",
    "OutboxTimeout": "_errors",
    "RequestTimeout": "_errors",
    "Unreachable": "_errors",
    "StartError": "_errors",
    "BinaryNotFound": "_errors",
}

__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> Any:
    # Loaded when it is asked for: pytest imports the plugin, and so this module, also for suites that do not use it.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULES[name]}", __name__), name)


def __dir__() -> List[str]:
    return sorted({*globals(), *__all__})
