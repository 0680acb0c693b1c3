"""Password hashes: of imports over plain HTTP, and of a project whose configuration asks for real ones."""

import base64
import hashlib
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from firebase_admin import auth

from password_hashes import HASHES
from rest import Rest, failure, ok

# The public vector of Firebase's own algorithm: `user1password`.
SCRYPT = {
    "hashAlgorithm": "SCRYPT",
    "signerKey": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    "saltSeparator": "Bw==",
    "rounds": 8,
    "memoryCost": 14,
}
SCRYPT_USER = {
    "localId": "scrypt",
    "email": "scrypt@example.test",
    "passwordHash": "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
    "salt": "42xEC+ixf3L2lw==",
}


def batch_create(rest, *users, **options):
    return rest.admin("/accounts:batchCreate", {"users": list(users), **options})


def test_the_tests_of_the_admin_sdk_know_all_its_hashes():
    factories = {name for name, value in vars(auth.UserImportHash).items() if isinstance(value, staticmethod | classmethod)}
    assert {name for name in factories if not name.startswith("_")} == set(HASHES)


@pytest.mark.profiles("local", "production")
def test_import_as_the_cli_sends_it(rest):
    """The legacy path, with URL-safe byte strings."""
    urlsafe = {
        name: value.replace("+", "-").replace("/", "_") if isinstance(value, str) else value
        for name, value in SCRYPT.items()
        if name != "hashAlgorithm"
    }
    body = {"users": [SCRYPT_USER], "hashAlgorithm": "SCRYPT", "targetProjectId": rest.project, **urlsafe}

    answer = rest.request(
        "POST",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/uploadAccount",
        json=body,
        headers={"Authorization": "Bearer owner"},
    )

    assert not ok(answer).get("error")
    assert ok(rest.sign_in("scrypt@example.test", "user1password"))["localId"] == "scrypt"
    assert failure(rest.sign_in("scrypt@example.test", "user2password")) == "INVALID_LOGIN_CREDENTIALS"


@pytest.mark.profiles("local", "production")
def test_a_project_that_asks_for_real_hashes(rest):
    """Its export has hashes that the published formula gives with its parameters."""
    shown = rest.configure("signIn.hashConfig", {"signIn": {"hashConfig": {"algorithm": "SCRYPT", "memoryCost": 10}}})
    config = shown["signIn"]["hashConfig"]
    rest.sign_up("alice@example.test", "correct-horse")

    (user,) = rest.accounts()

    assert user["version"] == 0
    salt = base64.urlsafe_b64decode(user["salt"]) + base64.b64decode(config["saltSeparator"])
    key = hashlib.scrypt(
        b"correct-horse", salt=salt, n=2 ** config["memoryCost"], r=config["rounds"], p=1, dklen=64, maxmem=2**26
    )[:32]
    encryptor = Cipher(algorithms.AES(key), modes.CTR(bytes(16))).encryptor()
    expected = encryptor.update(base64.b64decode(config["signerKey"])) + encryptor.finalize()
    assert base64.urlsafe_b64decode(user["passwordHash"]) == expected
    assert ok(rest.sign_in("alice@example.test", "correct-horse"))["localId"] == user["localId"]


def test_hashes_survive_a_restart(start_server, tmp_path):
    server = start_server("--data-dir", tmp_path / "data")
    rest = Rest(server, "demo-hashes")
    assert not ok(batch_create(rest, SCRYPT_USER, **SCRYPT))["error"]
    assert server.stop() == 0

    rest = Rest(start_server("--data-dir", tmp_path / "data"), "demo-hashes")
    assert ok(rest.sign_in("scrypt@example.test", "user1password"))["localId"] == "scrypt"


def test_a_slow_hash_holds_nobody_up(rest):
    slow = {"hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 32768, "blockSize": 8, "parallelization": 8, "dkLen": 64}
    user = {"localId": "slow", "email": "slow@example.test", "passwordHash": "aGFzaA==", "salt": "c2FsdA=="}
    assert not ok(batch_create(rest, user, **slow))["error"]
    token = rest.sign_up("quick@example.test", "correct-horse")["idToken"]

    with ThreadPoolExecutor(2) as pool:
        sign_ins = [pool.submit(rest.sign_in, "slow@example.test", "password") for _ in range(2)]
        time.sleep(0.1)
        for _ in range(20):
            assert rest.own_account(token)["email"] == "quick@example.test"
        assert not any(sign_in.done() for sign_in in sign_ins)
        assert {failure(sign_in.result()) for sign_in in sign_ins} == {"INVALID_LOGIN_CREDENTIALS"}
