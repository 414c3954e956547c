// @ts-check
"use strict";

/** What the Pulumi SDK loads of OpenTelemetry with itself, and hardly any process uses. */
const TRACING = [
  "exporter-zipkin",
  "instrumentation",
  "instrumentation-grpc",
  "resources",
  "sdk-trace-base",
  "sdk-trace-node",
].map((name) => `@opentelemetry/${name}`);

/**
 * The exports of a module, for the interoperability helpers of TypeScript. The module is loaded when one of them is first used.
 * @param {() => Record<PropertyKey, unknown>} load
 * @param {Readonly<Record<PropertyKey, unknown>>} [known] exports that do not load it
 */
function loadedLater(load, known = {}) {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        // The helpers then copy no members.
        if (name === "__esModule") return true;
        if (name in known) return known[name];
        const loaded = load();
        return name === "default" && loaded["__esModule"] !== true ? loaded : loaded[name];
      },
    },
  );
}

module.exports = { loadedLater, TRACING };
