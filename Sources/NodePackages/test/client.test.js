import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as generated from "../firebreak-auth/lib/generated.js";
import { connectFirebreak } from "../firebreak-auth/lib/index.js";
import { answering, failure, json, text } from "./answering.js";

/** A project at a server that notes what it is asked. */
async function project(test, answer, id = "demo-shop") {
  const server = await answering(test, answer);
  return { ...server, project: connectFirebreak(server.url).project(id) };
}

// What is sent

for (const [name, call, method, path, body = ""] of [
  ["without parameters", (p) => p.get(), "GET", ""],
  ["a body", (p) => p.clock.advance({ by: "6h1m" }), "POST", "/clock:advance", '{"by":"6h1m"}'],
  ["no body", (p) => p.clock.freeze(), "POST", "/clock:freeze"],
  ["a body without members", (p) => p.reset(), "POST", ":reset", "{}"],
  ["null", (p) => p.rules.patch({ smsCode: null }), "PATCH", "/rules", '{"smsCode":null}'],
  ["a query", (p) => p.outbox.list({ to: "a+b@c.test", limit: 1 }), "GET", "/outbox?to=a%2Bb%40c.test&limit=1"],
  ["what is not given", (p) => p.outbox.list({ to: undefined, after: 0 }), "GET", "/outbox?after=0"],
  ["a false value", (p) => p.accounts.list({ verified: false }), "GET", "/accounts?verified=false"],
  ["a path", (p) => p.outbox.text("msg_1"), "GET", "/outbox/msg_1.txt"],
  ["a path that needs it encoded", (p) => p.snapshots.delete("a/b ?"), "DELETE", "/snapshots/a%2Fb%20%3F"],
  ["a key in a query", (p) => p.apiKeys.delete({ key: "a/b" }), "DELETE", "/apiKeys?key=a%2Fb"],
  [
    "both a query and a body",
    (p) => p.outbox.openLatest({ to: "a@b.test", newPassword: "x" }),
    "POST",
    "/outbox/latest:open?to=a%40b.test",
    '{"newPassword":"x"}',
  ],
  ["an object as a fixture", (p) => p.seed({ users: [] }), "POST", ":seed", '{"users":[]}'],
  ["a fixture with a query", (p) => p.seed({}, { tokens: true }), "POST", ":seed?tokens=true", "{}"],
  ["a text as a fixture", (p) => p.seed("users: []"), "POST", ":seed", "users: []"],
  ["a fork", (p) => p.fork({ to: "copy", expiresIn: "1h" }), "POST", ":fork", '{"to":"copy","expiresIn":"1h"}'],
  ["a wait", (p) => p.outbox.wait({ to: "a" }), "GET", "/outbox:wait?limit=1&to=a&count=1&timeout=10000ms"],
  [
    "a wait for several",
    (p) => p.requests.waitForCount(2, { order: "desc", limit: 5, timeout: "1s" }),
    "GET",
    "/requests:wait?limit=5&order=desc&count=2&timeout=1000ms",
  ],
  ["a cursor", (p) => p.requests.cursor(), "GET", "/requests?limit=1&order=desc"],
  [
    "who is signed in",
    (p) => p.signedInState("alice", { origin: "http://a.test" }),
    "POST",
    "/accounts/alice:browserState",
    '{"apiKey":"AIzaKz4nOmM7rTd3LSGqzLUmpzrL-HCJ3puN254","origin":"http://a.test"}',
  ],
]) {
  test(`${name} is sent`, async (t) => {
    const answer = { projectId: "copy", messages: [{}], requests: [{}] };
    const { project: p, requests } = await project(t, (_, response) => json(response, answer));
    await call(p);
    assert.equal(requests.length, 1);
    const [request] = requests;
    assert.deepEqual([request.method, request.path, request.body], [method, `/projects/demo-shop${path}`, body]);
  });
}

test("fixtures say whether they are YAML", async (t) => {
  const { project: p, requests } = await project(t);
  await p.seed({});
  await p.seed("{}");
  assert.deepEqual(requests.map(({ headers }) => headers["content-type"]), ["application/json", "application/yaml"]);
});

test("the ID of a project is encoded", async (t) => {
  const { project: p, requests } = await project(t, undefined, "a/b:c");
  await p.get();
  assert.equal(requests[0].path, "/projects/a%2Fb%3Ac");
});

test("a fork gets an ID that no other has", async (t) => {
  const answer = ({ body }, response) => json(response, { projectId: JSON.parse(body).to });
  const { project: p, requests } = await project(t, answer);
  const [first, second] = [await p.fork(), await p.fork()];
  assert.match(first.id, /^demo-shop--[0-9a-f]{8}$/);
  assert.notEqual(first.id, second.id);
  assert.equal(requests.length, 2);
});

