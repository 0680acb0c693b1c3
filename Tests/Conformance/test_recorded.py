"""What the service was recorded to answer: each programme of recorded/, step by step.

A step that differs needs a reason in the data, and a reason needs a difference.
"""

import pytest

from firebreak_server import Server
from recorded.functions import recorded_functions
from recorded.player import Player
from recorded.programmes import FAMILIES, programmes
from recorded.targets import SERVER_OPTIONS, Firebreak

PROGRAMMES = {
    f"{family}/{programme['programme']}": programme for family in FAMILIES for programme in programmes(family)
}


@pytest.fixture(scope="module")
def player(binary, tmp_path_factory):
    server = Server(binary, *SERVER_OPTIONS, log=tmp_path_factory.mktemp("recorded") / "log")
    target = Firebreak(server.url)
    functions = recorded_functions(target)
    yield Player(target, functions.url("").rstrip("/"))
    functions.close()
    target.close()
    assert server.stop() == 0, server.log_tail()


@pytest.mark.parametrize("name", PROGRAMMES)
def test_answers_are_as_recorded(player, name):
    found = [
        f"{outcome.step['step']} ({outcome.step['request']})\n    {difference.path}: {difference.text}"
        for outcome in player.play(PROGRAMMES[name])
        for difference in outcome.unexplained()
    ]
    assert not found, f"{name}:\n" + "\n".join(found)
