import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";

import { expect, test as base } from "@playwright/test";

import { findBinary } from "./binary.js";
import { FirebreakError } from "./errors.js";
import { reportOf } from "./report.js";
import { connectFirebreak, startFirebreak } from "./server.js";

export { signedIn } from "./signed-in.js";
export { expect };

export const test = base.extend({
  firebreakFixture: [undefined, { option: true, scope: "worker" }],
  firebreakProfile: [undefined, { option: true, scope: "worker" }],
  firebreakSource: [undefined, { option: true, scope: "worker" }],

  firebreak: [
    async ({ firebreakProfile }, use) => {
      if (process.env.FIREBREAK_URL) {
        await use(connectFirebreak());
        return;
      }
      const firebreak = await startFirebreak({ profile: firebreakProfile });
      try {
        await use(firebreak);
      } finally {
        await firebreak.stop();
      }
    },
    { scope: "worker" },
  ],

  // The project that tests get copies of; null where they get empty ones.
  _firebreakOriginal: [
    async ({ firebreak, firebreakFixture, firebreakProfile, firebreakSource }, use) => {
      const id = firebreakFixture
        ? sourceIn(await seed(firebreak, firebreakFixture), firebreakFixture, firebreakSource)
        : (firebreakSource ?? (await seededBefore(firebreak)));
      await use(id ? await checked(firebreak.project(id), firebreakProfile) : null);
    },
    { scope: "worker" },
  ],

  firebreakProject: async ({ firebreak, firebreakProfile, _firebreakOriginal }, use, testInfo) => {
    const project = _firebreakOriginal ? await _firebreakOriginal.fork() : await empty(firebreak, firebreakProfile);
    try {
      await use(project);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("firebreak.txt", { body: await reportOf(project), contentType: "text/plain" });
      }
    } finally {
      await project.delete().catch((error) => {
        // The test may have deleted it.
        if (error.code !== "NOT_FOUND") throw error;
      });
    }
  },
});

/** Applies a fixture by the program, which reads YAML and projects by their names; the IDs of its projects. */
async function seed(firebreak, path) {
  const env = { ...process.env, ...firebreak.environment() };
  try {
    const { stdout } = await promisify(execFile)(findBinary(), ["seed", "--format", "json", path], { env });
    return Object.keys(JSON.parse(stdout).projects);
  } catch (error) {
    throw new FirebreakError("INVALID_FIXTURE", error.stderr?.trim() || error.message, { cause: error });
  }
}

function sourceIn(projects, fixture, source) {
  if (source ? projects.includes(source) : projects.length === 1) return source ?? projects[0];
  throw new FirebreakError(
    "INVALID_ARGUMENT",
    `firebreakSource has to name one of the projects of ${fixture}: ${projects.join(", ") || "it has none"}.`,
  );
}

/** The project of the command that runs the tests, if it was written to. */
async function seededBefore(firebreak) {
  const id = process.env.FIREBREAK_URL && process.env.FIREBREAK_PROJECT;
  if (!id) return undefined;
  const { projects } = await firebreak.projects.list();
  return projects.find(({ projectId }) => projectId === id)?.projectId;
}

async function checked(project, profile) {
  const actual = (await project.get()).profile;
  if (!profile || profile === actual) return project;
  throw new FirebreakError(
    "INVALID_ARGUMENT", `${project.id} has the profile ${actual}, so its copies cannot have ${profile}.`);
}

async function empty(firebreak, profile) {
  const projectId = `test-${randomBytes(6).toString("hex")}`;
  await firebreak.projects.create({ projectId, profile });
  return firebreak.project(projectId);
}
