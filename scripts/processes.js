// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const os = require("node:os");

/** @type {NodeJS.Signals[]} */
const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Milliseconds between two looks at the parent process. */
const PARENT_POLL = 250;

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 128 + the number of the signal that ended the command, 127 if it could not be started
 * @property {string} stdout
 * @property {string} stderr
 * @property {boolean} timedOut
 */

/**
 * Runs a command in its own process group and waits for its end. After a timeout, or a signal to this process, it ends the whole
 * group, so that nothing the command started outlives it. Never rejects.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<Finished>}
 */
function runStep(command, args, { cwd, env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const grouped = process.platform !== "win32";
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      detached: grouped,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let stdout = "";
    let stderr = "";
    let timedOut = false;
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stderr += text));

    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            killTree(child, grouped, "SIGKILL");
          }, timeoutMs);
    const stopListening = onEndingSignal((signal) => {
      killTree(child, grouped, signal);
      stopListening();
      process.kill(process.pid, signal);
    });
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer);
      stopListening();
      resolve({ code, stdout, stderr, timedOut });
    };
    child.on("error", (error) => {
      stderr += error.message;
      finish(127);
    });
    child.on("close", (code, signal) => finish(exitCode(code, signal)));
  });
}

/**
 * Runs a command in the foreground with this process's stdin, stdout and stderr, passes ending signals on to it,
 * and resolves to its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdout?: number }} [options] `stdout` is the file descriptor for the
 *   command's stdout, by default this process's own
 * @returns {Promise<number>}
 */
function runInForeground(command, args, { cwd, env, stdout = 1 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: [0, stdout, 2] });
    const stopListening = onEndingSignal((signal) => {
      // A terminal sends Ctrl-C to the child as well, and a second one would make Pulumi stop without cleaning up.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      child.kill(signal);
    });
    const stopWatching = onEndOfNpm(() => child.kill("SIGTERM"));
    const finish = () => {
      stopListening();
      stopWatching();
    };
    child.on("error", (error) => {
      finish();
      reject(error);
    });
    child.on("close", (code, signal) => {
      finish();
      resolve(exitCode(code, signal));
    });
  });
}

/**
 * @param {(signal: NodeJS.Signals) => void} handler
 * @returns {() => void} ends the listening
 */
function onEndingSignal(handler) {
  for (const signal of ENDING_SIGNALS) process.on(signal, handler);
  return () => {
    for (const signal of ENDING_SIGNALS) process.removeListener(signal, handler);
  };
}

/**
 * Calls `handler` when `npm run` was ended by a signal to npm alone. npm passes the signal on to the shell between it and this
 * process, and many shells end without passing it on: this process then gets another parent.
 * @param {() => void} handler
 * @returns {() => void} ends the watching
 */
function onEndOfNpm(handler) {
  if (process.env["npm_lifecycle_event"] === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    handler();
  }, PARENT_POLL);
  return () => clearInterval(timer);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {boolean} grouped
 * @param {NodeJS.Signals} signal
 */
function killTree(child, grouped, signal) {
  if (child.pid === undefined) return;
  try {
    if (grouped) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The process has ended in the meantime.
  }
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : os.constants.signals[signal]);
}

/**
 * Ends what runs when a signal ends this process.
 * @param {(signal: NodeJS.Signals) => string} [say] what is printed at the signal
 * @returns {(end: () => Promise<void>) => void} registers a cleanup
 */
function endAtSignals(say = (signal) => `${signal}: stopping`) {
  /** @type {(() => Promise<void>)[]} */
  const ends = [];
  let stopping = false;
  // It goes on listening: the running step ends its command and raises the signal again.
  onEndingSignal((signal) => {
    if (stopping) return;
    stopping = true;
    console.error(say(signal));
    void Promise.allSettled(ends.map((end) => end())).then(() => process.exit(130));
  });
  return (end) => ends.push(end);
}

/** Milliseconds between two progress lines of a long step. */
const TICK = 10_000;

/** @typedef {(line: string) => void} Progress prints a line for the person who waits, never on stdout */

/** @type {Progress} */
function toStderr(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a long step: prints a line at its start, every ten seconds, and at its end with the duration.
 * @template T
 * @param {Progress} progress
 * @param {string} label for example "building the Pulumi CLI"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function longStep(progress, label, work) {
  const start = Date.now();
  const elapsed = () => `${Math.round((Date.now() - start) / 1000)} s`;
  progress(`${label} …`);
  const timer = setInterval(() => progress(`${label} … ${elapsed()}`), TICK);
  try {
    const result = await work();
    progress(`${label}: ${elapsed()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Returns the last line of what a command has printed, which tells why it failed. @param {string} text */
function lastLine(text) {
  return text.trim().split("\n").at(-1) ?? "";
}

module.exports = { endAtSignals, lastLine, longStep, runInForeground, runStep, toStderr };
