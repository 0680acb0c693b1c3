"""Action links and the configured texts of mails in production: production.md section 4."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from production import EMAIL, PASSWORD, allow_links, generated, page
from rest import failure, ok, query, query_names

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 4")]

NOT_HOSTED = (
    "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in Firebase Hosting or is not"
    " owned by the current project. This cannot be a default hosting domain (web.app or firebaseapp.com)."
)


@pytest.fixture(autouse=True)
def account(rest):
    allow_links(rest)
    return rest.existing_account(EMAIL)


def link(rest, kind="PASSWORD_RESET", headers=None, **extra):
    return generated(rest, kind, **extra)["oobLink"]


def test_not_handled_in_the_app(rest):
    url = link(rest, continueUrl=page(rest))
    assert urlsplit(url).path == "/__/auth/action"
    assert query_names(url) == ["mode", "oobCode", "apiKey", "continueUrl", "lang"]
    assert (query(url)["mode"], query(url)["lang"]) == ("resetPassword", "en")
    assert query_names(link(rest)) == ["mode", "oobCode", "apiKey", "lang"]


def test_handled_in_the_app(rest):
    url = link(rest, continueUrl=page(rest), canHandleCodeInApp=True)
    assert query_names(url) == ["apiKey", "mode", "oobCode", "continueUrl", "lang"]


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        ("PASSWORD_RESET", "resetPassword"), ("VERIFY_EMAIL", "verifyEmail"), ("EMAIL_SIGNIN", "signIn"),
        ("VERIFY_AND_CHANGE_EMAIL", "verifyAndChangeEmail"),
    ],
)
def test_modes(rest, kind, mode):
    assert query(link(rest, kind, newEmail="new@example.test"))["mode"] == mode


@pytest.mark.parametrize("ids", [{"iOSBundleId": "test.app"}, {"androidPackageName": "test.app"}])
def test_mobile_apps_get_an_outer_link(rest, ids):
    url = link(rest, "EMAIL_SIGNIN", **ids)
    assert urlsplit(url).path == "/__/auth/links"
    assert query_names(url) == ["link"]
    inner = query(url)["link"]
    assert urlsplit(inner).path == "/__/auth/action"
    assert query_names(inner)[0] == "apiKey"


def test_mobile_apps_that_do_not_handle_the_code(rest):
    url = link(rest, continueUrl=page(rest, "/a?b=c"), iOSBundleId="test.app")
    assert urlsplit(url).path == "/__/auth/action"
    outer = query(url)["continueUrl"]
    assert urlsplit(outer).path == "/__/auth/links"
    assert outer.endswith("/__/auth/links?link=" + page(rest, "/a?b=c"))
    assert "continueUrl" not in query(link(rest, iOSBundleId="test.app"))


def test_a_handler_of_ones_own(rest):
    rest.configure("notification.sendEmail.callbackUri",
                   {"notification": {"sendEmail": {"callbackUri": "https://app.example.test/handler"}}})
    assert link(rest).startswith("https://app.example.test/handler?mode=")


def test_continue_urls_are_kept(rest):
    url = page(rest, "/a%20b?x=1&y=%2F&z=ü#frag/ment?q")
    assert query(link(rest, "EMAIL_SIGNIN", continueUrl=url))["continueUrl"] == url


def test_languages(rest):
    rest.configure("notification.defaultLocale", {"notification": {"defaultLocale": "ja"}})
    assert query(link(rest))["lang"] == "ja"
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": EMAIL}, headers={"X-Firebase-Locale": "fr"}))
    assert query(rest.messages()[-1]["link"]["action"])["lang"] == "fr"


def test_tenants(rest):
    rest.allow_all()
    tenant = rest.create_tenant(enableEmailLinkSignin=True)
    url = generated(rest, "EMAIL_SIGNIN", tenant=tenant)["oobLink"]
    assert query(url)["tenantId"] == tenant


def test_link_domains(rest):
    extra = {"continueUrl": page(rest), "canHandleCodeInApp": True, "iOSBundleId": "test.app"}
    body = {"requestType": "EMAIL_SIGNIN", "email": EMAIL, "returnOobLink": True, **extra}
    for name in ("elsewhere.example.test", f"{rest.project}.web.app", f"{rest.project}.firebaseapp.com"):
        assert failure(rest.admin("/accounts:sendOobCode", {**body, "linkDomain": name})) == NOT_HOSTED
    rest.set_rules(hostingDomains=["links.example.test"])
    url = link(rest, "EMAIL_SIGNIN", linkDomain="links.example.test", **extra)
    assert url.startswith("https://links.example.test/__/auth/links?link=")


def test_dynamic_links(rest):
    extra = {"canHandleCodeInApp": True, "iOSBundleId": "test.app"}
    assert link(rest, "EMAIL_SIGNIN", dynamicLinkDomain="x.page.link", **extra)
    rest.configure("mobileLinksConfig", {"mobileLinksConfig": {"domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"}})
    body = {"requestType": "EMAIL_SIGNIN", "email": EMAIL, "continueUrl": page(rest), **extra}
    assert failure(rest.app("sendOobCode", body)) == "DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured"


@pytest.mark.parametrize("extra", [{"androidInstallApp": True}, {"androidMinimumVersion": "12"}])
def test_android_options_without_a_package_are_accepted(rest, extra):
    assert link(rest, "EMAIL_SIGNIN", **extra)


# 4.1 Default mails: what the configuration shows of them


@pytest.mark.parametrize(
    ("name", "subject", "words"),
    [
        ("verifyEmailTemplate", "Verify your email for %APP_NAME%",
         "Hello %DISPLAY_NAME%,|Follow this link to verify your email address.|LINK|"
         "If you didn’t ask to verify this address, you can ignore this email."),
        ("resetPasswordTemplate", "Reset your password for %APP_NAME%",
         "Hello,|Follow this link to reset your %APP_NAME% password for your %EMAIL% account.|LINK|"
         "If you didn’t ask to reset your password, you can ignore this email."),
        ("changeEmailTemplate", "Your sign-in email was changed for %APP_NAME%",
         "Hello %DISPLAY_NAME%,|Your sign-in email for %APP_NAME% was changed to %NEW_EMAIL%.|"
         "If you didn’t ask to change your email, follow this link to reset your sign-in email.|LINK"),
        ("revertSecondFactorAdditionTemplate", "You've added 2 step verification to your %APP_NAME% account.",
         "Hello %DISPLAY_NAME%,|Your account in %APP_NAME% has been updated with %SECOND_FACTOR% for 2-step"
         " verification.|If you didn't add this 2-step verification, click the link below to remove it.|LINK"),
    ],
)
def test_templates_of_the_configuration(rest, name, subject, words):
    found = ok(rest.admin("/config", verb="GET", version="v2"))["notification"]["sendEmail"][name]
    body = "".join(
        f"<p>{paragraph}</p>\n" for paragraph in (words + "|Thanks,|Your %APP_NAME% team")
        .replace("LINK|", "<a href='%LINK%'>%LINK%</a>|").split("|")
    )
    assert {k: found[k] for k in ("senderLocalPart", "subject", "bodyFormat", "replyTo")} == {
        "senderLocalPart": "noreply", "subject": subject, "bodyFormat": "HTML", "replyTo": "noreply",
    }
    assert "".join(found["body"].split()) == "".join(body.split())


def test_the_sender(rest):
    generated(rest, "PASSWORD_RESET")
    assert f"noreply@{rest.project}.firebaseapp.com" in rest.messages()[-1]["from"]
