"""What is measured: each row is called with a Bench and returns results."""

from .bench import PROFILES
from .fixtures import seed
from .many import lookups, many_accounts, pages, query, search
from .projects import copies, many_files, many_projects
from .rates import (
    EmptyRoute,
    RateRow,
    Script,
    new_accounts,
    new_codes_and_accounts,
    new_thousands,
    seed_identities,
    seed_pages,
    seed_test_numbers,
    seed_users,
)
from .stalls import beside_heavy
from .start import cold_start
from .waiters import idle_waiters, wake_up

# By the names that --only takes, in the order in which they run. Where the aim is a multiple of the reference's rate,
# as for batchGet, the ratio is that of its aim to the empty route's rate that was measured together with it.
ROWS = {
    "healthz": EmptyRoute("empty route", "healthz", 0.95),
    "lookup": RateRow("lookup by ID token", "lookup", 0.6, seed_users("idToken")),
    "sign-up": RateRow("signUp, unique address", "sign-up", 0.4, growth=new_accounts),
    "sign-in-with-password": RateRow("signInWithPassword", "sign-in-with-password", 0.5, seed_users("email")),
    "token": RateRow("token refresh", "token", 0.45, seed_users("refreshToken")),
    "email-link": RateRow(
        "sendOobCode (returnOobLink) + signInWithEmailLink, per HTTP request", "email-link", 0.3,
        growth=new_codes_and_accounts,
    ),
    "sign-in-with-idp": RateRow("signInWithIdp, known Google account", "sign-in-with-idp", 0.2, seed_identities),
    "sms-sign-in": RateRow(
        "sendVerificationCode (test numbers) + signInWithPhoneNumber, per HTTP request", "sms-sign-in", 0.2,
        # The other profile has random codes for test numbers, too.
        seed_test_numbers, profiles=("local",),
    ),
    "batch-get": RateRow("batchGet, 1,000 of 10,000 accounts", "batch-get", 0.0127, seed_pages(1_000)),
    "batch-get-20": RateRow("batchGet, 20 of 10,000 accounts", "batch-get", 0.3, seed_pages(20)),
    "batch-create": RateRow(
        "batchCreate, 1,000 accounts of ID and address a call; accounts", "batch-create", 2.5, growth=new_thousands,
        per_request=1_000,
    ),
    "cold-start": cold_start,
    "many-accounts": many_accounts,
    "query": query,
    "search": search,
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
COMPARABLE = [name for name, row in ROWS.items() if isinstance(row, Script)]
COMPARED = ["healthz", "lookup", "sign-up", "sign-in-with-password", "token"]
# What needs the bare server, unless builds are compared.
BESIDE_BARE = [name for name, row in ROWS.items() if isinstance(row, Script)] + ["cold-start"]
