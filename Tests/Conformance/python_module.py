"""The module of the Python package, as it is in the repository: tests use it as those of other projects do."""

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "Sources/PythonPackage"

sys.path.insert(0, str(PACKAGE / "src"))

from firebreak_auth import Firebreak as Firebreak  # noqa: E402
from firebreak_auth import FirebreakError as FirebreakError  # noqa: E402
from firebreak_auth import Unreachable as Unreachable  # noqa: E402
from firebreak_auth._transport import Transport as Transport  # noqa: E402
