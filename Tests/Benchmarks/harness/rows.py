"""What is measured: each row is called with a Bench and returns results."""

from .bench import PROFILES
from .fixtures import seed
from .many import beside_searches, lookups, many_accounts, pages, query, search
from .projects import copies, many_files, many_projects
from .rates import (
    Rate,
    new_accounts,
    new_codes_and_accounts,
    new_messages,
    new_thousands,
    seed_identities,
    seed_pages,
    seed_test_numbers,
    seed_users,
)
from .stalls import beside_heavy
from .start import cold_start
from .waiters import idle_waiters, wake_up

# By the names that --only takes, in the order in which they run. The aims of rates are multiples of the reference's on the
# machine where both were measured.
ROWS = {
    "healthz": Rate("empty route", "healthz", 0.95),
    "lookup": Rate("lookup by ID token", "lookup", 0.78, seed_users("idToken")),
    "sign-up": Rate("signUp, unique address", "sign-up", 0.44, growth=new_accounts),
    "sign-in-with-password": Rate("signInWithPassword", "sign-in-with-password", 0.66, seed_users("email")),
    "token": Rate("token refresh", "token", 0.58, seed_users("refreshToken")),
    "send-code": Rate("sendOobCode, unique address", "send-code", 0.6, growth=new_messages),
    "email-link": Rate(
        "sendOobCode (returnOobLink) + signInWithEmailLink, per HTTP request", "email-link", 0.3,
        growth=new_codes_and_accounts,
    ),
    "sign-in-with-idp": Rate("signInWithIdp, known Google account", "sign-in-with-idp", 0.2, seed_identities),
    "sms-sign-in": Rate(
        "sendVerificationCode (test numbers) + signInWithPhoneNumber, per HTTP request", "sms-sign-in", 0.2,
        # The other profile has random codes for test numbers, too.
        seed_test_numbers, profiles=("local",),
    ),
    "batch-get": Rate("batchGet, 1,000 of 10,000 accounts", "batch-get", 0.031, seed_pages(1_000)),
    "batch-get-20": Rate("batchGet, 20 of 10,000 accounts", "batch-get", 0.46, seed_pages(20)),
    "batch-create": Rate(
        "batchCreate, 1,000 accounts of ID and address a call; accounts", "batch-create", 4.3, growth=new_thousands,
        per_request=1_000,
    ),
    "cold-start": cold_start,
    "many-accounts": many_accounts,
    "query": query,
    "search": search,
    "beside-searches": beside_searches,
    "lookups": lookups,
    "pages": pages,
    "seed": seed,
    "copies": copies,
    "projects": many_projects,
    "project-files": many_files,
    "wake-up": wake_up,
    "idle-waiters": idle_waiters,
    "beside-heavy": beside_heavy,
}


def profiles(name):
    """The profiles in which there is a row."""
    return getattr(ROWS[name], "profiles", PROFILES)


# What two builds can be compared by, in pairs of runs; the first ones unless others are named.
COMPARABLE = [name for name, row in ROWS.items() if isinstance(row, Rate)]
COMPARED = ["healthz", "lookup", "sign-up", "sign-in-with-password", "token"]
# What needs the bare server, unless builds are compared.
BESIDE_BARE = [name for name, row in ROWS.items() if isinstance(row, Rate)] + ["cold-start"]
