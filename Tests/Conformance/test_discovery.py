"""The check that holds answers against the discovery documents' schemas."""

import pytest

from discovery import description, mismatches


def check(version, schema, value, profile="local"):
    return mismatches(description(version), {"$ref": schema}, value, profile)


def lookup(user):
    return check("v1", "GoogleCloudIdentitytoolkitV1GetAccountInfoResponse", {"users": [user]})


def test_what_the_schema_allows():
    info = [{"mfaEnrollmentId": "f", "enrolledAt": "2030-01-01T00:00:00Z", "totpInfo": {}}]

    assert lookup({"localId": "u", "emailVerified": True, "createdAt": "1600000000000", "mfaInfo": info}) == []


@pytest.mark.parametrize(
    ("user", "problem"),
    [
        ([], "$.users[0]: not an object: []"),
        ({"unknown": 1}, "$.users[0].unknown: not in the schema"),
        ({"localId": 1}, "$.users[0].localId: not string: 1"),
        ({"emailVerified": "true"}, "$.users[0].emailVerified: not boolean: 'true'"),
        ({"createdAt": 1600000000000}, "$.users[0].createdAt: not int64: 1600000000000"),
        ({"createdAt": "yesterday"}, "$.users[0].createdAt: not int64: 'yesterday'"),
        ({"version": True}, "$.users[0].version: not int32: True"),
        ({"passwordUpdatedAt": "1"}, "$.users[0].passwordUpdatedAt: not double: '1'"),
        ({"lastRefreshAt": "2030-01-01 00:00"}, "$.users[0].lastRefreshAt: not google-datetime: '2030-01-01 00:00'"),
        ({"salt": "ä"}, "$.users[0].salt: not byte: 'ä'"),
        ({"mfaInfo": {}}, "$.users[0].mfaInfo: not an array: {}"),
        ({"mfaInfo": [{"x": 1}]}, "$.users[0].mfaInfo[0].x: not in the schema"),
    ],
)
def test_what_it_does_not_allow(user, problem):
    assert lookup(user) == [problem]


def test_unknown_values_of_enumerations():
    schema = "GoogleCloudIdentitytoolkitAdminV2MultiFactorAuthConfig"

    assert check("v2", schema, {"state": "ENABLED"}) == []
    assert check("v2", schema, {"state": "ON"}) == ["$.state: not string: 'ON'"]


def test_members_beyond_the_description_are_right_where_the_list_says_so():
    schema, tenant = "GoogleCloudIdentitytoolkitAdminV2Tenant", {"tenantId": "blue"}

    assert check("v2", schema, tenant, "emulator") == []
    assert check("v2", schema, tenant, "production") == ["$.tenantId: not in the schema"]
