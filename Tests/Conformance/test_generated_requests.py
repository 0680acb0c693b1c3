"""Requests that schemathesis makes of the API description: no 5xx, and every answer of a described status and type."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest
import requests

import children

HOOKS = Path(__file__).with_name("described_successes.py")
CHECKS = "described_success,content_type_conformance,response_schema_conformance"
# What the reference does not implement, its profile does not either.
EXPECTED = {"emulator": {501}}
# These answer when something happens, or never end.
WAITING = r"(:wait|:stream)$"


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("profile", ["local", "emulator", "production"])
def test_answers_are_as_described(start_server, tmp_path, profile):
    server = start_server("--profile", profile)
    config = tmp_path / "schemathesis.toml"
    config.write_text("")
    told = children.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", config, "run",
         f"{server.url}/emulator/openapi.json", "--seed", "1", "--max-examples", "4", "--phases", "fuzzing",
         "--checks", CHECKS, "--exclude-path-regex", WAITING, "--header", "Authorization: Bearer owner",
         "--request-timeout", "120", "--generation-database", "none", "--no-color"],
        cwd=tmp_path, env=children.clean_environment(SCHEMATHESIS_HOOKS=str(HOOKS)))
    assert told.returncode == 0, told.stdout[-8000:] + told.stderr[-2000:]
    metrics = requests.get(f"{server.url}/metrics", timeout=60).text
    counts = Counter()
    for status, count in re.findall(r'status="(\d+)"\} (\d+)', metrics):
        counts[int(status)] += int(count)
    assert counts[200] > 50
    assert {status for status in counts if status >= 500} <= EXPECTED.get(profile, set()), counts
