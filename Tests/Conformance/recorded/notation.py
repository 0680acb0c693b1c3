"""How requests and answers are written in the data: names and places for what is different in every run."""

import base64
import json
import re
from datetime import datetime
from urllib.parse import parse_qsl, unquote, urlsplit

# Opaque texts, whatever they are: each is written as its own name.
OPAQUE = {
    *("refreshToken", "refresh_token", "oobCode", "sessionInfo", "pendingToken", "mfaPendingCredential"),
    *("temporaryProof", "sharedSecretKey", "sessionId", "salt", "signerKey", "saltSeparator"),
    *("recaptchaStoken", "recaptchaSiteKey", "producerProjectNumber"),
}
LOCAL_IDS = {"localId", "user_id", "uid", "sub"}
GENERATED_ID = re.compile(r"[A-Za-z0-9]{28}")
ENROLLMENTS = {"mfaEnrollmentId", "second_factor_identifier"}
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Stands in answers for every password hash that callers may not see.
REDACTED = base64.b64encode(b"REDACTED").decode()

TIMES = {"createdAt", "lastLoginAt", "passwordUpdatedAt", "validSince"}
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?Z")
# When something was done is written as a place only if it was done in this run, in seconds before and after.
RECENT = 2 * 86400
JWT = re.compile(r"(ey[\w-]+\.[\w-]+)\.([\w-]*)")
# As many characters of one kind are written as their number.
LONG_RUN = re.compile(r"(.)\1{49,}", re.DOTALL)

PLACE = re.compile(r"\{(?:(email|mixedEmail|uid|tenant):([\w-]+)|repeat:(.):(\d+)|(project|projectNumber|functions))\}")


class Missing(Exception):
    """A step refers to what an earlier one was not answered with."""


def unix(instant):
    """Seconds since 1970 of an RFC 3339 time."""
    return datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", instant).replace("Z", "+00:00")).timestamp()


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def token_parts(token):
    """Header and claims of a JWT."""
    return [json.loads(decoded(part)) for part in token.split(".")[:2]]


def value_at(value, path):
    """What is at a path such as `users.0.localId` or `idToken.auth_time`, also inside a token; `None` if nothing is."""
    for name in path.split("."):
        if isinstance(value, str) and JWT.fullmatch(value):
            value = token_parts(value)[1]
        if isinstance(value, list):
            value = value[int(name)] if name.isdigit() and int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
        if value is None:
            return None
    return value


class Names:
    """The names of one run of a programme. `{email:a}` in the data is an address of the run, and the reverse."""

    def __init__(self, project, number, run, functions=None):
        self.fixed = {"project": project, "projectNumber": number, "functions": functions}
        self.run = run
        # The ID of each tenant by the name that the data has for it.
        self.tenants = {}

    def filled(self, text):
        """A text of the data as it is sent."""
        return PLACE.sub(self._value, text)

    def _value(self, match):
        kind, name, character, count, fixed = match.groups()
        if fixed:
            return self.fixed[fixed]
        if count:
            return character * int(count)
        if kind == "tenant":
            if name not in self.tenants:
                raise Missing(f"tenant {name} was not made")
            return self.tenants[name]
        address = f"recorded-{self.run}-{name}@example.com"
        return {"email": address, "mixedEmail": address.title(), "uid": f"account-{self.run}-{name}"}[kind]

    def blanked(self, text):
        """A text of an answer as the data has it."""
        for name, tenant in self.tenants.items():
            text = text.replace(tenant, f"{{tenant:{name}}}")
        text = re.sub(rf"recorded-{self.run}-([\w-]+)@example\.com", r"{email:\1}", text)
        text = re.sub(rf"account-{self.run}-([A-Za-z0-9-]+)", r"{uid:\1}", text)
        for name, value in self.fixed.items():
            if value:
                text = text.replace(value, f"{{{name}}}")
        return LONG_RUN.sub(lambda match: f"{{repeat:{match[1]}:{len(match[0])}}}", text)

    def note_tenant(self, name, answer):
        """Names a tenant that was made; its ID has to be its display name with five letters or digits."""
        path, shown = str(answer.get("name", "")), re.escape(str(answer.get("displayName")))
        if match := re.fullmatch(rf"projects/\d+/tenants/({shown}-[a-z0-9]{{5}})", path):
            self.tenants[name] = match[1]


