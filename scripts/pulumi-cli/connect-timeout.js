// @ts-check
"use strict";

// Loaded before the npm package `pulumi`: its fetch of the install script has no time-out of its own, and in a closed
// network a connection may hang for minutes.

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
