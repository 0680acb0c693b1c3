"""Makes samples of what a build writes: a data directory, snapshots in it, and an export of each kind.

Usage: python make.py BINARY DIRECTORY

The samples of an older build are kept as they are: `test_samples.py` opens them with each later one. What a build writes
in a new form gets a directory of its own beside the others.
"""

import base64
import hashlib
import json
import os
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import children  # noqa: E402
from firebreak_server import Server  # noqa: E402
from rest import Rest, ok  # noqa: E402

SHOP, SAAS = "demo-old-shop", "demo-old-saas"
FINISH = "http://localhost:3000/finish"
PHONE = "+15555550100"

# Accounts that were taken when addresses, numbers and names were checked less than later.
ODD_ACCOUNTS = [
    {"localId": "odd-0001", "email": "two..dots@example.test", "displayName": "Two dots"},
    {"localId": "odd-0002", "email": "no-dot@localhost", "displayName": "No dot"},
    {"localId": "odd-0003", "email": "dot-at-the-end.@example.test", "displayName": "Dot at the end"},
    {"localId": "odd-0004", "phoneNumber": "+1555", "displayName": "Too short"},
    {"localId": "odd-0005", "phoneNumber": "+4901701234567", "displayName": "With the trunk prefix"},
    {"localId": "odd-0006", "email": "nfc-\u00e9@example.test", "displayName": "Composed \u00e9"},
    {"localId": "odd-0007", "email": "nfd-e\u0301@example.test", "displayName": "Decomposed e\u0301"},
    {"localId": "odd-0008", "email": "quotes@example.test", "displayName": "a\u0301\",'\u0301 <b>\u0301 =1+1"},
    {"localId": "odd-0009", "email": "photo@example.test", "photoUrl": "https://example.test/" + "p" * 3000},
]


def hashed(password, salt):
    """The members of an import that say SHA256(salt + password)."""
    digest = hashlib.sha256(salt.encode() + password.encode()).digest()
    return {"passwordHash": base64.urlsafe_b64encode(digest).decode(), "salt": base64.urlsafe_b64encode(salt.encode()).decode()}


def fill(server):
    """What clients do beyond the fixture; the answer is what a later build is asked for."""
    shop = Rest(server, SHOP)
    known = {}
    imported = [{**account, **(hashed("old-secret", "salt") if "email" in account else {})} for account in ODD_ACCOUNTS]
    result = ok(shop.admin("/accounts:batchCreate", {
        "users": imported, "hashAlgorithm": "SHA256", "rounds": 1, "passwordHashOrder": "SALT_AND_PASSWORD"}))
    refused = {entry["index"] for entry in result.get("error", [])}
    known["odd"] = [account["localId"] for index, account in enumerate(ODD_ACCOUNTS) if index not in refused]

    known["refreshToken"] = ok(shop.sign_in("alice@example.test", "correct-horse"))["refreshToken"]
    known["anonymous"] = shop.sign_up()["localId"]
    session = ok(shop.app("sendVerificationCode", {"phoneNumber": PHONE}))["sessionInfo"]
    known["phone"] = ok(shop.app("signInWithPhoneNumber", {"sessionInfo": session, "code": "123456"}))["localId"]
    credential = {"sub": "google-2", "email": "newcomer@gmail.com", "email_verified": True, "name": "New Comer"}
    known["federated"] = ok(shop.app("signInWithIdp", {
        "postBody": f"id_token={json.dumps(credential)}&providerId=google.com", "requestUri": "http://localhost",
        "returnSecureToken": True}))["localId"]
    shop.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"})
    shop.app("sendOobCode", {
        "requestType": "EMAIL_SIGNIN", "email": "bob@example.test", "continueUrl": FINISH, "canHandleCodeInApp": True})
    ok(shop.control("POST", ":snapshot", json={"name": "before"}))
    ok(shop.control("POST", ":snapshot", json={"name": "caf\u00e9"}))
    used = ok(shop.app("signInWithEmailLink", {"email": "newcomer@example.test", "oobCode": "old-sign-in-newcomer"}))
    known["byLink"] = used["localId"]
    ok(Rest(server, SHOP).control("POST", ":fork", json={"to": "demo-old-fork"}))
    known["tenantRefreshToken"] = ok(Rest(server, SAAS).app("signInWithPassword", {
        "email": "carol@example.test", "password": "correct-horse", "tenantId": "blue", "returnSecureToken": True}))["refreshToken"]
    return known


def export(binary, server, *arguments):
    children.run([binary, "export", "--url", server.url, *arguments], check=True)


def main(binary, directory):
    directory.mkdir(parents=True)
    data = Path(tempfile.mkdtemp()) / "data"
    log = data.parent / "log"
    options = ["--data-dir", data, "--project", SHOP, "--seed", "7", "--fixture", HERE / "fixture.yaml"]
    server = Server(binary, *options, log=log)
    known = fill(server)
    export(binary, server, "--project", SHOP, directory / "emulator-export")
    export(binary, server, "--project", SAAS, directory / "emulator-export-with-tenants")
    export(binary, server, "--project", SHOP, directory / "accounts.json")
    export(binary, server, "--project", SHOP, directory / "accounts.csv")
    export(binary, server, "--project", SAAS, "--tenant", "blue", directory / "tenant-accounts.json")
    for project in (SHOP, SAAS, "demo-old-fork"):
        export(binary, server, "--project", project, "--format", "fixture", directory / f"{project}.fixture.json")
    shop = Rest(server, SHOP)
    known["outbox"] = shop.messages()
    known["snapshots"] = ok(shop.control("GET", "/snapshots"))
    known["config"] = ok(shop.admin("/config", verb="GET", version="v2"))
    assert server.stop() == 0, server.log_tail()
    (directory / "known.json").write_text(json.dumps(known, indent=2, ensure_ascii=False) + "\n")
    with tarfile.open(directory / "data.tar.xz", "w:xz") as archive:
        archive.add(data, "data")
    shutil.rmtree(data.parent)
    os.chmod(directory, 0o755)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
