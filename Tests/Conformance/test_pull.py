"""`firebreak pull` and `firebreak drift`, with a Firebreak in profile `production` in the place of Google's service."""

import json
import re
import time
import uuid

import pytest

import children
import production_project
from google_service import (
    GRANTED_TOKEN,
    PLAIN_TOKEN,
    PREFIX,
    Answer,
    GoogleService,
    refusal,
)
from production_project import LISTS, PROVIDERS, SECRETS
from pull_commands import *  # noqa: F403
from recorded.programmes import FAMILIES, programmes
from rest import Rest, ok

pytestmark = pytest.mark.profiles("production")

PASSWORD_OPTIONS = production_project.PASSWORD_POLICY["passwordPolicyVersions"][0]["customStrengthOptions"]
TENANTS_ON = {"multiTenant": {"allowTenants": True}}


@pytest.fixture(scope="module")
def production(servers):
    """A project with every kind of setting, which tests do not change, and its tenants."""
    rest = Rest(servers("production"), f"rich-{uuid.uuid4().hex[:16]}")
    rest.tenants = production_project.make(rest)
    return rest


@pytest.fixture
def pulled(command, production, tmp_path):
    """Pulls the project with every kind of setting, and returns the path of the fixture."""

    def pull(*options):
        path = tmp_path / "pulled.yaml"
        result = command("pull", production.project, "--out", path, *options)
        assert result.returncode == 0, result.stderr
        return path

    return pull


# What a project is like


def answers_about(rest):
    """Every answer of Google's API about settings, to admins and to apps."""
    answers = {}

    def read(path, tenant=None):
        place = f"tenants/{tenant}/" if tenant else ""
        answer = ok(rest.admin(f"/{path}", verb="GET", version="v2", tenant=tenant))
        answers[place + path] = answer
        return answer

    read("config")
    tenants = [tenant["name"].split("/")[-1] for tenant in read("tenants").get("tenants", [])]
    for tenant in [None, *tenants]:
        if tenant:
            answers[f"tenants/{tenant}"] = ok(rest.admin("", verb="GET", version="v2", tenant=tenant))
        for kind in LISTS:
            for provider in read(kind, tenant).get(kind, []):
                read(f"{kind}/{provider['name'].split('/')[-1]}", tenant)
    keyed = {
        "v1/projects": {},
        "v1/recaptchaParams": {},
        "v2/passwordPolicy": {},
        **{f"v2/passwordPolicy?{tenant}": {"tenantId": tenant} for tenant in tenants},
        "v2/recaptchaConfig": {"clientType": "CLIENT_TYPE_WEB", "version": "RECAPTCHA_ENTERPRISE"},
    }
    for path, parameters in keyed.items():
        address = f"{PREFIX}/{path.partition('?')[0]}"
        answers[path] = ok(rest.request("GET", address, params={"key": rest.key, **parameters}))
    return answers


def differing(left, right, path=""):
    """The paths at which two answers are not the same."""
    if isinstance(left, dict) and isinstance(right, dict):
        names = [*left, *(name for name in right if name not in left)]
        found = [differing(left.get(name), right.get(name), f"{path}.{name}" if path else name) for name in names]
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        found = [differing(*pair, f"{path}.{number}") for number, pair in enumerate(zip(left, right))]
    else:
        return set() if left == right else {path}
    return set().union(*found)


def differing_answers(production, here):
    """By kind of answer; the same setting of a tenant or provider is in its own answer and in a list."""
    found = differing(answers_about(production), answers_about(here))
    listed = re.compile(r"^(tenants/[\w-]+/)?(tenants|\w+Configs)\.(tenants|\w+Configs)\.\d+\.")
    return {re.sub(r"^tenants/[\w-]+", "tenant", path) for path in found if not listed.match(path)}


# Times and addresses of production are not those of a test, and each project makes its own keys for SAML.
NEVER_EQUAL = {
    "config.blockingFunctions.triggers",
    "config.notification.sendEmail.callbackUri",
    "config.passwordPolicyConfig.lastUpdateTime",
    "tenant.passwordPolicyConfig.lastUpdateTime",
    *(f"{place}inboundSamlConfigs/saml.acme.spConfig.spCertificates.0.{name}"
      for place in ("", "tenant/") for name in ("x509Certificate", "expiresAt")),
}  # fmt: skip
LEFT_OUT = {
    *("config.signIn.hashConfig.signerKey", "config.signIn.hashConfig.memoryCost"),
    "config.signIn.phoneNumber.testPhoneNumbers",
    "config.notification.sendEmail.smtp.host",
    "config.notification.sendEmail.smtp.username",
    "config.notification.sendEmail.smtp.password",
    "tenant.testPhoneNumbers",
    *("tenant.hashConfig.signerKey", "tenant.hashConfig.memoryCost"),
    *(f"{place}defaultSupportedIdpConfigs/{name}.clientSecret"
      for place in ("", "tenant/") for name in ("google.com", "facebook.com")),
    *(f"{place}defaultSupportedIdpConfigs/apple.com.appleSignInConfig.codeFlowConfig.privateKey"
      for place in ("", "tenant/")),
    *(f"{place}oauthIdpConfigs/oidc.code.clientSecret" for place in ("", "tenant/")),
}  # fmt: skip


def test_a_project_made_of_the_fixture_answers_as_production_does(pulled, production, start_server):
    here = start_server("--fixture", pulled("--secrets"))

    found = differing_answers(production, Rest(here, production.project))
    assert (found - NEVER_EQUAL, NEVER_EQUAL - found) == (set(), set())


def test_a_project_made_of_the_fixture_has_all_but_the_secrets(pulled, production, start_server):
    here = start_server("--fixture", pulled())

    found = differing_answers(production, Rest(here, production.project))
    expected = NEVER_EQUAL | LEFT_OUT
    assert (found - expected, expected - found) == (set(), set())


