"""One-time passwords as authenticator apps make them: RFC 6238 with SHA-1, six digits and 30 seconds."""

import base64
import hashlib
import hmac
import time

PERIOD = 30


def current_step():
    return int(time.time()) // PERIOD


def code_at(secret, step, digits=6):
    """The code of a step for a secret in Base32, whose padding may be missing."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, step.to_bytes(8, "big"), hashlib.sha1).digest()
    offset = digest[-1] & 0x0F
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


class AuthenticatorApp:
    """An app that never shows a code twice.

    A server takes each code once, and none older than the last one, so several codes in one period have to come from
    the steps around it. The steps used stay in the default window of five, also when a period ends meanwhile.
    """

    def __init__(self, secret):
        self.secret = secret
        self._step = current_step() - 4

    def code(self):
        """The code of the step after the one before."""
        self._step += 1
        return code_at(self.secret, self._step)

    def wrong_code(self):
        """A code that is right at no time near now."""
        near = {code_at(self.secret, current_step() + steps) for steps in range(-30, 31)}
        return next(code for code in (f"{number:06}" for number in range(100)) if code not in near)
