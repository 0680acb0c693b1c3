import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { findBinary } from "../firebreak-auth/lib/binary.js";

function program(test, mode = 0o755) {
  const directory = mkdtempSync(join(tmpdir(), "firebreak-"));
  test.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "firebreak");
  writeFileSync(path, "");
  chmodSync(path, mode);
  return path;
}

/** Stands in for a system with these packages. */
function system(packages, more = {}) {
  const resolve = (name) => {
    if (name in packages) return packages[name];
    throw new Error(`Cannot find module '${name}'`);
  };
  return { env: {}, platform: "linux", arch: "x64", isMusl: () => false, resolve, ...more };
}

const explained = (words) => (error) => {
  assert.equal(error.code, "NO_BINARY");
  for (const word of words) assert.ok(error.explanation.includes(word), `${word} in: ${error.explanation}`);
  return true;
};

test("the package of the platform has it", (t) => {
  const path = program(t);
  assert.equal(findBinary(system({ "firebreak-auth-linux-x64/bin/firebreak": path })), path);
  const mac = { platform: "darwin", arch: "arm64", isMusl: () => assert.fail("a Mac has no musl") };
  assert.equal(findBinary(system({ "firebreak-auth-darwin-arm64/bin/firebreak": path }, mac)), path);
});

test("FIREBREAK_BINARY takes precedence, on any platform", (t) => {
  const path = program(t);
  const env = { FIREBREAK_BINARY: path };
  assert.equal(findBinary(system({ "firebreak-auth-linux-x64/bin/firebreak": "/other" }, { env })), path);
  assert.equal(findBinary(system({}, { env, platform: "freebsd", isMusl: () => true })), path);
});

test("a path that FIREBREAK_BINARY names wrongly is told", () => {
  const env = { FIREBREAK_BINARY: "/no/such/program" };
  const words = ["/no/such/program is not there", "FIREBREAK_BINARY names it"];
  assert.throws(() => findBinary(system({}, { env })), explained(words));
});

test("a program without the right to run is told", (t) => {
  const path = program(t, 0o644);
  assert.throws(
    () => findBinary(system({ "firebreak-auth-linux-x64/bin/firebreak": path })),
    explained([`${path} cannot be run`]),
  );
});

test("a package that was left out is explained", () => {
  assert.throws(
    () => findBinary(system({})),
    explained(["firebreak-auth-linux-x64", "--omit=optional", "FIREBREAK_BINARY"]),
  );
});

test("node_modules of another system are explained", () => {
  assert.throws(
    () => findBinary(system({ "firebreak-auth-darwin-arm64/bin/firebreak": "/x" })),
    explained(["node_modules has firebreak-auth-darwin-arm64 instead", "npm ci"]),
  );
});

test("musl is told apart, even if the package for glibc is there", (t) => {
  const packages = { "firebreak-auth-linux-x64/bin/firebreak": program(t) };
  assert.throws(() => findBinary(system(packages, { isMusl: () => true })), explained(["musl", "glibc", "Alpine"]));
});

for (const [platform, arch, words] of [
  ["win32", "x64", ["win32-x64", "WSL"]],
  ["darwin", "x64", ["darwin-x64", "darwin-arm64, linux-arm64, linux-x64"]],
  ["linux", "ia32", ["linux-ia32"]],
]) {
  test(`there is no program for ${platform}-${arch}`, () => {
    assert.throws(() => findBinary(system({}, { platform, arch })), explained(words));
  });
}
