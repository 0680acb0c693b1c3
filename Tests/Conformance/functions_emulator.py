"""Stands in for the Functions emulator of the Firebase CLI: its list of functions, blocking calls, account events."""

import contextlib
import json

from functions_server import Functions

BLOCKING = "providers/cloud.auth/eventTypes/user."
ACCOUNTS = "providers/firebase.auth/eventTypes/"
SECOND_GENERATION = "google.firebase.auth."
REGION = "us-central1"


class FunctionsEmulator(Functions):
    """An emulator whose functions are defined, replaced and taken away while it runs."""

    def __init__(self, project, port=0):
        super().__init__(port)
        self.project = project
        self.functions = []
        # In place of the list: a text, or something that is called with the handler of the request.
        self.backends = None

    @property
    def address(self):
        return self.origin.removeprefix("http://")

    @property
    def port(self):
        return int(self.origin.rsplit(":", 1)[-1])

    def define(self, name, event, region=REGION, filters=None, **options):
        """A function for `beforeCreate`, `user.create`, `user.v2.created` and the like, as its code defines it."""
        function = {"entryPoint": name, "platform": "gcfv1", "region": region, "name": name, "id": f"{region}-{name}"}
        if event.startswith("user.v2."):
            function["platform"] = "gcfv2"
            function["eventTrigger"] = {"eventType": SECOND_GENERATION + event, "eventFilters": filters or {}}
        elif event.startswith("user."):
            resource = f"projects/{self.project}"
            function["eventTrigger"] = {"eventType": ACCOUNTS + event, "resource": resource}
        else:
            function["platform"] = "gcfv2"
            credentials = {"accessToken": False, "idToken": False, "refreshToken": False}
            function["blockingTrigger"] = {"eventType": BLOCKING + event, "options": {**credentials, **options}}
        self.functions = [other for other in self.functions if other["name"] != name] + [function]

    def take_away(self, name):
        self.functions = [function for function in self.functions if function["name"] != name]

    def _tell(self, handler):
        if handler.path != "/backends":
            handler.send_error(404)
            return
        answer = self.backends
        # Who asked may have gone.
        with contextlib.suppress(OSError):
            if callable(answer):
                answer(handler)
                return
            if answer is None:
                https = {"entryPoint": "api", "platform": "gcfv2", "region": REGION, "name": "api", "httpsTrigger": {}}
                listed = [{"directory": "/functions", "env": {}, "functionTriggers": [https, *self.functions]}]
                answer = json.dumps({"backends": listed})
            reply(handler, answer)


def reply(handler, body, status=200, **headers):
    """Answers a request with JSON."""
    content = body.encode()
    # A connection that stayed open would outlive the emulator.
    handler.close_connection = True
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(content)))
    handler.send_header("Connection", "close")
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(content)
