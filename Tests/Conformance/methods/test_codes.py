"""Codes by mail: asked for by apps and by admins, looked into, used."""

import pytest
from googleapiclient.errors import HttpError

from discovery import refusal
from rest import query

from .people import PASSWORD, USER, code_sent_to, password_body, sign_up

pytestmark = pytest.mark.profiles("local", "emulator", "production")


@pytest.mark.covers("identitytoolkit.accounts.sendOobCode", "email-actions.md 2", "production.md 3.1")
@pytest.mark.covers(
    "identitytoolkit.accounts.resetPassword", "accounts.md 12", "production.md 3.3", "production.md 3.4"
)
def test_reset_password(app, rest):
    sign_up(app)
    body = {"requestType": "PASSWORD_RESET", "email": USER}
    sent = app.call("identitytoolkit.accounts.sendOobCode", body=body)
    assert sent == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": USER}
    code = code_sent_to(rest, USER, "PASSWORD_RESET")

    inspected = app.call("identitytoolkit.accounts.resetPassword", body={"oobCode": code})
    applied = app.call("identitytoolkit.accounts.resetPassword", body={"oobCode": code, "newPassword": "another-horse"})

    answer = {"kind": "identitytoolkit#ResetPasswordResponse", "email": USER, "requestType": "PASSWORD_RESET"}
    assert inspected == applied == answer
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.resetPassword", body={"oobCode": code})
    assert refusal(raised) == (400, "INVALID_OOB_CODE")
    body = password_body(password="another-horse")
    assert app.call("identitytoolkit.accounts.signInWithPassword", body=body)["idToken"]


@pytest.mark.covers("identitytoolkit.accounts.sendOobCode", "email-actions.md 2", "production.md 2")
def test_links_lead_to_authorized_domains_only(app, rest, profile):
    if profile == "emulator":
        # Until then it enforces none, as the reference.
        rest.configure("authorizedDomains", {"authorizedDomains": ["localhost"]})
    sign_up(app)
    body = {"requestType": "VERIFY_EMAIL", "email": USER, "continueUrl": "https://unlisted.example/"}
    body["idToken"] = app.call("identitytoolkit.accounts.signInWithPassword", body=password_body())["idToken"]

    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.sendOobCode", body=body)
    app.call("identitytoolkit.accounts.sendOobCode", body={**body, "continueUrl": "http://localhost:3000/done"})

    assert refusal(raised) == (400, "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project")
    (message,) = rest.firebreak.outbox.list(to=USER, type="VERIFY_EMAIL")["messages"]
    assert message["link"]["continueUrl"] == "http://localhost:3000/done"


@pytest.mark.covers("identitytoolkit.{scope}.accounts.sendOobCode", "email-actions.md 2", "production.md 3.1")
def test_admin_send_oob_code(manage, tenant):
    manage("accounts", {"localId": "u", "email": "u@example.test", "password": PASSWORD})

    for kind, mode in (("PASSWORD_RESET", "resetPassword"), ("VERIFY_EMAIL", "verifyEmail")):
        answer = manage("accounts.sendOobCode", {"requestType": kind, "email": "u@example.test", "returnOobLink": True})
        assert answer["kind"] == "identitytoolkit#GetOobConfirmationCodeResponse"
        assert answer["email"] == "u@example.test"
        assert query(answer["oobLink"])["oobCode"] == answer["oobCode"]
        assert query(answer["oobLink"])["mode"] == mode
        assert query(answer["oobLink"]).get("tenantId") == tenant
