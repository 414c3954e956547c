// @ts-check
"use strict";

/** @typedef {import("./platform-process").Ready} Ready */
/** @typedef {{ seq: number, method: string, path: string, status: number }} LoggedRequest */
/** @typedef {{ id: string, name: string }} Zone */
/** @typedef {{ id: string, kind: string, phase: string }} RulesetSummary */
/** @typedef {{ category: string, enabled: boolean }} TagOverride */
/** @typedef {{ id: string, score_threshold?: number, action?: string }} RuleOverride */
/** @typedef {{ id?: string, overrides?: { categories?: TagOverride[], rules?: RuleOverride[] } }} Parameters */
/**
 * @typedef {{ id: string, ref: string, action: string, expression: string, enabled: boolean, action_parameters?: Parameters }}
 *   Rule
 */

/**
 * Calls the edge API without the package, as a person with curl would, and reads the platform's request log.
 * @param {Ready} ready
 */
function platformApi(ready) {
  /**
   * @param {string} method
   * @param {string} path relative to the base URL
   * @param {{ token?: string, body?: unknown }} [options] `token` defaults to the bootstrap token
   * @returns {Promise<{ status: number, result: unknown }>}
   */
  async function call(method, path, { token = ready.token, body } = {}) {
    const response = await fetch(`${ready.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    /** @type {unknown} */
    const envelope = text === "" ? {} : JSON.parse(text);
    // Every response body is an envelope or empty.
    return { status: response.status, result: /** @type {{ result?: unknown }} */ (envelope).result };
  }

  /** @returns {Promise<Zone[]>} */
  async function zones() {
    return /** @type {Zone[]} */ ((await call("GET", "/zones")).result);
  }

  /** Returns the entry point rulesets of a zone. @param {string} zoneId @returns {Promise<RulesetSummary[]>} */
  async function entrypoints(zoneId) {
    const all = /** @type {RulesetSummary[]} */ ((await call("GET", `/zones/${zoneId}/rulesets`)).result);
    return all.filter(({ kind }) => kind === "zone");
  }

  /** @param {string} zoneId @param {string} phase @returns {Promise<{ id: string, rules: Rule[] }>} */
  async function entrypoint(zoneId, phase) {
    const { result } = await call("GET", `/zones/${zoneId}/rulesets/phases/${phase}/entrypoint`);
    return /** @type {{ id: string, rules: Rule[] }} */ (result);
  }

  /** @param {number} since @returns {Promise<{ requests: LoggedRequest[], next: number }>} */
  async function requests(since) {
    const response = await fetch(new URL(`/_platform/requests?since=${since}`, ready.baseUrl));
    return /** @type {{ requests: LoggedRequest[], next: number }} */ (await response.json());
  }

  /**
   * Runs `work` and returns the requests that the platform received meanwhile.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<{ value: T, requests: LoggedRequest[], writes: string[] }>} `writes` as
   *   `PATCH /path`, without dry runs, validations of expressions and calls of the chain gateway, which change nothing
   */
  async function watch(work) {
    const { next } = await requests(0);
    const value = await work();
    const seen = (await requests(next)).requests;
    const writes = seen.filter(
      ({ method, path }) => method !== "GET" && !/^\/(filters|v1)\/|[?&]dry_run=/.test(path),
    );
    return { value, requests: seen, writes: writes.map(({ method, path }) => `${method} ${path}`) };
  }

  /**
   * Lists what a run could have left behind: every token except the bootstrap token, and every entry point ruleset of a zone.
   * @returns {Promise<string[]>}
   */
  async function leftovers() {
    const tokens = /** @type {Zone[]} */ ((await call("GET", "/user/tokens?per_page=50")).result);
    const own = /** @type {{ id: string }} */ ((await call("GET", "/user/tokens/verify")).result);
    const left = tokens.filter(({ id }) => id !== own.id).map(({ name }) => `token ${name}`);
    for (const zone of await zones()) {
      for (const { phase } of await entrypoints(zone.id))
        left.push(`entry point of ${phase} in ${zone.name}`);
    }
    return left;
  }

  return { call, entrypoint, entrypoints, leftovers, watch, zones };
}

module.exports = { platformApi };
