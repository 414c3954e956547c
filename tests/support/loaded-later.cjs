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

/**
 * The exports of a module from which another one takes some at once. Each is a function or a class, and loads the module when it is first
 * called, or when something of it is first used.
 * @param {() => Record<PropertyKey, unknown>} load
 */
function membersLoadedLater(load) {
  /** @param {PropertyKey} name */
  const member = (name) => {
    const loaded = () => /** @type {new (...args: unknown[]) => object} */ (load()[name]);
    return new Proxy(function () {}, {
      apply: (_, self, args) => Reflect.apply(loaded(), self, args),
      construct: (_, args) => Reflect.construct(loaded(), args),
      get: (target, inner) => Reflect.get(tellsKind(inner) ? target : loaded(), inner),
    });
  };
  return new Proxy(
    {},
    {
      get: (target, name) => {
        if (name === "__esModule") return true;
        return tellsKind(name) ? Reflect.get(target, name) : member(name);
      },
    },
  );
}

/** Whether the property tells one kind of value from another. That must not load a module. @param {PropertyKey} name */
function tellsKind(name) {
  return name === "constructor" || typeof name === "symbol";
}

module.exports = { loadedLater, membersLoadedLater, TRACING };
