"""Plays a programme to a server, step by step, and compares what it is answered with the data."""

import base64
import hashlib
import hmac
import json
import re
import struct
from dataclasses import dataclass, field
from datetime import datetime, timezone
from urllib.parse import urlencode

from .comparing import Difference, differences, relation_found
from .notation import Missing, Names, NormalForm, decoded, encoded, token_parts, value_at
from .programmes import expectations

# One-time passwords change with every period, in seconds.
PERIOD = 30
# A step that has to see several periods begins within these seconds of one.
ALIGNED = (4, 14)
# Steps at a time are this much later, in seconds: tokens have whole ones.
AFTER = 0.331


@dataclass
class Outcome:
    """What a step gave; `status` is `None` if it could not be sent."""

    step: dict
    status: int | None = None
    answer: object = None
    relations: list = field(default_factory=list)
    differences: list = field(default_factory=list)
    # Why it was not sent.
    missing: str | None = None

    def unexplained(self):
        """Differences without a reason in the data, and reasons without a difference, which count as one."""
        reasons = self.step.get("differs", {})
        without = [found for found in self.differences if not any(covers(place, found.path) for place in reasons)]
        rotten = [
            Difference(place, f"equal by now, but the data has a reason: {reason}")
            for place, reason in reasons.items()
            if not any(covers(place, found.path) for found in self.differences)
        ]
        return without + rotten


def covers(place, path):
    """Whether a place of the data, such as `answer` or `answer.users[0].email`, is a path or above it."""
    return path == place or path.startswith((f"{place}.", f"{place}["))


