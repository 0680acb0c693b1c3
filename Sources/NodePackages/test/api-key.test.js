import assert from "node:assert/strict";
import { test } from "node:test";

import { apiKeyOf } from "../firebreak-auth/lib/api-key.js";

for (const [project, key] of [
  // What `firebreak keys` prints.
  ["demo-shop", "AIzaKz4nOmM7rTd3LSGqzLUmpzrL-HCJ3puN254"],
  ["other", "AIzavpul5QvYvBWKdotbqG1Dyv8vleSkJuQIPDo"],
  ["Shop", "project:Shop"],
  ["a".repeat(31), `project:${"a".repeat(31)}`],
  ["shop_1", "project:shop_1"],
  ["", "project:"],
]) {
  test(`the key of ${project || "nothing"}`, () => assert.equal(apiKeyOf(project), key));
}

test("the longest ID has a derived key, unlike that of any other", () => {
  const keys = ["a".repeat(30), `${"a".repeat(29)}b`, "a".repeat(29)].map(apiKeyOf);
  assert.equal(new Set(keys).size, 3);
  for (const key of keys) assert.match(key, /^AIza[\w-]{35}$/);
});
