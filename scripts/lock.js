// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const POLL = 200;
/** The holder touches its lock file this often. A lock file that was not touched for STALE_AFTER is stale. */
const TOUCH = 5_000;
const STALE_AFTER = 60_000;

/**
 * @typedef {object} Holder
 * @property {number} pid
 * @property {string} host
 */

// A link puts the file in place with its whole content.
/** @type {(text: string) => Holder} */
const parseHolder = JSON.parse;

/**
 * Runs `work` while holding a lock file. Takes over a lock whose process died: on this host by its process id, on another host by
 * the age of the file.
 * @template T
 * @param {string} file
 * @param {import("./processes").Progress} progress
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withLock(file, progress, work) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  let announced = false;
  while (!tryTake(file)) {
    const holder = readHolder(file);
    if (isStale(file, holder)) {
      breakStale(file, holder);
      continue;
    }
    if (!announced && holder !== undefined) {
      progress(`waiting for process ${holder.pid}, which does the same work (lock file ${file})`);
      announced = true;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
  const timer = setInterval(() => touch(file), TOUCH);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    fs.rmSync(file, { force: true });
  }
}

/**
 * Creates the lock file as a link, which appears with its content. An exclusive create would be empty for a moment.
 * @param {string} file
 */
function tryTake(file) {
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, JSON.stringify({ pid: process.pid, host: os.hostname() }));
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {Holder | undefined} nothing if there is no lock file
 */
function readHolder(file) {
  try {
    return parseHolder(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {Holder | undefined} holder
 */
function isStale(file, holder) {
  const age = ageOf(file);
  if (age === undefined) return false;
  if (age > STALE_AFTER) return true;
  return holder !== undefined && holder.host === os.hostname() && !isAlive(holder.pid);
}

/**
 * Removes a stale lock file. Two waiters may see the same stale lock, so this checks the renamed file again, and restores it if it
 * is the new lock of the other waiter.
 * @param {string} file
 * @param {Holder | undefined} stale
 */
function breakStale(file, stale) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  const taken = readHolder(aside);
  if (taken !== undefined && (taken.pid !== stale?.pid || taken.host !== stale.host)) {
    try {
      fs.linkSync(aside, file);
    } catch {
      // A third process holds the lock now; the other waiter goes on without its file.
    }
  }
  fs.rmSync(aside, { force: true });
}

/** @param {string} file */
function touch(file) {
  const now = new Date();
  try {
    fs.utimesSync(file, now, now);
  } catch {
    // Somebody removed the file: the work goes on.
  }
}

/** @param {string} file */
function ageOf(file) {
  try {
    return Date.now() - fs.statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}

module.exports = { withLock };
