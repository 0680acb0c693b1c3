"""What plays recorded answers: it finds every kind of difference, its data is sound, and it records anew."""

import copy
import json
import os
import re
import shutil
import sys

import pytest
from cryptography.hazmat.primitives import serialization

import recorded
import children
from children import clean_environment
from recorded.comparing import Difference, differences, relation_found
from recorded.notation import Names, NormalForm
from recorded.player import Outcome, Player, compare, one_time_password, tampered
from recorded.programmes import DIRECTORY, FAMILIES, expectations, load, programmes, text_of
from recorded.targets import SERVER_OPTIONS, Firebreak, Signer
from rest import Rest

NAMES = Names("demo-project", "123456789012", "r1", "http://127.0.0.1:5001/project/region")
NOW = 1_790_000_000.0


@pytest.fixture
def form():
    form = NormalForm(NAMES)
    form.now = NOW
    return form


# Comparing.

RECORDED = {"kind": "k", "users": [{"localId": "a", "disabled": True, "age": 1}]}


@pytest.mark.parametrize(
    ("found", "paths"),
    [
        (RECORDED, []),
        ({**RECORDED, "kind": "other"}, ["answer.kind"]),
        ({"users": RECORDED["users"], "kind": "k"}, ["answer"]),
        ({"kind": "k"}, ["answer.users"]),
        ({**RECORDED, "more": None}, ["answer.more"]),
        ({"kind": "k", "users": []}, ["answer.users"]),
        ({"kind": "k", "users": [{"localId": "a", "disabled": True, "age": 1.0}]}, ["answer.users[0].age"]),
        ({"kind": "k", "users": [{"localId": "a", "disabled": 1, "age": 1}]}, ["answer.users[0].disabled"]),
        # An order counts even where members are missing.
        ({"kind": "k", "users": [{"age": 1, "localId": "a"}]}, ["answer.users[0].disabled", "answer.users[0]"]),
        ([], ["answer"]),
    ],
)
def test_every_kind_of_difference_is_found(found, paths):
    assert [difference.path for difference in differences(RECORDED, found)] == paths


def test_an_order_that_was_not_recorded_does_not_count():
    recorded, found = {"header": {"alg": "RS256", "kid": "<kid>"}}, {"header": {"kid": "<kid>", "alg": "RS256"}}
    assert differences(recorded, found)
    assert not differences(recorded, found, unordered=["header"])


@pytest.mark.parametrize(
    ("place", "found", "fits"),
    [
        ("<idToken>", {"<jwt>": {"header": {}, "claims": {}}}, True),
        ("<refreshToken>", {"<jwt>": {"header": {}, "claims": {}}}, False),
        ("<idToken>", "", False),
        ("<idToken>", {"claims": {}}, False),
    ],
)
def test_a_place_stands_for_what_a_recording_does_not_show(place, found, fits):
    assert (not differences({"idToken": place}, {"idToken": found})) == fits


def test_an_instant_stands_for_any_fraction():
    assert not differences("<instant>", "<instant:6>")
    assert differences("<instant:6>", "<instant:3>")
    assert differences("<instant>", "2020-01-02T03:04:05Z")


@pytest.mark.parametrize(
    ("recorded", "found"),
    [
        ("idToken.iat = first:idToken.iat", "="),
        ("idToken.iat > zeroth:iat", ">"),
        ("idToken.iat < first:late", "<"),
        ("idToken.sub = first:sub", "≠"),
        ("idToken.sub = first:none", "?"),
        ("until = sent + 900s", "="),
        ("until = sent + 600s", ">"),
    ],
)
def test_relations(recorded, found):
    until = "2026-09-21T12:28:22.500Z"
    values = {
        **{"idToken.iat": 100, "first:idToken.iat": "100", "zeroth:iat": 99, "first:late": 1000},
        **{"idToken.sub": "a", "first:sub": "b", "until": until},
    }
    sent = 1_789_992_802.0
    left, _, rest = recorded.split(" ", 2)
    assert relation_found(recorded, values.get, sent) == f"{left} {found} {rest}"


def test_an_outcome_is_compared_with_each_answer_that_may_come():
    step = {"step": "s", "status": 200, "answer": {"a": 1}, "relations": ["a = b"], "or": [{"unsent": True}]}
    same = Outcome(step, 200, {"a": 1})

    assert compare(step, same, ["a = b"]) == []
    assert [found.path for found in compare(step, same, ["a > b"])] == ["relations"]
    assert [found.path for found in compare({**step, "status": 400}, same, ["a = b"])] == ["status"]
    assert [found.path for found in compare(step, Outcome(step, missing="nothing"), [])] == ["status"]
    assert compare(step["or"][0], Outcome(step, missing="nothing"), []) == []
    assert [found.path for found in compare(step["or"][0], same, [])] == ["status"]


