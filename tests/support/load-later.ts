import { loadedLater, TRACING } from "./loaded-later.cjs";

/**
 * Packages that the Pulumi SDK loads with itself and that hardly any test uses: two thirds of the time to load the SDK, which each test
 * file does again.
 */
const RARELY_USED = ["typescript", ...TRACING];

for (const name of RARELY_USED)
  jest.mock(name, () => loadedLater(() => jest.requireActual<Record<PropertyKey, unknown>>(name)));
