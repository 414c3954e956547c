import path from "node:path";
import type { Test } from "@jest/test-result";
import { ROOT } from "../../../scripts/prepare";
import TierSequencer from "../../../scripts/test-sequencer";

const CASES: [tier: string, file: string][] = [
  ["unit", "unit/scripts/lock.test.ts"],
  ["contract", "contract/scenarios/scenarios.test.ts"],
  ["contract", "contract/foresight.test.ts"],
  ["engine", "engine/adopt.test.ts"],
  ["slow", "unit/filter/linear.test.ts"],
];

it("starts the test that counts steps in a new worker, then engine tests, and in each tier the files that wait for long processes", async () => {
  const sequencer = new TierSequencer({ contexts: [], globalConfig: {} as never });
  // The sequencer reads no other members.
  const tests = CASES.map(([name, file]) => ({
    context: {
      config: { id: "none", cacheDirectory: "/nowhere", displayName: { name } },
      hasteFS: { getSize: () => 1 },
    },
    path: path.join(ROOT, "tests", file),
  })) as unknown as Test[];
  const sorted = await sequencer.sort(tests);
  expect(sorted.map((test) => path.relative(path.join(ROOT, "tests"), test.path))).toEqual([
    "unit/filter/linear.test.ts",
    "engine/adopt.test.ts",
    "contract/foresight.test.ts",
    "contract/scenarios/scenarios.test.ts",
    "unit/scripts/lock.test.ts",
  ]);
});