class Player:
    """Plays programmes to one target."""

    def __init__(self, target, functions=None):
        self.target = target
        # Where the blocking functions are that some programmes need.
        self.functions = functions

    def lacks(self, programme):
        """What a programme needs and is not there, in words; nothing if it can be played."""
        if self.functions is None and "{functions}" in json.dumps(programme["setUp"]):
            return "a URL of blocking functions"
        signers = {token.get("signer", "own") for token in programme.get("customTokens", {}).values()}
        missing = sorted(signers - self.target.signers.keys())
        return f"a key file of a service account ({', '.join(missing)})" if missing else None

    def play(self, programme):
        """Yields the outcome of each step."""
        self.target.begin(_seconds(programme["pace"]))
        self.names = Names(self.target.project, self.target.project_number(), self.target.run, self.functions)
        self.form = NormalForm(self.names)
        self.form.now = self.target.now()
        # What steps were answered with, when they were sent, and the one-time passwords in them.
        self.answers, self.sent, self.passwords = {}, {}, {}
        for request in programme["setUp"]:
            self._set_up(request)
        self.answers["customTokens"] = {
            name: self._custom_token(token) for name, token in programme.get("customTokens", {}).items()
        }
        for step in programme["steps"]:
            yield self._play_step(step, programme["unordered"])

    def _set_up(self, request):
        verb, _, path = request["request"].partition(" identitytoolkit/")
        query, body = self._value(request.get("query")), self._value(request["body"])
        answer = self.target.admin(verb, self.names.filled(path), query, body)
        if "tenant" in request:
            self.names.note_tenant(request["tenant"], answer)

    def _play_step(self, step, unordered):
        self._move_clock(step)
        name = step["step"]
        self.answers[name] = None
        self.sent[name] = self.form.now = self.target.now()
        try:
            status, body = self._send(step)
        except Missing as missing:
            outcome = Outcome(step, missing=str(missing))
        else:
            try:
                self.answers[name] = json.loads(body)
            except ValueError:
                outcome = Outcome(step, status, "<not JSON>")
            else:
                outcome = Outcome(step, status, self._normal_form(step, self.answers[name]))
        compared = []
        for expected in expectations(step):
            relations = self._relations(step, expected)
            compared.append((compare(expected, outcome, relations, unordered), relations))
        outcome.differences, outcome.relations = min(compared, key=lambda pair: len(pair[0]))
        return outcome

    def _normal_form(self, step, answer):
        if not isinstance(answer, dict):
            return self.form.of(answer)
        if "tenant" in step:
            self.names.note_tenant(step["tenant"], answer)
        if "only" in step and "error" not in answer:
            answer = {step["only"]: answer.get(step["only"])}
        left_out = step.get("without", [])
        return self.form.of({name: value for name, value in answer.items() if name not in left_out})

    def _relations(self, step, expected):
        """The relations as they are."""

        def value_of(reference):
            name, _, path = reference.rpartition(":")
            return value_at(self.answers.get(name or step["step"]), path)

        return [
            relation_found(relation, value_of, self.sent[step["step"]]) for relation in expected.get("relations", [])
        ]

    # Time.

    def _move_clock(self, step):
        if "at" in step:
            reference, seconds = re.fullmatch(r"(\S+) \+ (\d+)s", step["at"]).groups()
            self.target.wait(self._time_of(reference) + int(seconds) + AFTER - self.target.now())
        else:
            self.target.before_step()
        self.target.wait(_seconds(step.get("after")))
        if step.get("align"):
            within = self.target.now() % PERIOD
            earliest, latest = ALIGNED
            if within < earliest or within > latest:
                self.target.wait((earliest - within) % PERIOD + AFTER)

    def _time_of(self, reference):
        """When a step was sent, or the time that it was answered."""
        name, colon, path = reference.partition(":")
        return int(value_at(self.answers[name], path)) if colon else self.sent[name]

    # Requests.

    def _send(self, step):
        verb, _, place = step["request"].partition(" ")
        api, _, path = place.partition("/")
        caller = step.get("as", "app")
        query = {name: str(value) for name, value in self._value(step.get("query", {}), step).items()}
        headers = self.target.headers_of(caller)
        if caller == "app":
            query["key"] = self.target.key
        body = b""
        if "form" in step:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(self._value(step["form"], step)).encode()
        elif "text" in step or "body" in step:
            headers["Content-Type"] = "application/json"
            body = (step["text"] if "text" in step else json.dumps(self._value(step["body"], step))).encode()
        return self.target.send(api, verb, self.names.filled(path), query=query, headers=headers, body=body)

    def _value(self, value, step=None):
        """What the data says is sent."""
        if isinstance(value, str):
            return self.names.filled(value)
        if isinstance(value, list):
            return [self._value(item, step) for item in value]
        if not isinstance(value, dict):
            return value
        for name, made in self._MADE.items():
            if name in value:
                return made(self, value, step)
        return {self.names.filled(name): self._value(member, step) for name, member in value.items()}

    def _from_answer(self, value, _step):
        """A part of an earlier answer, changed in one way or none."""
        found = self._answered(value["$from"])
        if "tamper" in value:
            return tampered(found, value["tamper"])
        found = found + value["add"] if "add" in value else found
        if value.get("as") == "text":
            found = str(found)
        if "cut" in value:
            found = found[: -value["cut"]]
        return found + value.get("append", "") if isinstance(found, str) else found

    def _answered(self, reference):
        name, _, path = reference.partition(":")
        found = value_at(self.answers.get(name), path)
        if found is None:
            raise Missing(f"{name} was answered nothing at {path}")
        return found

    def _secret(self, step):
        return self._answered(f"{step}:totpSessionInfo.sharedSecretKey")

    def _one_time_password(self, value, step):
        period = int(self.target.now() // PERIOD) + value.get("periods", 0)
        return self._noted(step, one_time_password(self._secret(value["$totp"]), period))

    def _wrong_password(self, value, step):
        secret, period = self._secret(value["$wrongTotp"]), int(self.target.now() // PERIOD)
        near = {one_time_password(secret, period + distance) for distance in range(-20, 21)}
        return self._noted(step, next(f"{number:06}" for number in range(100) if f"{number:06}" not in near))

    def _noted(self, step, password):
        self.passwords[step["step"]] = password
        return password

    def _password_of(self, value, _step):
        if value["$passwordOf"] not in self.passwords:
            raise Missing(f"{value['$passwordOf']} sent no one-time password")
        return self.passwords[value["$passwordOf"]]

    def _clock(self, value, _step):
        """A whole second before or after the request, as an RFC 3339 time."""
        moment = datetime.fromtimestamp(int(self.target.now()) + int(value["$now"].rstrip("s")), timezone.utc)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def _list(self, value, step):
        """So many items, in which `#` is their number."""
        item = json.dumps(value["$list"])
        return [self._value(json.loads(item.replace("#", str(number))), step) for number in range(value["count"])]

    _MADE = {
        "$from": _from_answer,
        "$totp": _one_time_password,
        "$wrongTotp": _wrong_password,
        "$passwordOf": _password_of,
        "$now": _clock,
        "$list": _list,
    }

    def _custom_token(self, token):
        """A custom token as a service account signs it, with what the data changes in it."""
        signer = self.target.signers[token.get("signer", "own")]
        claims = signer.claims(int(self.target.now()) + token.get("issuedIn", 0), token.get("lifetime", 3600))
        claims |= self._value({name: token[name] for name in ("uid", "claims") if name in token})
        claims |= self._value(token.get("set", {}))
        return signer.signed({name: value for name, value in claims.items() if name not in token.get("omit", [])})


def _seconds(duration):
    return float(duration.rstrip("s")) if duration else 0.0


def compare(expected, outcome, relations, unordered=()):
    """The differences of an outcome, whose relations are these, from one of the answers that its step may get."""
    if expected.get("unsent"):
        return [] if outcome.status is None else [Difference("status", f"not sent recorded, {outcome.status} found")]
    if outcome.status is None:
        return [Difference("status", f"{expected['status']} recorded, not sent: {outcome.missing}")]
    found = []
    if expected["status"] != outcome.status:
        found.append(Difference("status", f"{expected['status']} recorded, {outcome.status} found"))
    found += differences(expected["answer"], outcome.answer, unordered=unordered)
    pairs = zip(expected.get("relations", []), relations, strict=True)
    return found + [Difference("relations", f"{one} recorded, {other} found") for one, other in pairs if one != other]


def one_time_password(secret, period):
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", period), hashlib.sha1)
    start = digest[19] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def tampered(token, way):
    """A JWT in which something is not as it was signed."""
    header, payload, signature = token.split(".")
    if way == "strip-signature":
        return f"{header}.{payload}."
    if way == "signature":
        data = bytearray(decoded(signature))
        data[len(data) // 2] ^= 0xFF
        return f"{header}.{payload}.{encoded(bytes(data))}"
    fields, claims = token_parts(token)
    if way == "alg-none":
        return f"{encoded(json.dumps(fields | {'alg': 'none'}).encode())}.{payload}."
    return f"{header}.{encoded(json.dumps(claims | {'tampered': True}).encode())}.{signature}"
