"""The workflows and the action for GitHub: as their schemas say, and with what is in the repository."""

import re
import sys

import pytest
import yaml

import children
from documentation import CATALOGUE
from firebreak_server import REPOSITORY

WORKFLOWS = sorted((REPOSITORY / ".github/workflows").glob("*.yml"))
ACTIONS = sorted((REPOSITORY / ".github/actions").glob("*/action.yml"))


def check(schema, path):
    told = children.run([sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, path])
    assert told.returncode == 0, told.stdout + told.stderr


def of_articles(first_word):
    """The workflows that an article shows, as files of their own would have them."""
    text = (CATALOGUE / "InCI.md").read_text()
    return [block for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if block.startswith(first_word)]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_are_valid(path):
    check("vendor.github-workflows", path)


@pytest.mark.parametrize("path", ACTIONS, ids=lambda path: path.parent.name)
def test_actions_are_valid(path):
    check("vendor.github-actions", path)


def test_the_workflows_that_articles_show_are_valid(tmp_path):
    for first_word, schema in (("# GitHub", "vendor.github-workflows"), ("# GitLab", "vendor.gitlab-ci")):
        shown = of_articles(first_word)
        assert shown
        for text in shown:
            path = tmp_path / "workflow.yml"
            path.write_text(text)
            check(schema, path)


def steps(document):
    """Every step of a workflow's jobs, or of an action."""
    jobs = document.get("jobs", {}).values() if "jobs" in document else [document["runs"]]
    return [step for job in jobs for step in job["steps"]]


@pytest.mark.parametrize("path", [*WORKFLOWS, *ACTIONS], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_steps_run_what_is_there(path):
    for step in steps(yaml.safe_load(path.read_text())):
        if uses := step.get("uses"):
            assert not uses.startswith("./") or (REPOSITORY / uses / "action.yml").exists(), uses
            continue
        told = children.run(["bash", "-n", "-c", step["run"]])
        assert told.returncode == 0, told.stderr
        for script in re.findall(r"(?:^|\s)(scripts/[\w.]+|\.ci/\w+)", step["run"]):
            assert (REPOSITORY / script).exists(), script
