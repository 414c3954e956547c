// @ts-check
"use strict";

// Preloaded for the npm package `pulumi`: it fetches the install script without a timeout, and in a closed network a connection can
// hang for minutes.

const CONNECT_TIMEOUT = 8_000;

const original = fetch;

/**
 * @param {string | URL | Request} input
 * @param {RequestInit} [init]
 */
function impatientFetch(input, init) {
  return original(input, { ...init, signal: AbortSignal.timeout(CONNECT_TIMEOUT) });
}

Reflect.set(globalThis, "fetch", impatientFetch);

module.exports = { impatientFetch };