def test_secrets_and_addresses_of_functions_are_left_out(pulled):
    text = pulled().read_text()

    values = "\n".join(line for line in text.splitlines() if not line.strip().startswith("#"))
    assert not [secret for secret in SECRETS if secret in text]
    assert "AIza" not in text and "functions.acme.example" not in text and "__/auth/action" not in values
    comments = comments_of(text)
    for path in (
        *("signIn.hashConfig", "signIn.phoneNumber.testPhoneNumbers", "notification.sendEmail.smtp.password"),
        *("blockingFunctions.triggers.beforeCreate", "notification.sendEmail.callbackUri", "clientSecret"),
        *("appleSignInConfig.codeFlowConfig.privateKey", "testPhoneNumbers"),
    ):
        assert path in comments


def test_secrets_are_taken_along_when_asked_for(pulled, production):
    text = pulled("--secrets").read_text()

    assert not [secret for secret in SECRETS if secret not in text]
    assert "functions.acme.example" not in text and "Left out as secret" not in comments_of(text)
    (key,) = part_of(text, production.project)["apiKeys"]
    assert key == answers_about(production)["config"]["client"]["apiKey"]


def test_a_fixture_says_what_differs_from_a_new_project(pulled, production):
    part = part_of(pulled().read_text(), production.project)

    assert part["profile"] == "production"
    assert part["rules"] == {"hostingDomains": ["auth.acme.example"]}
    assert set(part["tenants"]) == set(production.tenants)
    assert set(part["providers"]) == set(PROVIDERS)
    assert part["tenants"][production.tenants[1]] == {
        "displayName": "plain-one",
        "providers": {"oidc.off": {**PROVIDERS["oidc.off"], "enabled": False}},
    }
    assert part["config"]["signIn"]["email"] == {"passwordRequired": False}
    # Fixtures expand variables, and these are none.
    body = part["config"]["notification"]["sendEmail"]["resetPasswordTemplate"]["body"]
    assert body == production_project.TEMPLATE["body"].replace("${", "$${")


def test_a_new_project_has_nothing_to_tell(command, project):
    text = text_of(command("pull", project))

    assert part_of(text, project) == {"profile": "production"}
    heading = rf"Settings of project {project}, as http://[\d.:]+ had them at [\dTZ:-]+\. firebreak drift "
    assert re.match(heading, comments_of(text))


@pytest.mark.parametrize("target", ["local", "production"])
@pytest.mark.parametrize("options", [(), ("--secrets",)], ids=["without secrets", "with secrets"])
def test_what_was_pulled_is_valid_and_does_not_differ(command, firebreak, pulled, target, options):
    path = pulled("--profile", target, *options)

    assert firebreak("validate", path).returncode == 0
    result = command("drift", path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0].startswith(f"{path} and project ")


def test_a_fixture_for_the_emulator_says_what_that_does_not_have(command, firebreak, pulled, production):
    path = pulled("--profile", "emulator")

    assert firebreak("validate", path).returncode == 0
    rows = differences(command, path, production.project)
    assert rows
    comments = comments_of(path.read_text())
    for setting, theirs, ours in rows:
        # Of long values only the part is shown in which they differ.
        is_short = max(len(ours), len(theirs)) <= 40
        assert f"Different here: {setting} is " + (f"{ours}, and {theirs} in production." if is_short else "") in comments


def test_custom_texts_of_every_template_are_pulled(command, service, rest):
    mask = "notification.sendEmail.legacyResetPasswordTemplate"
    template = {"subject": "Hello", "body": "Click %LINK%", "bodyFormat": "PLAIN_TEXT", "senderLocalPart": "shop"}
    rest.configure(mask, {"notification": {"sendEmail": {"legacyResetPasswordTemplate": template}}})

    part = part_of(text_of(command("pull", rest.project)), rest.project)
    assert part["config"]["notification"]["sendEmail"]["legacyResetPasswordTemplate"] == template


def test_settings_that_are_off_in_production_alone_are_off_in_the_fixture(command, rest, tmp_path):
    rest.configure(
        "signIn.email.enabled,emailPrivacyConfig,authorizedDomains",
        {"emailPrivacyConfig": {}, "authorizedDomains": []},
    )
    path = tmp_path / "shop.yaml"
    assert command("pull", rest.project, "--out", path).returncode == 0

    config = part_of(path.read_text(), rest.project)["config"]
    assert config["signIn"]["email"]["enabled"] is False
    assert config["emailPrivacyConfig"] == {"enableImprovedEmailPrivacy": False}
    assert config["authorizedDomains"] == []
    assert command("drift", path).returncode == 0


# How the service is asked


def test_a_dry_run_shows_the_requests_and_makes_none(command, service, production):
    shown = command("pull", production.project, "--dry-run", token=None)
    assert text_of(shown) and service.requests == []
    lines = [line.replace("{each tenant}", production.tenants[0]) for line in shown.stdout.splitlines()]

    text_of(command("pull", production.project))
    made = {f"{request.verb} {service.url}{request.path}" for request in service.requests}
    assert set(lines) == {line for line in made if production.tenants[1] not in line}


def test_calls_are_paced(command, service, production):
    begun = time.monotonic()
    text_of(command("pull", production.project))

    # One for the configuration, one for tenants, and three for the providers of the project and of each tenant.
    assert len(service.requests) == 11
    assert service.requests[-1].at - begun >= 10 * 0.2


def test_an_access_token_of_the_command_line_wins(command, service, project, tmp_path):
    text_of(command("pull", project, "--access-token", PLAIN_TOKEN, token="another"))

    assert {request.headers["authorization"] for request in service.requests} == {f"Bearer {PLAIN_TOKEN}"}


def stored(tmp_path, credentials, name="credentials.json"):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(credentials if isinstance(credentials, str) else json.dumps(credentials))
    return path


@pytest.mark.parametrize("kind", ["service_account", "authorized_user"])
def test_a_file_of_credentials(command, service, project, tmp_path, kind):
    path = stored(tmp_path, getattr(service, kind)())

    out = tmp_path / "shop.yaml"
    result = command("pull", project, "--out", out, token=None, GOOGLE_APPLICATION_CREDENTIALS=str(path))
    assert result.returncode == 0, result.stderr
    assert len(service.grants()) == 1
    assert {request.headers.get("authorization") for request in service.requests[1:]} == {f"Bearer {GRANTED_TOKEN}"}
    assert not [secret for secret in CREDENTIALS if secret in out.read_text()]


