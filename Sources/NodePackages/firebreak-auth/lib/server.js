import { spawn } from "node:child_process";

import { findBinary } from "./binary.js";
import { FirebreakError } from "./errors.js";
import * as methods from "./generated.js";
import { FirebreakProject } from "./project.js";
import { Transport } from "./transport.js";

/** A server, started by this process or by something else. */
export class Firebreak extends methods.ServerMethods {
  #transport;
  #project;

  constructor(transport, project) {
    super(transport, "");
    this.#transport = transport;
    this.#project = project;
    this.projects = new methods.ServerProjectsMethods(transport, "");
    this.requests = new AllRequests(transport, "");
    this.errors = new methods.ServerErrorsMethods(transport, "");
  }

  get url() {
    return this.#transport.url;
  }

  environment() {
    return this.#transport.environment();
  }

  project(id = this.#project) {
    if (typeof id !== "string" || id === "") {
      throw new FirebreakError("INVALID_ARGUMENT", "project() needs an ID here, because FIREBREAK_PROJECT has none.");
    }
    return new FirebreakProject(this.#transport, id);
  }
}

class AllRequests extends methods.ServerRequestsMethods {
  async *stream({ signal, ...query } = {}) {
    for await (const { data } of this.events("/requests:stream", { query, signal })) yield JSON.parse(data);
  }
}

export function connectFirebreak(url = process.env.FIREBREAK_URL, { controlToken, project } = {}) {
  if (!url) {
    throw new FirebreakError(
      "INVALID_ARGUMENT",
      "There is no address of a server: give one to connectFirebreak, or run this with 'firebreak exec -- …', " +
        "which sets FIREBREAK_URL.",
    );
  }
  const { FIREBREAK_CONTROL_TOKEN, FIREBREAK_PROJECT } = process.env;
  return new Firebreak(new Transport(url, controlToken ?? FIREBREAK_CONTROL_TOKEN), project ?? FIREBREAK_PROJECT);
}

// The command that the server is there for. It ends with its input: when the server is to stop, and when this process
// has ended, however that came about.
const command =
  `printf '%s\\n' "$FIREBREAK_URL" "$FIREBREAK_PROJECT" "\${FIREBREAK_CONTROL_TOKEN-}" && exec cat > /dev/null`;

export async function startFirebreak(options = {}) {
  const binary = options.binary ?? findBinary();
  const child = spawn(binary, ["exec", ...optionsOfExec(options), "--", "sh", "-c", command], {
    env: { ...process.env, ...options.env },
  });
  const log = new Tail(child.stderr);
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve({ problem: error.message }));
    child.on("close", (code, signal) => resolve({ code, problem: signal ? `it got ${signal}` : `exit code ${code}` }));
  });
  // It has ended if this cannot be written, and that is told by the code.
  child.stdin.on("error", () => {});
  const lines = await Promise.race([firstLines(child.stdout, 3), ended]);
  if (!Array.isArray(lines)) {
    const text = log.text.trim();
    throw new FirebreakError("START_FAILED", `${binary} did not start (${lines.problem})${text && `:\n${text}`}`);
  }
  // A server that was forgotten keeps no process from its end, and ends with it.
  for (const part of partsOf(child)) part.unref();
  const [url, project, token] = lines;
  return new StartedFirebreak(new Transport(url, token), project, { child, log, ended });
}

/** A server that this process started. */
class StartedFirebreak extends Firebreak {
  #process;
  #stopped;

  constructor(transport, project, process) {
    super(transport, project);
    this.#process = process;
  }

  get log() {
    return this.#process.log.text;
  }

  stop() {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop() {
    const { child, ended } = this.#process;
    for (const part of partsOf(child)) part.ref();
    child.stdin.end();
    const { code, problem } = await ended;
    // Above 128 are those of signals, such as that of Ctrl-C, by which someone else has stopped it.
    if (code === 0 || code > 128) return;
    throw new FirebreakError("STOP_FAILED", `The server did not end as it should (${problem}):\n${this.log.trim()}`);
  }
}

if (Symbol.asyncDispose) {
  StartedFirebreak.prototype[Symbol.asyncDispose] = function dispose() {
    return this.stop();
  };
}

/** What keeps this process from ending. */
function partsOf(child) {
  return [child, child.stdin, child.stdout, child.stderr];
}

function optionsOfExec({ profile, fixture = [], project, port = 0, dataDir, args = [] }) {
  return [
    ...["--port", String(port)],
    ...(profile ? ["--profile", profile] : []),
    ...[fixture].flat().flatMap((path) => ["--fixture", String(path)]),
    ...(project ? ["--project", project] : []),
    ...(dataDir ? ["--data-dir", String(dataDir)] : []),
    ...args,
  ];
}

/** The end of what a stream has brought. */
class Tail {
  static #longest = 65_536;

  constructor(stream) {
    this.text = "";
    stream.setEncoding("utf8");
    stream.on("data", (part) => {
      this.text = (this.text + part).slice(-Tail.#longest);
    });
  }
}

function firstLines(stream, count) {
  let text = "";
  stream.setEncoding("utf8");
  return new Promise((resolve) => {
    stream.on("data", (part) => {
      text += part;
      const lines = text.split("\n");
      if (lines.length > count) resolve(lines.slice(0, count));
    });
  });
}
