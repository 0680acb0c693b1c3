"""A check for schemathesis, which loads this file by SCHEMATHESIS_HOOKS.

Every operation has a `default` answer, for errors, so that schemathesis' own check of statuses is content with any.
"""

import schemathesis


@schemathesis.check
def described_success(ctx, response, case):
    """An answer that is not an error has a status that the operation lists."""
    described = case.operation.definition.raw["responses"]
    if response.status_code < 400:
        assert str(response.status_code) in described, f"{response.status_code} is not among {sorted(described)}"
