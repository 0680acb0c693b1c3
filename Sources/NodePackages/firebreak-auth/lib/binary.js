import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";

import { FirebreakError } from "./errors.js";

const require = createRequire(import.meta.url);
const manifest = require("../package.json");

/** The platforms that have a package, such as `linux-x64`. */
const platforms = Object.keys(manifest.optionalDependencies).map((name) => name.slice(manifest.name.length + 1));

const elsewhere = "FIREBREAK_BINARY can name a program that is somewhere else.";

/**
 * The path of the `firebreak` program: `FIREBREAK_BINARY`, else that of this platform's package.
 *
 * The parameters are for tests: by default they are what this process has.
 *
 * @returns {string}
 * @throws {FirebreakError} `NO_BINARY` with what is missing and what to do.
 */
export function findBinary({
  env = process.env,
  platform = process.platform,
  arch = process.arch,
  isMusl = usesMusl,
  resolve = require.resolve,
} = {}) {
  if (env.FIREBREAK_BINARY) return runnable(env.FIREBREAK_BINARY, "FIREBREAK_BINARY names it.");
  const name = `${platform}-${arch}`;
  if (!platforms.includes(name)) {
    const windows = platform === "win32" ? " On Windows it runs in WSL." : "";
    throw missing(`There is no firebreak for ${name}, only for ${platforms.join(", ")}.${windows} ${elsewhere}`);
  }
  // Asked before the package is looked for: npm leaves out the package for another libc, but not every version does.
  if (platform === "linux" && isMusl()) {
    throw missing(
      "This system has the C library musl, as Alpine Linux does, and firebreak needs glibc. Use an image with glibc, " +
        `such as node:22-slim in place of node:22-alpine. ${elsewhere}`,
    );
  }
  const path = resolved(name, resolve);
  if (path) return runnable(path, "It was installed without the right to run it.");
  const others = platforms.filter((other) => resolved(other, resolve));
  const reason = others.length
    ? `node_modules has ${others.map((other) => `${manifest.name}-${other}`).join(", ")} instead, so it was made on ` +
      "another system. Do not copy it from there, nor mount it into a container: run npm ci on this one."
    : "npm leaves it out with --omit=optional or --no-optional, or if a lockfile made on another system lacks it: " +
      "install again without these options, or remove node_modules and the lockfile first.";
  throw missing(
    `The package ${manifest.name}-${name}, which has the program for this system, is not installed. ` +
      `${reason} ${elsewhere}`,
  );
}

function resolved(platform, resolve) {
  try {
    return resolve(`${manifest.name}-${platform}/bin/firebreak`);
  } catch {
    return undefined;
  }
}

function runnable(path, remark) {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch (error) {
    const problem = error.code === "ENOENT" ? "is not there" : "cannot be run";
    throw missing(`The program ${path} ${problem}. ${remark}`, error);
  }
}

function missing(explanation, cause) {
  return new FirebreakError("NO_BINARY", explanation, { cause });
}

function usesMusl() {
  // Otherwise a report looks up the names of network peers, which can take long.
  const { excludeNetwork } = process.report;
  process.report.excludeNetwork = true;
  const { header } = process.report.getReport();
  process.report.excludeNetwork = excludeNetwork;
  return !header.glibcVersionRuntime;
}
