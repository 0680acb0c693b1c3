// The fixtures for Playwright, with a stand-in for it and the program that FIREBREAK_BINARY names.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { startFirebreak } from "../firebreak-auth/lib/index.js";
import { Worker } from "./playwright-stand-in.js";

const options = { skip: process.env.FIREBREAK_BINARY ? false : "FIREBREAK_BINARY names no program" };

// Where the package is installed beside the stand-in.
const directory = mkdtempSync(join(tmpdir(), "firebreak-"));
after(() => rmSync(directory, { recursive: true }));
const standIn = join(directory, "node_modules/@playwright/test");
mkdirSync(standIn, { recursive: true });
cpSync(fileURLToPath(new URL("../firebreak-auth", import.meta.url)), join(directory, "node_modules/firebreak-auth"), {
  recursive: true,
});
cpSync(fileURLToPath(new URL("playwright-stand-in.js", import.meta.url)), join(standIn, "index.js"));
writeFileSync(join(standIn, "package.json"), '{ "type": "module", "exports": "./index.js" }');
const module = await import(pathToFileURL(join(directory, "node_modules/firebreak-auth/lib/playwright.js")).href);

const shop = file(
  "shop.yaml",
  `version: 1
projects:
  demo-shop:
    users: [{ ref: alice, email: alice@example.test }]
`,
);
const two = file("two.yaml", "version: 1\nprojects:\n  demo-a: { users: [{ email: a@example.test }] }\n  demo-b: {}\n");

