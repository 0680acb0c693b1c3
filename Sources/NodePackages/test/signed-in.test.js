// What signedIn does with pages and contexts. That an app starts signed in is tried with Chromium, in
// Tests/Conformance/test_node_packages.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { storeUser } from "../firebreak-auth/lib/browser-state.js";
import { signedIn } from "../firebreak-auth/lib/signed-in.js";

const databases = [{ name: "firebaseLocalStorageDb" }];

/** A project that notes whose state is asked for. */
function project() {
  const asked = [];
  const signedInState = async (who, parameters) => {
    asked.push([who, parameters]);
    return { cookies: [], origins: [{ origin: parameters.origin, localStorage: [], indexedDB: databases }] };
  };
  return { asked, signedInState };
}

/** A context that notes what is done in its pages; `fail` is a method that fails. */
function context(fail) {
  const done = [];
  const note = (name) => async (...values) => {
    done.push([name, ...values]);
    if (name === fail) throw new Error(name);
  };
  const route = async (pattern, handler) => {
    await handler({ fulfill: async ({ body, contentType }) => done.push(["route", pattern, contentType, body]) });
  };
  const newPage = async () => ({ route, goto: note("goto"), evaluate: note("evaluate"), close: note("close") });
  return { done, newPage };
}

function page(url, around) {
  return { url: () => url, context: () => around, reload: async () => void around.done.push(["reload"]) };
}

const blank = (origin, persistence) => [
  ["route", "**/*", "text/html", "<!DOCTYPE html>"],
  ["goto", origin],
  ["evaluate", storeUser, { databases, persistence }],
  ["close"],
];

test("a context is signed in by a page of its own", async () => {
  const [around, shop] = [context(), project()];
  await signedIn(around, "alice", { project: shop, origin: "http://localhost:3000", tenant: "blue" });
  assert.deepEqual(around.done, blank("http://localhost:3000"));
  assert.deepEqual(shop.asked, [["alice", { origin: "http://localhost:3000", tenant: "blue" }]]);
});

test("a page that shows the app is loaded again", async () => {
  const around = context();
  const shop = page("http://localhost:3000/orders?x#y", around);
  await signedIn(shop, "alice", { project: project(), persistence: "local" });
  assert.deepEqual(around.done, [...blank("http://localhost:3000", "local"), ["reload"]]);
});

test("a page that shows something else is left alone", async () => {
  for (const url of ["about:blank", "http://127.0.0.1:3000/"]) {
    const around = context();
    await signedIn(page(url, around), "alice", { project: project(), origin: "http://localhost:3000" });
    assert.deepEqual(around.done, blank("http://localhost:3000"));
  }
});

test("without an origin or a project nothing is done", async () => {
  const around = context();
  const noOrigin = { code: "INVALID_ARGUMENT", message: /needs the origin/ };
  await assert.rejects(signedIn(around, "alice", { project: project() }), noOrigin);
  await assert.rejects(signedIn(page("about:blank", around), "alice", { project: project() }), noOrigin);
  await assert.rejects(signedIn(around, "alice"), { code: "INVALID_ARGUMENT", message: /needs the project/ });
  assert.deepEqual(around.done, []);
});

test("its own page is closed after a failure as well", async () => {
  const around = context("goto");
  const options = { project: project(), origin: "http://localhost:3000" };
  await assert.rejects(signedIn(around, "alice", options), { message: "goto" });
  assert.deepEqual(around.done.at(-1), ["close"]);
});
