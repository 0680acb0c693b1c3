#!/usr/bin/env node
// Runs the program of this platform's package in the place of this process: same input and output, same end.
import { spawn } from "node:child_process";

import { findBinary } from "../lib/binary.js";

const passedOn = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"];

function run(path) {
  const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
  const handlers = passedOn.map((signal) => [signal, () => child.kill(signal)]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  child.on("error", (error) => {
    console.error(`firebreak: ${path} cannot be run: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    for (const [name, handler] of handlers) process.off(name, handler);
    // Who waits for us sees a signal only if we end by it as well.
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

try {
  run(findBinary());
} catch (error) {
  console.error(`firebreak: ${error.explanation ?? error.stack}`);
  process.exitCode = 1;
}