// What is answered

test("texts are answered as they are, and nothing as undefined", async (t) => {
  const { project: p } = await project(t, ({ method, path }, response) => {
    if (method === "DELETE") json(response, {});
    else text(response, path.endsWith("export?format=auth-export-csv") ? "a,b" : "123456");
  });
  assert.equal(await p.outbox.latestCode(), "123456");
  assert.equal(await p.export({ format: "auth-export-csv" }), "a,b");
  assert.equal(await p.delete(), undefined);
});

test("a wait answers the first message", async (t) => {
  const { project: p } = await project(t, (_, response) => json(response, { messages: [{ seq: 3 }], nextCursor: 3 }));
  assert.deepEqual(await p.outbox.wait(), { seq: 3 });
  assert.deepEqual(await p.outbox.waitForCount(1), [{ seq: 3 }]);
  assert.equal(await p.outbox.cursor(), 3);
});

test("a refusal is the server's", async (t) => {
  const { project: p } = await project(t, (_, response) => failure(response, 408, "OUTBOX_TIMEOUT : Waited 10 s."));
  await assert.rejects(p.outbox.wait(), { code: "OUTBOX_TIMEOUT", status: 408, explanation: "Waited 10 s." });
});

test("another server is told apart", async (t) => {
  const { project: p } = await project(t, (_, response) => text(response, "<html>", 200, "application/json"));
  await assert.rejects(p.get(), { code: "UNEXPECTED_ANSWER", status: 200 });
});

test("no answer is told with its address and reason", async () => {
  const p = connectFirebreak("http://127.0.0.1:1").project("demo-shop");
  const expected = { code: "UNREACHABLE", explanation: /http:\/\/127\.0\.0\.1:1 \(.*\)/, status: undefined };
  await assert.rejects(p.get(), expected);
  await assert.rejects(p.outbox.stream().next(), expected);
});

// Signals

test("a signal ends a call, and is not the server's fault", async (t) => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const { project: p } = await project(t, () => controller.abort(reason));
  await assert.rejects(p.outbox.wait({ signal: controller.signal }), reason);
  await assert.rejects(p.get({ signal: controller.signal }), reason);
  await assert.rejects(p.outbox.stream({ signal: controller.signal }).next(), reason);
});

test("a signal ends a stream that waits", async (t) => {
  const controller = new AbortController();
  const { project: p } = await project(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write('event: message\ndata: {"seq":1}\n\n');
  });
  const stream = p.outbox.stream({ signal: controller.signal });
  assert.deepEqual((await stream.next()).value, { event: "message", message: { seq: 1 } });
  const next = stream.next();
  controller.abort(new Error("enough"));
  await assert.rejects(next, { message: "enough" });
});

// Streams

test("streams have what comes, with the filter, and end with the server", async (t) => {
  const { project: p, requests } = await project(t, ({ path }, response) => {
    const event = path.includes("/outbox") ? "event: status\n" : "event: request\n";
    text(response, `:\n\n${event}data: {"seq":1}\n\n`, 200, "text/event-stream");
  });
  const found = [];
  for await (const event of p.outbox.stream({ to: "a", after: 4 })) found.push(event);
  for await (const call of p.requests.stream()) found.push(call);
  for await (const call of connectFirebreak(p.url).requests.stream({ status: "4xx" })) found.push(call);
  assert.deepEqual(found, [{ event: "status", message: { seq: 1 } }, { seq: 1 }, { seq: 1 }]);
  assert.deepEqual(requests.map(({ path }) => path), [
    "/projects/demo-shop/outbox:stream?to=a&after=4",
    "/projects/demo-shop/requests:stream",
    "/requests:stream?status=4xx",
  ]);
});

test("the end of a loop ends the connection", async (t) => {
  let closed;
  const closing = new Promise((resolve) => (closed = resolve));
  const { project: p } = await project(t, (_, response) => {
    response.on("close", closed);
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: {}\n\n");
  });
  for await (const call of p.requests.stream()) {
    assert.deepEqual(call, {});
    break;
  }
  await closing;
});

test("a stream that is refused says why", async (t) => {
  const { project: p } = await project(t, (_, response) => failure(response, 400, "INVALID_ARGUMENT : no"));
  await assert.rejects(p.outbox.stream().next(), { code: "INVALID_ARGUMENT", explanation: "no" });
});

// Addresses, tokens, environments

