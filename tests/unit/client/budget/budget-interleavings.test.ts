import path from "node:path";
import fc from "fast-check";
import type { Budget } from "../../../../provider/client/budget/budget";
import { formatEntry } from "../../../../provider/client/budget/entry";
import {
  claim,
  LONGEST_MS,
  QUOTA,
  START,
  startMachine,
  useBudgetRoot,
  WINDOW_MS,
} from "../../../support/budget/machine";

const root = useBudgetRoot();

it("never exceeds the quota, in any order of claims, ends, kills, torn lines and new files", () => {
  const process = fc.nat({ max: 2 });
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("claim" as const),
        process,
        count: fc.integer({ min: 1, max: 9 }),
        look: fc.boolean(),
      }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("end" as const), process }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("wait" as const),
        ms: fc.constantFrom(1, 400, 3_000, 9_999, 10_000, 31_000),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("kill" as const), process }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("tear" as const),
        text: fc.constantFrom("\n", "\nC ab", "\nC ab 1 1", "\nX 1", "\0"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("seal" as const) }) },
  );
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 10, maxLength: 80 }),
      fc.constantFrom(200, 100_000),
      (steps, sealedBytes) => {
        const { start, append, lines } = startMachine(path.join(root, "private"), { sealedBytes });
        const processes = [start(), start(), start()];
        const requests: { readonly budget: Budget; readonly at: number; end: number | undefined }[] = [];
        let now = START;
        for (const step of steps) {
          if (step.do === "wait") now += step.ms;
          else if (step.do === "tear") append(step.text);
          else if (step.do === "seal") append(formatEntry({ kind: "seal", at: now }));
          else if (step.do === "kill") processes[step.process] = start();
          else if (step.do === "claim") {
            const budget = processes[step.process]!;
            if (step.look) budget.pausedUntil(now);
            const granted = budget.claim(step.count, now);
            expect(granted).toBeLessThanOrEqual(step.count);
            for (let i = 0; i < granted; i++) requests.push({ budget, at: now, end: undefined });
          } else {
            const budget = processes[step.process]!;
            const travels = ({ at, end }: (typeof requests)[number]) =>
              end === undefined && now - at <= LONGEST_MS;
            const request = requests.find((one) => one.budget === budget && travels(one));
            if (!request) continue;
            request.end = now;
            budget.ended(now);
          }
        }
        // For each start: all requests that may reach the server in the same window.
        for (const { at } of requests) {
          const counted = requests.filter(
            (other) => other.at <= at && (other.end ?? other.at + LONGEST_MS) + WINDOW_MS > at,
          );
          expect(counted.length).toBeLessThanOrEqual(QUOTA);
        }
        // All processes agree on what is left, and every slot becomes free again.
        const seen = [...processes, start()].map((budget) => {
          budget.pausedUntil(now);
          return budget.nextRoom(now).at;
        });
        expect(new Set(seen).size).toBe(1);
        expect(claim(processes[0]!, QUOTA, now + LONGEST_MS + 5_000 + WINDOW_MS)).toBe(QUOTA);
        expect(lines).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});
