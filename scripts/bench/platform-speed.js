// @ts-check
"use strict";

const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { platformApi } = require("../demo/platform-api");
const { startPlatform } = require("../demo/platform-process");
const { cpuSecondsOf, median, residentMegabytesOf } = require("./costs");

const STARTS = 5;
const ZONES = 1000;
const RULES = 20;
const CONNECTIONS = 10;
const WARM_UP = 1000;
const READS = 8000;
const WRITES = 2000;
const PHASE = "http_request_firewall_custom";
const RULE_LIST = Array.from({ length: RULES }, (_, index) => rule(index));

/**
 * @typedef {object} Rate
 * @property {number} perSecond
 * @property {number | null} cpuMs CPU of the platform for one request; null without /proc
 */
/**
 * @typedef {object} PlatformFigures
 * @property {number} readyMs from the start of the process with an empty data folder to its ready line; median of five
 * @property {number | null} megabytes resident memory with 1,000 zones of 20 rules, after all other measurements
 * @property {number} connections keep-alive connections, each with one request at a time and its own zone
 * @property {Rate} read GET of an entry point of 20 rules
 * @property {Rate} patch PATCH of one of its rules
 * @property {Rate} replace PUT of all of its rules, one of them changed
 */
/** @typedef {Awaited<ReturnType<typeof startPlatform>>} Platform */

/**
 * @param {{ folder: string, cleanUp: (end: () => Promise<void>) => void }} options `cleanUp` registers
 *   what must end if the bench is stopped
 * @returns {Promise<PlatformFigures>}
 */
async function measurePlatform({ folder, cleanUp }) {
  const readyMs = [];
  for (let turn = 0; turn < STARTS; turn += 1)
    readyMs.push(await timeStart(path.join(folder, `start-${turn}`)));
  const platform = await startPlatform(path.join(folder, "platform"));
  cleanUp(platform.stop);
  try {
    const rates = await measureRates(platform);
    return {
      readyMs: median(readyMs),
      megabytes: residentMegabytesOf(platform.pid),
      connections: CONNECTIONS,
      ...rates,
    };
  } finally {
    await platform.stop();
  }
}

/** @param {string} data */
async function timeStart(data) {
  const start = performance.now();
  const platform = await startPlatform(data);
  const ms = performance.now() - start;
  await platform.stop();
  fs.rmSync(data, { recursive: true, force: true });
  return ms;
}

/** @param {Platform} platform */
async function measureRates({ ready, pid }) {
  const entrypoints = await seed(ready);
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  /** @param {number} count @param {(entrypoint: Entrypoint, turn: number) => Promise<void>} send */
  const sendAll = (count, send) =>
    Promise.all(
      entrypoints.map(async (entrypoint) => {
        for (let turn = 0; turn < count / CONNECTIONS; turn += 1) await send(entrypoint, turn);
      }),
    );
  /** @param {number} count @param {(entrypoint: Entrypoint, turn: number) => Promise<void>} send */
  const rate = async (count, send) => {
    await sendAll(WARM_UP, send);
    const cpuBefore = cpuSecondsOf(pid);
    const start = performance.now();
    await sendAll(count, send);
    const seconds = (performance.now() - start) / 1000;
    const cpuAfter = cpuSecondsOf(pid);
    const cpuMs = cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) / count) * 1000;
    return { perSecond: count / seconds, cpuMs };
  };
  /** Resolves when a complete 200 has arrived. @param {string} method @param {string} below the base URL @param {unknown} [body] */
  const send = (method, below, body) =>
    /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        const headers = { Authorization: `Bearer ${ready.token}`, "Content-Type": "application/json" };
        const request = http.request(ready.baseUrl + below, { agent, method, headers }, (answer) => {
          if (answer.statusCode === 200) answer.resume().once("end", resolve);
          else reject(new Error(`the platform answered ${answer.statusCode} to ${method} ${below}`));
        });
        request.once("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
      })
    );
  try {
    return {
      read: await rate(READS, ({ at }) => send("GET", at)),
      patch: await rate(WRITES, ({ ruleset, rule }, turn) =>
        send("PATCH", `${ruleset}/rules/${rule}`, changed(turn)),
      ),
      replace: await rate(WRITES, ({ at }, turn) =>
        send("PUT", at, { rules: [changed(turn), ...RULE_LIST.slice(1)] }),
      ),
    };
  } finally {
    agent.destroy();
  }
}

/** @typedef {{ at: string, ruleset: string, rule: string }} Entrypoint path of the entry point, path of its ruleset, id of its first rule */

/**
 * Fills the platform with zones that each have an entry point.
 * @param {import("../demo/platform-process").Ready} ready
 * @returns {Promise<Entrypoint[]>} one entry point for each connection
 */
async function seed(ready) {
  const names = Array.from({ length: ZONES }, (_, index) => `zone-${index}.example`);
  const zones = [];
  // In parts, because one large document would increase the memory that is measured.
  for (let from = 0; from < ZONES; from += 100)
    zones.push(...(await addZones(ready, names.slice(from, from + 100))));
  const api = platformApi(ready);
  return Promise.all(
    zones.slice(0, CONNECTIONS).map(async ({ id: zone }) => {
      const { id, rules } = await api.entrypoint(zone, PHASE);
      const rulesets = `/zones/${zone}/rulesets`;
      return {
        at: `${rulesets}/phases/${PHASE}/entrypoint`,
        ruleset: `${rulesets}/${id}`,
        rule: rules[0]?.id ?? "",
      };
    }),
  );
}

/**
 * @param {import("../demo/platform-process").Ready} ready
 * @param {string[]} names
 * @returns {Promise<{ id: string }[]>}
 */
async function addZones(ready, names) {
  const response = await fetch(new URL("/_platform/seed", ready.baseUrl), {
    method: "POST",
    body: JSON.stringify({
      zones: names.map((name) => ({ name })),
      rulesets: names.map((zone) => ({ zone, name: "bench", kind: "zone", phase: PHASE, rules: RULE_LIST })),
    }),
  });
  if (!response.ok) throw new Error(`the platform rejected the zones: ${await response.text()}`);
  // The control plane answers the ids of the zones, in the order of the document.
  return /** @type {{ zones: { id: string }[] }} */ (await response.json()).zones;
}

/** @param {number} index */
function rule(index) {
  return {
    ref: `rule-${index}`,
    action: "block",
    expression: `http.request.uri.path eq "/path-${index}" and ip.src in {192.0.2.0/24 198.51.100.${index}}`,
  };
}

/** Returns the first rule with another description. @param {number} turn */
function changed(turn) {
  return { ...rule(0), description: `written in turn ${turn}` };
}

module.exports = { measurePlatform };
