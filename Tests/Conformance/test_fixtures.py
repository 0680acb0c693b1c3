"""Fixtures: what the Admin SDK and apps find on a server that was seeded, and what the schema says of them."""

import json
import re
import sys

import jsonschema
import pytest
import requests
import yaml
from firebase_admin import auth, tenant_mgt

import children
from admin_sdk import admin_app
from firebreak_server import REPOSITORY
from python_module import Firebreak
from rest import Rest, claims, failure, ok
from totp import code_at, current_step

FIXTURES = REPOSITORY / "fixtures"
NAMES = ["quick-start", "email-flows", "tenants", "large"]


class YAML12(yaml.SafeLoader):
    """Reads times and `on` as the texts that they are in YAML 1.2."""


YAML12.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in pairs if not tag.endswith((":timestamp", ":bool"))]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
YAML12.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))


def read(text):
    return yaml.load(text, Loader=YAML12)


@pytest.fixture(scope="module")
def schema():
    schema = json.loads((FIXTURES / "firebreak.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def documented_example():
    article = (REPOSITORY / "Sources/Firebreak/Firebreak.docc/FixturesAndExports.md").read_text()
    return re.search(r"## Fixtures.*?```yaml\n(.*?)```", article, re.DOTALL).group(1)


# The schema


def test_the_schema_is_the_one_that_its_script_makes():
    script = REPOSITORY / "scripts/update-fixture-schema.py"
    made = children.run([sys.executable, script, "--print"], timeout=60, check=True)

    assert made.stdout == (FIXTURES / "firebreak.schema.json").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_fixtures_of_the_repository_fit_the_schema(schema, name):
    document = read((FIXTURES / f"{name}.yaml").read_text())

    assert [error.message for error in schema.iter_errors(document)] == []


@pytest.mark.parametrize(
    "document",
    [
        {"users": [{"emial": "a@example.test"}]},
        {"version": 2, "projects": {"p": {}}},
        {"projects": {"p": {}}},
        {"version": 1, "projects": {"p": {}}, "users": []},
        {"version": 1, "projects": {"p": {"config": {"signin": {}}}}},
        {"providers": {"oidc.acme": {"issuers": "https://idp.example.test"}}},
        {"codes": [{"type": "RECOVER_EMAIL", "to": "alice"}]},
        {"tenants": {"blue": {"user": []}}},
        {"faults": [{"on": "token", "hang": True, "tims": 2}]},
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(schema, firebreak, tmp_path, document):
    path = tmp_path / "fixture.json"
    path.write_text(json.dumps(document))

    assert list(schema.iter_errors(document))
    assert firebreak("validate", path).returncode == 3


def test_the_documented_example_is_good(schema, firebreak, tmp_path):
    path = tmp_path / "documented.yaml"
    path.write_text(documented_example())

    assert list(schema.iter_errors(read(path.read_text()))) == []
    result = firebreak("validate", path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"{path}: good; projects: 1, users: 503\n"


# A seeded server


@pytest.mark.parametrize("profile", ["local", "emulator"])
def test_the_admin_sdk_finds_what_was_seeded(start_server, profile, monkeypatch):
    server = start_server("--profile", profile, "--fixture", FIXTURES / "tenants.yaml")
    assert requests.get(f"{server.url}/readyz", timeout=10).status_code == 200

    with admin_app(server, "demo-saas", monkeypatch) as app:
        users = {user.uid: user for user in auth.list_users(app=app).iterate_all()}
        assert len(users) == 4
        owner = users["owner-0001"]
        assert owner.custom_claims == {"role": "owner"}
        assert owner.email_verified
        googler = auth.get_user_by_email("googler@example.test", app=app)
        assert [info.provider_id for info in googler.provider_data] == ["google.com"]
        assert auth.get_user_by_phone_number("+15555550101", app=app).uid in users
        former = auth.get_user_by_email("former@example.test", app=app)
        assert former.disabled
        assert former.user_metadata.creation_timestamp == 1709193600000
        assert auth.get_oidc_provider_config("oidc.acme", app=app).issuer == "https://idp.example.test"

        # The SDK would ask Google itself for tenants: only its calls for accounts know of emulators.
        tenants = ok(Rest(server, "demo-saas").admin("/tenants", verb="GET", version="v2"))["tenants"]
        assert [tenant["displayName"] for tenant in tenants] == ["Blue-Ltd", "Green-Ltd"]
        blue = tenant_mgt.auth_for_tenant("blue", app=app)
        green = tenant_mgt.auth_for_tenant("green", app=app)
        assert blue.get_user_by_email("carol@example.test").uid != green.get_user_by_email("carol@example.test").uid


def test_apps_sign_in_as_the_fixture_says(start_server):
    server = start_server("--fixture", FIXTURES / "tenants.yaml")
    rest = Rest(server, "demo-saas")

    session = ok(rest.app("signInWithPassword", {"email": "owner@example.test", "password": "correct-horse"}))
    factor = next(entry for entry in session["mfaInfo"] if "totpInfo" in entry)
    finished = ok(
        rest.app_v2(
            "mfaSignIn:finalize",
            {
                "mfaPendingCredential": session["mfaPendingCredential"],
                "mfaEnrollmentId": factor["mfaEnrollmentId"],
                "totpVerificationInfo": {"verificationCode": code_at("JBSWY3DPEHPK3PXP", current_step())},
            },
        )
    )
    assert claims(finished["idToken"])["role"] == "owner"


def test_reseeding_brings_everything_back(start_server):
    server = start_server("--fixture", FIXTURES / "quick-start.yaml")
    rest = Rest(server, "demo-shop")
    before = ok(rest.app("signInWithPassword", {"email": "alice@example.test", "password": "correct-horse"}))
    ok(rest.app("delete", {"idToken": before["idToken"]}))

    rest.firebreak.reset(reseed=True)

    after = ok(rest.app("signInWithPassword", {"email": "alice@example.test", "password": "correct-horse"}))
    assert after["localId"] == before["localId"]
    assert ok(rest.app("update", {"oobCode": "verify-bob"}))["email"] == "bob@example.test"


def test_a_fixture_survives_a_restart_and_is_merged(start_server, tmp_path):
    arguments = ("--data-dir", tmp_path / "data", "--fixture", FIXTURES / "quick-start.yaml")
    server = start_server(*arguments)
    ok(Rest(server, "demo-shop").app("signUp", {"email": "new@example.test", "password": "correct-horse"}))
    assert server.stop() == 0

    server = start_server(*arguments)
    counts = Firebreak(server.url).project("demo-shop").get()["counts"]
    assert counts["accounts"] == 3
    assert counts["messages"] == 1


def test_seeding_answers_refs_and_tokens(rest):
    document = {"users": [{"ref": "alice", "email": "alice@example.test", "claims": {"user_role": "admin"}}]}

    refs = rest.firebreak.seed(document, tokens=True)["refs"]

    found = ok(rest.app("lookup", {"idToken": refs["alice"]["idToken"]}))["users"][0]
    assert found["localId"] == refs["alice"]["uid"]
    assert claims(refs["alice"]["idToken"])["user_role"] == "admin"
    bad = rest.control("POST", ":seed", data="users: [ { uid: a, email: nobody } ]")
    assert failure(bad) == "INVALID_FIXTURE : document:1:20: /users/0/email: nobody is not an e-mail address"


def test_a_minted_token_is_good_for_the_admin_sdk(server, project, rest, firebreak, monkeypatch):
    uid = rest.existing_account("alice@example.test")

    token = firebreak("token", project, "alice@example.test", "--url", server.url, "--claims", '{"role": "owner"}')

    with admin_app(server, project, monkeypatch) as app:
        decoded = auth.verify_id_token(token.stdout.strip(), app=app)
    assert (decoded["uid"], decoded["role"]) == (uid, "owner")


# exec and time


def test_exec_seeds_before_it_runs(firebreak):
    script = 'curl -sf "$FIREBREAK_URL/firebreak/v1/projects/demo-shop" && curl -sf "$FIREBREAK_URL/readyz"'

    result = firebreak("exec", "--fixture", FIXTURES / "quick-start.yaml", "--", "sh", "-c", script)

    assert result.returncode == 0
    assert '"accounts":2' in result.stdout
    assert result.stdout.endswith("ready\n")


def test_a_thousand_users_are_applied_at_once(server):
    users = [
        {"ref": f"user{n}", "email": f"user{n}@example.test", "password": "correct-horse", "displayName": f"User {n}"}
        for n in range(1000)
    ]
    document = json.dumps({"users": users})
    for attempt in range(3):
        answer = requests.post(
            f"{server.url}/firebreak/v1/projects/t-thousand-{attempt}:seed", data=document, timeout=60)
        assert ok(answer)["created"] == 1000
