// @ts-check
"use strict";

// Loaded before the npm package `pulumi`: its fetch of the install script has no time-out of its own, and in a closed
// network a connection may hang for minutes.

const CONNECT_TIMEOUT = 8_000;

const original = globalThis.fetch;
/** @type {typeof fetch} */
const impatientFetch = (input, init) =>
  original(input, { ...init, signal: AbortSignal.timeout(CONNECT_TIMEOUT) });
globalThis.fetch = impatientFetch;
