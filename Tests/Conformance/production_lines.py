"""What contract page production.md says and profile `production` does not do, with the reason.

`Compatibility.md` shows these lines. `section` is the page's, `line` says what production does, `reason` why it is not
done or what is done instead. What is done is held by suites in Swift, whose comments name the sections.
"""

from collections import namedtuple

Line = namedtuple("Line", "section line reason")

NOTHING_IS_FETCHED = "Nothing outside is called; rule credentials: verified checks tokens against keys that are given."
NO_THROTTLING = "Throttling would make tests depend on each other; only the sign-up quota counts, where it is configured."

LINES = [
    Line("2", "Sub-domains of an authorized domain may be accepted", "The sources disagree; the host must be listed."),
    Line("3.1", "Verification mails in quick succession: TOO_MANY_ATTEMPTS_TRY_LATER", NO_THROTTLING),
    Line("3.5", "QUOTA_EXCEEDED : Exceeded daily quota for email sign-in.", NO_THROTTLING),
    Line(
        "4", "Action links start with https://<project>.firebaseapp.com",
        "They start with this server's address, so that they can be opened; notification.sendEmail.callbackUri changes "
        "it.",
    ),
    Line(
        "4", "INVALID_DYNAMIC_LINK_DOMAIN",
        "Dynamic Links are gone: dynamicLinkDomain is ignored, and a project that wants them gets "
        "DYNAMIC_LINK_NOT_ACTIVATED.",
    ),
    Line("4", "MISSING_ANDROID_PACKAGE_NAME, MISSING_IOS_BUNDLE_ID", "The current service does not answer them either."),
    Line(
        "4.1", "Mails and SMS have production's texts",
        "The configuration shows them; messages have a wording of their own in the reader's language until a text is "
        "configured.",
    ),
    Line(
        "4.1", "EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED",
        "Which projects may write subjects is not told by any setting; here every project may.",
    ),
    Line("4.1", "%APP_NAME% is project-<number> by default", "It is the project ID, or what rule appName says."),
    Line(
        "6.1", "ID tokens are signed (RS256)",
        "Admin SDKs insist on unsigned tokens from an emulator; rule idTokens: signed makes them signed.",
    ),
    Line(
        "6.4", "Custom tokens have to be signed by a service account of the project",
        "Admin SDKs make unsigned ones for an emulator; rule credentials: verified asks for the signature.",
    ),
    Line("7", "Reading the password policy is rate limited (QUOTA_EXCEEDED)", NO_THROTTLING),
    Line("9", "A query with a negative offset is an internal error", "It is refused with 400, which says what is wrong."),
    Line("9", "Admins may give accounts IDs of more than 128 characters", "SDKs refuse them, and so does this server."),
    Line(
        "9.1", "Which provider is an authority for an address",
        "Google, Apple, OpenID Connect and SAML are taken at their word (email_verified); Yahoo and Microsoft for a list "
        "of their own domains; Facebook, GitHub, Twitter and LinkedIn never.",
    ),
    Line("10", "Yahoo refuses scopes that are not registered", "The sign-in page of this server stands in for Yahoo."),
    Line("10", "Signature, issuer, audience and age of ID tokens are checked", NOTHING_IS_FETCHED),
    Line(
        "10", "The handler to register is https://<project>.firebaseapp.com/__/auth/handler",
        "It is /__/auth/handler of this server.",
    ),
    Line(
        "10.1", "The state of Apple credentials (authorized, revoked)", "Apps ask the device, not the service.",
    ),
    Line(
        "11", "Real numbers need a proof of the app: MISSING_APP_CREDENTIAL, INVALID_APP_CREDENTIAL, "
        "CAPTCHA_CHECK_FAILED, MISSING_CLIENT_IDENTIFIER",
        "Apple's SDK sends none to an emulator, and only Google and Apple can tell a good one.",
    ),
    Line(
        "13", "INVALID_RECAPTCHA_TOKEN, INVALID_RECAPTCHA_ACTION, RECAPTCHA_NOT_ENABLED",
        "Only Google can tell a good token: where one is wanted, any text will do. A function can refuse a message with "
        "INVALID_RECAPTCHA_TOKEN.",
    ),
    Line("15", "100 new accounts an hour and address where nothing is configured", NO_THROTTLING),
    Line("15", "Limits of deletions, configuration updates, mails a day and daily users", NO_THROTTLING),
    Line(
        "15", "TOO_MANY_ATTEMPTS_TRY_LATER, QUOTA_EXCEEDED and RESET_PASSWORD_EXCEED_LIMIT for many attempts",
        NO_THROTTLING + " Wrong SMS codes are counted, and wrong one-time passwords where rule limits says so.",
    ),
    Line("15", "Anonymous accounts are removed after 30 days", "Data goes only on request."),
    Line(
        "16.2", "A password whose hash was imported as HMAC_SHA512 without a key: HTTP 500",
        "It is like a wrong password, as for SCRYPT without a key.",
    ),
    Line(
        "17", "Custom tokens and ID tokens as JSON text are refused",
        "They are how tests sign anybody in; rule credentials: verified refuses them.",
    ),
    Line(
        "10", "createAuthUri leads to the provider's /authorize",
        "It leads to this server's sign-in page, which stands in for every provider; its address cannot be known "
        "without asking the provider.",
    ),
]