def test_reasons_are_for_what_they_name_and_must_not_rot():
    step = {"differs": {"answer.users": "own-host", "status": "own-host"}}
    explained, other = Difference("answer.users[0].name", "…"), Difference("answer.usersOther", "…")

    outcome = Outcome(step, differences=[explained, Difference("status", "…")])
    assert outcome.unexplained() == []
    outcome = Outcome(step, differences=[explained, other])
    assert [found.path for found in outcome.unexplained()] == ["answer.usersOther", "status"]


# Notation.


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("{email:a-1}", "recorded-r1-a-1@example.com"),
        ("{mixedEmail:a}", "Recorded-R1-A@Example.Com"),
        (" {uid:a}/b", " account-r1-a/b"),
        ("https://{project}.web.app", "https://demo-project.web.app"),
        ("projects/{projectNumber}/config", "projects/123456789012/config"),
        ("{functions}/beforeCreate", "http://127.0.0.1:5001/project/region/beforeCreate"),
        ('{"k":"{repeat:v:60}"}', '{"k":"' + "v" * 60 + '"}'),
        ('{"role":"admin"}', '{"role":"admin"}'),
    ],
)
def test_names_of_a_run(text, sent):
    assert NAMES.filled(text) == sent
    if "mixed" not in text:
        assert NAMES.blanked(sent) == text


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("refreshToken", "AMf-1", "<refreshToken>"),
        ("localId", "abcdefghijklmnABCDEFGHIJKL12", "<generated-localId>"),
        ("localId", "account-r1-a", "{uid:a}"),
        ("passwordHash", "aGFzaA==", "<passwordHash>"),
        ("passwordHash", "UkVEQUNURUQ=", "UkVEQUNURUQ="),
        ("passwordUpdatedAt", 1790000000123, "<time:number:ms>"),
        ("createdAt", "1790000000123", "<time:ms>"),
        ("createdAt", "1600000000000", "1600000000000"),
        ("validSince", "1790000001", "<time:s>"),
        ("lastRefreshAt", "2026-09-21T14:13:20.123Z", "<instant:3>"),
        ("enrolledAt", "2020-01-02T03:04:05Z", "2020-01-02T03:04:05Z"),
        ("nextPageToken", "opaque", "<nextPageToken>"),
        ("nextPageToken", "account-r1-a", "{uid:a}"),
        ("testPhoneNumbers", {"+2": "1", "+1": "2"}, {"+1": "2", "+2": "1"}),
        ("mfaInfo", [{"mfaEnrollmentId": "mine"}] * 2, [{"mfaEnrollmentId": "<enrollment:1:other>"}] * 2),
    ],
)
def test_normal_form(form, name, value, shown):
    found = form.of(value, name)
    assert json.dumps(found) == json.dumps(shown)


def test_normal_form_of_links(form):
    answer = {"oobCode": "c", "oobLink": "http://host/?mode=signIn&oobCode=c&apiKey=k&lang=en"}
    parameters = {"mode": "signIn", "apiKey": "<api-key>", "lang": "en"}
    assert form.of(answer)["oobLink"] == {"<link>": {"code": "the-answer-oobCode", "parameters": parameters}}
    assert form.of({**answer, "oobCode": "d"})["oobLink"]["<link>"]["code"] == "another-code"


def test_normal_form_of_tokens(form):
    claims = {"iat": 10, "exp": 3610, "auth_time": 9, "sub": "account-r1-a"}
    token = Signer("me@example.com").signed(claims)
    shown = {"iat": "<iat>", "exp": "iat+3600", "auth_time": "<auth_time>", "sub": "{uid:a}"}
    header = {"alg": "RS256", "kid": "<kid>", "typ": "JWT"}

    assert form.of(token, "idToken") == {"<jwt>": {"header": header, "claims": shown}}
    unsigned = {"header": {**header, "alg": "none"}, "claims": shown, "signature": "<none>"}
    assert form.of(tampered(token, "alg-none"), "idToken") == {"<jwt>": unsigned}


