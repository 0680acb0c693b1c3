"""`firebreak pull --users`: accounts of a real project as users of a fixture, under pseudonyms or as they are."""

import base64
import json
import re
import uuid

import bcrypt
import pytest
import yaml

from google_service import Answer, refusal
from password_hashes import HASHES
from pull_commands import *  # noqa: F403
from recorded.programmes import FAMILIES, programmes
from rest import Rest, ok

pytestmark = pytest.mark.profiles("production")

# As costly as none in production, so that thousands can be signed in.
OWN_HASH = {"algorithm": "SCRYPT", "signerKey": "c2lnbmVyIGtleQ==", "saltSeparator": "Bw==", "rounds": 1, "memoryCost": 4}
TENANT_HASH = {**OWN_HASH, "signerKey": "dGVuYW50J3Mga2V5", "memoryCost": 5}
SIZE = 10_000
KINDS = ("own", "bcrypt", "imported")
PASSWORDS = {"own": "own-password", "bcrypt": "bcrypt-password", "imported": "password"}
MADE_UP = "Made-up-password-1"
ENROLLED_AT = "2025-03-04T05:06:07Z"


def web_safe(content):
    return base64.urlsafe_b64encode(content).decode()


def person(number):
    """An account with everything that tells who somebody is, each text of which is nobody else's."""
    email = f"person{number}q@company{number % 7}q.example"
    return {
        "localId": f"uid-of-{number}q",
        "email": email,
        "emailVerified": True,
        "displayName": f"Given{number}q Family{number}q",
        "photoUrl": f"https://pictures.example/{number}q.png",
        "phoneNumber": f"+1650{2000000 + number}",
        "disabled": number % 100 == 3,
        "createdAt": str(1_600_000_000_000 + number),
        "lastLoginAt": str(1_700_000_000_000 + number),
        "customAttributes": json.dumps(
            {"plan": ["free", "paid"][number % 2], "manager": f"person{number // 2}q@company{number // 2 % 7}q.example",
             "login": f"login:{email.upper()}",
             "nested": {"seats": number, "called": f"Given{number}q", "user": f"person{number}q",
                        "site": f"https://company{number % 7}q.example/{number}"}}
        ),
        "providerUserInfo": [
            {
                "providerId": ["google.com", "oidc.acme"][number % 2],
                "rawId": f"raw-id-of-{number}q",
                "email": f"other{number}q@mail.example",
                "displayName": f"Nickname{number}q",
                "photoUrl": f"https://pictures.example/other{number}q.png",
            }
        ],
        "mfaInfo": [
            {
                "mfaEnrollmentId": f"factor-of-{number}q",
                "phoneInfo": f"+1650{3000000 + number}",
                "displayName": f"Phone of {number}q",
                "enrolledAt": ENROLLED_AT,
            }
        ][: number % 3 == 0],
    }  # fmt: skip


def texts_of(people):
    """Everything that tells who somebody is."""
    for one in people:
        yield from (one["localId"], one["email"], one["photoUrl"], one["phoneNumber"], *one["displayName"].split())
        (identity,) = one["providerUserInfo"]
        yield from (identity[name] for name in ("rawId", "email", "displayName", "photoUrl"))
        for factor in one["mfaInfo"]:
            yield from (factor["mfaEnrollmentId"], factor["phoneInfo"], factor["displayName"])
    for number in range(7):
        yield f"company{number}q"


def own_hash(rest, tenant=None):
    """A hash that the project made itself, of its kind's password."""
    extra = {"tenantId": tenant} if tenant else {}
    made = ok(rest.app("signUp", {"email": f"{uuid.uuid4().hex}@x.test", "password": PASSWORDS["own"], **extra}))
    page = ok(rest.admin("/accounts:batchGet", verb="GET", tenant=tenant, params={"maxResults": 1000}))
    (user,) = (user for user in page["users"] if user["localId"] == made["localId"])
    ok(rest.admin("/accounts:delete", {"localId": user["localId"]}, tenant=tenant))
    return {"passwordHash": user["passwordHash"], "salt": user["salt"], "version": 0}


