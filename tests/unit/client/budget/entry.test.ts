import fc from "fast-check";
import { formatEntry, parseEntry, type BudgetEntry } from "../../../../provider/client/budget/entry";

const who = fc.stringMatching(/^[0-9a-f]{12}$/);
const at = fc.nat({ max: 4_000_000_000_000 });
const count = fc.integer({ min: 1, max: 1200 });

const entries: fc.Arbitrary<BudgetEntry> = fc.oneof(
  fc.record({ kind: fc.constantFrom("claim" as const, "end" as const), who, at, count }),
  fc.record({ kind: fc.constant("spent" as const), who, at, count, end: fc.option(at, { nil: undefined }) }),
  fc.record({
    kind: fc.constant("quotas" as const),
    quotas: fc.array(fc.record({ quota: count, windowMs: count }), { minLength: 1 }),
  }),
  fc.record({ kind: fc.constant("pause" as const), at, until: at }),
  fc.record({ kind: fc.constant("seal" as const), at }),
);

describe("an entry of the budget's log", () => {
  it("round-trips", () => {
    fc.assert(fc.property(entries, (entry) => expect(parseEntry(formatEntry(entry).trim())).toEqual(entry)));
  });

  it("is ignored if it is truncated", () => {
    fc.assert(
      fc.property(entries, fc.nat(), (entry, cut) => {
        const line = formatEntry(entry).trim();
        expect(parseEntry(line.slice(0, cut % line.length))).toBeUndefined();
      }),
    );
  });

  it.each([
    "",
    ";",
    "\0\0\0;",
    "Z 1 2;",
    "C zz 1 2;",
    "C aa 1;",
    "C aa -1 2;",
    "Q 0/10;",
    "Q 5;",
    "S aa 1 2;",
    "P 1;",
  ])("is not parsed from %j", (line) => expect(parseEntry(line)).toBeUndefined());
});