def test_one_time_passwords():
    # RFC 6238, appendix B, of which the last six digits.
    assert one_time_password("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1111111109 // 30) == "081804"


# The data.


@pytest.mark.parametrize("family", FAMILIES)
def test_data_is_written_in_one_form(family):
    text = (DIRECTORY / f"{family}.json").read_text()
    assert text == text_of(json.loads(text)), "recorded/programmes.py writes it: save(family, load(family))"


@pytest.mark.parametrize("family", FAMILIES)
def test_data_is_sound(family):
    data, names = load(family), set()
    for programme in programmes(family):
        assert programme["programme"] not in names
        names.add(programme["programme"])
        assert programme["source"].keys() in ({"repository", "path"}, {"recorded"})
        before = {"customTokens"}
        for step in programme["steps"]:
            place = f"{programme['programme']}#{step['step']}"
            assert re.fullmatch(r"(GET|POST|PATCH|DELETE) (identitytoolkit|securetoken)/\S+", step["request"]), place
            for expected in expectations(step):
                assert {"status", "answer"} <= expected.keys() or expected["unsent"] is True, place
            referred = re.findall(r'"\$(?:from|totp|wrongTotp|passwordOf)": "([\w-]+)', json.dumps(step))
            assert set(referred) <= before, place
            assert set(step.get("differs", {}).values()) <= data.get("reasons", {}).keys(), place
            assert step["step"] not in before, place
            before.add(step["step"])


# Playing.


@pytest.fixture(scope="module")
def selection():
    """A programme that needs no waiting: tenants chosen in requests."""
    (found,) = (programme for programme in programmes("tenants") if programme["programme"] == "selection")
    return found


@pytest.fixture
def server(start_server):
    return start_server(*SERVER_OPTIONS)


def failures(server, programme):
    target = Firebreak(server.url)
    try:
        outcomes = list(Player(target).play(programme))
    finally:
        target.close()
    return {(outcome.step["step"], found.path) for outcome in outcomes for found in outcome.unexplained()}


def test_what_is_not_as_recorded_is_found(server, selection):
    usual = failures(server, selection)
    changed = copy.deepcopy(selection)
    steps = {step["step"]: step for step in changed["steps"]}
    steps["sign-in-none"]["answer"]["error"]["message"] = "ANOTHER_CODE"
    steps["create-a1"]["answer"] = dict(reversed(steps["create-a1"]["answer"].items()))
    del steps["sign-up-b"]["answer"]["expiresIn"]
    steps["refresh"]["relations"] = ["id_token.auth_time < sign-in-a:idToken.auth_time"]
    steps["lookup-a"]["differs"] = {"answer.users[0].email": "own-wording"}
    steps["lookup-b"]["status"] = 200

    assert failures(server, changed) - usual == {
        ("sign-in-none", "answer.error.message"),
        ("create-a1", "answer"),
        ("sign-up-b", "answer.expiresIn"),
        ("refresh", "relations"),
        ("lookup-a", "answer.users[0].email"),
        ("lookup-b", "status"),
    }


def test_steps_that_build_on_a_refusal_are_not_sent(server, selection):
    changed = copy.deepcopy(selection)
    changed["steps"] = [step for step in changed["steps"] if step["step"] in ("sign-in-b", "lookup-none")]
    changed["steps"][1]["body"]["idToken"]["$from"] = "sign-in-b:idToken"
    assert failures(server, changed) == {("lookup-none", "status")}


# Recording anew.


def test_the_service_is_recorded_anew(server, selection, tmp_path):
    """Against another Firebreak in the service's place."""
    project, signer = "demo-recorded", Signer("recorder@demo-recorded.iam.gserviceaccount.com")
    accounts = {signer.email: {"keys": [signer.public_jwk()]}}
    Rest(server, project).firebreak.rules.patch(credentials="verified", service_accounts=accounts)
    pem = signer.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    key_file = tmp_path / "key.json"
    key_file.write_text(
        json.dumps({"client_email": signer.email, "private_key": pem.decode(), "private_key_id": signer.key_id})
    )
    data = tmp_path / "data"
    shutil.copytree(DIRECTORY, data, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    environment = clean_environment(
        RECORDED_IDENTITY_TOOLKIT_URL=f"{server.url}/identitytoolkit.googleapis.com",
        RECORDED_SECURE_TOKEN_URL=f"{server.url}/securetoken.googleapis.com",
        RECORDED_PROJECT=project,
        RECORDED_API_KEY=f"project:{project}",
        RECORDED_ACCESS_TOKEN="owner",
        RECORDED_SERVICE_ACCOUNT=str(key_file),
        RECORDED_PAUSE="0",
    )
    chosen = ["tenants/selection", "tenants/custom-token", "functions/blocking/events"]
    command = [sys.executable, os.path.dirname(recorded.__file__), "--service", "--renew", "--data", str(data), *chosen]
    # Twice: the second time finds a project that has to be emptied.
    for _ in range(2):
        finished = children.run(command, env=environment, timeout=120)
        assert finished.returncode == 0, finished.stderr

    assert "functions/blocking/events: not played, for it needs a URL of blocking functions" in finished.stdout
    assert load("functions", data) == load("functions")
    by_name = {programme["programme"]: programme for programme in load("tenants", data)["programmes"]}
    for programme in load("tenants")["programmes"]:
        written = by_name[programme["programme"]]
        if programme["programme"] not in ("selection", "custom-token"):
            assert written == programme
            continue
        assert written["source"].keys() == {"recorded"}
        # What was equal is written as it was, but for fractions of times that had not been looked at.
        assert without_fractions(written["steps"]) == without_fractions(programme["steps"])
    # And holds, when it is played.
    anew = next(programme for programme in programmes("tenants", data) if programme["programme"] == "selection")
    assert failures(server, anew) == set()


def without_fractions(steps):
    return re.sub(r"<instant:\d>", "<instant>", text_of(steps))
