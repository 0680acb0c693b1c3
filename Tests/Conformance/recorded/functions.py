"""The blocking functions of the recording: they tell in claims and messages what they were given.

What a function does stands at the end of the account's address: `c…` means `beforeCreate`, `s…` means `beforeSignIn`,
`e…` means `beforeSendEmail`. `user-c-cdenypd@…` is refused with `PERMISSION_DENIED` when it is created.
"""

import json

from functions_server import Functions, Reply

KINDS = {"beforeCreate": "c", "beforeSignIn": "s", "beforeSendEmail": "e", "beforeSendSms": "m"}
REFUSALS = {
    "denypd": (403, "PERMISSION_DENIED"),
    "denyia": (400, "INVALID_ARGUMENT"),
    "denyun": (503, "UNAVAILABLE"),
    "denyrx": (429, "RESOURCE_EXHAUSTED"),
    "denyin": (500, "INTERNAL"),
}
# The number whose SMS the function refuses with what it was given.
ECHO_NUMBER = "+16505550106"

# Members of the wire → names that the functions' library gives them.
USER_MEMBERS = {
    "uid": "uid",
    "email": "email",
    "email_verified": "emailVerified",
    "display_name": "displayName",
    "photo_url": "photoURL",
    "phone_number": "phoneNumber",
    "password_hash": "passwordHash",
    "password_salt": "passwordSalt",
    "custom_claims": "customClaims",
    "tenant_id": "tenantId",
}
ALWAYS = {"disabled", "metadata", "multiFactor", "providerData", "tokensValidAfterTime"}
CREDENTIAL_MEMBERS = ("sign_in_attributes", "oauth_id_token", "oauth_access_token", "oauth_refresh_token")


def recorded_functions(target):
    """A running server of them. `target` knows the project that is played to."""
    functions = Functions()
    for event in KINDS:
        functions.answer(event, lambda call: _answer(call, target.project, functions))
    return functions


def _answer(call, project, functions):
    event = call.payload["event_type"]
    kind, seen = KINDS[event], _seen(call.payload, project)
    if event in ("beforeCreate", "beforeSignIn"):
        return _changes(kind, _behaviour(call.payload, kind), seen, call, functions)
    if event == "beforeSendEmail":
        behaviour = _behaviour(call.payload, kind)
        if behaviour == "denypd":
            return _refusal(403, "PERMISSION_DENIED", "atb e refused")
        if behaviour == "block":
            return {"recaptchaActionOverride": "BLOCK"}
        if behaviour == "echo":
            return _echo(seen)
    if event == "beforeSendSms" and call.payload.get("phone_number") == ECHO_NUMBER:
        return _echo(seen)
    return {}


def _behaviour(payload, kind):
    address = (payload.get("user_record") or {}).get("email") or payload.get("email") or ""
    word = address.split("@")[0].split("-")[-1]
    return word[1:] if word.startswith(kind) else ""


def _changes(kind, behaviour, seen, call, functions):
    """What `beforeCreate` and `beforeSignIn` answer."""
    claims, key = ("customClaims", "atbC") if kind == "c" else ("sessionClaims", "atbS")
    changes = {claims: {key: seen}}
    if behaviour in REFUSALS:
        status, name = REFUSALS[behaviour]
        return _refusal(status, name, f"atb {kind} refused")
    if behaviour == "slow":
        return functions.hang(call)
    if behaviour == "throw":
        return _refusal(500, "INTERNAL", "An unexpected error occurred.")
    if behaviour == "big":
        return _refusal(400, "INVALID_ARGUMENT", f"The {claims} payload should not exceed 1000 characters.")
    if behaviour == "reserved":
        reserved = "aud" if kind == "c" else "iss"
        message = f'The {claims} claims "{reserved}" are reserved and cannot be specified.'
        return _refusal(400, "INVALID_ARGUMENT", message)
    if behaviour == "disable":
        changes = {"disabled": True}
    elif behaviour == "profile":
        profile = {"displayName": "ATB Profile", "photoURL": "https://example.com/atb.png", "emailVerified": True}
        changes = {**profile, **changes}
    elif behaviour == "badtype":
        changes = {"displayName": 42}
    elif behaviour == "unknown":
        changes = {"notAField": True}
    return {"userRecord": {**changes, "updateMask": ",".join(changes)}}


def _refusal(status, name, message):
    return Reply(status, json.dumps({"error": {"message": message, "status": name}}, separators=(",", ":")))


def _echo(seen):
    return _refusal(400, "FAILED_PRECONDITION", json.dumps(seen, separators=(",", ":")))


def _type(value):
    """The type of a value as JavaScript names it; `u` is undefined."""
    return {str: "string", type(None): "u", int: "number", float: "number"}.get(type(value), "object")


def _seen(payload, project):
    """What a function was given, in short: type, resource, names of members, never their values."""
    event, method, tenant = payload["event_type"], payload.get("sign_in_method"), payload.get("tenant_id")
    user = payload.get("user_record")
    provider = "password" if method == "emailLink" else method
    info = {
        "providerId": provider,
        "profile": payload.get("raw_user_info"),
        "isNewUser": event == "beforeCreate",
        "recaptchaScore": payload.get("recaptcha_score"),
        "email": payload.get("email"),
        "phoneNumber": payload.get("phone_number"),
    }
    seen = {
        "t": f"providers/cloud.auth/eventTypes/user.{event}" + (f":{method}" if method else ""),
        "at": "UNAUTHENTICATED" if user is None else "USER",
        "rn": f"projects/{project}" + (f"/tenants/{tenant}" if tenant else ""),
        "au": sorted(name for name, value in info.items() if value is not None),
        "nu": info["isNewUser"],
    }
    if provider is not None:
        seen["pi"] = provider
    credential = sorted(name for name in payload if name.startswith("oauth") or name == "sign_in_attributes")
    seen["cr"] = credential if any(name in payload for name in CREDENTIAL_MEMBERS) else None
    context = [_type(payload.get(name)) for name in ("ip_address", "user_agent", "locale", "event_id")]
    seen["cx"] = [*context, "string" if isinstance(payload.get("iat"), int | float) else "u"]
    for short, name in (("et", "email_type"), ("st", "sms_type")):
        if payload.get(name):
            seen[short] = payload[name]
    return seen | _seen_user(user)


def _seen_user(user):
    if user is None:
        return {"u": None, "pd": None, "mf": None, "cc": None, "tn": "u"}
    seen = {"u": sorted(ALWAYS | {name for wire, name in USER_MEMBERS.items() if user.get(wire) is not None})}
    if "email_verified" in user:
        seen["ev"] = user["email_verified"]
    if "display_name" in user:
        seen["dn"] = user["display_name"]
    factors = (user.get("multi_factor") or {}).get("enrolled_factors") or []
    kinds = [factor.get("factor_id") or ("phone" if factor.get("phone_number") else None) for factor in factors]
    return seen | {
        "dis": user.get("disabled", False),
        "pd": [provider.get("provider_id") for provider in user.get("provider_data", [])],
        "mf": kinds or None,
        "cc": sorted((user.get("custom_claims") or {}).keys()),
        "tn": _type(user.get("tenant_id")),
    }
