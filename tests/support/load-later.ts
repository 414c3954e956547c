import { loadedLater, TRACING } from "./loaded-later.cjs";

/**
 * Packages that the Pulumi SDK loads with itself and that hardly any test uses: two thirds of the time to load the SDK, which each test
 * file does again. The SDK finds with arborist what a closure uses; the stub of our provider is no closure.
 */
const RARELY_USED = ["typescript", "@npmcli/arborist", ...TRACING];

for (const name of RARELY_USED)
  jest.mock(name, () => loadedLater(() => jest.requireActual<Record<PropertyKey, unknown>>(name)));
