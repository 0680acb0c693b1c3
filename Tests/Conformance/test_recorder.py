"""The recorder finds what differs between two builds, and nothing else."""

import datetime
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


def test_projects_with_nothing_new_are_left_out():
    targets = [f"/v1/projects/p-{number}/{name}" for number in range(recorder.ALIKE + 5) for name in ("a", "b")]

    assert len(recorder.steps_of([line(target=target) for target in targets])) == 2 * recorder.ALIKE


def test_links_name_a_host_of_no_server():
    step, = recorder.steps_of([line(body='{"continueUrl":"http://127.0.0.1:41234/x"}')])

    assert step["body"] == '{"continueUrl":"http://127.0.0.1:9/x"}'


def test_what_the_client_chose_is_no_reference():
    chosen = '{"localId":"abcdefghijkl"}'

    steps = recorder.steps_of([line(body=chosen, answer=chosen), line(body=chosen)])

    assert [step["body"] for step in steps] == [chosen, chosen]


def test_lines_that_do_not_repeat_are_found():
    assert recorder.steady("a\nb\nc", "a\nB\nc") == {0, 2}
    assert recorder.steady("a\nb", "a") is None


@pytest.mark.parametrize(
    "text, expected",
    [
        ("at {date}.456Z", "at <time>Z"),
        ("{seconds} and {seconds}123", "<time> and <time>"),
        ("2026-06-01T12:00:00Z is 1780315200", "2026-06-01T12:00:00Z is 1780315200"),
        ('"duration": 12.5}', '"duration": "<run>"}'),
        ("eyJhbGciOiJub25lIn0.eyJpYXQiOjE3OTAwMDAwMDB9.sig", '<token {"alg":"none"} {"iat":1790000000}>'),
        ("port 4711", "port <port>"),
        ("abc 12345", "abc 12345"),
    ],
)
def test_what_differs_between_runs_has_a_normal_form(text, expected):
    now = datetime.datetime.now(datetime.timezone.utc)
    # Not in the parameters, whose names have to be the same in all processes of the tests.
    text = text.replace("{date}", f"{now:%Y-%m-%dT%H:%M:%S}").replace("{seconds}", f"{now.timestamp():.0f}")
    assert recorder.normal(text, port=4711) == expected


def test_a_build_answers_like_itself(binary):
    token = line(
        target="/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k",
        body=json.dumps({"idToken": json.loads(SIGN_UP["answer"])["idToken"]}))
    page = line(method="GET", target="/firebreak/projects", body="", headers={"accept": "text/html"})
    steps = recorder.steps_of([SIGN_UP, token, page] * 10)
    server = {"arguments": ["--profile", "local"], "at": 1780315200, "steps": steps}

    first = recorder.play(binary, server)

    assert first == recorder.play(binary, server)
    assert [answer.splitlines()[0] for answer in first] == ["200", "200", "200"] + ["400", "200", "200"] * 9
    server["steps"][0]["body"] = server["steps"][0]["body"].replace("a@b.test", "c@b.test")
    assert first != recorder.play(binary, server)