def import_people(rest, people, options, tenant=None):
    for start in range(0, len(people), 1000):
        body = {"users": people[start : start + 1000], **options}
        assert not ok(rest.admin("/accounts:batchCreate", body, tenant=tenant)).get("error")


@pytest.fixture(scope="module")
def peopled(servers):
    """A project of 10,000 people with three kinds of password hashes, and a tenant with hashes of its own."""
    rest = Rest(servers("production"), f"people-{uuid.uuid4().hex[:16]}")
    rest.allow_all()
    rest.firebreak.seed(
        {
            "config": {"signIn": {"hashConfig": OWN_HASH}},
            "tenants": {"blue": {"displayName": "blue-team", "allowPasswordSignup": True, "hashConfig": TENANT_HASH}},
        }
    )
    rest.people = [person(number) for number in range(SIZE)]
    hmac = HASHES["hmac_sha256"]
    hashes = {
        "own": (own_hash(rest), {}),
        "bcrypt": ({"passwordHash": web_safe(bcrypt.hashpw(b"bcrypt-password", bcrypt.gensalt(4)))},
                   {"hashAlgorithm": "BCRYPT"}),
        "imported": ({"passwordHash": hmac[1], "salt": base64.b64encode(b"NaCl").decode()},
                     {"hashAlgorithm": "HMAC_SHA256", "signerKey": base64.b64encode(b"secret").decode()}),
    }  # fmt: skip
    rest.of_kind = {kind: rest.people[index :: len(KINDS)] for index, kind in enumerate(KINDS)}
    for kind, (password, options) in hashes.items():
        import_people(rest, [{**one, **password} for one in rest.of_kind[kind]], options)
    rest.tenant = "blue"
    rest.of_tenant = [person(number) for number in range(SIZE, SIZE + 3)]
    password = own_hash(rest, "blue")
    import_people(rest, [{**one, **password} for one in rest.of_tenant], {}, "blue")
    return rest


@pytest.fixture
def pull(command, tmp_path):
    """Pulls with options, and returns the path of the fixture."""

    def pull(project, *options, name="people.yaml"):
        path = tmp_path / name
        result = command("pull", project, "--out", path, *options, timeout=600)
        assert result.returncode == 0, result.stderr
        pull.warnings = result.stderr
        return path

    return pull


def accounts(rest, tenant=None):
    """All accounts as an admin sees them, by ID."""
    users, token = {}, None
    while True:
        params = {"maxResults": 1000} | ({"nextPageToken": token} if token else {})
        page = ok(rest.admin("/accounts:batchGet", verb="GET", tenant=tenant, params=params))
        users |= {user["localId"]: user for user in page.get("users", [])}
        token = page.get("nextPageToken")
        if not token:
            return users


def without(user, *names):
    return {name: value for name, value in user.items() if name not in names}


def compared(user, *untold):
    """What must be equal of an account: claims are JSON, times may be written in two ways."""
    user = without(user, *untold)
    user["customAttributes"] = json.loads(user["customAttributes"])
    for factor in user.get("mfaInfo", []):
        factor["enrolledAt"] = factor["enrolledAt"].replace(".000Z", "Z")
    return user


def status(rest, one, password, **extra):
    answer = rest.sign_in(one["email"], password, **extra)
    return answer.status_code if answer.ok else answer.json()["error"]["message"].split(" ")[0]


def enabled(people):
    """Whose sign-in is over with the password."""
    return [one for one in people if not one["disabled"] and not one["mfaInfo"]]


@pytest.mark.timeout(1200)
def test_real_accounts_have_their_own_passwords(pull, peopled, start_server):
    imported = enabled(peopled.of_kind["imported"])
    # A sign-in gives a password a hash of the project's own.
    assert status(peopled, imported[0], PASSWORDS["imported"]) == 200

    path = pull(peopled.project, "--users", "all", "--real-users")
    here = Rest(start_server("--fixture", path), peopled.project)
    for kind in ("own", "bcrypt"):
        people = enabled(peopled.of_kind[kind])
        for one in (*people[:5], *people[-5:]):
            assert status(here, one, PASSWORDS[kind]) == 200
            assert status(here, one, "another one") == "INVALID_LOGIN_CREDENTIALS"
    assert status(here, imported[0], PASSWORDS["imported"]) == 200
    for one in peopled.of_tenant[1:]:
        assert status(here, one, PASSWORDS["own"], tenantId=peopled.tenant) == 200
    # Nobody knows how the others' passwords were hashed.
    assert status(here, imported[1], PASSWORDS["imported"]) == "INVALID_LOGIN_CREDENTIALS"
    count = len(peopled.of_kind["imported"]) - 1
    assert re.search(f"came with an import.*: {count} accounts", comments_of(path.read_text()))