@pytest.mark.parametrize("variable", ["HOME", "CLOUDSDK_CONFIG"])
def test_the_file_of_gcloud(command, service, project, tmp_path, variable):
    place = ".config/gcloud/" if variable == "HOME" else ""
    stored(tmp_path, service.authorized_user(), f"{place}application_default_credentials.json")

    text_of(command("pull", project, token=None, **{variable: str(tmp_path)}))
    assert len(service.grants()) == 1


def test_an_access_token_that_has_ended_is_renewed_once(command, service, project, tmp_path):
    path = stored(tmp_path, service.service_account())
    service.answer(f"{project}/oauthIdpConfigs", refusal(401, "Expired."), None)

    text_of(command("pull", project, token=None, GOOGLE_APPLICATION_CREDENTIALS=str(path)))
    assert len(service.grants()) == 2


def test_the_quota_of_a_login_is_the_project_s(command, service, project):
    text_of(command("pull", project))
    assert {request.headers["x-goog-user-project"] for request in service.requests} == {project}


@pytest.mark.parametrize("kind", ["service_account", "authorized_user", "token"])
def test_another_quota_project(command, service, project, tmp_path, kind):
    environment = {"GOOGLE_CLOUD_QUOTA_PROJECT": "acme-quota"}
    if kind != "token":
        environment["GOOGLE_APPLICATION_CREDENTIALS"] = str(stored(tmp_path, getattr(service, kind)()))
    text_of(command("pull", project, token=PLAIN_TOKEN if kind == "token" else None, **environment))

    calls = [request for request in service.requests if request.path != "/token"]
    assert {request.headers["x-goog-user-project"] for request in calls} == {"acme-quota"}


def test_who_may_not_use_the_quota_of_the_project_reads_without(command, service, project):
    denied = refusal(403, "Caller does not have required permission.", {"reason": "USER_PROJECT_DENIED"})
    service.answer(f"{project}/config", denied, None)

    text_of(command("pull", project))
    assert service.requests[0].headers["x-goog-user-project"] == project
    assert not [request for request in service.requests[1:] if "x-goog-user-project" in request.headers]


def test_pages_are_read_to_the_end(scripted, scripted_command):
    def page(*names, **more):
        names = [f"projects/1/oauthIdpConfigs/oidc.{name}" for name in names]
        return Answer(body={"oauthIdpConfigs": [{**PROVIDERS["oidc.off"], "name": name} for name in names], **more})

    scripted.answer("acme-shop/oauthIdpConfigs", page("aa", "bb", nextPageToken="a/b+c=&"), page("cc"))
    scripted.answer(".*", Answer())

    part = part_of(text_of(scripted_command("pull", "acme-shop")), "acme-shop")
    assert set(part["providers"]) == {"oidc.aa", "oidc.bb", "oidc.cc"}
    first, second = (request.query for request in scripted.requests if "oauth" in request.path)
    assert "pageToken" not in first
    assert second == {**first, "pageToken": "a/b+c=&"}


def test_a_wait_that_the_service_asks_for_is_kept(command, service, project):
    service.answer(f"{project}/config", Answer(429, headers={"Retry-After": "2"}), None)

    text_of(command("pull", project))
    first, second, *_ = service.requests
    assert first.path == second.path and second.at - first.at >= 2


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_what_passes_by_itself_is_tried_again(command, service, project, status):
    service.answer(f"{project}/config", *[Answer(status, "<p>Busy", {"Retry-After": "0"})] * 4, None)

    text_of(command("pull", project))
    assert service.asked()[:5] == [f"/v2/projects/{project}/config"] * 5


def test_half_an_answer_is_asked_for_again(command, service, project):
    service.answer(f"{project}/config", Answer(body='{"name": ', missing=100), None)

    text_of(command("pull", project))
    assert service.asked()[:2] == [f"/v2/projects/{project}/config"] * 2


def test_a_redirection_gets_no_credentials(command, service, scripted, project, tmp_path):
    service.answer(f"{project}/config", Answer(302, headers={"Location": f"{scripted.url}{PREFIX}/v2"}))

    sentence(command("pull", project))
    assert scripted.requests == []


# What goes wrong


