import assert from "node:assert/strict";
import { test } from "node:test";

import { FirebreakError } from "../firebreak-auth/lib/errors.js";

test("a message of the server is a code and an explanation", () => {
  const details = [{ line: 3 }];
  const body = JSON.stringify({ error: { message: "INVALID_FIXTURE : a : b", details } });
  const error = FirebreakError.of(400, body);
  assert.ok(error instanceof Error);
  assert.equal(error.name, "FirebreakError");
  assert.equal(error.code, "INVALID_FIXTURE");
  assert.equal(error.explanation, "a : b");
  assert.equal(error.message, "INVALID_FIXTURE : a : b");
  assert.equal(error.status, 400);
  assert.deepEqual(error.details, details);
});

test("a message without an explanation is its own", () => {
  const error = FirebreakError.of(404, '{"error":{"message":"NOT_FOUND"}}');
  assert.deepEqual([error.code, error.explanation, error.details], ["NOT_FOUND", "NOT_FOUND", []]);
});

for (const [body, explanation] of [
  ["Bad Gateway\n", "Bad Gateway"],
  ["", "The server answered with status 502."],
  ['{"error":"no"}', '{"error":"no"}'],
  ["null", "null"],
]) {
  test(`what is not an answer of the API is refused: ${JSON.stringify(body)}`, () => {
    const error = FirebreakError.of(502, body);
    assert.deepEqual([error.code, error.explanation, error.status], ["REFUSED", explanation, 502]);
  });
}
