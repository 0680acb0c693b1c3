import assert from "node:assert/strict";
import { test } from "node:test";

import { eventsOf } from "../firebreak-auth/lib/events.js";

async function read(...parts) {
  const bytes = (async function* () {
    for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
  })();
  const found = [];
  for await (const event of eventsOf(bytes)) found.push(event);
  return found;
}

test("events have names and data", async () => {
  assert.deepEqual(await read(":\n\nid: 1\nevent: message\ndata: {}\n\nevent: status\r\ndata:[]\r\n\r\ndata: x\n\n"), [
    { name: "message", data: "{}" },
    { name: "status", data: "[]" },
    { name: "message", data: "x" },
  ]);
});

test("data of several lines are joined", async () => {
  assert.deepEqual(await read("data: a: b\ndata:\ndata: c\n\n"), [{ name: "message", data: "a: b\n\nc" }]);
});

test("parts of an event, and of a character, come one by one", async () => {
  const [first, second] = [new Uint8Array([0xc3]), new Uint8Array([0xa4])];
  assert.deepEqual(await read("da", "ta: <", first, second, ">\n", "\n"), [{ name: "message", data: "<ä>" }]);
});

test("what has no end is not an event", async () => {
  assert.deepEqual(await read("data: x\n"), []);
});
