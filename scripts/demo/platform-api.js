// @ts-check
"use strict";

/** @typedef {import("./platform-process").Ready} Ready */
/** @typedef {{ seq: number, method: string, path: string, status: number }} LoggedRequest */

/**
 * Calls of the edge API by hand, as a person with curl would make them, and the platform's own request log.
 * @param {Ready} ready
 */
function platformApi(ready) {
  const control = new URL("/_platform/", ready.baseUrl);

  /**
   * @param {string} method
   * @param {string} path below the base URL
   * @param {{ token?: string, body?: unknown }} [options] token: default the bootstrap token
   * @returns {Promise<{ status: number, result: any }>}
   */
  async function call(method, path, { token = ready.token, body } = {}) {
    const response = await fetch(`${ready.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, result: text === "" ? undefined : JSON.parse(text).result };
  }

  /** @param {number} since @returns {Promise<{ requests: LoggedRequest[], next: number }>} */
  async function requests(since) {
    const response = await fetch(new URL(`requests?since=${since}`, control));
    return /** @type {any} */ (await response.json());
  }

  /**
   * The requests that `work` makes the platform see.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<{ value: T, requests: LoggedRequest[], writes: string[] }>} writes: `PATCH /path`
   */
  async function watch(work) {
    const { next } = await requests(0);
    const value = await work();
    const seen = (await requests(next)).requests;
    const writes = seen.filter(
      ({ method, path }) => method !== "GET" && !path.includes("validate-expr") && path.startsWith("/"),
    );
    return { value, requests: seen, writes: writes.map(({ method, path }) => `${method} ${path}`) };
  }

  /**
   * Everything that a run could have left: tokens but the bootstrap one, and rulesets of zones.
   * @returns {Promise<string[]>}
   */
  async function leftovers() {
    const tokens = (await call("GET", "/user/tokens?per_page=50")).result;
    const own = (await call("GET", "/user/tokens/verify")).result.id;
    const left = tokens
      .filter((/** @type {any} */ token) => token.id !== own)
      .map((/** @type {any} */ token) => `token ${token.name}`);
    for (const zone of (await call("GET", "/zones")).result) {
      for (const ruleset of (await call("GET", `/zones/${zone.id}/rulesets`)).result) {
        if (ruleset.kind === "zone") left.push(`entry point of ${ruleset.phase} in ${zone.name}`);
      }
    }
    return left;
  }

  return { call, leftovers, watch };
}

module.exports = { platformApi };
