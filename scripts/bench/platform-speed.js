// @ts-check
"use strict";

const http = require("node:http");
const path = require("node:path");
const { platformApi } = require("../demo/platform-api");
const { startPlatform } = require("../demo/platform-process");
const { createZones } = require("./stand-in-zones");

const CONNECTIONS = 10;
const READS = 4000;
const WRITES = 2000;
const WARM_UP = 500;
const PHASE = "http_request_firewall_custom";

/**
 * @typedef {object} PlatformFigures
 * @property {number} readyMs from the start of the process, with an empty data folder, to its ready line
 * @property {number} connections kept alive, each with one request at a time and a zone of its own
 * @property {number} readsPerSecond GET of an entry point of five rules
 * @property {number} writesPerSecond PATCH of one of its rules
 */

/**
 * @param {{ folder: string, cleanUp: (end: () => Promise<void>) => void }} options `cleanUp` is told what has to end when
 *   the bench is stopped
 * @returns {Promise<PlatformFigures>}
 */
async function measurePlatform({ folder, cleanUp }) {
  const start = performance.now();
  const platform = await startPlatform(path.join(folder, "platform"));
  const readyMs = performance.now() - start;
  cleanUp(platform.stop);
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const { ready } = platform;
    const api = platformApi(ready);
    const zoneIds = await createZones(api, ready.accountId, CONNECTIONS);
    const rules = await Promise.all(zoneIds.map((zoneId) => createEntrypoint(api, zoneId)));
    const send = sender(ready, agent);
    /** @param {number} connection */
    const read = (connection) =>
      send("GET", `/zones/${zoneIds[connection] ?? ""}/rulesets/phases/${PHASE}/entrypoint`);
    /** @param {number} connection @param {number} turn */
    const write = (connection, turn) =>
      send("PATCH", rules[connection] ?? "", { ...rule(0), description: `written in turn ${turn}` });
    await rate(WARM_UP, read);
    const readsPerSecond = await rate(READS, read);
    await rate(WARM_UP, write);
    const writesPerSecond = await rate(WRITES, write);
    return { readyMs, connections: CONNECTIONS, readsPerSecond, writesPerSecond };
  } finally {
    agent.destroy();
    await platform.stop();
  }
}

/** @param {number} index */
function rule(index) {
  return {
    ref: `rule-${index}`,
    action: "block",
    expression: `http.request.uri.path eq "/path-${index}"`,
  };
}

/** @param {ReturnType<typeof platformApi>} api @param {string} zoneId @returns {Promise<string>} path of its first rule */
async function createEntrypoint(api, zoneId) {
  const body = { name: "bench", kind: "zone", phase: PHASE, rules: [0, 1, 2, 3, 4].map(rule) };
  const { status, result } = await api.call("POST", `/zones/${zoneId}/rulesets`, { body });
  if (status !== 200) throw new Error(`the platform made no entry point: status ${status}`);
  // A ruleset as the platform shows it, with the rules that were sent.
  const { id, rules } = /** @type {{ id: string, rules: { id: string }[] }} */ (result);
  return `/zones/${zoneId}/rulesets/${id}/rules/${rules[0]?.id ?? ""}`;
}

/**
 * @param {number} count of requests in all
 * @param {(connection: number, turn: number) => Promise<void>} request
 * @returns {Promise<number>} requests per second
 */
async function rate(count, request) {
  const turns = count / CONNECTIONS;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let turn = 0; turn < turns; turn += 1) await request(connection, turn);
    }),
  );
  return (count / (performance.now() - start)) * 1000;
}

/** @param {import("../demo/platform-process").Ready} ready @param {http.Agent} agent */
function sender({ baseUrl, token }, agent) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  /** @param {string} method @param {string} below @param {unknown} [body] @returns {Promise<void>} */
  return (method, below, body) =>
    new Promise((resolve, reject) => {
      const request = http.request(`${baseUrl}${below}`, { method, agent, headers }, (response) => {
        response.resume();
        response.once("error", reject).once("end", () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${method} ${below}: status ${response.statusCode}`));
        });
      });
      request.once("error", reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

module.exports = { measurePlatform };