class NormalForm:
    """Answers as the data has them. `<refreshToken>` and the like stand for what nobody can know before."""

    def __init__(self, names):
        self.names = names
        self.now = 0.0
        self._enrollments = []

    def of(self, value, name="", within=None):
        """The normal form of the member `name` of the object `within`."""
        if isinstance(value, dict):
            # A map, which has no order.
            items = sorted(value.items()) if name == "testPhoneNumbers" else value.items()
            return {self.names.blanked(key): self.of(member, key, value) for key, member in items}
        if isinstance(value, list):
            return [self.of(item, name, within) for item in value]
        if isinstance(value, str):
            return self._of_text(value, name, within or {})
        if name in TIMES and type(value) is int and self._is_recent(value / 1000):
            return "<time:number:ms>"
        return value

    def _is_recent(self, seconds):
        return abs(seconds - self.now) < RECENT

    def _of_text(self, text, name, within):
        if name in OPAQUE:
            return f"<{name}>"
        if name == "passwordHash" and text != REDACTED:
            return "<passwordHash>"
        if name in ENROLLMENTS:
            return self._enrollment(text)
        if name in LOCAL_IDS and GENERATED_ID.fullmatch(text):
            return "<generated-localId>"
        if name == "apiKey":
            return "<api-key>"
        if name == "oobLink":
            return self._link(text, within.get("oobCode"))
        if match := JWT.fullmatch(text):
            return self._token(text, match[2])
        return self._time(text, name) or self._other(text, name)

    def _enrollment(self, identifier):
        """Second factors are numbered as they appear."""
        if identifier not in self._enrollments:
            self._enrollments.append(identifier)
        shape = "uuid" if UUID.fullmatch(identifier) else "other"
        return f"<enrollment:{self._enrollments.index(identifier) + 1}:{shape}>"

    def _token(self, token, signature):
        header, claims = token_parts(token)
        issued = claims.get("iat", 0)
        known = {"iat": "<iat>", "auth_time": "<auth_time>", "exp": f"iat{claims.get('exp', 0) - issued:+d}"}
        form = {
            "header": {key: "<kid>" if key == "kid" else value for key, value in header.items()},
            "claims": {key: known.get(key) or self.of(value, key, claims) for key, value in claims.items()},
        }
        return {"<jwt>": form if signature else {**form, "signature": "<none>"}}

    def _link(self, link, code):
        """The parameters of a link in their order; a link within a link likewise."""
        found, parameters = "absent", {}
        for key, value in parse_qsl(urlsplit(link).query, keep_blank_values=True):
            if key == "oobCode":
                found = "the-answer-oobCode" if value == code else "another-code"
            elif key == "link":
                parameters[key] = self._link(value, code)
            else:
                parameters[key] = self.of(value, key)
        return {"<link>": {"code": found, "parameters": parameters}}

    def _time(self, text, name):
        if name in TIMES and re.fullmatch(r"\d{10}|\d{13}", text):
            seconds, unit = (int(text), "s") if len(text) == 10 else (int(text) / 1000, "ms")
            return f"<time:{unit}>" if self._is_recent(seconds) else None
        if name == "startTime" and not text.startswith("1970"):
            return "<startTime>"
        match = INSTANT.fullmatch(text)
        if match and self._is_recent(unix(text)):
            return f"<instant:{len(match[1] or '')}>"
        return None

    def _other(self, text, name):
        if name == "authUri":
            text = re.sub(r"\b(state|nonce)=[^&]+", r"\1=<\1>", unquote(text))
        if name == "key":
            text = re.sub(r"/keys/[^/]+$", "/keys/<recaptcha-key-id>", text)
        blanked = self.names.blanked(text)
        # Pages of accounts continue after the last one shown, others after something opaque.
        return "<nextPageToken>" if name == "nextPageToken" and "{uid:" not in blanked else blanked
