// Starts the program that FIREBREAK_BINARY names.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { connectFirebreak, FirebreakError, startFirebreak } from "../firebreak-auth/lib/index.js";

const options = { skip: process.env.FIREBREAK_BINARY ? false : "FIREBREAK_BINARY names no program" };
const library = new URL("../firebreak-auth/lib/index.js", import.meta.url).href;

function directory(test) {
  const path = mkdtempSync(join(tmpdir(), "firebreak-"));
  test.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function fixture(test, text) {
  const path = join(directory(test), "fixture.yaml");
  writeFileSync(path, text);
  return path;
}

async function started(test, options) {
  const firebreak = await startFirebreak(options);
  test.after(() => firebreak.stop().catch(() => {}));
  return firebreak;
}

/** What an app sends for a person who asks for a sign-in link. */
async function askForLink(project, email) {
  const { FIREBASE_AUTH_EMULATOR_HOST } = project.environment();
  const path = `identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=${project.apiKey}`;
  const response = await fetch(`http://${FIREBASE_AUTH_EMULATOR_HOST}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      requestType: "EMAIL_SIGNIN",
      email,
      continueUrl: "http://localhost:3000/finish",
      canHandleCodeInApp: true,
    }),
  });
  assert.equal(response.status, 200);
}

/** Whether a server stops answering in time. */
async function ends(url) {
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      await connectFirebreak(url).info();
    } catch (error) {
      return error.code === "UNREACHABLE";
    }
    await pause(50);
  }
  return false;
}

test("a server has what it was started with", options, async (t) => {
  const shop = "version: 1\nprojects: { demo-shop: { users: [{ ref: alice, email: alice@example.test }] } }";
  const bank = "version: 1\nprojects: { demo-bank: { users: [{ ref: bob, email: bob@example.test }] } }";
  const dataDir = directory(t);
  const firebreak = await started(t, {
    profile: "production",
    fixture: [fixture(t, shop), fixture(t, bank)],
    project: "demo-shop",
    dataDir,
    env: { FIREBREAK_CONTROL_TOKEN: "s3cret" },
    args: ["--max-projects", "3"],
  });
  const info = await firebreak.info();
  assert.deepEqual([info.profile, info.defaultProject, info.url], ["production", "demo-shop", firebreak.url]);
  const { projects } = await firebreak.projects.list();
  assert.deepEqual(projects.map(({ projectId }) => projectId), ["demo-bank", "demo-shop"]);
  assert.equal(firebreak.project().id, "demo-shop");
  assert.equal((await firebreak.project("demo-bank").refs.get("bob")).ref, "bob");
  assert.ok(readdirSync(dataDir).length > 0);
  assert.equal(firebreak.environment().FIREBREAK_CONTROL_TOKEN, "s3cret");
  await assert.rejects(connectFirebreak(firebreak.url, { controlToken: "x" }).info(), { status: 401 });
  await firebreak.project("demo-game").clock.freeze();
  await assert.rejects(firebreak.project("demo-more").clock.freeze(), { code: "RESOURCE_EXHAUSTED", status: 429 });
});

test("a server stops, once and for all", options, async (t) => {
  const firebreak = await started(t);
  await firebreak.info();
  await Promise.all([firebreak.stop(), firebreak.stop()]);
  await firebreak.stop();
  await assert.rejects(firebreak.info(), { code: "UNREACHABLE" });
});

test("a server has the port that it is given, or says that it is taken", options, async (t) => {
  const first = await started(t);
  const port = Number(new URL(first.url).port);
  const message = new RegExp(`exit code 4[^]*${port}`);
  await assert.rejects(startFirebreak({ port }), { code: "START_FAILED", message });
  await first.stop();
  assert.equal((await started(t, { port })).url, first.url);
});

test("servers are disposed of at the end of a block", { skip: options.skip || !Symbol.asyncDispose }, async (t) => {
  const firebreak = await started(t);
  await firebreak[Symbol.asyncDispose]();
  await assert.rejects(firebreak.info(), { code: "UNREACHABLE" });
});

test("what is wrong with a start is in the error", options, async (t) => {
  const path = fixture(t, "version: 1\nusers: [{ emai: x }]");
  const error = await startFirebreak({ fixture: path }).catch((error) => error);
  assert.ok(error instanceof FirebreakError);
  assert.equal(error.code, "START_FAILED");
  assert.match(error.explanation, /exit code 3/);
  assert.ok(error.explanation.includes(path) && error.explanation.includes("did you mean email?"), error.explanation);
  await assert.rejects(startFirebreak({ binary: "/no/such/program" }), {
    code: "START_FAILED",
    message: /\/no\/such\/program.*ENOENT/,
  });
  await assert.rejects(startFirebreak({ args: ["--no-such-option"] }), { message: /exit code 2[^]*no-such-option/ });
});

// It is found by what Linux tells of processes.
const onLinux = { skip: options.skip || process.platform !== "linux" };

test("a server that was killed is told when it is stopped", onLinux, async (t) => {
  const firebreak = await started(t, { args: ["--journal", "4711"] });
  const found = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).filter((id) => hasArgument(id, "4711"));
  assert.equal(found.length, 1);
  process.kill(Number(found[0]), "SIGKILL");
  await assert.rejects(firebreak.stop(), { code: "STOP_FAILED", message: /SIGKILL/ });
});

function hasArgument(process, argument) {
  try {
    return readFileSync(`/proc/${process}/cmdline`, "utf8").split("\0").includes(argument);
  } catch {
    return false;
  }
}

test("what a server logs can be read", options, async (t) => {
  const firebreak = await started(t, { args: ["--log-level", "info"] });
  await askForLink(firebreak.project("demo-shop"), "alice@example.test");
  await firebreak.stop();
  assert.match(firebreak.log, /mode=signIn/);
});

for (const [end, code] of [
  ["its last line", ""],
  ["process.exit", "process.exit(0);"],
  ["an error", "throw new Error('no');"],
  ["SIGTERM", "process.kill(process.pid, 'SIGTERM'); await new Promise(() => {});"],
  ["SIGKILL", "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});"],
]) {
  test(`a server ends with a process that ends by ${end}`, options, async () => {
    const script = `
      import { startFirebreak } from ${JSON.stringify(library)};
      const firebreak = await startFirebreak();
      await firebreak.info();
      console.log(firebreak.url);
      ${code}`;
    const stdio = ["ignore", "pipe", "ignore"];
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part) => (output += part));
    await once(child, "close");
    assert.match(output, /^http:/);
    assert.ok(await ends(output.trim()));
  });
}

test("a story from a mail to its link, in a copy of a project", options, async (t) => {
  const shop = fixture(t, "version: 1\nprojects: { demo-shop: { users: [{ email: alice@example.test }] } }");
  const firebreak = await started(t, { fixture: shop });
  const project = await firebreak.project("demo-shop").fork();
  assert.deepEqual((await project.apiKeys.list()).apiKeys, [{ key: project.apiKey, derived: true }]);

  const after = await project.outbox.cursor();
  const stream = project.outbox.stream({ after });
  const waiting = project.outbox.wait({ to: "alice@example.test", type: "EMAIL_SIGNIN", after });
  await askForLink(project, "alice@example.test");
  const message = await waiting;
  assert.equal(message.status, "pending");
  assert.equal(await project.outbox.link(message.id), message.link.mailed);
  assert.deepEqual((await stream.next()).value, { event: "message", message });

  await project.clock.advance({ by: "6h1m" });
  await assert.rejects(project.outbox.open(message.id), { code: "EXPIRED_OOB_CODE" });
  await stream.return();

  const call = await project.requests.wait({ operation: "accounts.sendOobCode" });
  assert.deepEqual([call.status, call.messages], [200, [message.seq]]);
  await assert.rejects(project.outbox.wait({ to: "bob@example.test", timeout: 0 }), {
    code: "OUTBOX_TIMEOUT",
    explanation: /The project's outbox has: .*alice@example.test/,
  });
  await project.delete();
  await assert.rejects(project.delete(), { code: "NOT_FOUND", status: 404 });
});
