"""The recorder finds what differs between two builds, and nothing else."""

import json

import pytest

import recorder

SIGN_UP = {
    "method": "POST",
    "target": "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
    "body": '{"email":"a@b.test","password":"correct-horse"}',
    "headers": {"content-type": "application/json"},
    "answer": '{"idToken":"eyJhbGciOiJub25lIn0.e30.","localId":"abcdefghijkl","link":"http://h/?oobCode=0123456789ab"}',
}


def line(**changes):
    return {**SIGN_UP, "answer": "{}", **changes}


def test_what_an_answer_gave_is_referred_to():
    lookup = line(
        target="/v1/accounts/abcdefghijkl?oobCode=0123456789ab", body='{"idToken":"eyJhbGciOiJub25lIn0.e30."}',
        headers={"authorization": "Bearer eyJhbGciOiJub25lIn0.e30."})

    _, step = recorder.steps_of([SIGN_UP, lookup])

    assert step["target"] == "/v1/accounts/{{0 /localId}}?oobCode={{0 /link?oobCode}}"
    assert step["body"] == '{"idToken":"{{0 /idToken}}"}'
    assert step["headers"] == {"authorization": "Bearer {{0 /idToken}}"}


@pytest.mark.parametrize("changes", [{"target": "/outbox:wait"}, {"body": "x" * (recorder.LARGEST_BODY + 1)}])
def test_what_waits_or_is_large_is_left_out(changes):
    assert recorder.steps_of([line(**changes)]) == []


def test_requests_alike_are_kept_so_many_times():
    lines = [line(target=f"/v1/projects/p-{number}/accounts") for number in range(recorder.ALIKE + 5)]

    assert len(recorder.steps_of(lines)) == recorder.ALIKE


@pytest.mark.parametrize(
    "text, expected",
    [
        ("at 2026-11-26T01:02:03.456Z", "at <time>Z"),
        ("1790000000 and 1790000000123", "<time> and <time>"),
        ('"duration": 12.5}', '"duration": "<run>"}'),
        ("eyJhbGciOiJub25lIn0.eyJpYXQiOjE3OTAwMDAwMDB9.sig", '<token {"alg":"none"} {"iat":<time>}>'),
        ("port 4711", "port <port>"),
        ("abc 12345", "abc 12345"),
    ],
)
def test_what_differs_between_runs_has_a_normal_form(text, expected):
    assert recorder.normal(text, port=4711) == expected


def test_a_build_answers_like_itself(binary):
    token = line(
        target="/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k",
        body=json.dumps({"idToken": json.loads(SIGN_UP["answer"])["idToken"]}))
    page = line(method="GET", target="/firebreak/projects", body="", headers={"accept": "text/html"})
    server = {"arguments": ["--profile", "local"], "steps": recorder.steps_of([SIGN_UP, token, page])}

    first = recorder.play(binary, server)

    assert first == recorder.play(binary, server)
    assert [answer.splitlines()[0] for answer in first] == ["200", "200", "200"]
    server["steps"][0]["body"] = server["steps"][0]["body"].replace("a@b.test", "c@b.test")
    assert first != recorder.play(binary, server)
