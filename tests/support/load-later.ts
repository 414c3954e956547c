/**
 * Packages that the Pulumi SDK loads with itself and that hardly any test uses: two thirds of the time to load the SDK, which each test
 * file does again.
 */
const RARELY_USED = [
  "typescript",
  // The SDK finds with it what a closure uses; the stub of our provider is no closure.
  "@npmcli/arborist",
  ...[
    "exporter-zipkin",
    "instrumentation",
    "instrumentation-grpc",
    "resources",
    "sdk-trace-base",
    "sdk-trace-node",
  ].map((name) => `@opentelemetry/${name}`),
];

for (const name of RARELY_USED) jest.mock(name, () => loadedLater(name));

/** The exports of a package, which is loaded when one of them is first used. */
function loadedLater(name: string): unknown {
  return new Proxy(
    {},
    {
      get: (_, member) => {
        // The helpers of the compiler for modules then copy no members.
        if (member === "__esModule") return true;
        const loaded = jest.requireActual<Record<PropertyKey, unknown>>(name);
        return member === "default" && loaded["__esModule"] !== true ? loaded : loaded[member];
      },
    },
  );
}