DENIED = "The caller does not have permission."
INVALID = "Request had invalid authentication credentials. Expected OAuth 2 access token."
HTML = "<!DOCTYPE html><html><title>Error 404 (Not Found)!!1</title></html>"
NOW = {"Retry-After": "0"}
FAILURES = {
    "expired token": (refusal(401, INVALID), ["access token lasts an hour", "gcloud auth"]),
    "no permission": (refusal(403, DENIED), ["acme-shop", "roles/firebaseauth.viewer"]),
    "no such project": (refusal(404, "Project not found."), ["no project acme-shop"]),
    "no Authentication": (refusal(404, "CONFIGURATION_NOT_FOUND"), ["acme-shop", "Firebase console"]),
    "another server": (Answer(404, HTML, {"Content-Type": "text/html"}), ["acme-shop"]),
    "a page": (Answer(200, HTML, {"Content-Type": "text/html"}), ["JSON"]),
    "half a document": (Answer(200, '{"name": "projects/1/config", "signIn": {'), ["JSON"]),
    "a list": (Answer(200, "[]"), ["JSON"]),
    "nothing": (Answer(200, ""), ["JSON"]),
    "busy": (Answer(429, refusal(429, "Quota exceeded.").body, NOW), ["429", "again"]),
    "out of order": (Answer(503, refusal(503, "The service is currently unavailable.").body, NOW), ["503", "again"]),
    "a gateway": (Answer(502, "<html>Bad Gateway</html>", NOW), ["502", "again"]),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_failures_are_told_in_a_sentence_and_leave_the_file(scripted, scripted_command, tmp_path, kind):
    answer, words = FAILURES[kind]
    scripted.answer(".*", answer)
    out = tmp_path / "shop.yaml"
    out.write_text("version: 1\n")

    line = sentence(scripted_command("pull", "acme-shop", "--out", out))
    assert line.startswith("Error: ")
    assert [word for word in words if word not in line] == []
    assert out.read_text() == "version: 1\n"
    assert [path.name for path in tmp_path.iterdir()] == ["shop.yaml"]


@pytest.mark.parametrize("kind", FAILURES)
def test_sentences_of_failures_are_well_formed(scripted, scripted_command, kind):
    scripted.answer(".*", FAILURES[kind][0])

    line = sentence(scripted_command("pull", "acme-shop"))
    assert not re.search(r"[.!?][.,]|: \.|status (\d+).*status \1", line), line


@pytest.mark.parametrize("kind", ["expired token", "no permission", "half a document"])
def test_drift_fails_as_pull_does(scripted, scripted_command, tmp_path, kind):
    answer, words = FAILURES[kind]
    scripted.answer(".*", answer)
    path = stored(tmp_path, "version: 1\nprojects: {acme-shop: {profile: production}}\n", "shop.yaml")

    for options in ((), ("--json",)):
        line = sentence(scripted_command("drift", path, *options))
        assert [word for word in words if word not in line] == []


@pytest.mark.parametrize("list_", [*LISTS, "tenants"])
def test_a_list_that_may_not_be_read_is_a_comment(command, service, project, list_):
    service.answer(f"{project}/{list_}", refusal(403, DENIED))

    text = text_of(command("pull", project))
    assert part_of(text, project) == {"profile": "production"}
    assert "could not be read" in comments_of(text) and "roles/firebaseauth.viewer" in comments_of(text)


def test_long_values_are_shown_where_they_differ(command, pulled, production):
    path = pulled()
    text = path.read_text()
    changed = text.replace("minPasswordLength: 10", "minPasswordLength: 9")
    assert changed != text
    path.write_text(changed)

    values = {setting: values for setting, *values in differences(command, path, production.project)}
    theirs, ours = values["config.passwordPolicyConfig.passwordPolicyVersions"]
    assert [json.loads(value)[0]["customStrengthOptions"]["minPasswordLength"] for value in (theirs, ours)] == [10, 9]
    table = command("drift", path, "--project", production.project).stdout
    assert 'minPasswordLength":10' in table and 'minPasswordLength":9' in table


def test_a_comment_about_a_list_has_one_full_stop(command, service, project):
    service.answer(f"{project}/oauthIdpConfigs", refusal(403, DENIED))

    assert ".." not in comments_of(text_of(command("pull", project)))


def test_drift_does_not_take_what_may_not_be_read_for_nothing(command, service, pulled, production):
    path = pulled()
    service.answer(f"{production.project}/oauthIdpConfigs", refusal(403, DENIED))

    result = command("drift", path)
    assert "production refuses" not in result.stdout
    assert "OpenID Connect" in result.stdout + result.stderr


def test_another_file_than_one_of_credentials(command, service, project, tmp_path):
    files = {
        "no JSON": "-----BEGIN",
        "no object": [],
        "no type": {"client_id": "x"},
        "external_account": {"type": "external_account", "audience": "x"},
        "client_email": service.service_account(client_email=""),
        "private key": service.service_account(private_key="-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----"),
        "refresh_token": service.authorized_user(refresh_token=None),
        "not encrypted": service.authorized_user(token_uri="http://oauth2.example.com/token"),
    }
    for word, content in files.items():
        path = stored(tmp_path, content)
        line = sentence(command("pull", project, token=None, GOOGLE_APPLICATION_CREDENTIALS=str(path)))
        assert str(path) in line and word.removeprefix("no ") in line, line
    assert service.requests == []


def test_a_file_of_credentials_that_is_not_there(command, project, tmp_path):
    path = tmp_path / "key.json"
    line = sentence(command("pull", project, token=None, GOOGLE_APPLICATION_CREDENTIALS=str(path)))
    assert str(path) in line and "GOOGLE_APPLICATION_CREDENTIALS" in line


def test_no_credentials_at_all(command, service, project):
    line = sentence(command("pull", project, token=None))

    assert "gcloud auth application-default login" in line
    assert "GOOGLE_APPLICATION_CREDENTIALS" in line and "--access-token" in line
    assert service.requests == []


def test_a_token_that_is_none(command, service, project):
    assert "token" in sentence(command("pull", project, token="a token\nX-Other: 1"))
    assert service.requests == []


@pytest.mark.parametrize(
    "kind, word", [("service_account", "service account's key"), ("authorized_user", "gcloud auth")]
)
def test_a_grant_that_is_refused(command, service, project, tmp_path, kind, word):
    path = stored(tmp_path, getattr(service, kind)())
    service.answer("/token", Answer(400, {"error": "invalid_grant", "error_description": "Token has been revoked."}))

    assert word in sentence(command("pull", project, token=None, GOOGLE_APPLICATION_CREDENTIALS=str(path)))
    assert service.asked() == []


@pytest.mark.parametrize(
    "answer",
    [Answer(500, HTML, NOW), Answer(200, "{}"), Answer(200, HTML), Answer(401, {"error": "invalid_client"})],
    ids=["out of order", "no token", "a page", "invalid client"],
)
def test_a_grant_without_a_token(command, service, project, tmp_path, answer):
    path = stored(tmp_path, service.service_account())
    service.answer("/token", answer)

    line = sentence(command("pull", project, token=None, GOOGLE_APPLICATION_CREDENTIALS=str(path)))
    assert "no access token" in line and str(answer.status) in line


@pytest.mark.parametrize("command_line", [("pull", "demo-shop"), ("pull", "demo-shop", "--dry-run")])
def test_demo_projects_are_refused(command, service, command_line):
    assert "demo-" in sentence(command(*command_line), 2)
    assert service.requests == []


def test_drift_of_a_demo_project_says_how_to_name_the_real_one(command, service, tmp_path):
    path = stored(tmp_path, "version: 1\nprojects: {demo-shop: {profile: production}}\n", "shop.yaml")

    assert "--project" in sentence(command("drift", path), 2)
    assert service.requests == []


@pytest.mark.parametrize(
    "options",
    [(), ("--dry-run",)],
    ids=["read", "dry run"],
)
@pytest.mark.parametrize("url", ["http://example.com", "ftp://example.com", "example.com", "https://example.com/?a=b"])
def test_addresses_that_are_refused(firebreak, url, options):
    result = firebreak("pull", "acme-shop", "--service", url, *options, GOOGLE_OAUTH_ACCESS_TOKEN=PLAIN_TOKEN)
    assert url in sentence(result, 2)


@pytest.mark.parametrize("name", ["a b", "../shop", "shop/config", "shop?x=1", "", "x" * 65])
def test_names_that_no_project_has(command, service, name):
    sentence(command("pull", name), 2)
    assert service.requests == []


@pytest.mark.parametrize("name", ["absent/shop.yaml", ""])
def test_a_file_that_cannot_be_written(command, project, tmp_path, name):
    line = sentence(command("pull", project, "--out", tmp_path / name))
    assert str(tmp_path / name) in line and "no reason" not in line


# Differences


def one(setting, production, here):
    return [(setting, production, here)]


def flag(setting, production):
    """A switch that is on in one of both."""
    return one(setting, str(production).lower(), str(not production).lower())


MAIL = "notification.sendEmail"
# What is changed, how, and the rows that tell of it. `{tenant}` is the tenant with all settings.
CHANGES = [
    ("config", "signIn.email.enabled", False, flag("config.signIn.email.enabled", False)),
    ("config", "signIn.email.passwordRequired", True, flag("config.signIn.email.passwordRequired", True)),
    ("config", "signIn.anonymous.enabled", False, flag("config.signIn.anonymous.enabled", False)),
    ("config", "signIn.phoneNumber.enabled", False, flag("config.signIn.phoneNumber.enabled", False)),
    ("config", "signIn.allowDuplicateEmails", False, flag("config.signIn.allowDuplicateEmails", False)),
    ("config", "authorizedDomains", ["acme.example", "new.example"],
     one("config.authorizedDomains", "acme.example new.example", "acme.example auth.acme.example shop.acme.example")),
    ("config", "autodeleteAnonymousUsers", False, flag("config.autodeleteAnonymousUsers", False)),
    ("config", "blockingFunctions.forwardInboundCredentials.idToken", False,
     flag("config.blockingFunctions.forwardInboundCredentials.idToken", False)),
    ("config", "client.permissions.disabledUserSignup", False,
     flag("config.client.permissions.disabledUserSignup", False)),
    ("config", "emailPrivacyConfig.enableImprovedEmailPrivacy", True,
     flag("config.emailPrivacyConfig.enableImprovedEmailPrivacy", True)),
    ("config", "mfa.state", "ENABLED", one("config.mfa.state", "ENABLED", "MANDATORY")),
    ("config", "mobileLinksConfig.domain", "HOSTING_DOMAIN",
     one("config.mobileLinksConfig.domain", "HOSTING_DOMAIN", "FIREBASE_DYNAMIC_LINK_DOMAIN")),
    ("config", "monitoring.requestLogging.enabled", False, flag("config.monitoring.requestLogging.enabled", False)),
    ("config", "multiTenant.defaultTenantLocation", "folders/9",
     one("config.multiTenant.defaultTenantLocation", "folders/9", "folders/123456")),
    ("config", "notification.defaultLocale", "fr", one("config.notification.defaultLocale", "fr", "de")),
    ("config", "notification.sendSms.useDeviceLocale", False,
     flag("config.notification.sendSms.useDeviceLocale", False)),
    ("config", f"{MAIL}.method", "DEFAULT", one(f"config.{MAIL}.method", "DEFAULT", "CUSTOM_SMTP")),
    ("config", f"{MAIL}.smtp.port", 465, one(f"config.{MAIL}.smtp.port", "465", "587")),
    ("config", f"{MAIL}.resetPasswordTemplate.subject", "Hi",
     one(f"config.{MAIL}.resetPasswordTemplate.subject", "Hi", "Hello %APP_NAME%")),
    ("config", "passwordPolicyConfig.passwordPolicyEnforcementState", "OFF",
     one("config.passwordPolicyConfig.passwordPolicyEnforcementState", "OFF", "ENFORCE")),
    ("config", "passwordPolicyConfig.forceUpgradeOnSignin", False,
     flag("config.passwordPolicyConfig.forceUpgradeOnSignin", False)),
    ("config", "quota.signUpQuotaConfig.quota", "300", one("config.quota.signUpQuotaConfig.quota", "300", "250")),
    ("config", "recaptchaConfig.emailPasswordEnforcementState", "ENFORCE",
     one("config.recaptchaConfig.emailPasswordEnforcementState", "ENFORCE", "AUDIT")),
    ("config", "recaptchaConfig.useAccountDefender", False, flag("config.recaptchaConfig.useAccountDefender", False)),
    ("config", "smsRegionConfig.allowlistOnly.allowedRegions", ["AT", "FR"],
     one("config.smsRegionConfig.allowlistOnly.allowedRegions", "AT FR", "DE FR")),
    ("config", "smsRegionConfig", {"allowByDefault": {"disallowedRegions": ["US"]}},
     [("config.smsRegionConfig.allowByDefault.disallowedRegions", "US", "-"),
      ("config.smsRegionConfig.allowlistOnly.allowedRegions", "-", "DE FR")]),
    ("tenants/{tenant}", "displayName", "red-team", one("tenants.{tenant}.displayName", "red-team", "blue-team")),
    ("tenants/{tenant}", "allowPasswordSignup", False, flag("tenants.{tenant}.allowPasswordSignup", False)),
    ("tenants/{tenant}", "disableAuth", False, flag("tenants.{tenant}.disableAuth", False)),
    ("tenants/{tenant}", "inheritance.emailSendingConfig", False,
     flag("tenants.{tenant}.inheritance.emailSendingConfig", False)),
    ("tenants/{tenant}", None, None, one("tenants.{tenant}", "-", "there")),
    ("defaultSupportedIdpConfigs/google.com", "enabled", False, flag("providers.google.com.enabled", False)),
    ("defaultSupportedIdpConfigs/google.com", "clientId", "new",
     one("providers.google.com.clientId", "new", "google-client")),
    ("defaultSupportedIdpConfigs/apple.com", None, None, one("providers.apple.com", "-", "there")),
    ("defaultSupportedIdpConfigs/apple.com", "appleSignInConfig.bundleIds", ["example.acme.shop"],
     one("providers.apple.com.appleSignInConfig.bundleIds", "example.acme.shop",
         "example.acme.beta example.acme.shop")),
    ("oauthIdpConfigs/oidc.off", "issuer", "https://new.acme.example",
     one("providers.oidc.off.issuer", "https://new.acme.example", "https://old.acme.example")),
    ("inboundSamlConfigs/saml.acme", "idpConfig.ssoUrl", "https://new.acme.example/sso",
     one("providers.saml.acme.idpConfig.ssoUrl", "https://new.acme.example/sso", "https://idp.acme.example/sso")),
    ("inboundSamlConfigs/saml.acme", "idpConfig.signRequest", False,
     flag("providers.saml.acme.idpConfig.signRequest", False)),
    ("tenants/{tenant}/oauthIdpConfigs/oidc.code", "displayName", "New",
     one("tenants.{tenant}.providers.oidc.code.displayName", "New", "Acme")),
    ("tenants/{tenant}/inboundSamlConfigs/saml.acme", None, None,
     one("tenants.{tenant}.providers.saml.acme", "-", "there")),
]  # fmt: skip


@pytest.fixture(scope="module")
def unchanged(binary, production, tmp_path_factory):
    """The fixture of the project with every kind of setting."""
    path = tmp_path_factory.mktemp("pulled") / "shop.yaml"
    service = GoogleService(production.server)
    command = [binary, "pull", production.project, "--out", path, "--service", service.url]
    children.run(command, env=children.clean_environment(GOOGLE_OAUTH_ACCESS_TOKEN=PLAIN_TOKEN), check=True)
    service.close()
    return path


@pytest.fixture
def fork(production, project):
    """The same project once more, to be changed."""
    ok(production.control("POST", ":fork", json={"to": project}))
    return Rest(production.server, project)


def differences(command, path, project):
    """The rows of drift."""
    result = command("drift", path, "--project", project, "--json")
    assert result.stderr == ""
    rows = json.loads(result.stdout)["differences"]
    assert result.returncode == (1 if rows else 0)
    assert all(set(row) == {"setting", "production", "here", "effect"} and row["effect"] for row in rows)
    return [(row["setting"], row["production"], row["here"]) for row in rows]


def nested(path, value):
    for name in reversed(path.split(".")):
        value = {name: value}
    return value


@pytest.mark.parametrize(
    "resource, mask, value, rows", CHANGES, ids=[f"{change[0]} {change[1] or 'deleted'}" for change in CHANGES]
)
def test_drift_shows_each_change(command, unchanged, production, fork, resource, mask, value, rows):
    tenant = production.tenants[0]
    path = "/" + resource.replace("{tenant}", tenant)
    if mask is None:
        ok(fork.admin(path, verb="DELETE", version="v2"))
    else:
        ok(fork.admin(path, nested(mask, value), verb="PATCH", version="v2", params={"updateMask": mask}))

    expected = [(setting.replace("{tenant}", tenant), *sides) for setting, *sides in rows]
    assert sorted(differences(command, unchanged, fork.project)) == sorted(expected)


def test_drift_shows_what_only_production_has(command, unchanged, fork):
    provider = {"clientId": "new", "issuer": "https://new.acme.example", "responseType": {"idToken": True}}
    production_project.create_provider(fork, "oidc.new", provider)
    tenant = production_project.create_tenant(fork, displayName="red-team")

    assert differences(command, unchanged, fork.project) == [
        ("providers.oidc.new", "there", "-"), (f"tenants.{tenant}", "there", "-"),
    ]  # fmt: skip


def test_what_pull_leaves_out_is_not_compared(command, unchanged, fork):
    fork.configure(
        "signIn.phoneNumber.testPhoneNumbers,notification.sendEmail.smtp.password,blockingFunctions.triggers",
        {
            "signIn": {"phoneNumber": {"testPhoneNumbers": {"+16505550103": "111111"}}},
            "notification": {"sendEmail": {"smtp": {"password": "new"}}},
            "blockingFunctions": {"triggers": {}},
        },
    )

    assert differences(command, unchanged, fork.project) == []


@pytest.mark.parametrize("side", ["production", "here"])
def test_drift_shows_texts_that_one_side_has_changed(command, rest, tmp_path, side):
    def customize():
        rest.configure(f"{MAIL}.verifyEmailTemplate.subject", nested(f"{MAIL}.verifyEmailTemplate.subject", "Hi"))

    path = tmp_path / "shop.yaml"
    if side == "here":
        customize()
    text_of(command("pull", rest.project, "--out", path))
    if side == "here":
        rest.configure(f"{MAIL}.verifyEmailTemplate", {})
    else:
        customize()

    (setting, *_) = differences(command, path, rest.project)[0]
    assert setting == f"config.{MAIL}.verifyEmailTemplate.subject"


def test_rows_are_aligned_and_say_what_a_difference_changes(command, unchanged, fork):
    fork.configure(
        "signIn.anonymous,notification.defaultLocale,authorizedDomains",
        {"authorizedDomains": ["acme.example", "new.example"], "notification": {"defaultLocale": "fr"}},
    )

    result = command("drift", unchanged, "--project", fork.project)
    assert (result.returncode, result.stderr) == (1, "")
    head, *rows = result.stdout.splitlines()
    columns = [head.index(name) for name in ("SETTING", "PRODUCTION", "HERE", "WHAT IT CHANGES")]
    cells = {}
    for row in rows:
        assert all(row[start - 2 : start] == "  " and row[start] != " " for start in columns[1:]), result.stdout
        setting, *others = (row[a:b].strip() for a, b in zip(columns, [*columns[1:], None]))
        cells[setting] = others
    assert cells["config.signIn.anonymous.enabled"] == [
        "false", "true", "production refuses anonymous sign-in; here it passes",
    ]  # fmt: skip
    assert cells["config.authorizedDomains"][2] == (
        "production refuses auth.acme.example, shop.acme.example; here it passes. "
        "production allows new.example; here it is refused"
    )
    assert len(cells) == len(rows) == 3


def test_rows_about_lists_of_objects_can_be_read(command, unchanged, fork):
    policy = [{"customStrengthOptions": {**PASSWORD_OPTIONS, "minPasswordLength": 6}}]
    mask = "passwordPolicyConfig.passwordPolicyVersions"
    fork.configure(mask, nested(mask, policy))

    result = command("drift", unchanged, "--project", fork.project)
    assert result.returncode == 1
    assert max(map(len, result.stdout.splitlines())) < 200


def test_equal_projects_in_json(command, unchanged, fork):
    result = command("drift", unchanged, "--project", fork.project, "--json")
    assert (json.loads(text_of(result)), result.stderr) == ({"differences": [], "unread": []}, "")


@pytest.mark.parametrize(
    "document, word",
    [
        ("version: 1\nprojects: {acme-shop: {konfig: {}}}\n", "konfig"),
        ("version: 1\nprojects: {acme-shop: {config: {signIn: {anonymous: {enabled: maybe}}}}}\n", "enabled"),
        ("version: [\n", "shop.yaml"),
        (None, "shop.yaml"),
        ("version: 1\nprojects: {acme-a: {}, acme-b: {}}\n", "project"),
    ],
    ids=["unknown member", "wrong value", "no YAML", "no file", "several projects"],
)
def test_fixtures_that_cannot_be_compared(command, service, tmp_path, document, word):
    path = tmp_path / "shop.yaml"
    if document:
        path.write_text(document)

    assert word in sentence(command("drift", path), 3)
    assert service.requests == []


def test_one_of_several_projects(command, rest, tmp_path):
    part = {"profile": "production", **nested("config.signIn.anonymous.enabled", True)}
    path = stored(tmp_path, {"version": 1, "projects": {"acme-a": {}, rest.project: part}}, "shop.yaml")

    assert differences(command, path, rest.project) == flag("config.signIn.anonymous.enabled", False)


# What the service was seen to answer


def recorded_resources():
    """What the service answered about configurations, tenants and providers: each answer that says something new."""
    found = {"config": {}, "tenants": {}, "oauthIdpConfigs": {}}
    said = {kind: set() for kind in found}
    for family in FAMILIES:
        for programme in programmes(family):
            for step in programme["steps"]:
                resource = re.sub(r"[^/]*/(admin/)?v2/projects/\{project\}/", "", step["request"].split(" ")[1])
                kind = resource.split("/")[-2 if "{tenant" in resource.split("/")[-1] else -1]
                answer = step.get("answer")
                if kind not in found or step.get("status") != 200 or "/v2/" not in step["request"]:
                    continue
                for element in answer.get(kind, [answer]):
                    if not (new := leaves(element) - said[kind]) or not element:
                        continue
                    said[kind] |= new
                    found[kind][f"{programme['programme']}/{step['step']}"] = element
    return found


RECORDED = recorded_resources()
WHOLE_CONFIG = RECORDED["config"]["config/read/admin-get"]


@pytest.mark.parametrize("name", RECORDED["config"])
def test_recorded_configurations_are_pulled(scripted, scripted_command, tmp_path, name):
    # Of some, only a part was recorded.
    scripted.answer("acme-shop/config", Answer(body=filled({**WHOLE_CONFIG, **RECORDED["config"][name]})))
    scripted.answer(".*", Answer())
    path = tmp_path / "shop.yaml"
    text_of(scripted_command("pull", "acme-shop", "--secrets", "--out", path))

    comments = comments_of(path.read_text())
    assert "Left out, for it cannot be here" not in comments and "Not known" not in comments, comments
    assert text_of(scripted_command("drift", path)) == f"{path} and project acme-shop agree\n"


def test_a_project_without_rules_for_regions_sends_everywhere(scripted, scripted_command, tmp_path):
    scripted.answer("acme-shop/config", Answer(body={"signIn": {"email": {"enabled": True}}}))
    scripted.answer(".*", Answer())
    path = tmp_path / "shop.yaml"
    text_of(scripted_command("pull", "acme-shop", "--out", path))

    assert part_of(path.read_text(), "acme-shop")["config"]["smsRegionConfig"] == {"allowByDefault": {}}
    assert "smsRegionConfig" not in scripted_command("drift", path).stdout


def test_recorded_tenants_and_providers_are_pulled(scripted, scripted_command, tmp_path):
    tenants = [
        {**filled(tenant), "name": f"projects/123456789012/tenants/recorded-{number:05}"}
        for number, tenant in enumerate(RECORDED["tenants"].values())
    ]
    providers = [
        {**filled(provider), "name": f"projects/123456789012/oauthIdpConfigs/oidc.recorded-{number}"}
        for number, provider in enumerate(RECORDED["oauthIdpConfigs"].values())
    ]
    assert len(tenants) > 5 and providers
    scripted.answer("acme-shop/config", Answer(body={**filled(WHOLE_CONFIG), **TENANTS_ON}))
    scripted.answer("acme-shop/tenants", Answer(body={"tenants": tenants}))
    scripted.answer("acme-shop/oauthIdpConfigs", Answer(body={"oauthIdpConfigs": providers}))
    scripted.answer(".*", Answer())
    path = tmp_path / "shop.yaml"
    text_of(scripted_command("pull", "acme-shop", "--secrets", "--out", path))

    part = part_of(path.read_text(), "acme-shop")
    comments = comments_of(path.read_text())
    assert (len(part["tenants"]), len(part["providers"])) == (len(tenants), len(providers)), comments
    assert "Left out, for it cannot be here" not in comments and "Not known" not in comments, comments
    assert text_of(scripted_command("drift", path)) == f"{path} and project acme-shop agree\n"


def test_a_project_without_identity_platform_has_no_tenants(scripted, scripted_command):
    scripted.answer("acme-shop/tenants", refusal(400, "INVALID_PROJECT_ID"))
    scripted.answer(".*", Answer())

    text = text_of(scripted_command("pull", "acme-shop"))
    assert "tenants" not in part_of(text, "acme-shop") and "tenants" not in comments_of(text)


def test_unknown_members_are_kept_in_comments(scripted, scripted_command, tmp_path):
    tenant = {"name": "projects/1/tenants/blue-1a2b3", "displayName": "blue-team", "newOfTenant": ["a", "b"]}
    oidc = {**PROVIDERS["oidc.off"], "name": "projects/1/oauthIdpConfigs/oidc.off", "newOfProvider": {"deep": 1}}
    config = {
        "signIn": {"newWay": {"enabled": True, "score": 1.5}, "anonymous": {"enabled": True}},
        "newSection": {"text": "one\nprofile: local\n# two", "nothing": None},
        "mfa": {"state": "ENABLED", "providerConfigs": [{"state": "ENABLED", "newFactor": {"digits": 8}}]},
        "newNumber": 12345678901234567890,
        **TENANTS_ON,
    }
    scripted.answer("acme-shop/config", Answer(body=config))
    scripted.answer("acme-shop/tenants", Answer(body={"tenants": [tenant]}))
    scripted.answer("acme-shop/oauthIdpConfigs", Answer(body={"oauthIdpConfigs": [oidc]}))
    scripted.answer(".*", Answer())
    path = tmp_path / "shop.yaml"
    text_of(scripted_command("pull", "acme-shop", "--out", path))

    text = path.read_text()
    assert part_of(text, "acme-shop")["profile"] == "production"
    comments = comments_of(text)
    for member in (
        'signIn.newWay: {"enabled":true,"score":1.5}', "newNumber: 12345678901234567890", 'newOfTenant: ["a","b"]',
        'newOfProvider: {"deep":1}', 'newFactor: {"digits":8}', "newSection",
    ):  # fmt: skip
        assert member in comments, f"{member} is not in {comments}"
    assert "profile: local" in comments


def test_secrets_within_unknown_members_are_left_out(scripted, scripted_command):
    body = {"newSection": {"clientSecret": "new-SECRET", "smtp": {"password": "other-SECRET"}}, "newKeys": ["x"]}
    scripted.answer("acme-shop/config", Answer(body=body))
    scripted.answer(".*", Answer())

    text = text_of(scripted_command("pull", "acme-shop"))
    assert "newSection" in text and "SECRET" not in text


def test_values_that_are_not_here_are_kept(firebreak, scripted, scripted_command, tmp_path):
    """A service may allow what no project here can have."""
    config = {
        "mobileLinksConfig": {"domain": "NEW_DOMAIN"},
        "mfa": {"state": "SOMETIMES"},
        "signIn": {"anonymous": {"enabled": "yes"}, "email": {"enabled": True, "passwordRequired": True}},
        "quota": {"signUpQuotaConfig": {"quota": "-5"}},
    }
    scripted.answer("acme-shop/config", Answer(body=config))
    scripted.answer(".*", Answer())
    path = tmp_path / "shop.yaml"
    text_of(scripted_command("pull", "acme-shop", "--out", path))

    text = path.read_text()
    assert [word for word in ("NEW_DOMAIN", "SOMETIMES", "yes", "-5") if word not in text] == []
    assert firebreak("validate", path).returncode == 0


HOSTILE = (
    "a\nprojects: {}", "${HOME}", "$${X}", "*", "&a", "!!python/none", "\u202ex", "'", '"', "- a", "#", " ", "é: 1"
)


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_written_so_that_they_are_read_back(scripted, scripted_command, tmp_path, text):
    tenant = {"name": "projects/1/tenants/blue-1a2b3", "displayName": "blue-team", f"new{text}": text}
    oidc = {**PROVIDERS["oidc.off"], "name": "projects/1/oauthIdpConfigs/oidc.off", "displayName": f"A{text}"}
    smtp = {"notification": {"sendEmail": {"smtp": {"senderEmail": text}}}}
    scripted.answer("acme-shop/config", Answer(body={**filled(WHOLE_CONFIG), **smtp, **TENANTS_ON}))
    scripted.answer("acme-shop/tenants", Answer(body={"tenants": [tenant]}))
    scripted.answer("acme-shop/oauthIdpConfigs", Answer(body={"oauthIdpConfigs": [oidc]}))
    scripted.answer(".*", Answer())
    path = tmp_path / "shop.yaml"
    text_of(scripted_command("pull", "acme-shop", "--out", path))

    part = part_of(path.read_text(), "acme-shop")
    assert part["providers"]["oidc.off"]["displayName"] == f"A{text}".replace("${", "$${")
    assert part["config"]["notification"]["sendEmail"]["smtp"]["senderEmail"] == text.replace("${", "$${")
    assert part["tenants"] == {"blue-1a2b3": {"displayName": "blue-team"}}
    result = scripted_command("drift", path)
    assert result.returncode == 0, result.stdout


# Bringing a fixture up to date

WITH_USERS = """\
# Ours: the shop.
version: 1
projects:
  PROJECT:
    profile: production
    config:
      signIn: { anonymous: { enabled: false } }   # guests
      authorizedDomains: [localhost]
    users:
      - { ref: alice, email: "alice@example.test", password: 'correct-horse' }  # may be named
    codes: []
"""


def test_a_fixture_is_brought_up_to_date_and_keeps_the_rest(command, project, tmp_path):
    path = stored(tmp_path, WITH_USERS.replace("PROJECT", project), "shop.yaml")

    result = command("pull", "--update", path)
    assert result.returncode == 0, result.stderr
    text = path.read_text()
    assert "agree" in command("drift", path).stdout
    for line in WITH_USERS.replace("PROJECT", project).splitlines():
        if "signIn" not in line and "authorizedDomains" not in line and line != "    codes: []":
            assert line in text.splitlines()
    assert "# guests" in text and "codes: []" in text
    before = path.stat()
    assert "agree" in command("pull", "--update", path).stdout
    assert path.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize(
    "extra, word",
    [
        ("    tenants: { gone: { displayName: gone-team, users: [{ email: a@example.test }] } }\n", "gone"),
        ("    rules: { appName: '${APP-NAME' }\n    config: &settings { authorizedDomains: [localhost] }\n", "shop.yaml"),
    ],
    ids=["a tenant with users", "an anchor"],
)
def test_what_would_be_lost_is_refused_and_nothing_is_written(command, project, tmp_path, extra, word):
    multi = "    config: { multiTenant: { allowTenants: true } }\n" if "tenants" in extra else ""
    text = f"version: 1\nprojects:\n  {project}:\n    profile: production\n{multi}{extra}"
    path = stored(tmp_path, text, "shop.yaml")

    result = command("pull", "--update", path)
    assert result.returncode == 3 and word in result.stderr, result.stderr
    assert path.read_text() == text


@pytest.mark.parametrize("option", [("--out", "x.yaml"), ("--secrets",), ("--dry-run",), ("--profile", "local")])
def test_options_that_do_not_go_with_update(command, project, tmp_path, option):
    path = stored(tmp_path, WITH_USERS.replace("PROJECT", project), "shop.yaml")
    assert option[0] in sentence(command("pull", "--update", path, *option), 2)
