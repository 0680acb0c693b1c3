"""Password hashes: of imports over plain HTTP, and of a project whose configuration asks for real ones."""

import base64
import hashlib
import random
import time
from concurrent.futures import ThreadPoolExecutor

import bcrypt
import pytest
from argon2.low_level import Type, core, ffi, lib
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


# How many random hashes are tried of each of 30 settings of Argon2, and how many of bcrypt.
OF_EACH = 70
OF_BCRYPT = 1000


def test_argon2_is_that_of_the_reference_implementation(rest):
    generator = random.Random(9106)
    variants = {"ARGON2_D": Type.D, "ARGON2_I": Type.I, "ARGON2_ID": Type.ID}
    versions = {"VERSION_10": 0x10, "VERSION_13": 0x13}
    settings = [(name, version) for name in variants for version in versions] * 5
    for number, (name, version) in enumerate(settings):
        lanes = generator.choice((1, 1, 2, 3, 4, 7, 16))
        parameters = {
            "hashType": name,
            "version": version,
            "parallelism": lanes,
            "iterations": generator.choice((1, 1, 2, 3, 16)),
            # The most that imports allow once, else less: the time is spent on memory.
            "memoryCostKib": 32768 if number == 0 else generator.randint(8 * lanes, 8 * lanes + 300),
            "hashLengthBytes": generator.choice((4, 16, 32, 63, 64, 65, 96, 128, 1024)),
            "associatedData": base64.urlsafe_b64encode(generator.randbytes(generator.choice((0, 0, 7, 200)))).decode(),
        }
        expected = {}
        for _ in range(3 if number == 0 else OF_EACH):
            password, salt = any_password(generator), generator.randbytes(generator.choice((8, 16, 33)))
            expected[password] = argon2(password, salt, variants[name], versions[version], parameters), salt
        sign_in_with_imported(rest, number, expected, hashAlgorithm="ARGON2", argon2Parameters=parameters)


def test_bcrypt_is_that_of_others(rest):
    generator = random.Random(1999)
    expected = {}
    for number in range(OF_BCRYPT):
        password = any_password(generator)
        salt = bcrypt.gensalt(10 if number == 0 else generator.choice((4, 4, 4, 5, 6)), generator.choice((b"2a", b"2b")))
        if number % 3 == 0:
            salt = salt.replace(b"$2b", b"$2y")
        # Of longer passwords the first 72 bytes count, which this implementation leaves to its callers.
        expected[password] = bcrypt.hashpw(password.encode()[:72], salt), b""
    sign_in_with_imported(rest, 0, expected, hashAlgorithm="BCRYPT")


def any_password(generator):
    """Six characters or more of several alphabets, also longer than bcrypt reads."""
    alphabet = generator.choice(("abcXYZ019 !~", "äöüß€", "парольключ", "\U0001f511\U0001f3e0\u6771\u4eac"))
    length = generator.choice((6, 9, 17, 71, 72, 73, 130))
    return "".join(generator.choice(alphabet) for _ in range(length)) + f"{generator.random():.6f}"


def argon2(password, salt, variant, version, parameters):
    """The hash that the C library makes; its Python functions know no associated data."""
    data, text = base64.urlsafe_b64decode(parameters["associatedData"]), password.encode()
    output = ffi.new("uint8_t[]", parameters["hashLengthBytes"])
    kept = {name: ffi.new("uint8_t[]", value) for name, value in (("pwd", text), ("salt", salt), ("ad", data))}
    context = ffi.new(
        "argon2_context *",
        {
            "out": output, "outlen": parameters["hashLengthBytes"], "pwd": kept["pwd"], "pwdlen": len(text),
            "salt": kept["salt"], "saltlen": len(salt), "secret": ffi.NULL, "secretlen": 0,
            "ad": kept["ad"], "adlen": len(data), "t_cost": parameters["iterations"],
            "m_cost": parameters["memoryCostKib"], "lanes": parameters["parallelism"], "threads": 1, "version": version,
            "allocate_cbk": ffi.NULL, "free_cbk": ffi.NULL, "flags": lib.ARGON2_DEFAULT_FLAGS,
        },
    )
    assert core(context, variant.value) == lib.ARGON2_OK
    return bytes(ffi.buffer(output))


def sign_in_with_imported(rest, number, expected, **settings):
    """Imports an account for each password; all sign in with theirs, and none with the one of another."""
    passwords = list(expected)
    users = [
        {
            "localId": f"{number}-{index}", "email": f"{number}-{index}@example.test",
            "passwordHash": base64.urlsafe_b64encode(expected[password][0]).decode(),
            "salt": base64.urlsafe_b64encode(expected[password][1]).decode(),
        }
        for index, password in enumerate(passwords)
    ]
    assert not ok(batch_create(rest, *users, **settings)).get("error"), settings
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda user, password: rest.sign_in(user["email"], password), users, passwords)
        for user, password, answer in zip(users, passwords, answers):
            assert answer.status_code == 200, (settings, user, password, answer.text)
    other = rest.sign_in(users[0]["email"], passwords[-1])
    assert failure(other) == "INVALID_LOGIN_CREDENTIALS"


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