for (const [given, url] of [
  ["http://127.0.0.1:9099", "http://127.0.0.1:9099"],
  ["http://127.0.0.1:9099/", "http://127.0.0.1:9099"],
  ["https://auth.example.test/base//", "https://auth.example.test/base"],
]) {
  test(`the address ${given}`, () => assert.equal(connectFirebreak(given).url, url));
}

for (const given of ["127.0.0.1:9099", "localhost", "ftp://a.test", "http://a.test/?x=1"]) {
  test(`the address ${given} is refused`, () => {
    assert.throws(() => connectFirebreak(given), { code: "INVALID_ARGUMENT", message: /such as http:\/\/127.*'/ });
  });
}

/** Sets variables for a test. */
function variables(test, given) {
  for (const name of ["FIREBREAK_URL", "FIREBREAK_PROJECT", "FIREBREAK_CONTROL_TOKEN"]) {
    const before = process.env[name];
    test.after(() => (before === undefined ? delete process.env[name] : (process.env[name] = before)));
    delete process.env[name];
  }
  Object.assign(process.env, given);
}

test("the environment says which server, project and token", async (t) => {
  const { url, requests } = await answering(t);
  variables(t, { FIREBREAK_URL: url, FIREBREAK_PROJECT: "demo-shop", FIREBREAK_CONTROL_TOKEN: "s3cret" });
  const firebreak = connectFirebreak();
  await firebreak.project().get();
  assert.equal(requests[0].path, "/projects/demo-shop");
  assert.equal(requests[0].headers.authorization, "Bearer s3cret");
  const server = {
    FIREBASE_AUTH_EMULATOR_HOST: new URL(url).host,
    FIREBREAK_URL: url,
    FIREBREAK_CONTROL_TOKEN: "s3cret",
  };
  assert.deepEqual(firebreak.environment(), server);
  const names = ["GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT", "FIREBREAK_PROJECT"];
  assert.deepEqual(firebreak.project("other").environment(), {
    ...server,
    ...Object.fromEntries(names.map((name) => [name, "other"])),
  });
});

test("parameters take precedence over the environment", async (t) => {
  const { url, requests } = await answering(t);
  variables(t, { FIREBREAK_URL: "http://x.test", FIREBREAK_PROJECT: "x", FIREBREAK_CONTROL_TOKEN: "x" });
  await connectFirebreak(url, { project: "demo-shop", controlToken: "mine" }).project().get();
  assert.deepEqual([requests[0].path, requests[0].headers.authorization], ["/projects/demo-shop", "Bearer mine"]);
});

test("without a token none is sent or told", async (t) => {
  const { url, requests } = await answering(t);
  variables(t, { FIREBREAK_CONTROL_TOKEN: "" });
  const firebreak = connectFirebreak(url);
  await firebreak.info();
  assert.equal(requests[0].headers.authorization, undefined);
  assert.ok(!("FIREBREAK_CONTROL_TOKEN" in firebreak.environment()));
});

test("what is not known is asked for", (t) => {
  variables(t, {});
  assert.throws(() => connectFirebreak(), { code: "INVALID_ARGUMENT", message: /FIREBREAK_URL/ });
  const firebreak = connectFirebreak("http://a.test");
  for (const id of [undefined, "", 7]) {
    assert.throws(() => firebreak.project(id), { code: "INVALID_ARGUMENT", message: /needs an ID/ });
  }
});

// What is declared

test("every noun of the description is there", () => {
  const firebreak = connectFirebreak("http://a.test");
  const project = firebreak.project("demo-shop");
  const parts = [firebreak, project, ...Object.values(firebreak), ...Object.values(project)];
  for (const [name, type] of Object.entries(generated)) assert.ok(parts.some((part) => part instanceof type), name);
});

test("what is declared by hand is there, and nothing else", () => {
  const firebreak = connectFirebreak("http://a.test");
  const project = firebreak.project("demo-shop");
  const declarations = readFileSync(new URL("../firebreak-auth/lib/index.d.ts", import.meta.url), "utf8");
  const objects = {
    Firebreak: firebreak,
    ServerRequests: firebreak.requests,
    FirebreakProject: project,
    Outbox: project.outbox,
    Requests: project.requests,
  };
  for (const [name, object] of Object.entries(objects)) {
    const [, body] = new RegExp(`^export declare class ${name} [^{]*\\{(.*?)^\\}`, "ms").exec(declarations);
    const declared = new Set([...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, member]) => member));
    const { constructor, ...inherited } = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object));
    const own = new Set([...Object.keys(object), ...Object.keys(inherited)]);
    // Declared again for the type of its answer.
    declared.delete("export");
    assert.equal(constructor.value, object.constructor);
    assert.deepEqual([...declared].sort(), [...own].sort(), name);
  }
});
