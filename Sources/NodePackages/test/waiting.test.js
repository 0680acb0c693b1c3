import assert from "node:assert/strict";
import { test } from "node:test";

import { waiting } from "../firebreak-auth/lib/waiting.js";

/** The time-outs that are sent to a server at which nothing arrives. */
async function sent(timeout, status = 408) {
  const times = [];
  const ask = async (query) => {
    times.push(query.timeout);
    throw Object.assign(new Error("no"), { status });
  };
  await assert.rejects(waiting(ask, { to: "alice" }, timeout), { message: "no" });
  return times;
}

for (const [timeout, times] of [
  [undefined, ["10000ms"]],
  [0, ["0ms"]],
  [1500, ["1500ms"]],
  [0.5, ["1ms"]],
  ["2s", ["2000ms"]],
  ["1m30s", ["90000ms"]],
  // Node gives up on an answer that does not begin within five minutes.
  ["9m", ["240000ms", "240000ms", "60000ms"]],
  ["8m", ["240000ms", "240000ms"]],
  // The server says what is wrong with these.
  ["11m", ["11m"]],
  ["soon", ["soon"]],
  ["", [""]],
  [-1, ["-1ms"]],
  [Number.NaN, ["NaNms"]],
]) {
  test(`waiting for ${JSON.stringify(timeout)}`, async () => assert.deepEqual(await sent(timeout), times));
}

test("another failure ends a long wait", async () => {
  assert.deepEqual(await sent("9m", 404), ["240000ms"]);
});

test("an answer ends it, and the query goes along each time", async () => {
  const queries = [];
  const ask = async (query) => {
    queries.push(query);
    if (queries.length === 1) throw Object.assign(new Error(), { status: 408 });
    return "there";
  };
  assert.equal(await waiting(ask, { to: "alice" }, "5m"), "there");
  assert.deepEqual(queries, [{ to: "alice", timeout: "240000ms" }, { to: "alice", timeout: "60000ms" }]);
});