# What the service does not tell, or tells in another way of whoever came by an import.
UNTOLD = ("passwordHash", "salt", "version", "passwordUpdatedAt", "validSince", "lastRefreshAt", "lastLoginAt")


@pytest.mark.timeout(1200)
def test_real_accounts_are_as_they_are(pull, peopled, start_server):
    path = pull(peopled.project, "--users", "all", "--real-users")
    here = Rest(start_server("--fixture", path), peopled.project)

    imported = {one["localId"] for one in peopled.of_kind["imported"]}
    for tenant in (None, peopled.tenant):
        production, pulled = accounts(peopled, tenant), accounts(here, tenant)
        assert production.keys() == pulled.keys()
        for user_id, user in production.items():
            untold = UNTOLD + (("providerUserInfo",) if user_id in imported else ())
            assert compared(pulled[user_id], *untold) == compared(user, *untold)


@pytest.mark.timeout(1200)
def test_nothing_of_a_person_is_left_under_pseudonyms(pull, peopled):
    text = pull(peopled.project, "--users", "all").read_text()

    # All of the texts are made of these, with a number, and of telephone numbers.
    stems = "person|company|uid-of-|given|family|raw-id-of-|other|nickname|factor-of-|phone of |pictures.example/"
    assert re.findall(rf"(?:{stems})[0-9]+q", text, re.IGNORECASE) == []
    assert re.findall(r"\+1650[23][0-9]{6}", text) == []
    # Looking for all of them, each in the whole, would take minutes.
    lower = text.lower()
    some = [*peopled.people[:: SIZE // 50], *peopled.of_tenant]
    assert [word for word in texts_of(some) if word.lower() in lower] == []
    assert "SCRYPT" not in text and "passwordHash" not in text
    assert text.count("- uid: ") == SIZE + len(peopled.of_tenant)


@pytest.mark.timeout(1200)
def test_pseudonyms_keep_what_tests_depend_on(pull, peopled, start_server):
    path = pull(peopled.project, "--users", "all")
    here = Rest(start_server("--fixture", path), peopled.project)

    production, pulled = accounts(peopled), accounts(here)
    assert len(pulled) == SIZE

    def shape(user):
        claims = json.loads(user["customAttributes"])
        return (
            user["createdAt"], user["lastLoginAt"], user.get("disabled"), user["emailVerified"],
            sorted(info["providerId"] for info in user["providerUserInfo"]),
            [(sorted(factor), factor["enrolledAt"][:19]) for factor in user.get("mfaInfo", [])],
            claims["plan"], claims["nested"]["seats"], sorted(claims),
        )  # fmt: skip

    signed_in = {user["localId"] for user in production.values() if int(user["lastLoginAt"]) > 1_750_000_000_000}
    left = sorted(str(shape(user)) for user in production.values() if user["localId"] not in signed_in)
    right = sorted(str(shape(user)) for user in pulled.values())
    assert set(left) - set(right) == set()
    (first, *_) = (user for user in pulled.values() if not user.get("mfaInfo") and not user.get("disabled"))
    assert status(here, first, MADE_UP) == 200
    # Whoever is named in the claims of others has the same address there.
    emails = {user["email"] for user in pulled.values()}
    assert {json.loads(user["customAttributes"])["manager"] for user in pulled.values()} <= emails
    assert all(user["phoneNumber"].startswith("+1555") for user in pulled.values())
    assert len({email.split("@")[1] for email in emails}) == 7


@pytest.fixture
def few(rest):
    """A project with two accounts, and one in a tenant."""
    rest.allow_all()
    people = [person(number) for number in range(2)]
    import_people(rest, people, {})
    rest.people = people
    rest.tenant = rest.create_tenant()
    import_people(rest, [person(2), person(3)], {}, rest.tenant)
    return rest


def users_of(path, project):
    return part_of(path.read_text(), project)["users"]


def test_two_pulls_into_a_file_agree(pull, few):
    first = pull(few.project, "--users", "all").read_text()
    again = pull(few.project, "--users", "all").read_text()
    other = pull(few.project, "--users", "all", name="other.yaml").read_text()

    def lines(text):
        return [line for line in text.splitlines() if not re.search("^#.*[0-9]{2}:[0-9]{2}:[0-9]{2}Z", line)]

    assert lines(again) == lines(first)
    assert part_of(other, few.project)["users"] != part_of(first, few.project)["users"]


def test_a_key_of_the_command_line_is_not_written(pull, few):
    first = pull(few.project, "--users", "all", "--pseudonym-key", "a-key-of-ours")
    second = pull(few.project, "--users", "all", "--pseudonym-key", "a-key-of-ours", name="second.yaml")
    third = pull(few.project, "--users", "all", "--pseudonym-key", "another-key", name="third.yaml")

    assert users_of(first, few.project) == users_of(second, few.project) != users_of(third, few.project)
    assert "a-key-of-ours" not in first.read_text() and "pseudonym-key" not in first.read_text()


@pytest.mark.parametrize("real", [(), ("--real-users",)])
def test_claims(pull, few, real):
    everything = users_of(pull(few.project, "--users", "all", *real), few.project)
    assert [user["claims"]["plan"] for user in everything] == ["free", "paid"]
    assert "login, manager, nested, plan" in pull.warnings

    keys = users_of(pull(few.project, "--users", "all", *real, "--claims", "keys"), few.project)
    made_up = {"plan": "made-up", "manager": "made-up", "login": "made-up",
               "nested": {"seats": 0, "called": "made-up", "user": "made-up", "site": "made-up"}}
    assert [user["claims"] for user in keys] == [made_up] * 2
    assert pull.warnings == ""

    none = users_of(pull(few.project, "--users", "all", *real, "--claims", "none"), few.project)
    assert [user for user in none if "claims" in user] == []
    assert pull.warnings == ""


def test_so_many_of_the_project_and_of_each_tenant(pull, few):
    part = part_of(pull(few.project, "--users", "1").read_text(), few.project)
    assert [len(part["users"]), len(part["tenants"][few.tenant]["users"])] == [1, 1]


def test_pages_are_read_to_the_end(scripted, scripted_command):
    users = [{"localId": f"user-{number}"} for number in range(5)]
    scripted.answer("acme-shop/(config|[a-zA-Z]*Configs|tenants)", Answer(body={}))
    scripted.answer(
        "acme-shop/accounts:batchGet",
        Answer(body={"users": users[:2], "nextPageToken": "second"}),
        Answer(body={"users": users[2:], "nextPageToken": "third"}),
        # The last page may have a token for another one, which is empty.
        Answer(body={"kind": "identitytoolkit#DownloadAccountResponse"}),
    )

    text = text_of(scripted_command("pull", "acme-shop", "--users", "all", "--real-users"))
    assert [user["uid"] for user in part_of(text, "acme-shop")["users"]] == [user["localId"] for user in users]
    queries = [request.query for request in scripted.requests if request.path.endswith(":batchGet")]
    assert [query.get("nextPageToken") for query in queries] == [None, "second", "third"]
    assert {query["maxResults"] for query in queries} == {"1000"}


def account_pull(scripted, scripted_command, users, *options, config=None):
    scripted.answer("acme-shop/config", Answer(body=config or {}))
    scripted.answer("acme-shop/([a-zA-Z]*Configs|tenants)", Answer(body={}))
    scripted.answer("acme-shop/accounts:batchGet", Answer(body={"users": users}))
    text = text_of(scripted_command("pull", "acme-shop", "--users", "all", *options))
    return part_of(text, "acme-shop").get("users"), comments_of(text)


def with_password(**members):
    info = {"providerId": "password", "rawId": "a@x.test", "email": "a@x.test"}
    return {"localId": "a", "email": "a@x.test", "providerUserInfo": [info], **members}


OWN_CONFIG = {"signIn": {"hashConfig": OWN_HASH}}


@pytest.mark.parametrize(
    "members, config, words",
    [
        # What whoever may not see hashes gets.
        ({"passwordHash": "UkVEQUNURUQ="}, {}, "roles/firebaseauth.admin"),
        ({}, OWN_CONFIG, "roles/firebaseauth.admin"),
        ({"passwordHash": "aGFzaA==", "salt": "c2FsdA==", "version": 0}, {}, "getHashConfig"),
        ({"passwordHash": "aGFzaA==", "salt": "c2FsdA==", "version": 3}, OWN_CONFIG, "came with an import"),
        ({"passwordHash": "aGFzaA==", "salt": "c2FsdA=="}, OWN_CONFIG, "came with an import"),
    ],
)
def test_passwords_that_cannot_be_known(scripted, scripted_command, members, config, words):
    users, comments = account_pull(scripted, scripted_command, [with_password(**members)], "--real-users", config=config)
    assert users == [{"uid": "a", "email": "a@x.test"}]
    assert words in comments and comments.count(": 1 account") == 1


def test_the_older_place_of_hash_parameters(scripted, scripted_command):
    user = with_password(passwordHash="aGFzaA==", salt="c2FsdA==", version=0)
    config = {"signIn": {"email": {"hashConfig": OWN_HASH}}}
    users, _ = account_pull(scripted, scripted_command, [user], "--real-users", config=config)
    assert users == [{"uid": "a", "email": "a@x.test", "passwordHash": "aGFzaA==", "salt": "c2FsdA=="}]


def test_whoever_had_a_password_has_one_under_pseudonyms(scripted, scripted_command):
    given = [with_password(passwordHash="UkVEQUNURUQ="), {"localId": "b", "email": "b@x.test"}]
    users, _ = account_pull(scripted, scripted_command, given)
    assert [user.get("password") for user in users] == [MADE_UP, None]


def test_factors_of_authenticator_apps_have_made_up_secrets(scripted, scripted_command):
    factor = {"mfaEnrollmentId": "app", "displayName": "My phone", "enrolledAt": ENROLLED_AT, "totpInfo": {}}
    given = {"localId": "a", "email": "a@x.test", "emailVerified": True, "mfaInfo": [factor, {"emailInfo": {}}]}
    (user,), comments = account_pull(scripted, scripted_command, [given], "--real-users")
    (found,) = user["mfa"]
    assert base64.b32decode(found.pop("totp"))
    assert found == {"enrollmentId": "app", "displayName": "My phone", "enrolledAt": ENROLLED_AT}
    assert "With made-up secrets" in comments and "Without second factors" in comments


def test_what_a_fixture_cannot_say_is_told(scripted, scripted_command):
    given = with_password(emailLinkSignin=True, passkeyInfo=[{"credentialId": "key"}])
    users, comments = account_pull(scripted, scripted_command, [given])
    assert users[0].keys() == {"uid", "email"}
    assert "e-mail link" in comments and "passkeys" in comments


def test_accounts_that_cannot_be_here_are_left_out_alone(firebreak, scripted, scripted_command, tmp_path):
    users = [{"localId": "a"}, {"localId": "b", "phoneNumber": "none"}, {}, {"localId": "c", "email": "no address"},
             {"localId": "d"}]  # fmt: skip
    found, comments = account_pull(scripted, scripted_command, users, "--real-users")
    assert [user["uid"] for user in found] == ["a", "d"]
    assert comments.count("1 of the accounts") == 2 and "no ID: 1 account" in comments


@pytest.mark.parametrize("text", ["[1]", "none", '"text"', "", "{}"])
def test_claims_that_are_no_object(scripted, scripted_command, text):
    users, _ = account_pull(scripted, scripted_command, [{"localId": "a", "customAttributes": text}], "--real-users")
    assert users == [{"uid": "a"}]


@pytest.mark.parametrize("code", [400, 403, 404])
def test_accounts_that_may_not_be_read_are_a_comment(command, service, few, code):
    service.answer(f"{few.project}/accounts:batchGet", refusal(code, "The caller does not have permission"))

    part = part_of(text := text_of(command("pull", few.project, "--users", "all")), few.project)
    assert "users" not in part and len(part["tenants"][few.tenant]["users"]) == 2
    assert "accounts of the project" in comments_of(text)


@pytest.mark.parametrize("code", [400, 403, 404])
def test_hash_parameters_of_a_tenant_that_may_not_be_read_are_a_comment(scripted, scripted_command, code):
    user = with_password(passwordHash="aGFzaA==", salt="c2FsdA==", version=0)
    scripted.answer("acme-shop/tenants", Answer(body={"tenants": [{"name": "projects/acme-shop/tenants/blue"}]}))
    scripted.answer("acme-shop/tenants/blue", refusal(code, "The caller does not have permission"))
    scripted.answer("acme-shop/tenants/blue/[a-zA-Z]*Configs", Answer(body={}))
    scripted.answer("acme-shop/tenants/blue/accounts:batchGet", Answer(body={"users": [user]}))

    config = {**OWN_CONFIG, "multiTenant": {"allowTenants": True}}
    _, comments = account_pull(scripted, scripted_command, [user], "--real-users", config=config)
    assert "hash parameters of tenant blue" in comments and "getHashConfig: 1 account" in comments


def test_a_dry_run_shows_the_requests_for_accounts(command, service, few):
    text = text_of(command("pull", few.project, "--users", "all", "--dry-run"))
    assert text.count("accounts:batchGet") == 2 and service.requests == []


@pytest.mark.parametrize(
    "options, words",
    [
        (("--real-users",), "--users"),
        (("--claims", "none"), "--users"),
        (("--pseudonym-key", "x"), "--users"),
        (("--users", "1", "--real-users", "--pseudonym-key", "x"), "--pseudonym-key"),
        (("--users", "1", "--pseudonym-key", ""), "empty"),
    ],
)
def test_options_that_do_not_go_together(command, few, options, words):
    assert words in sentence(command("pull", few.project, *options), 2)


@pytest.mark.parametrize("count", ["0", "-1", "many", "", "99999999999999999999"])
def test_numbers_of_accounts_that_are_none(command, few, count):
    result = command("pull", few.project, f"--users={count}")
    assert result.returncode == 2 and "--users" in result.stderr


def test_users_do_not_go_with_update(command, few, pull):
    path = pull(few.project)
    before = path.read_text()
    assert "--users" in sentence(command("pull", "--update", path, "--users", "all"), 2)
    assert path.read_text() == before


def test_a_file_of_many_accounts_is_brought_up_to_date(pull, few, command):
    path = pull(few.project, "--users", "all")
    few.configure("signIn.anonymous", {"signIn": {"anonymous": {"enabled": False}}})

    assert text_of(command("pull", "--update", path))
    document = yaml.safe_load(path.read_text())["projects"][few.project]
    assert document["config"]["signIn"]["anonymous"] == {"enabled": False} and len(document["users"]) == 2


def recorded_accounts():
    """The accounts in all answers of the service that were recorded: those with members that none before had."""
    known, accounts = set(), []
    for family in FAMILIES:
        for programme in programmes(family):
            for step in programme["steps"]:
                answer = step.get("answer")
                for user in answer.get("users", []) if isinstance(answer, dict) else []:
                    if isinstance(user, dict) and (new := leaves(user) - known):
                        known |= new
                        accounts.append(filled(user))
    return accounts


@pytest.mark.parametrize("options", [(), ("--real-users",)], ids=["pseudonyms", "real"])
def test_recorded_accounts_are_pulled(scripted, scripted_command, options):
    given = recorded_accounts()
    assert len(given) > 5
    # They come from projects of their own, where each was the first one.
    for number, user in enumerate(given):
        text = json.dumps(user)
        text = re.sub(r"\{email:([\w-]+)\}", rf"\1-{number}@x.test", text)
        text = re.sub(r"<time:(number:)?m?s>", "1767323045678", text)
        given[number] = user = json.loads(text)
        user["localId"] = f"user-{number}"
        user.pop("phoneNumber", None)
        for info in user.get("providerUserInfo", []):
            info["rawId"] = f"raw-{number}"

    users, comments = account_pull(scripted, scripted_command, given, *options)
    assert len(users) == len(given)
    assert "cannot be here" not in comments