function file(name, text) {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

function worker(test, options) {
  const made = new Worker(module.test, options);
  test.after(() => made.end());
  return made;
}

/** Points tests to a server with these variables, as `firebreak exec` does. */
async function runningServer(test, { project, ...options } = {}) {
  const firebreak = await startFirebreak(options);
  const given = { ...firebreak.environment(), ...(project && { FIREBREAK_PROJECT: project }) };
  Object.assign(process.env, given);
  test.after(async () => {
    for (const name of Object.keys(given)) delete process.env[name];
    await firebreak.stop();
  });
  return firebreak;
}

const passed = (result) => assert.equal(result.status, "passed", result.error?.stack);

test("each test has a copy of the fixture's project, on one server", options, async (t) => {
  const run = worker(t, { firebreakFixture: shop });
  const seen = [];
  for (let count = 0; count < 2; count += 1) {
    passed(
      await run.run(async ({ firebreakProject, firebreak }) => {
        seen.push([firebreak.url, firebreakProject.id]);
        assert.equal((await firebreakProject.accounts.list()).count, 1);
        await firebreakProject.seed({ users: [{ email: "bob@example.test" }] });
      }),
    );
  }
  assert.equal(seen[0][0], seen[1][0]);
  assert.notEqual(seen[0][1], seen[1][1]);
  const left = await run.run(async ({ firebreak }) => {
    const { projects } = await firebreak.projects.list();
    assert.deepEqual(projects.map(({ projectId }) => projectId), ["demo-shop"]);
  });
  passed(left);
});

test("without a fixture projects are empty, with the profile that is asked for", options, async (t) => {
  passed(
    await worker(t, { firebreakProfile: "production" }).run(async ({ firebreakProject }) => {
      const { profile, counts } = await firebreakProject.get();
      assert.deepEqual([profile, counts.accounts], ["production", 0]);
    }),
  );
});

test("the server of a worker ends with it", options, async () => {
  const run = new Worker(module.test);
  let server;
  passed(await run.run(async ({ firebreak }) => void (server = firebreak)));
  await server.info();
  await run.end();
  await assert.rejects(server.info(), { code: "UNREACHABLE" });
});

test("a failed test has its last messages and calls attached", options, async (t) => {
  const run = worker(t, { firebreakFixture: shop });
  const result = await run.run(async ({ firebreakProject }) => {
    const { FIREBASE_AUTH_EMULATOR_HOST: host } = firebreakProject.environment();
    const url = `http://${host}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=${firebreakProject.apiKey}`;
    for (const requestType of ["PASSWORD_RESET", "VERIFY_EMAIL"]) {
      const body = JSON.stringify({ requestType, email: "alice@example.test" });
      await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
    }
    throw new Error("no");
  });
  assert.equal(result.status, "failed");
  const [{ name, body, contentType }] = result.attachments;
  assert.deepEqual([name, contentType], ["firebreak.txt", "text/plain"]);
  const [messages, mail, calls, reset, verification] = body.split("\n");
  assert.match(messages, /^Last messages of demo-shop--\w+:$/);
  assert.match(mail, /^ {2}#1 \S+ PASSWORD_RESET to alice@example.test \(sent, pending\) http:\S+$/);
  assert.match(calls, /^Last calls of demo-shop--\w+:$/);
  assert.match(reset, /^ {2}#1 \S+ accounts.sendOobCode 200 alice@example.test$/);
  assert.match(verification, /^ {2}#2 \S+ accounts.sendOobCode 400 \w+/);
});

test("a failed test without calls says that there are none", options, async (t) => {
  const result = await worker(t).run(async ({ firebreakProject }) => {
    throw new Error(firebreakProject.id);
  });
  assert.match(result.attachments[0].body, /^Last messages of test-\w+: none\nLast calls of test-\w+: none\n$/);
});

test("a test that passes has nothing attached, and may delete its project", options, async (t) => {
  const result = await worker(t).run(async ({ firebreakProject }) => firebreakProject.delete());
  passed(result);
  assert.deepEqual(result.attachments, []);
});

test("of several projects one has to be named", options, async (t) => {
  await assert.rejects(worker(t, { firebreakFixture: two }).scope.value("_firebreakOriginal"), {
    code: "INVALID_ARGUMENT",
    message: /firebreakSource has to name one of the projects of .*two.yaml: demo-a, demo-b\./,
  });
  passed(
    await worker(t, { firebreakFixture: two, firebreakSource: "demo-a" }).run(async ({ firebreakProject }) => {
      assert.match(firebreakProject.id, /^demo-a--/);
      assert.equal((await firebreakProject.accounts.list()).count, 1);
    }),
  );
});

test("what is wrong with a fixture is told", options, async (t) => {
  const path = file("wrong.yaml", "version: 1\nusers: [{ emai: x }]\n");
  await assert.rejects(worker(t, { firebreakFixture: path }).scope.value("_firebreakOriginal"), {
    code: "INVALID_FIXTURE",
    message: /wrong.yaml:2:11: .*did you mean email\?/,
  });
});

// At a server that runs

test("a server that runs is used, with its token, and left as it was", options, async (t) => {
  const env = { FIREBREAK_CONTROL_TOKEN: "s3cret" };
  const firebreak = await runningServer(t, { fixture: shop, project: "demo-shop", env });
  const run = worker(t);
  passed(
    await run.run(async ({ firebreakProject }) => {
      assert.equal(firebreakProject.url, firebreak.url);
      assert.match(firebreakProject.id, /^demo-shop--/);
      assert.equal((await firebreakProject.accounts.list()).count, 1);
    }),
  );
  await run.end();
  assert.deepEqual((await firebreak.projects.list()).projects.map(({ projectId }) => projectId), ["demo-shop"]);
});

test("a fixture is applied to a server that runs", options, async (t) => {
  const firebreak = await runningServer(t);
  const workers = [worker(t, { firebreakFixture: shop }), worker(t, { firebreakFixture: shop })];
  for (const run of workers) {
    passed(
      await run.run(async ({ firebreakProject }) => {
        assert.equal(firebreakProject.url, firebreak.url);
        assert.equal((await firebreakProject.accounts.list()).count, 1);
      }),
    );
  }
});

test("a server that runs may have another profile", options, async (t) => {
  await runningServer(t, { fixture: shop, project: "demo-shop" });
  await assert.rejects(worker(t, { firebreakProfile: "production" }).scope.value("_firebreakOriginal"), {
    code: "INVALID_ARGUMENT",
    message: /demo-shop has the profile local, so its copies cannot have production/,
  });
});

test("a server that runs and was not seeded gives empty projects", options, async (t) => {
  await runningServer(t, { project: "demo-shop" });
  passed(
    await worker(t, { firebreakProfile: "emulator" }).run(async ({ firebreakProject }) => {
      assert.match(firebreakProject.id, /^test-/);
      assert.equal((await firebreakProject.get()).profile, "emulator");
    }),
  );
});

test("the module has what a test file imports", () => {
  assert.deepEqual(Object.keys(module).sort(), ["expect", "signedIn", "test"]);
});
